#!/usr/bin/env python3
"""What it costs to read a Python program's stack: CPU ns, this Python.

    python_stacks.py BUILD_DIR [ROUNDS]

A function calls itself until the wanted number of Python frames stand on the stack, then the
tracer's own code, without its hooks, takes that stack ROUNDS times. Prints a Markdown table.
"""

import ctypes
import os
import sys


class Costs(ctypes.Structure):
    _fields_ = [("unwind_ns", ctypes.c_double), ("merge_ns", ctypes.c_double),
                ("capture_ns", ctypes.c_double), ("native_frames", ctypes.c_uint32),
                ("merged_frames", ctypes.c_uint32), ("python_frames", ctypes.c_uint32)]


def below(frames, library, rounds, costs):
    if frames > 1:
        below(frames - 1, library, rounds, costs)
    else:
        library.micro_time_own_stack(ctypes.c_uint64(rounds), ctypes.byref(costs))


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    path = os.path.join(sys.argv[1], "bin", "tracer_micro_python.so")
    if not os.path.exists(path):
        raise SystemExit(f"{path}: not built; build the target tracer_micro_python")
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 100000
    library = ctypes.PyDLL(path)  # with the GIL held, as where Python allocates
    library.micro_start()
    print(f"Python {sys.version.split()[0]}\n\n| Python frames | native frames | merge ns "
          "| unwind ns | whole capture ns |\n|---|---|---|---|---|")
    for frames in (10, 60):
        costs = Costs()
        below(frames - 2, library, rounds, costs)  # main() and the module are two
        if costs.python_frames != frames:
            raise SystemExit(f"{costs.python_frames} Python frames seen instead of {frames}")
        print(f"| {costs.python_frames} | {costs.native_frames} | {costs.merge_ns:.0f} "
              f"| {costs.unwind_ns:.0f} | {costs.capture_ns:.0f} |")


main()
