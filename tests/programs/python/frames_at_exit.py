"""Asks for its own stack while the interpreter ends: attached it is there, detached it is not.

Runs under tests/integration/python_frames/preload.cpp. Prints "attached N, detached N" at each
point, N being the number of Python frames.
"""
import atexit
import ctypes
import os

from frames_compare import FREED, HELD, wait_until_settled

TEXT = ctypes.create_string_buffer(1 << 16)


def count(library, text=TEXT):
    size = library.frames_capture(text, len(text))
    return text.raw[:size].count(b"python ")


def report(where, held=HELD, freed=FREED, counter=count, write=os.write):
    write(1, b"%s: attached %d, detached %d\n" % (where, counter(held), counter(freed)))


class AtTeardown:
    def __init__(self, reporter=report):
        self.reporter = reporter

    def __del__(self):
        self.reporter(b"teardown")


wait_until_settled()
# Registered after the tracer's own, hence called before it.
atexit.register(report, b"atexit")
report(b"running")
kept = AtTeardown()
