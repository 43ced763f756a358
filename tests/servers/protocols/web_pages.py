"""Interfaces that were made for a page in a browser: Gradio's calls, and a websocket."""

import json
import uuid

from fastapi import Request, WebSocket
from fastapi.responses import StreamingResponse

import speech
from apps import answers, json_of, new_app, whole
from checks import Wrong, require, trouble


def gradio(function, text_of, value_of):
    app = new_app(openapi=False)
    answers(app, "/config", {"version": "5"})
    answers(app, "/gradio_api/info", {"named_endpoints": {"/" + function: {}}})
    calls, files = {}, {}

    async def call(request: Request):
        fields = await json_of(request)
        require(fields, {"data": list})
        text = text_of(fields["data"])
        event = uuid.uuid4().hex
        calls[event] = text
        return trouble(text) or {"event_id": event}

    async def events(event: str):
        text = calls.pop(event)

        def stream():
            yield "event: heartbeat\ndata: null\n\n"
            if "#error200" in text:
                yield "event: error\ndata: null\n\n"
                return
            path = f"/tmp/gradio/{event}/speech one.wav"
            files[path] = text
            yield f"event: generating\ndata: {json.dumps([None])}\n\n"
            if "#truncate" not in text:
                yield f"event: complete\ndata: {json.dumps([value_of(path)])}\n\n"

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def file(path: str):
        if path not in files:
            raise Wrong(f"no file {path!r}")
        return whole(files[path], "audio/x-wav")

    app.add_api_route("/gradio_api/call/" + function, call, methods=["POST"])
    app.add_api_route("/gradio_api/call/" + function + "/{event}", events, methods=["GET"])
    app.add_api_route("/gradio_api/file={path:path}", file, methods=["GET"])
    return app


def index_tts_gradio():
    def text_of(data):
        require(data[1], {"path": str, "meta": dict})
        return data[2]

    return gradio("gen_single", text_of,
                  lambda path: {"value": {"path": path}, "__type__": "update"})


def vibevoice_gradio():
    def text_of(data):
        if not data[1].startswith("Speaker 0: "):
            raise Wrong("a script without speakers")
        return data[1][len("Speaker 0: "):]

    return gradio("generate_podcast_wrapper", text_of, lambda path: {"path": path})


def vibevoice():
    app = new_app()
    answers(app, "/config", {"voices": ["en-Carter_man", "en-Emma_woman"]})
    busy = []

    @app.websocket("/stream")
    async def stream(socket: WebSocket):
        fields = dict(socket.query_params)
        try:
            require(fields, {"text": str, "cfg": str, "steps": str, "voice": ["en-Carter_man"]})
        except Wrong:
            await socket.close(4422)
            return
        text = fields["text"]
        if "#503" in text:
            await socket.accept()
            await socket.close(1013, "another client is served")
            return
        await socket.accept()
        log = {"type": "log", "event": "backend_request_received", "data": {}, "timestamp": "12:00"}
        await socket.send_text(json.dumps(log))
        if "#error200" in text:
            await socket.send_text(json.dumps({**log, "event": "generation_error"}))
            await socket.close(1011)
            return
        audio = speech.pcm(text)
        if "#truncate" in text:
            audio = audio[:200]
        for piece in speech.pieces(audio, text):
            await socket.send_bytes(piece)
        await socket.close()

    return app
