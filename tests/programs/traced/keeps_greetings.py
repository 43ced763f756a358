"""Keeps 8 MiB in one line, beside another one that forgets what it allocates."""

import os

kept = []


def keep_greeting(number):
    kept.append(bytearray(4096 + number % 7))  # the leak


def speak_and_forget(number):
    return len(bytearray(8192 + number))


for request in range(2048):
    keep_greeting(request)
    speak_and_forget(request)

# What a program still holds when it is killed; at an ordinary end Python frees it first.
os._exit(0)
