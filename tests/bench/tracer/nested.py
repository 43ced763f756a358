"""nested.py ROUNDS [DEPTH]: allocation-heavy Python under deep calls, as torch modules make them.

Prints its CPU time in seconds.
"""

import json
import resource
import sys


class Layer:
    """Calls the next one through __call__, as torch.nn.Module does."""

    def __init__(self, inner):
        self.inner = inner

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    def forward(self, x):
        return self.inner(x)


def allocate(x):
    texts = [bytes(600 + (i * 41 + x) % 8000) for i in range(300)]
    table = {i: (i, str(i)) for i in range(2500)}
    rows = [[i] * (70 + i % 180) for i in range(250)]
    parsed = json.loads(json.dumps({"n": list(range(400)), "t": ["x" * 500] * 20}))
    grown = bytearray()
    for _ in range(150):
        grown += b"y" * 900
    rows.sort(key=lambda row: (len(row), bytes(400 + len(row))))
    return len(texts) + len(table) + len(rows) + len(parsed) + len(grown)


def main():
    rounds = int(sys.argv[1])
    model = allocate
    for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 10):
        model = Layer(model)
    kept = []
    for i in range(rounds):
        model(i)
        kept.append([bytes(2048) for _ in range(20)])
        del kept[:-20]
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(usage.ru_utime + usage.ru_stime)


main()
