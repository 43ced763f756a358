"""The Wyoming protocol over TCP: lines of JSON, with audio behind some of them."""

import asyncio
import json

import speech


def event(kind, data=None, payload=b""):
    data_bytes = json.dumps(data or {}).encode()
    header = {"type": kind, "version": "1.5.2", "data_length": len(data_bytes),
              "payload_length": len(payload)}
    return json.dumps(header).encode() + b"\n" + data_bytes + payload


FORMAT = {"rate": speech.RATE, "width": 2, "channels": 1}


def check(line):
    """The text to speak. Raises ValueError for anything else than is expected."""
    request = json.loads(line)
    if set(request) != {"type", "data"} or set(request["data"]) != {"text"}:
        raise ValueError(f"fields {request}")
    if request["type"] != "synthesize" or not request["data"]["text"]:
        raise ValueError(f"values {request}")
    return request["data"]["text"]


async def speak(text, writer):
    if "#503" in text or "#error200" in text:
        writer.write(event("error", {"text": "loading", "code": "busy"}))
        return
    writer.write(event("audio-start", FORMAT))
    audio = speech.pcm(text)
    for piece in speech.pieces(audio[:200] if "#truncate" in text else audio, text):
        writer.write(event("audio-chunk", FORMAT, piece))
        await writer.drain()
    writer.write(event("audio-stop"))


async def converse(reader, writer):
    try:
        while line := await reader.readline():
            try:
                text = check(line)
            except (ValueError, KeyError, TypeError) as error:
                writer.write(event("error", {"text": str(error), "code": "bad-request"}))
                continue
            await speak(text, writer)
            await writer.drain()
    except (speech.Broken, ConnectionError):
        pass
    writer.close()


async def serve(port):
    server = await asyncio.start_server(converse, "127.0.0.1", port)
    async with server:
        await server.serve_forever()
