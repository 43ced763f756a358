"""Speech server on FastAPI and torch with the faults people meet: `uvicorn server:app`

Server A, by default:
- under varied text lengths RSS grows by what oneDNN's primitives pin (../torch_fastapi): retention;
- each request leaves a file `temp_voice_*` behind;
- each request loads the voice anew from its file. That looks like a leak and is none.

Server B, with SERVER=B in the environment, has A's retention and voice, no files, and
- `_writers` keeps 200 kB for each stream whose client hung up before its end;
- `normalize` caches every text it ever saw.
"""

import functools
import os
import struct
import sys
import tempfile
from typing import Iterator

import torch
from fastapi import FastAPI
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel, Field

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "torch_fastapi"))
from vocoder import SAMPLE_RATE, Vocoder, synthesize  # noqa: E402

WRITER_BYTES = 200_000
IS_B = os.environ.get("SERVER") == "B"

app = FastAPI()
vocoder = Vocoder().eval()
_writers: dict[int, bytearray] = {}
_requests = 0

_voice_file = os.path.join(tempfile.mkdtemp(prefix="voices_"), "noise.pt")
torch.save(torch.full((512, 1, 256), 0.5), _voice_file)


class SpeechRequest(BaseModel):
    input: str = Field(min_length=1, max_length=4096)
    voice: str = "noise"
    response_format: str = "wav"


def load_voice() -> torch.Tensor:
    return torch.load(_voice_file)


@functools.lru_cache(maxsize=None)
def normalize(text: str) -> str:
    return " ".join(text.split())


def wav_header(data_bytes: int) -> bytes:
    """44 bytes of RIFF: 16 bit mono PCM. As streaming encoders do, it may promise too much."""
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        b"RIFF", 36 + data_bytes, b"WAVE", b"fmt ", 16, 1, 1,
        SAMPLE_RATE, 2 * SAMPLE_RATE, 2, 16, b"data", data_bytes,
    )  # fmt: skip


def speak(text: str, voice: torch.Tensor) -> bytes:
    gain = float(voice.mean())
    return synthesize(vocoder, text) if gain > 0 else b""


def keep_a_copy(wave: bytes) -> None:
    with tempfile.NamedTemporaryFile(prefix="temp_voice_", suffix=".wav", delete=False) as copy:
        copy.write(wav_header(len(wave)) + wave)


def stream(text: str, voice: torch.Tensor) -> Iterator[bytes]:
    """Three parts, each synthesized when the one before is on its way."""
    global _requests
    _requests += 1
    request = _requests
    _writers[request] = bytearray(WRITER_BYTES)
    yield wav_header(0xFFFFFFFF - 36)
    third = -(-len(text) // 3)
    for start in range(0, len(text), third):
        yield speak(text[start : start + third], voice)
    # Not reached where the client hangs up: that is the leak.
    _writers.pop(request)


@app.post("/v1/audio/speech")
def speech(request: SpeechRequest) -> Response:
    voice = load_voice()
    if IS_B:
        return StreamingResponse(stream(normalize(request.input), voice), media_type="audio/wav")
    wave = speak(request.input, voice)
    keep_a_copy(wave)
    return Response(wav_header(len(wave)) + wave, media_type="audio/wav")


@app.get("/health")
def health() -> dict:
    return {"status": "ok"}
