"""Holds a number of objects that the collector tracks, in the loop of drive.py: million.py's N."""
import os

WANTED = int(os.environ.get("OBJECTS", "1000000"))
kept = {}


class Session:
    def __init__(self, number):
        self.number = number
        self.history = [number]


def cycle(number):
    while len(kept) < WANTED // 3:
        kept[len(kept)] = (Session(len(kept)), [])
    kept[len(kept)] = (Session(number), [])
