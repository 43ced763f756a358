"""From 3.12 on Python warns of a fork() while there are threads. There are none of ours to see."""
import os
import time

kept = [bytes(1000) for _ in range(10000)]
for _ in range(3):
    time.sleep(0.3)  # time for the tracer to do what it does later
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
print("no warning")
