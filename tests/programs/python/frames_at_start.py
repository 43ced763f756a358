"""Has stacks taken from the interpreter's first allocation on, and compares the figures.

Runs under tests/integration/python_frames/preload.cpp with FRAMES_EVERY=1. Ends with status 1 if
something did not fit.
"""
import asyncio  # noqa: F401, for its hundreds of code objects
import sys

from frames_compare import figures

now = figures()
wrong = now.mismatches + now.nameless + now.lines_wrong
print("%d wrong, %d with Python frames, %d lines" % (wrong, now.with_python, now.lines_checked))
sys.exit(0 if wrong == 0 and now.with_python > 10000 and now.lines_checked > 100000 else 1)
