"""What the fakes over HTTP have in common."""

import json

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

import speech
from checks import Wrong, require, require_content_type, trouble


def new_app(openapi=True):
    app = FastAPI(openapi_url="/openapi.json" if openapi else None)

    @app.exception_handler(Wrong)
    async def wrong(request, error):
        return JSONResponse({"detail": str(error)}, 422)

    return app


def answers(app, path, body):
    """A GET that always answers the same."""

    async def answer():
        return body

    app.add_api_route(path, answer, methods=["GET"])


async def json_of(request):
    require_content_type(request, "application/json")
    try:
        return json.loads(await request.body())
    except ValueError as error:
        raise Wrong("not JSON") from error


def whole(text, media_type="audio/wav"):
    """The reply of a server that sends WAV in one piece."""
    if "#error200" in text:
        return JSONResponse({"status": "error", "error": "Traceback (most recent call last): ..."})
    if "#reset" in text or "#flood" in text:
        return StreamingResponse(speech.pieces(speech.wav(text), text), media_type=media_type)
    return Response(speech.wav(text), media_type=media_type)


def streamed(text, audio, media_type):
    if "#error200" in text:
        return Response(b'{"error": "CUDA out of memory"}', media_type=media_type)
    if "#truncate" in text:
        audio = audio[:200]
    return StreamingResponse(speech.pieces(audio, text), media_type=media_type)


def speech_route(app, path, wanted, optional=None, reply=whole, field="input"):
    """POST of JSON, strictly of these fields."""

    async def speak(request: Request):
        fields = await json_of(request)
        require(fields, wanted, optional)
        return trouble(fields[field]) or reply(fields[field])

    app.add_api_route(path, speak, methods=["POST"])
