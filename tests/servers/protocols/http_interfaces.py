"""The interfaces over HTTP, one function each."""

import base64
import json

from fastapi import Request
from fastapi.responses import StreamingResponse

import speech
from apps import answers, json_of, new_app, speech_route, streamed, whole
from checks import Wrong, require, trouble
from web_pages import index_tts_gradio, vibevoice, vibevoice_gradio

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
