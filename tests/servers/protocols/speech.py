"""What all fakes have in common: the sound, and what may go wrong with it."""

import struct

RATE = 24000
SPEED_BYTES = RATE * 2 // 10  # of one character


def is_noise(index):
    return (index * 7919) % 30000 - 15000


_SECOND = struct.pack("<%dh" % RATE, *(is_noise(i) for i in range(RATE)))


def pcm(text):
    size = len(text) * SPEED_BYTES
    return (_SECOND * (size // len(_SECOND) + 1))[:size]


def wav_header(data_bytes, rate=RATE):
    riff = min(data_bytes + 36, 0xFFFFFFFF)
    return (b"RIFF" + struct.pack("<I", riff) + b"WAVEfmt "
            + struct.pack("<IHHIIHH", 16, 1, 1, rate, rate * 2, 2, 16)
            + b"data" + struct.pack("<I", data_bytes))


def wav(text):
    """Whole, unless the text asks for less than its header promises."""
    samples = pcm(text)
    header = wav_header(len(samples))
    return header + (samples[: len(samples) // 2] if "#truncate" in text else samples)


class Broken(Exception):
    """Raised in the middle of a reply: the connection breaks."""


def pieces(audio, text):
    """The audio piece by piece; breaks, or never ends, if the text asks for it."""
    half = len(audio) // 2
    if "#flood" in text:
        while True:
            yield audio
    for start in range(0, len(audio), 8192):
        if "#reset" in text and start >= half:
            raise Broken()
        yield audio[start:start + 8192]
