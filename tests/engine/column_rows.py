"""What columns and results say of a text, in one form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from mixlid import Result
from mixlid.engine.answer_columns import AnswerColumns
from mixlid.result import cmi
from mixlid.text.words import KINDS


def of_columns(columns: AnswerColumns) -> Iterator[dict[str, Any]]:
    """Of columns with words, text by text."""
    names, words = columns.names, columns.words
    assert words is not None
    for i in range(len(columns)):
        languages = slice(columns.language_starts[i], columns.language_starts[i + 1])
        shares = slice(columns.share_starts[i], columns.share_starts[i + 1])
        own = slice(words.word_starts[i], words.word_starts[i + 1])
        yield {
            "languages": tuple(names[label] for label in columns.languages[languages]),
            "proportions": [
                (names[label], share)
                for label, share in zip(columns.share_labels[shares], columns.shares[shares].tolist(), strict=True)
            ],
            "fallback": bool(columns.fallback[i]),
            "words": list(
                zip(
                    words.start[own].tolist(),
                    words.end[own].tolist(),
                    [names[label] for label in words.label[own]],
                    words.score[own].tolist(),
                    words.margin[own].tolist(),
                    [KINDS[kind] for kind in words.kind[own]],
                    map(_or_none, words.confidence[own].tolist()),
                    strict=True,
                )
            ),
            **{
                name: _or_none(float(getattr(columns, name)[i]))
                for name in ("confidence", "language_score", "margin", "code_mixing")
            },
        }


def of_result(result: Result) -> dict[str, Any]:
    known = [word.label for word in result.words if not word.label.startswith(("und", "zxx"))]
    return {
        "languages": result.languages,
        "proportions": list(result.proportions.items()),
        "fallback": result.fallback,
        "words": [word[1:] for word in result.words],
        "confidence": result.confidence,
        "language_score": result.language_score,
        "margin": result.margin,
        "code_mixing": cmi(known) if known else None,
    }


def _or_none(value: float) -> float | None:
    return None if np.isnan(value) else value
