"""Starts uvicorn with two workers, asks it for a while, ends it; on the loopback only."""
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ask(address):
    return urllib.request.urlopen(address, timeout=5).read()


def wait_until_ready(address):
    for _ in range(200):
        try:
            return ask(address)
        except OSError:
            time.sleep(0.1)
    sys.exit("uvicorn does not come up")


def main():
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", "workers_app:app", "--workers", "2", "--port", str(port),
         "--log-level", "critical", "--app-dir", os.path.dirname(os.path.abspath(__file__))],
        start_new_session=True)
    try:
        address = f"http://127.0.0.1:{port}/"
        wait_until_ready(address)
        print("answers", len([ask(address) for _ in range(200)]))
        server.send_signal(signal.SIGTERM)
        print("ended with", server.wait(timeout=10))
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
