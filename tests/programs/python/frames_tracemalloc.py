"""Starts and stops tracemalloc.

Runs under tests/integration/python_frames/preload.cpp. With PYTHONTRACEMALLOC=1 tracemalloc is there
before the tracer, and takes the tracer out of pymalloc as it stops.
"""
import ctypes
import time
import tracemalloc

library = ctypes.PyDLL(None)
figures = (ctypes.c_uint64 * 13)()
for _ in range(5000):
    library.frames_figures(figures)
    if figures[11]:  # is_settled
        break
    time.sleep(0.001)
if not tracemalloc.is_tracing():  # it is not there first: no harm
    tracemalloc.start()
library.frames_check_pymalloc()
tracemalloc.stop()
library.frames_check_pymalloc()
