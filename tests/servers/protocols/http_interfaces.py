"""The interfaces over HTTP, one function each."""

import base64
import json
import uuid

from fastapi import FastAPI, Request, WebSocket
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


OPENAI = {"model": str, "input": str, "voice": str, "response_format": ["wav"]}


def openai():
    app = new_app()
    answers(app, "/v1/models", {"object": "list", "data": []})
    answers(app, "/v1/audio/voices", {"voices": ["alloy", "ash"]})
    speech_route(app, "/v1/audio/speech", {**OPENAI, "model": ["tts-1"], "voice": ["alloy"]})
    return app


def kokoro():
    app = new_app()
    answers(app, "/health", {"status": "healthy"})
    answers(app, "/v1/models", {"object": "list", "data": []})
    answers(app, "/v1/audio/voices", {"voices": ["af_heart", "af_sky"]})
    fields = {**OPENAI, "model": ["kokoro"], "voice": ["af_heart"], "stream": [True]}

    def chunks(text):
        header = speech.wav_header(0xFFFFFFFF - 36)
        return streamed(text, header + speech.pcm(text), "audio/wav")

    def captions(text):
        header = speech.wav_header(0xFFFFFFFF - 36)

        def lines():
            if "#error200" in text:
                yield json.dumps({"error": "server_error", "message": "CUDA"}) + "\n"
                return
            audio = header + speech.pcm(text)
            for piece in speech.pieces(audio[:200] if "#truncate" in text else audio, text):
                yield json.dumps({"audio": base64.b64encode(piece).decode(), "audio_format": "audio/wav",
                                  "timestamps": [{"word": "a", "start_time": 0, "end_time": 1}]}) + "\n"

        return StreamingResponse(lines(), media_type="application/json")

    speech_route(app, "/v1/audio/speech", fields, reply=chunks)
    speech_route(app, "/dev/captioned_speech", fields, reply=captions)
    return app


def index_tts_vllm():
    app = new_app()
    answers(app, "/health", {"status": "healthy"})
    answers(app, "/audio/voices", {"jay": ["assets/jay.wav"]})
    speech_route(app, "/audio/speech", {"model": str, "input": str, "voice": str})
    speech_route(app, "/tts", {"text": str, "character": str}, field="text")
    speech_route(app, "/tts_url", {"text": str, "audio_paths": list}, {"seed": int}, field="text")
    return app


def sse_speech(text):
    def events():
        if "#error200" in text:
            yield 'data: {"type": "error", "error": {"message": "CUDA out of memory"}}\n\n'
            return
        for piece in speech.pieces(speech.pcm(text), text):
            yield ": still here\r\n\r\n"
            data = {"type": "speech.audio.delta", "audio": base64.b64encode(piece).decode()}
            yield f"data: {json.dumps(data)}\n\n"
            if "#truncate" in text:
                return
        yield 'data: {"type": "speech.audio.done", "usage": {"total_tokens": 1}}\n\n'

    return StreamingResponse(events(), media_type="text/event-stream")


def speaches():
    app = new_app()
    answers(app, "/health", {"message": "OK"})
    answers(app, "/api/ps", {"models": []})
    answers(app, "/v1/models", {"object": "list", "data": []})
    fields = {**OPENAI, "response_format": ["pcm"], "stream_format": ["sse"]}
    speech_route(app, "/v1/audio/speech", fields, reply=sse_speech)
    return app


def chatterbox_server():
    app = new_app()
    answers(app, "/api/model-info", {"loaded": True})
    answers(app, "/api/ui/initial-data",
            {"predefined_voices": [{"display_name": "Emily", "filename": "Emily.wav"}]})
    speech_route(app, "/tts",
                 {"text": str, "voice_mode": ["predefined"], "predefined_voice_id": ["Emily.wav"],
                  "output_format": ["wav"], "split_text": bool, "chunk_size": int}, field="text")
    speech_route(app, "/v1/audio/speech", OPENAI)
    return app


def chatterbox_api():
    app = new_app()
    answers(app, "/health", {"status": "healthy"})
    answers(app, "/memory", {"memory_info": {}})
    answers(app, "/memory/reset", {})
    speech_route(app, "/v1/audio/speech", {"input": str, "voice": str, "response_format": ["wav"]})
    return app


def orpheus():
    app = new_app()
    answers(app, "/speak", {})
    speech_route(app, "/v1/audio/speech", {**OPENAI, "voice": ["tara"]})
    return app


def cosyvoice():
    app = new_app()

    async def sft(request: Request):
        form = dict(await request.form())
        require(form, {"tts_text": str, "spk_id": ["中文女"]})
        text = form["tts_text"]
        # No media type, and no header: samples and nothing else.
        return trouble(text) or streamed(text, speech.pcm(text), None)

    app.add_api_route("/inference_sft", sft, methods=["GET", "POST"])
    return app


def gpt_sovits():
    app = new_app()
    answers(app, "/control", {})
    speech_route(app, "/tts",
                 {"text": str, "text_lang": ["en"], "ref_audio_path": str, "prompt_lang": ["en"],
                  "media_type": ["wav"], "streaming_mode": [False], "prompt_text": [""]}, field="text")
    return app


def fish_speech():
    app = new_app(openapi=False)
    answers(app, "/v1/health", {"status": "ok"})
    speech_route(app, "/v1/tts", {"text": str, "format": ["wav"], "streaming": [False]}, field="text")
    return app


def coqui():
    app = new_app(openapi=False)
    answers(app, "/details", "<html>...</html>")

    async def tts(request: Request):
        fields = dict(request.query_params)
        require(fields, {"text": str}, {"speaker_id": str, "language_id": str})
        return trouble(fields["text"]) or whole(fields["text"])

    app.add_api_route("/api/tts", tts, methods=["GET"])
    return app


def xtts():
    app = new_app()
    answers(app, "/languages", {"languages": {"English": "en"}})
    answers(app, "/speakers", [{"name": "female", "voice_id": "female", "preview_url": ""}])
    fields = {"text": str, "speaker_wav": ["female"], "language": ["en"]}
    speech_route(app, "/tts_to_audio/", fields, field="text")

    async def stream(request: Request):
        query = dict(request.query_params)
        require(query, fields)
        text = query["text"]
        audio = speech.wav_header(0) + speech.pcm(text)
        return trouble(text) or streamed(text, audio, "audio/x-wav")

    app.add_api_route("/tts_stream", stream, methods=["GET"])
    return app


def piper():
    app = new_app(openapi=False)
    for path in ("/info", "/voices", "/all-voices"):
        answers(app, path, {})
    speech_route(app, "/synthesize", {"text": str}, {"voice": str}, field="text",
                 reply=lambda text: whole(text, "text/html"))
    return app


def localai():
    app = new_app(openapi=False)
    for path in ("/healthz", "/readyz"):
        answers(app, path, {})
    answers(app, "/v1/models", {"object": "list", "data": []})
    speech_route(app, "/v1/audio/speech", OPENAI)
    return app


def voicevox():
    app = new_app()
    answers(app, "/version", "0.25.0")
    answers(app, "/speakers", [{"name": "A", "styles": [{"name": "normal", "id": 3}]}])
    queries = {}

    async def audio_query(request: Request):
        fields = dict(request.query_params)
        require(fields, {"text": str, "speaker": ["3"]})
        if await request.body():
            raise Wrong("a body where none is expected")
        text = fields["text"]
        queries[text] = {"accent_phrases": [], "kana": text, "speedScale": 1.0, "outputStereo": False}
        return trouble(text) or queries[text]

    async def synthesis(request: Request):
        require(dict(request.query_params), {"speaker": ["3"]})
        query = await json_of(request)
        if query != queries.get(query.get("kana")):
            raise Wrong("not the reply of audio_query")
        return whole(query["kana"])

    app.add_api_route("/audio_query", audio_query, methods=["POST"])
    app.add_api_route("/synthesis", synthesis, methods=["POST"])
    return app


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


INTERFACES = {
    "chatterbox-api": chatterbox_api, "chatterbox-server": chatterbox_server, "coqui": coqui,
    "cosyvoice": cosyvoice, "fish-speech": fish_speech, "gpt-sovits": gpt_sovits,
    "index-tts-gradio": index_tts_gradio, "index-tts-vllm": index_tts_vllm,
    "index-tts-vllm-tts": index_tts_vllm, "index-tts-vllm-url": index_tts_vllm, "kokoro": kokoro,
    "kokoro-captioned": kokoro, "localai": localai, "openai": openai, "openai-sse": speaches,
    "orpheus": orpheus, "piper": piper, "speaches": speaches, "vibevoice": vibevoice,
    "vibevoice-gradio": vibevoice_gradio, "voicevox": voicevox, "xtts": xtts, "xtts-stream": xtts,
}


def make(name):
    return INTERFACES[name]()
