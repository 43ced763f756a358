#!/usr/bin/env python3
"""What the tracer costs its target, and what its peers cost, interleaved in one run.

    compare.py BUILD_DIR [ROUNDS]

Each round runs every variant once, in turn; a figure is the ratio of the medians over the rounds,
so that a machine that is busy for a while slows all alike. Prints Markdown tables. heaptrack (what
it costs the target alone, its output unread) and jemalloc's profiler are left out where they are
not installed.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile

PYTHON = "/usr/bin/python3"
HERE = os.path.dirname(os.path.abspath(__file__))


def find_library(name):
    for folder in ("x86_64-linux-gnu", "heaptrack", "."):
        path = os.path.join("/usr/lib", folder, name)
        if os.path.exists(path):
            return path
    return None


class Bench:
    def __init__(self, build, rounds):
        self.tracer = os.path.join(build, "bin", "libttsoak_tracer.so")
        self.churn = os.path.join(build, "bin", "tracer_churn")
        self.rounds = rounds
        self.scratch = tempfile.mkdtemp(prefix="ttsoak-bench-")
        self.jemalloc = find_library("libjemalloc.so.2")
        self.heaptrack = find_library("libheaptrack_preload.so")

    def traced(self, sample, floor, also=""):
        preload = self.tracer + (":" + also if also else "")
        return {"LD_PRELOAD": preload, "TTSOAK_DIR": self.scratch, "TTSOAK_SAMPLE": str(sample),
                "TTSOAK_FLOOR": str(floor)}

    def variants(self, limits):
        """Name -> (environment, the goal)."""
        rows = {
            "untraced": ({}, ""),
            "counters alone": (self.traced(0, 0), limits[0]),
            "512 KiB": (self.traced(512 << 10, 4096), limits[1]),
            "64 KiB (default)": (self.traced(64 << 10, 1024), limits[2]),
        }
        if self.heaptrack:
            rows["heaptrack"] = ({"LD_PRELOAD": self.heaptrack,
                                  "DUMP_HEAPTRACK_OUTPUT": os.path.join(self.scratch, "raw")}, "")
        return rows

    def run_once(self, environment, command):
        result = subprocess.run(command, env={**os.environ, **environment},
                                capture_output=True, text=True, timeout=600, check=True)
        for name in os.listdir(self.scratch):
            path = os.path.join(self.scratch, name)
            if os.path.isfile(path):
                os.unlink(path)
        return float(result.stdout)

    def table(self, title, unit, command, rows):
        figures = {name: [] for name in rows}
        for done in range(self.rounds):
            for name, (environment, _) in rows.items():
                figures[name].append(self.run_once(environment, command))
            print(f"\r{title}: round {done + 1} of {self.rounds}", end="", file=sys.stderr)
        print(file=sys.stderr)
        first = statistics.median(next(iter(figures.values())))
        print(f"\n{title}\n\n| variant | {unit} | ratio | goal |\n|---|---|---|---|")
        for name, values in figures.items():
            median = statistics.median(values)
            print(f"| {name} | {median:.3g} | {median / first:.3f} | {rows[name][1]} |", flush=True)

    def jemalloc_rows(self):
        prof = "prof:true,prof_active:true,lg_prof_sample:19"
        return {
            "jemalloc": ({"LD_PRELOAD": self.jemalloc}, ""),
            "its profiler, lg_prof_sample:19":
                ({"LD_PRELOAD": self.jemalloc, "MALLOC_CONF": prof}, ""),
            "jemalloc under the tracer, 512 KiB":
                (self.traced(512 << 10, 4096, self.jemalloc), "no worse than its profiler"),
        }


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    bench = Bench(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5)
    goals = ("<= 1.08", "<= 1.20", "aim 1.10")
    for threads in (1, 2):
        bench.table(f"C++ churn, {threads} thread{'s' if threads > 1 else ''}", "CPU ns a pair",
                    [bench.churn, str(threads), "3000000"], bench.variants(goals))
    bench.table("Nested Python calls", "CPU s", [PYTHON, os.path.join(HERE, "nested.py"), "2500"],
                bench.variants(("", "<= 1.05", "<= 1.05")))
    if bench.jemalloc:
        bench.table("jemalloc, C++ churn, 2 threads", "CPU ns a pair",
                    [bench.churn, "2", "3000000"], bench.jemalloc_rows())
    shutil.rmtree(bench.scratch)


main()
