"""Prints how many of the stacks that were taken of it had Python frames.

Runs under tests/integration/python_frames/preload.cpp.
"""
import json

from frames_compare import figures

kept = [json.dumps([number] * 10) for number in range(1000)]
print(figures().with_python)
