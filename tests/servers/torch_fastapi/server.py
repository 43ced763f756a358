"""OpenAI-style speech server on FastAPI and torch: server.py PORT

Nothing in it leaks. Under varied text lengths its RSS grows all the same: oneDNN keeps a compiled
primitive for each input shape, and these small survivors pin the heap around the big, freed
activations. Under one length it stays flat.
"""

import struct
import sys
from typing import Iterator, Literal

import uvicorn
from fastapi import FastAPI
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel, Field

from vocoder import SAMPLE_RATE, Vocoder, synthesize

CHUNK_BYTES = 32 * 1024

app = FastAPI()
vocoder = Vocoder().eval()


class SpeechRequest(BaseModel):
    """The fields of OpenAI's POST /v1/audio/speech that a client of ours sends."""

    input: str = Field(min_length=1, max_length=4096)
    model: str = "vocoder"
    voice: str = "noise"
    response_format: Literal["wav", "pcm"] = "wav"
    stream: bool = True


def wav_header(data_bytes: int) -> bytes:
    """44 bytes of RIFF: 16 bit mono PCM."""
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        b"RIFF", 36 + data_bytes, b"WAVE", b"fmt ", 16, 1, 1,
        SAMPLE_RATE, 2 * SAMPLE_RATE, 2, 16, b"data", data_bytes,
    )  # fmt: skip


def chunks(body: bytes) -> Iterator[bytes]:
    for start in range(0, len(body), CHUNK_BYTES):
        yield body[start : start + CHUNK_BYTES]


@app.post("/v1/audio/speech")
def speech(request: SpeechRequest) -> Response:
    # A plain `def`: FastAPI runs it on a thread of its pool, so /health answers meanwhile.
    wave = synthesize(vocoder, request.input)
    body = wave if request.response_format == "pcm" else wav_header(len(wave)) + wave
    kind = "audio/pcm" if request.response_format == "pcm" else "audio/wav"
    if request.stream:
        return StreamingResponse(chunks(body), media_type=kind)
    return Response(body, media_type=kind)


@app.get("/health")
def health() -> dict:
    return {"status": "ok"}


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
