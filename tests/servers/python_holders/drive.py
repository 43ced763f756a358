"""A server's worth of cycles without a server: keeps what the planted modules keep.

    drive.py MODULE...

Says "cycle N" after each cycle and waits for a byte on its standard input, in an asyncio loop that
rests in epoll_wait, as a server does. A byte 'q', or the end of the input, ends it.

A module has `cycle(number)`, and maybe `async def async_cycle(number)` or `expected`: a list of
(path, type) that must be named; a control has none. Paths are as ttsoak prints them.
"""
import asyncio
import atexit  # noqa: F401  the tracer guards the interpreter's end by it
import importlib
import sys


async def next_byte(reader):
    byte = await reader.read(1)
    return byte not in (b"", b"q")


async def main(modules):
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    number = 0
    while True:
        for module in modules:
            if hasattr(module, "cycle"):
                module.cycle(number)
            if hasattr(module, "async_cycle"):
                await module.async_cycle(number)
        # What a server does anyway: enough to be sampled by the tracer at once.
        [bytes(4096) for _ in range(2000)]
        number += 1
        print("cycle", number, flush=True)
        if not await next_byte(reader):
            return


if __name__ == "__main__":
    asyncio.run(main([importlib.import_module(name) for name in sys.argv[1:]]))
