"""Fills pymalloc's arenas, frees most of it, and says what pymalloc's own books hold in use.

It keeps no books (0) where its functions are wrapped, as the tracer does.
"""
import os
import re
import sys
import tempfile

kept = []
for i in range(40000):
    kept.append([str(i) * 3 for _ in range(12)])
kept = [one for i, one in enumerate(kept) if i % 20 == 0]
with tempfile.TemporaryFile() as books:
    os.dup2(books.fileno(), 2)  # they go to C's stderr
    sys._debugmallocstats()
    books.seek(0)
    text = books.read().decode()


def figure(pattern):
    found = re.search(pattern + r" *= *([\d,]+)", text)
    return found.group(1).replace(",", "") if found else "0"


live = figure("# bytes in allocated blocks")
arenas = figure(r"arenas \* \d+ bytes/arena")
sys.stdout.write(f"ready {live} {arenas}\n")
sys.stdout.flush()
sys.stdin.read(1)
