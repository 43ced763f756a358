"""Has stacks taken from the interpreter's first allocation on, and compares the figures.

Runs under tests/integration/python_frames/preload.cpp with FRAMES_EVERY=1. Ends with status 1 if
something did not fit.
"""
import asyncio
import ctypes
import json
import sys

NAMES = ("samples", "with_python", "mismatches", "nameless", "lines_checked", "lines_wrong")
figures = (ctypes.c_uint64 * 13)()
ctypes.PyDLL(None).frames_figures(figures)
values = dict(zip(NAMES, figures))
print(values)
wrong = values["mismatches"] + values["nameless"] + values["lines_wrong"]
sys.exit(0 if wrong == 0 and values["with_python"] > 10000 and values["lines_checked"] > 100000
         else 1)
