#!/usr/bin/env python3
"""What the tracer costs its target, and what its peers cost, interleaved in one run.

    compare.py BUILD_DIR [ROUNDS]

Each round runs every variant once, in turn. A variant's ratio is the median over the rounds of its
figure to the first variant's of the same round, so that a machine that is busy for a while slows
both alike; beside it stand the lowest and the highest. Prints Markdown tables. heaptrack (what it
costs the target alone, its output unread) and jemalloc's profiler are left out where they are not
installed, which is said.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile

# The distribution's, which is not a script that starts another one.
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
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
        for path in (self.tracer, self.churn):
            if not os.path.exists(path):
                raise SystemExit(f"{path}: not there; build ttsoak_tracer and tracer_churn first")
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
                                capture_output=True, text=True, timeout=600)
        left = [os.path.join(self.scratch, name) for name in os.listdir(self.scratch)]
        for path in left:
            os.unlink(path)
        if result.returncode != 0:
            raise SystemExit(f"{' '.join(command)}: exit status {result.returncode}\n"
                             f"{result.stderr[-2000:]}")
        # A tracer that gave up costs nothing.
        if "TTSOAK_DIR" in environment and not any(path.endswith(".blackbox") for path in left):
            raise SystemExit(f"{command[0]} was not traced: {result.stderr[-2000:]}")
        return float(result.stdout)

    def table(self, title, unit, command, rows):
        figures = {name: [] for name in rows}
        for done in range(self.rounds):
            for name, (environment, _) in rows.items():
                print(f"\r\033[K{title}: round {done + 1} of {self.rounds}, {name}", end="",
                      file=sys.stderr, flush=True)
                figures[name].append(self.run_once(environment, command))
        print("\r\033[K", end="", file=sys.stderr)
        first = next(iter(figures.values()))
        print(f"\n{title} (load {os.getloadavg()[0]:.1f})\n\n"
              f"| variant | {unit} | ratio | lowest to highest | goal |\n|---|---|---|---|---|")
        for name, values in figures.items():
            ratios = [value / base for value, base in zip(values, first)]
            print(f"| {name} | {statistics.median(values):.3g} | {statistics.median(ratios):.3f} "
                  f"| {min(ratios):.3f} to {max(ratios):.3f} | {rows[name][1]} |", flush=True)

    def jemalloc_rows(self):
        prof = "prof:true,prof_active:true,lg_prof_sample:19"
        return {
            "jemalloc": ({"LD_PRELOAD": self.jemalloc}, ""),
            "its profiler, lg_prof_sample:19":
                ({"LD_PRELOAD": self.jemalloc, "MALLOC_CONF": prof}, ""),
            "jemalloc under the tracer, 512 KiB":
                (self.traced(512 << 10, 4096, self.jemalloc), "no worse than its profiler"),
        }


def measure(bench):
    goals = ("<= 1.08", "<= 1.20", "aim 1.10")
    for threads in (1, 2):
        bench.table(f"C++ churn, {threads} thread{'s' if threads > 1 else ''}", "CPU ns a pair",
                    [bench.churn, str(threads), "3000000"], bench.variants(goals))
    bench.table("Nested Python calls", "CPU s", [PYTHON, os.path.join(HERE, "nested.py"), "2500"],
                bench.variants(("", "<= 1.05", "<= 1.05")))
    if bench.jemalloc:
        bench.table("jemalloc, C++ churn, 2 threads", "CPU ns a pair",
                    [bench.churn, "2", "3000000"], bench.jemalloc_rows())
    for name, path in (("heaptrack", bench.heaptrack), ("jemalloc", bench.jemalloc)):
        if not path:
            print(f"\n{name}: not installed, left out")


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    bench = Bench(os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5)
    try:
        measure(bench)
    finally:
        shutil.rmtree(bench.scratch)


main()
