"""Serves a FastAPI application in the loop of drive.py, and asks it over 127.0.0.1."""
import asyncio
import socket

import uvicorn


class Served:
    def __init__(self, app):
        self.app = app
        self.port = 0
        self.running = None

    async def start(self):
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        self.port = listener.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(self.app, log_level="warning"))
        server.install_signal_handlers = lambda: None
        self.running = asyncio.ensure_future(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.01)

    async def ask(self, path):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"GET %s HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n" % path.encode())
        answer = await reader.read()
        writer.close()
        assert answer.startswith(b"HTTP/1.1 200"), answer[:200]

    async def ask_all(self, paths):
        if self.running is None:
            await self.start()
        await asyncio.gather(*[self.ask(path) for path in paths])
