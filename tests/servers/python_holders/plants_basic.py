"""Containers that are never emptied, in the places where they are usually found."""
import collections
import functools
import io
import os
import queue

by_text = {}                       # a dict of str to bytes: not tracked by the collector
requests = []
seen = set()
recent = collections.deque()
by_number = {}                     # of lists: tracked
waiting = queue.Queue()
raw = bytearray()
stream = io.BytesIO()


class Service:
    voices = []                    # of the class, not of an object

    def __init__(self):
        self.writers = {}
        self.inner = {"a": {"b": []}}

    @functools.lru_cache(maxsize=None)
    def phonemes(self, text):
        return text * 100

    def serve(self, number):
        self.writers[(number, "wav")] = [b"header" * 100]
        self.voices.append(str(number))
        self.inner["a"]["b"].append(b"x" * 1000)


class Slotted:
    __slots__ = ("kept", "__weakref__")

    def __init__(self):
        self.kept = []


service = Service()
slotted = Slotted()


def count_up():
    calls = []

    def call(number):
        calls.append({"number": number})
    return call


closure = count_up()


def with_default(number, calls=[]):
    calls.append([number])


def with_keyword(number, *, calls={}):
    calls[str(number)] = number


@functools.lru_cache(maxsize=None)
def synthesize(text):
    return text.encode() * 1000


@functools.lru_cache(maxsize=100000)
def bounded_but_filling(text):
    return text * 10


def never(*_):
    "The program's own code, which nobody may run who only looks at it."
    os._exit(77)


class Ordered(collections.OrderedDict):
    __getitem__ = __len__ = __iter__ = __eq__ = __repr__ = __sizeof__ = __getattribute__ = never
    keys = values = items = get = __contains__ = __reversed__ = never
    __hash__ = never


class Proxy:
    "Says that it is another, as proxies do."
    __class__ = property(never)
    __dict__ = property(never)
    __getattribute__ = __getattr__ = __eq__ = __repr__ = __bool__ = __len__ = __hash__ = never
    __iter__ = __instancecheck__ = __sizeof__ = __dir__ = never
    other = property(never)

    def names(self):
        return self.other, self.kept


ordered = Ordered()
proxy = object.__new__(Proxy)
object.__setattr__(proxy, "kept", [])
counts = collections.Counter()
grouped = collections.defaultdict(list)


def cycle(number):
    for i in range(3):
        key = 3 * number + i
        by_text["text %d" % key] = b"a" * 5000
        requests.append({"id": key})
        seen.add("session %d" % key)
        recent.append([key])
        by_number[key] = [key]
        waiting.put(bytes(1000))
        raw.extend(b"x" * 100)
        stream.write(b"y" * 100)
        service.serve(key)
        slotted.kept.append(bytes(10))
        closure(key)
        with_default(key)
        with_keyword(key)
        synthesize("text %d" % key)
        bounded_but_filling("text %d" % key)
        service.phonemes("text %d" % key)
        collections.OrderedDict.__setitem__(ordered, key, bytes(100))
        object.__getattribute__(proxy, "kept").append(bytes(key % 10 + 20))
        counts["%d" % key] += 1
        grouped["all"].append(key)


expected = [
    ("plants_basic.by_text", "dict"),
    ("plants_basic.requests", "list"),
    ("plants_basic.seen", "set"),
    ("plants_basic.recent", "collections.deque"),
    ("plants_basic.by_number", "dict"),
    ("plants_basic.waiting.queue", "collections.deque"),
    ("plants_basic.raw", "bytearray"),
    ("plants_basic.stream", "_io.BytesIO"),
    ("plants_basic.service.writers", "dict"),
    ("plants_basic.service.inner['a']['b']", "list"),
    ("plants_basic.Service.voices", "list"),
    ("plants_basic.Service.phonemes", "functools._lru_cache_wrapper"),
    ("plants_basic.slotted.kept", "list"),
    ("plants_basic.closure(closure) 'calls'", "list"),
    ("plants_basic.with_default(defaults) 'calls'", "list"),
    ("plants_basic.with_keyword(kwdefaults)['calls']", "dict"),
    ("plants_basic.synthesize", "functools._lru_cache_wrapper"),
    ("plants_basic.bounded_but_filling", "functools._lru_cache_wrapper"),
    ("plants_basic.ordered", "plants_basic.Ordered"),
    ("plants_basic.proxy.kept", "list"),
    ("plants_basic.counts", "collections.Counter"),
    ("plants_basic.grouped['all']", "list"),
]
