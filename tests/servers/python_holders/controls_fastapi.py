"""A speech server that keeps nothing but what it needs: nothing of it may be named."""
import asyncio
import collections
import functools

import numpy
import torch
from fastapi import FastAPI, Request

from served import Served

app = FastAPI()
model = torch.nn.Linear(8, 8)
latest = None
voices = {}
recent = collections.deque(maxlen=5)


@functools.lru_cache(maxsize=4)
def phonemes(text):
    return text * 10


@app.middleware("http")
async def remember(request: Request, call_next):
    recent.append(dict(request.headers))
    return await call_next(request)


@app.get("/speech/{number}")
def speech(number: int):
    global latest
    phonemes("text %d" % number)
    latest = torch.cat([torch.ones(100 + number % 4), torch.ones(8)])
    voices["voice %d" % (number % 3)] = numpy.ones(1000)
    with torch.no_grad():
        return {"bytes": float(model(torch.ones(8)).sum())}


served = Served(app)


async def async_cycle(number):
    await served.ask_all(["/speech/%d" % (3 * number + i) for i in range(3)])
    await asyncio.sleep(0.05)
