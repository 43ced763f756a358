"""Tasks that wait for ever."""
import asyncio

never = None


async def wait_for_ever(number):
    buffer = bytes(10000)
    await never.wait()
    return buffer


tasks = set()


async def collect(number):
    "Grows in a coroutine's own frame."
    rows = []
    while True:
        await asyncio.sleep(0.001)
        if wanted > len(rows):
            rows.append(bytes(10))

wanted = 0


async def async_cycle(number):
    global never, wanted
    if never is None:
        never = asyncio.Event()
        tasks.add(asyncio.ensure_future(collect(number)))
    for _ in range(3):
        asyncio.ensure_future(wait_for_ever(number))
    wanted += 1
    await asyncio.sleep(0.01)

expected = [
    ("plants_tasks.never._waiters", "collections.deque"),
]
