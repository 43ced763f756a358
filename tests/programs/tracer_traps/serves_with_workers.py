"""Starts uvicorn with two workers, asks it for a while, ends it; on the loopback only."""
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request


reservations = []


def free_port():
    """Not one that the kernel gives out by itself; see free_port() in tests/integration/soak_run.cpp."""
    for port in range(20000 + os.getpid() * 7 % 10000, 32000):
        reservation, probe = socket.socket(), socket.socket()
        try:
            reservation.bind(("127.1.2.4", port))
            with probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            continue
        reservations.append(reservation)
        return port
    sys.exit("no free port")


def ask(address):
    return urllib.request.urlopen(address, timeout=60).read()


def wait_until_ready(address):
    for _ in range(600):
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
        print("ended with", server.wait(timeout=60))
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
