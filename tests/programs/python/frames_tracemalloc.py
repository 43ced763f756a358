"""Starts and stops tracemalloc.

Runs under tests/integration/python_frames/preload.cpp. With PYTHONTRACEMALLOC=1 tracemalloc is there
before the tracer, and takes the tracer out of pymalloc as it stops.
"""
import tracemalloc

from frames_compare import HELD, wait_until_settled

wait_until_settled()
if not tracemalloc.is_tracing():  # it is not there first: no harm
    tracemalloc.start()
HELD.frames_check_pymalloc()
tracemalloc.stop()
HELD.frames_check_pymalloc()
