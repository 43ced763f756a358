"""Ends, when a byte comes, while it is asked about its objects and daemon threads make some.

Says "ready" first. With "atexit", a function registered later than the tracer's takes a while.
"""
import atexit
import select
import sys
import threading
import time

THREADS = 3
kept = {}


def work(number):
    while True:
        kept[number] = [bytes(3000) for _ in range(50)]
        time.sleep(0.0005)


for i in range(THREADS):
    threading.Thread(target=work, args=(i,), daemon=True).start()
print("ready", flush=True)
while not select.select([sys.stdin], [], [], 0.02)[0]:  # lets the main thread's chores be done
    pass
if "atexit" in sys.argv:
    atexit.register(time.sleep, 0.05)
