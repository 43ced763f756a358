"""Compares the stacks that the tracer sees with those that Python itself shows.

Runs under tests/integration/python_frames/preload.cpp, on every Python from 3.8 on. Ends with
status 1 and a line for each scenario that differs.
"""
import asyncio
import ctypes
import functools
import json
import os
import re
import sys
import threading

from frames_compare import (FREED, HELD, ROOM, buffer, check, failures, figures, finish, parse,
                            wait_until_settled)

both = (("attached", HELD), ("detached", FREED))


def nested(label, library):
    def middle():
        return (lambda: check(label, library))()
    return middle()


def recursion(depth, label, library):
    if depth == 0:
        return check(label, library)
    return recursion(depth - 1, label, library)


def generator(label, library):
    check(label + " generator", library)
    yield 1
    try:
        yield check(label + " generator resumed", library)
    except ValueError:
        check(label + " generator thrown into", library)
        yield 2


def delegating(label, library):
    yield from generator(label + " delegated", library)


class Thing:
    [0 for _ in "class body"]

    def __init__(self, label, library):
        check(label + " __init__", library)
        self.label, self.library = label, library

    @property
    def attribute(self):
        return check(self.label + " property", self.library)

    def __add__(self, other):
        return check(self.label + " __add__", self.library)

    def __del__(self):
        check(self.label + " __del__", self.library)


async def awaited(label, library):
    await asyncio.sleep(0)
    check(label + " coroutine", library)

    async def numbers():
        for number in range(2):
            check(label + " async generator", library)
            yield number
    async for _ in numbers():
        check(label + " async for", library)


def with_gaps(label, library):
    source = "def gap(label):\n check(label + ' before a gap', library)\n" + "\n" * 140 + \
        " check(label + ' after a gap', library)\n" + "\n" * 300 + " check(label + ' further', library)"
    scope = {"check": check, "library": library}
    exec(compile(source, "gap.py", "exec"), scope)
    scope["gap"](label)


def scenarios(kind, library):
    check(kind + " plain", library)
    nested(kind + " nested", library)
    recursion(50, kind + " recursion", library)
    recursion(600, kind + " recursion beyond the native frames that are taken", library)
    steps = generator(kind, library)
    next(steps), next(steps), steps.throw(ValueError)
    # Not thrown into: up to 3.11 Python then shows frames that no C frame runs, 3.9 not even all.
    steps = delegating(kind, library)
    next(steps), next(steps)
    for _ in range(20):  # often enough to be specialised
        thing = Thing(kind, library)
    thing.attribute
    thing + 1
    del thing
    [check(kind + " comprehension", library) for _ in range(2)]
    sorted([2, 1], key=lambda item: (check(kind + " key", library), item)[1])
    list(map(lambda item: check(kind + " map", library), [1]))
    re.sub("a", lambda match: (check(kind + " re", library), "b")[1], "a")
    json.dumps(object(), default=lambda item: (check(kind + " json", library), 1)[1])
    functools.partial(check, kind + " partial", library)()
    functools.lru_cache(lambda: check(kind + " cached", library))()
    functools.reduce(lambda a, b: check(kind + " reduce", library), [1, 2])
    with_gaps(kind, library)
    asyncio.new_event_loop().run_until_complete(awaited(kind, library))
    try:
        raise KeyError
    except KeyError:
        check(kind + " except", library)

    for number in range(300):  # code objects at addresses used before
        scope = {"check": check, "library": library}
        exec(compile("\n" * number + "def made_%d():\n    check('%s made', library)\nmade_%d()"
                     % (number % 7, kind, number % 7), "made-%d.py" % number, "exec"), scope)
    exec(compile("def n\u00e4me_\u4e2d_\U0001d4d0():\n  check('unicode', library)\nn\u00e4me_\u4e2d_\U0001d4d0()",
                 "d\u00edr/\U0001f600/\udc80.py", "exec"), {"check": check, "library": library})


def callbacks():
    callback = ctypes.CFUNCTYPE(None)

    def called():
        stack = check("callback")
        kinds = [frame[1] for frame in stack]
        order = [name for name in kinds if name in (
            b"callbacks.<locals>.called", b"called", "frames_call_through", b"callbacks")]
        if len(order) != 3 or order[1] != "frames_call_through" or order[2] != b"callbacks":
            failures.append("callback: out of order: %r" % (kinds,))
    HELD.frames_call_through(callback(called))
    FREED.frames_call_through(callback(called))


def native_thread():
    text = buffer()
    for library in (HELD, FREED):
        size = library.frames_capture_in_native_thread(text, ROOM)
        if not size or any(len(frame) == 3 for frame in parse(text.raw[:size])):
            failures.append("native thread: not without Python frames")


def threads():
    def work():
        for kind, library in both:
            scenarios("thread " + kind, library)
    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def traced():
    seen = []

    def tracer(frame, event, argument):
        if frame.f_code.co_name == "nested" and not seen:
            seen.append(check("settrace"))
        return tracer
    sys.settrace(tracer)
    nested("under settrace", HELD)
    sys.settrace(None)


def fork_child():
    pid = os.fork()
    if pid == 0:
        del failures[:]
        check("child attached", HELD)
        check("child detached", FREED)
        os._exit(len(failures))
    status = os.waitpid(pid, 0)[1]
    if status != 0:
        failures.append("fork: status %d" % status)


def sub_interpreter():
    try:
        import _xxsubinterpreters as interpreters
    except ImportError:
        try:
            import _interpreters as interpreters
        except ImportError:
            return
    # No ctypes in there: it is the malloc hook that samples (FRAMES_EVERY).
    other = interpreters.create()
    interpreters.run_string(other, "def f(n):\n return [f(n - 1), bytearray(2000)] if n else 0\nf(5)")
    check("main beside a sub-interpreter")
    interpreters.destroy(other)


def pymalloc():
    if os.environ.get("PYTHONMALLOC", "").startswith("malloc"):
        return
    before = figures()
    blocks = [bytes(100) for _ in range(1000)]
    middle = figures()
    del blocks
    after = figures()
    if middle.python_born - before.python_born < 1000:
        failures.append("pymalloc: %d of 1000 blocks seen" % (middle.python_born - before.python_born))
    if after.python_freed - middle.python_freed < 1000:
        failures.append("pymalloc: %d of 1000 frees seen" % (after.python_freed - middle.python_freed))


wait_until_settled()
for kind, library in both:
    scenarios(kind, library)
callbacks()
native_thread()
threads()
traced()
sub_interpreter()
fork_child()
pymalloc()

finish()
