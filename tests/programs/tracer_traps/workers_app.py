"""An ASGI application, to be served by several workers."""
import os

kept = []


async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    kept.append(bytes(10000))
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(os.getpid()).encode()})
