#!/usr/bin/env python3
"""Does the tracer make an interpreter crash that ends beside daemon threads, or right after its start?

    exit_crashes.py PRELOAD RUNS PYTHON...

Runs tests/programs/python/daemon_threads_at_exit.py, and an empty program, RUNS times under PRELOAD
(the tracer, or the tests' preload) and as often without, in turn, so that both meet the same load
on the machine.
Prints how many runs of each ended with a status other than 0. Ends with 1 if more did with it.
"""
import collections
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

PROGRAMS = pathlib.Path(__file__).resolve().parents[2] / "programs/python"
ARGUMENTS = {"daemons": [str(PROGRAMS / "daemon_threads_at_exit.py")], "empty": ["-c", "pass"]}
SIDE_BY_SIDE = 2


def start(python, arguments, preload, directory):
    environment = dict(os.environ)
    if preload:
        # FRAMES_EVERY: the tests' preload samples every allocation. TTSOAK_*: the tracer does,
        # as often as it can.
        environment.update(LD_PRELOAD=preload, TTSOAK_DIR=directory, FRAMES_EVERY="1",
                           TTSOAK_SAMPLE="1024", TTSOAK_FLOOR="1024", TTSOAK_BUDGET="100000000")
    return subprocess.Popen([python] + arguments, env=environment, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


def end(process):
    try:
        return process.wait(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return "hangs"


def compare(python, what, preload, runs):
    """Returns whether more runs failed under the preload than without."""
    statuses = {True: collections.Counter(), False: collections.Counter()}
    shared = "/dev/shm" if os.path.isdir("/dev/shm") else None
    for _ in range((runs + SIDE_BY_SIDE - 1) // SIDE_BY_SIDE):
        directory = tempfile.mkdtemp(dir=shared)
        for traced in (True, False):
            running = [start(python, ARGUMENTS[what], preload if traced else None, directory)
                       for _ in range(SIDE_BY_SIDE)]
            for process in running:
                statuses[traced][end(process)] += 1
        shutil.rmtree(directory)
    failed = {}
    for traced in (True, False):
        bad = {status: count for status, count in statuses[traced].items() if status != 0}
        failed[traced] = sum(bad.values())
        print("%-46s %-8s %-6s %5d runs, %3d not 0 %s" % (
            python, what, "traced" if traced else "alone", sum(statuses[traced].values()),
            failed[traced], bad or ""), flush=True)
    return failed[True] > failed[False]


def main():
    preload, runs, pythons = os.path.abspath(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    worse = [compare(python, what, preload, runs) for python in pythons for what in ARGUMENTS]
    return 1 if any(worse) else 0


if __name__ == "__main__":
    sys.exit(main())
