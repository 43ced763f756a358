#!/usr/bin/env python3
"""What the tracer costs a real TTS server: latency and CPU per request, with and without.

    servers.py BUILD_DIR torch|piper [REQUESTS]

Starts the server of tests/servers four times: twice without the tracer (what these two differ by is
noise), with its production setting, with its default. Each request goes to all of them in turn, in
random order, so that whatever else the machine does hits all alike. Loopback only; ends the servers
it started.

All run with glibc's thresholds held fixed. By default a free block at the end of an arena goes back
to the system above a size that moves, and whether it comes to lie at the end is the luck of the
layout: of equal untraced torch servers some take 2 page faults a request and others 700 to 1,000,
which is a tenth of their CPU time. A tracer's cost cannot be seen beside that.
The server has to be set up: tests/servers/.../setup BUILD_DIR.
"""

import glob
import http.client
import json
import os
import random
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SERVERS = os.path.join(HERE, "..", "..", "servers")
KINDS = {
    "torch": ("torch_fastapi", "/v1/audio/speech", "/health",
              lambda text: {"model": "vocoder", "input": text, "voice": "noise",
                            "response_format": "wav"}),
    "piper": ("piper", "/synthesize", "/info", lambda text: {"text": text}),
}
STEADY_HEAP = {"MALLOC_TRIM_THRESHOLD_": str(1 << 30), "MALLOC_MMAP_THRESHOLD_": str(32 << 20)}
TEXTS = ["The recipe asks for two cups of flour and a pinch of salt." * n for n in (1, 2, 3)]


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Server:
    def __init__(self, name, build, kind, environment):
        self.name, self.port, self.latencies = name, free_port(), []
        folder, self.path, self.ready, self.body = KINDS[kind]
        self.errors = tempfile.TemporaryFile("w+", errors="replace")
        self.process = subprocess.Popen(
            [os.path.join(SERVERS, folder, "start"), build, str(self.port)],
            env={**os.environ, **STEADY_HEAP, **environment}, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=self.errors)

    def fail(self, why):
        self.errors.seek(0)
        raise SystemExit(f"server '{self.name}': {why}\n{self.errors.read()[-2000:]}")

    def ask(self, text):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        start = time.perf_counter()
        connection.request("POST", self.path, json.dumps(self.body(text)),
                           {"Content-Type": "application/json"})
        reply = connection.getresponse()
        audio = reply.read()
        connection.close()
        if reply.status != 200 or len(audio) < 1000:
            self.fail(f"HTTP {reply.status}, {len(audio)} bytes")
        return time.perf_counter() - start

    def is_ready(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", self.ready)
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def wait(self):
        deadline = time.time() + 120
        while not self.is_ready():
            if self.process.poll() is not None:
                self.fail(f"ended by itself with status {self.process.returncode}")
            if time.time() > deadline:
                self.fail("did not come up within two minutes")
            time.sleep(0.2)

    def used(self):
        """CPU seconds and page faults so far."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        ticks = int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK"), int(fields[7])

    def memory(self):
        """MB of anonymous memory and of mapped files."""
        with open(f"/proc/{self.process.pid}/status") as file:
            fields = dict(line.split(":", 1) for line in file)
        return [int(fields[key].split()[0]) / 1024 for key in ("RssAnon", "RssFile")]

    def end(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def start_all(build, kind, boxes):
    tracer = os.path.join(build, "bin", "libttsoak_tracer.so")
    if not os.path.exists(tracer):
        raise SystemExit(f"{tracer}: not there; build ttsoak_tracer first")
    traced = {"LD_PRELOAD": tracer, "TTSOAK_DIR": boxes}
    coarse = {**traced, "TTSOAK_SAMPLE": "524288", "TTSOAK_FLOOR": "4096"}
    return [Server("untraced", build, kind, {}), Server("untraced, again", build, kind, {}),
            Server("512 KiB", build, kind, coarse), Server("64 KiB (default)", build, kind, traced)]


def measure(servers, boxes, requests):
    """CPU seconds and page faults a request, of each; latencies stand in the servers."""
    for server in servers:
        server.wait()
    for server in servers[2:]:  # a tracer that gave up costs nothing
        if not glob.glob(os.path.join(boxes, f"{server.process.pid}-*.blackbox")):
            server.fail("is not traced")
    for text in TEXTS * 10:  # warm-up
        for server in servers:
            server.ask(text)
    before = [server.used() for server in servers]
    for i in range(requests):
        for server in random.sample(servers, len(servers)):
            server.latencies.append(server.ask(TEXTS[i % len(TEXTS)]))
        if i % 10 == 9:
            print(f"\r{i + 1} of {requests} requests", end="", file=sys.stderr, flush=True)
    print("\r\033[K", end="", file=sys.stderr)
    return [[(now - old) / requests for now, old in zip(server.used(), then)]
            for server, then in zip(servers, before)]


def show(kind, servers, used, requests):
    print(f"\n{kind} server, {requests} requests each (load {os.getloadavg()[0]:.1f})\n\n"
          "| variant | p50 ms | p95 ms | CPU ms a request | p50 | p95 | CPU | faults a request "
          "| anonymous MB | file MB |\n|---|---|---|---|---|---|---|---|---|---|")
    rows = []
    for server, (cpu_s, _) in zip(servers, used):
        cuts = statistics.quantiles(server.latencies, n=100)
        rows.append([1e3 * statistics.median(server.latencies), 1e3 * cuts[94], 1e3 * cpu_s])
    for server, row, (_, faults) in zip(servers, rows, used):
        ratios = [value / first for value, first in zip(row, rows[0])]
        cells = [f"{value:.2f}" for value in row] + [f"{ratio:.3f}" for ratio in ratios]
        cells += [f"{faults:.0f}"] + [f"{megabytes:.1f}" for megabytes in server.memory()]
        print(f"| {server.name} | " + " | ".join(cells) + " |")


def main():
    if len(sys.argv) < 3 or sys.argv[2] not in KINDS:
        raise SystemExit(__doc__)
    build, kind = os.path.abspath(sys.argv[1]), sys.argv[2]
    requests = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    boxes = tempfile.mkdtemp(prefix="ttsoak-bench-")
    servers = []
    try:
        servers = start_all(build, kind, boxes)
        show(kind, servers, measure(servers, boxes, requests), requests)
    finally:
        for server in servers:
            server.end()
        shutil.rmtree(boxes)


main()
