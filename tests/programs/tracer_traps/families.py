"""Processes and threads as Python programs make them; says the same under any tracer."""
import multiprocessing
import os
import subprocess
import sys
import threading
import time


def work(number):
    kept = [bytes(1000) for _ in range(1000)]
    return number * len(kept)


def pool(method):
    with multiprocessing.get_context(method).Pool(2) as workers:
        return sum(workers.map(work, range(10)))


def fork_by_hand():
    child = os.fork()
    if child == 0:
        kept = [object() for _ in range(10000)]
        os._exit(len(kept) % 256)
    return os.WEXITSTATUS(os.waitpid(child, 0)[1])


def main():
    print("by hand", [fork_by_hand() for _ in range(5)])
    print("fork", pool("fork"))
    print("spawn", pool("spawn"))
    print("forkserver", pool("forkserver"))
    run = subprocess.run([sys.executable, "-c", "print(sum(range(1000)))"], capture_output=True, text=True)
    print("subprocess", run.returncode, run.stdout.strip(), run.stderr)
    print("shell", os.system("exit 3") >> 8)
    results = []
    threads = [threading.Thread(target=lambda: results.append(work(3))) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print("threads", sum(results))

    def allocate_for_ever():
        while True:
            [str(n) for n in range(1000)]
            time.sleep(0)

    for _ in range(4):
        threading.Thread(target=allocate_for_ever, daemon=True).start()
    time.sleep(0.05)  # they are still at it when the interpreter ends


if __name__ == "__main__":
    main()
