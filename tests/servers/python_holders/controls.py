"""What looks like growth and is none: nothing of this module may be named."""
import asyncio
import collections
import functools
import random
import sys
import threading


@functools.lru_cache(maxsize=4)
def bounded(text):
    return text * 10


latest = []
writers = {}
filling = {}
cleared = {}
window = collections.deque(maxlen=6)
ring = [None] * 100
classes = {}
timers = []
fluctuating = []
cycles = []
sawtooth = {}
pool = set()
heap_of_timers = []


class Knot:
    def __init__(self):
        self.me = self
        self.more = [self]


class Session:
    last = None


session = Session()


def cycle(number):
    global latest
    for i in range(3):
        key = 3 * number + i
        bounded("text %d" % key)
        latest = [key] * (5 + key % 3)
        writers["wav mp3 flac".split()[key % 3]] = bytes(1000)
        if len(filling) < 9:
            filling[key] = bytes(100)
        window.append(key)
        ring[key % 100] = bytes(100)
        session.last = {"id": key, "audio": bytes(1000)}
        fluctuating.append(key)
        Knot()                                         # waits for the collector
        sys.intern("plant %d" % key)
        classes[key % 2] = type("Made", (), {"number": key})
        sawtooth[key] = [key]
        pool.add(key % 12)
    del fluctuating[:random.Random(number).randrange(len(fluctuating) + 1)]
    if number % 4 == 3:
        sawtooth.clear()
    cleared[number] = 1
    if number % 2:
        cleared.clear()
    thread = threading.Thread(target=bounded, args=("thread",))
    thread.start()
    thread.join()


async def async_cycle(number):
    loop = asyncio.get_running_loop()
    # Keep-alive timers of a server: pushed away with every request, cancelled ones lie in a heap.
    for handle in timers:
        handle.cancel()
    timers[:] = [loop.call_later(0.02, int) for _ in range(5)]
    await asyncio.gather(*[asyncio.sleep(0.001) for _ in range(5)])
    await asyncio.sleep(0.03)
