"""Confidence curves for tests."""

from __future__ import annotations

from typing import Any

CURVES: dict[str, Any] = {
    "unit": 2.0,
    "word_unit": 0.5,
    "one": {
        "languages": [1.0, 0.5, 0.25, 0.0],
        "language": [3.0, 0.0, 0.0, 0.0],
        "word": [0.5, 1.0, 0.0, 0.0, 0.0, 0.0],
    },
    "several": {
        "languages": [-1.0, 2.0, 0.0, 0.0],
        "language": [0.0, 1.0, 0.0, 0.0],
        "word": [0.0, 0.0, 1.0, 0.5, -0.5, 0.0],
    },
}
