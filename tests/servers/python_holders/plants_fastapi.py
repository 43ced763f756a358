"""A speech server that forgets nothing."""
import asyncio

import numpy
import torch
from fastapi import FastAPI, Request

from served import Served

app = FastAPI()
model = torch.nn.Linear(8, 8)
spectrum = numpy.zeros(100)
history = torch.zeros(100)
latents = {}


class AudioService:
    def __init__(self):
        self._writers = {}
        self._losses = []

    def encode(self, number):
        self._writers[number] = bytes(4000)
        loss = model(torch.ones(8)).sum()
        self._losses.append(loss)  # with its graph
        return len(self._writers)


app.state.service = AudioService()
app.state.requests = []


def counted():
    answered = []

    def count(number):
        answered.append(str(number))
        return number
    return count


count = counted()


async def notify(number, done=asyncio.Event):
    await app.state.stopped.wait()


@app.middleware("http")
async def remember(request: Request, call_next):
    app.state.requests.append(dict(request.headers))
    return await call_next(request)


@app.get("/speech/{number}")
def speech(number: int):
    global spectrum, history
    latents["text %d" % number] = torch.ones(1000)
    spectrum = numpy.concatenate([spectrum, numpy.ones(100)])
    history = torch.cat([history, torch.ones(100)])
    return {"bytes": app.state.service.encode(count(number))}


@app.get("/notify/{number}")
async def forget(number: int):
    asyncio.ensure_future(notify(number))
    return {}


served = Served(app)


async def async_cycle(number):
    if number == 0:
        app.state.stopped = asyncio.Event()
    await served.ask_all(["/speech/%d" % (3 * number + i) for i in range(3)])
    await served.ask_all(["/notify/%d" % (3 * number + i) for i in range(3)])
    await asyncio.sleep(0.05)


expected = [
    ("latents", "dict"),
    ("spectrum", "numpy.ndarray"),
    ("history", "torch.Tensor"),
    ("_writers", "dict"),
    ("_losses", "list"),
    ("['requests']", "list"),
    ("'answered'", "list"),
    ("['stopped']._waiters", "collections.deque"),
]
