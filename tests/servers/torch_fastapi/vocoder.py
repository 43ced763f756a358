"""A small convolutional text-to-wave network: shaped like a real vocoder, with seeded random weights.

The voice is noise, the work is real: every layer's input shape follows the text's length, as in
any convolutional TTS model that does not pad to buckets.
"""

import torch
from torch import nn

SAMPLE_RATE = 24000  # Hz
SAMPLES_PER_CHARACTER = 1600  # 1/15 s, as people speak
STRIDES = (8, 8, 5)  # of the stages; `speak` makes up the rest of SAMPLES_PER_CHARACTER
CHANNELS = (64, 32, 16, 8)


class Residual(nn.Module):
    """Two convolutions, the first one dilated, beside the identity. Keeps the shape."""

    def __init__(self, channels: int):
        super().__init__()
        self.dilated = nn.Conv1d(channels, channels, 7, padding=9, dilation=3)
        self.plain = nn.Conv1d(channels, channels, 7, padding=3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.dilated(nn.functional.leaky_relu(x, 0.1))
        return x + self.plain(nn.functional.leaky_relu(y, 0.1))


class Vocoder(nn.Module):
    """Characters (1, length) to samples (length * SAMPLES_PER_CHARACTER), from -1 to 1."""

    def __init__(self, seed: int = 1):
        super().__init__()
        torch.manual_seed(seed)
        self.embed = nn.Embedding(256, CHANNELS[0])
        self.encode = nn.Sequential(*(Residual(CHANNELS[0]) for _ in range(3)))
        self.stages = nn.ModuleList(
            nn.Sequential(
                nn.ConvTranspose1d(before, after, 2 * stride, stride, (stride + 1) // 2, stride % 2),
                Residual(after),
            )
            for before, after, stride in zip(CHANNELS, CHANNELS[1:], STRIDES)
        )
        self.speak = nn.ConvTranspose1d(CHANNELS[-1], 1, 11, 5, padding=3)

    def forward(self, characters: torch.Tensor) -> torch.Tensor:
        x = self.encode(self.embed(characters).transpose(1, 2))
        for stage in self.stages:
            x = stage(x)
        return torch.tanh(self.speak(x)).flatten()


@torch.inference_mode()
def synthesize(vocoder: Vocoder, text: str) -> bytes:
    """The whole wave of `text`: 16 bit, little-endian, mono, at SAMPLE_RATE."""
    characters = torch.tensor([list(text.encode("latin-1", "replace"))])
    wave = vocoder(characters)
    return (wave * 32767).to(torch.int16).numpy().tobytes()
