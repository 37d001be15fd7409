"""Compiled code formats numbers as Python does."""

from __future__ import annotations

import random
import struct

from compiled import compiled_module
from mixlid.io.formats.cells import rounded

lines = compiled_module("mixlid.io.formats._compiled")

BORDERS = [0.0, -0.0, 1.0, 0.1 + 0.2, 0.0001, 0.00010005, 9.9e-05, 0.99995, 9998.9, 9999.0, 9999.5, 1e15, 1e16]


def numbers(count: int) -> list[float]:
    random.seed(1)
    made = [random.random() for _ in range(count)]
    made += [10 ** random.uniform(-7, 17) for _ in range(count)]
    made += [random.randrange(100_000) / 10 ** random.randrange(8) for _ in range(count)]
    made += [random.randrange(1, 400) / random.randrange(1, 400) for _ in range(count)]
    made += [random.randrange(1 << 20) / 2 ** random.randrange(30) for _ in range(count)]
    made += [struct.unpack("d", random.randbytes(8))[0] for _ in range(count)]
    return BORDERS + made


def test_numbers_are_written_as_python_writes_them() -> None:
    for value in numbers(5000):
        assert lines.number_text(value, False) == repr(rounded(value))
        assert lines.number_text(value, True) == f"{value:.4g}"
