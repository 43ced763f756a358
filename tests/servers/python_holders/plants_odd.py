"""What is made anew, hangs in chains, or hides from a look at containers."""
import contextvars
import gc
import logging
import logging.handlers
import threading
import weakref

rebuilt = []
joined = b""
text = ""


class State:
    def __init__(self):
        self.history = ()


state = State()


class Node:
    def __init__(self, before):
        self.before = before
        self.payload = bytes(500)


chain = None
nested = []
last_error = None
references = []
local = threading.local()
local.items = []
handler = logging.handlers.MemoryHandler(1 << 30, flushLevel=1000)
logger = logging.Logger("plants")
logger.addHandler(handler)
history = contextvars.ContextVar("history")


class Thing:
    pass


kept_alive = Thing()
attributes = Thing()


def fail(number):
    global last_error
    try:
        try:
            if last_error is not None:
                raise last_error
        finally:
            raise ValueError(number)
    except ValueError as error:
        last_error = error


def in_context(number):
    items = history.get(None)
    if items is None:
        items = []
        history.set(items)
    items.append(bytes(number % 7 + 40))


def generator():
    rows = []
    while True:
        rows.append(bytes(100))
        yield len(rows)


running = generator()


def cycle(number):
    global rebuilt, joined, chain, nested, text
    rebuilt = rebuilt + [number]
    joined = joined + b"z" * 1000
    text = text + "t" * 1000
    state.history = state.history + (number,) * 20
    for i in range(3):
        chain = Node(chain)
        nested = [nested, number]
        fail(number)
        references.append(weakref.ref(kept_alive, lambda _: None))
        local.items.append(number)
        logger.error("%d", number)
        in_context(number)
        next(running)
        gc.garbage.append([number])
        setattr(attributes, "a%d" % (3 * number + i), bytes(100))

expected = [
    ("plants_odd.rebuilt", "list"),
    ("plants_odd.joined", "bytes"),
    ("plants_odd.text", "str"),
    ("plants_odd.state.history", "tuple"),
    ("plants_odd.chain.before x", "plants_odd.Node"),
    ("plants_odd.last_error.__context__ x", "ValueError"),
    ("plants_odd.nested[0] x", "list"),
    ("plants_odd.references", "list"),
    ("plants_odd.local.items", "list"),
    ("plants_odd.handler.buffer", "list"),
    ("plants_odd.running local 'rows'", "list"),
    ("gc.garbage", "list"),
    ("[ContextVar 'history']", "list"),
]
