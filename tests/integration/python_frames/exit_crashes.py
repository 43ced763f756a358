#!/usr/bin/env python3
"""Does the tracer make an interpreter crash that ends beside daemon threads?

    exit_crashes.py PRELOAD RUNS PYTHON...

Runs tests/programs/python/daemon_threads_at_exit.py RUNS times under PRELOAD (the tracer, or the
tests' preload) and as often without, in turn, so that both meet the same load on the machine.
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

PROGRAM = str(pathlib.Path(__file__).resolve().parents[2] / "programs/python/daemon_threads_at_exit.py")
SIDE_BY_SIDE = 2


def start(python, preload, directory):
    environment = dict(os.environ)
    if preload:
        # FRAMES_EVERY: the tests' preload samples every allocation. TTSOAK_*: the tracer does,
        # as often as it can.
        environment.update(LD_PRELOAD=preload, TTSOAK_DIR=directory, FRAMES_EVERY="1",
                           TTSOAK_SAMPLE="1024", TTSOAK_FLOOR="1024", TTSOAK_BUDGET="100000000")
    return subprocess.Popen([python, PROGRAM], env=environment, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


def end(process):
    try:
        return process.wait(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return "hangs"


def main():
    preload, runs, pythons = os.path.abspath(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    worse = False
    shared = "/dev/shm" if os.path.isdir("/dev/shm") else None
    for python in pythons:
        statuses = {True: collections.Counter(), False: collections.Counter()}
        for _ in range((runs + SIDE_BY_SIDE - 1) // SIDE_BY_SIDE):
            directory = tempfile.mkdtemp(dir=shared)
            for traced in (True, False):
                running = [start(python, preload if traced else None, directory)
                           for _ in range(SIDE_BY_SIDE)]
                for process in running:
                    statuses[traced][end(process)] += 1
            shutil.rmtree(directory)
        for traced in (True, False):
            bad = {status: count for status, count in statuses[traced].items() if status != 0}
            print("%-50s %-8s %5d runs, %3d not 0 %s" % (
                python, "traced" if traced else "alone", sum(statuses[traced].values()),
                sum(bad.values()), bad or ""), flush=True)
        bad = [sum(statuses[t].values()) - statuses[t][0] for t in (True, False)]
        worse = worse or bad[0] > bad[1]
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
