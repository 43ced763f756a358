"""Ends while daemon threads allocate, deep in Python and with the GIL released.

The interpreter frees the threads' states on its way out: whoever reads them then must know when to
stop. Ends with status 0, by itself, in well under a second.
"""
import atexit  # noqa: F401  without it the tracer reads no detached state at all
import ctypes
import sys
import threading
import time

DEPTH, THREADS = 30, 4
libc = ctypes.CDLL(None)  # calls release the GIL
# Thousands of allocations in one call that goes on for milliseconds, also while the interpreter
# ends: the C library compiling this.
EXTENDED = 1
PATTERN = b"(%s){1,9}" % b"|".join(b"a%db*" % number for number in range(40))


def allocate(depth):
    if depth > 0:
        return allocate(depth - 1)
    while True:
        expression = ctypes.create_string_buffer(64)  # regex_t
        libc.regcomp(expression, PATTERN, EXTENDED)
        libc.regfree(expression)


for _ in range(THREADS):
    threading.Thread(target=allocate, args=(DEPTH,), daemon=True).start()
time.sleep(float(sys.argv[1]) if len(sys.argv) > 1 else 0.01)
