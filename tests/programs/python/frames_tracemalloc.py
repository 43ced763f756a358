"""Starts and stops tracemalloc.

Runs under tests/integration/python_frames/preload.cpp. With PYTHONTRACEMALLOC=1 tracemalloc is there
before the tracer, and takes the tracer out of pymalloc as it stops.
"""
import tracemalloc

from frames_compare import HELD, ROOM, buffer, wait_until_settled


def check_pymalloc():
    HELD.frames_check_pymalloc()
    HELD.frames_capture(buffer(), ROOM)
    for _ in range(1000):  # some time to look
        pass


wait_until_settled()
if not tracemalloc.is_tracing():  # it is not there first: no harm
    tracemalloc.start()
check_pymalloc()
tracemalloc.stop()
check_pymalloc()
