"""A server that hangs up on whoever asks it something."""

import asyncio


async def hang_up(reader, writer):
    try:
        await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    writer.close()


async def serve(port):
    server = await asyncio.start_server(hang_up, "127.0.0.1", port)
    async with server:
        await server.serve_forever()
