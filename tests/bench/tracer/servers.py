#!/usr/bin/env python3
"""What the tracer costs a real TTS server: latency and CPU per request, with and without.

    servers.py BUILD_DIR torch|piper [REQUESTS]

Starts the server of tests/servers twice, one with the tracer at its production setting, one with
the default, one without, and sends each request to all of them in turn, in random order, so that
whatever else the machine does hits all alike. Loopback only; ends the servers it started.
"""

import http.client
import json
import os
import random
import signal
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
TEXTS = ["The recipe asks for two cups of flour and a pinch of salt." * n for n in (1, 2, 3)]


class Server:
    def __init__(self, name, build, kind, port, environment):
        self.name, self.port = name, port
        folder, self.path, self.ready, self.body = KINDS[kind]
        self.process = subprocess.Popen(
            [os.path.join(SERVERS, folder, "start"), build, str(port)],
            env={**os.environ, **environment}, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.latencies = []

    def ask(self, text):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        start = time.perf_counter()
        connection.request("POST", self.path, json.dumps(self.body(text)),
                           {"Content-Type": "application/json"})
        reply = connection.getresponse()
        audio = reply.read()
        connection.close()
        if reply.status != 200 or len(audio) < 1000:
            raise SystemExit(f"{self.name}: HTTP {reply.status}, {len(audio)} bytes")
        return time.perf_counter() - start

    def wait(self):
        deadline = time.time() + 60
        while time.time() < deadline:
            try:
                return self.ask(TEXTS[0])
            except OSError:
                time.sleep(0.2)
        raise SystemExit(f"{self.name} did not come up")

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(20)


def main():
    if len(sys.argv) < 3 or sys.argv[2] not in KINDS:
        raise SystemExit(__doc__)
    build, kind = os.path.abspath(sys.argv[1]), sys.argv[2]
    requests = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    boxes = tempfile.mkdtemp(prefix="ttsoak-bench-")
    tracer = {"LD_PRELOAD": os.path.join(build, "bin", "libttsoak_tracer.so"), "TTSOAK_DIR": boxes}
    servers = [
        Server("untraced", build, kind, 8931, {}),
        Server("512 KiB", build, kind, 8932,
               {**tracer, "TTSOAK_SAMPLE": "524288", "TTSOAK_FLOOR": "4096"}),
        Server("64 KiB (default)", build, kind, 8933, tracer),
    ]
    try:
        for server in servers:
            server.wait()
        for text in TEXTS * 10:  # warm-up
            for server in servers:
                server.ask(text)
        before = [server.cpu_seconds() for server in servers]
        for i in range(requests):
            for server in random.sample(servers, len(servers)):
                server.latencies.append(server.ask(TEXTS[i % len(TEXTS)]))
        cpu = [(server.cpu_seconds() - old) / requests for server, old in zip(servers, before)]
    finally:
        for server in servers:
            server.end()
    print(f"\n{kind} server, {requests} requests each\n\n"
          "| variant | p50 ms | p95 ms | CPU ms a request | p50 | p95 | CPU |\n|---|---|---|---|---|---|---|")
    rows = []
    for server, cpu_s in zip(servers, cpu):
        cuts = statistics.quantiles(server.latencies, n=100)
        rows.append([1e3 * statistics.median(server.latencies), 1e3 * cuts[94], 1e3 * cpu_s])
    for server, row in zip(servers, rows):
        ratios = [value / first for value, first in zip(row, rows[0])]
        print(f"| {server.name} | " + " | ".join(f"{value:.2f}" for value in row) + " | " +
              " | ".join(f"{ratio:.3f}" for ratio in ratios) + " |")


main()
