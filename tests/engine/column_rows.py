"""What columns and results say about a text, in the same form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from mixlid import Result
from mixlid.results.batch import AnswerBatch
from mixlid.text.words import KINDS
from mixlid.word_counts import cmi


def of_columns(columns: AnswerBatch) -> Iterator[dict[str, Any]]:
    """Columns with words, text by text."""
    names = columns.names
    language_starts, share_starts, word_starts = map(columns.starts, ("labels", "shares", "words"))
    for i in range(len(columns)):
        languages = slice(language_starts[i], language_starts[i + 1])
        shares = slice(share_starts[i], share_starts[i + 1])
        own = slice(word_starts[i], word_starts[i + 1])
        yield {
            "labels": tuple(names[label] for label in columns.labels[languages]),
            "proportions": [
                (names[label], share)
                for label, share in zip(columns.share_labels[shares], columns.shares[shares].tolist(), strict=True)
            ],
            "fallback": bool(columns.number("fallback")[i]),
            "words": list(
                zip(
                    columns.word_column("start")[own].tolist(),
                    columns.word_column("end")[own].tolist(),
                    [names[label] for label in columns.word_column("label")[own]],
                    columns.word_number("score")[own].tolist(),
                    columns.word_number("margin")[own].tolist(),
                    [KINDS[kind] for kind in columns.word_column("kind")[own]],
                    map(_or_none, columns.word_number("confidence")[own].tolist()),
                    [None if label < 0 else names[label] for label in columns.word_column("guess")[own]],
                    map(_or_none, columns.word_number("guess_score")[own].tolist()),
                    strict=True,
                )
            ),
            **{
                name: _or_none(float(columns.number(name)[i]))
                for name in ("confidence", "language_score", "margin", "code_mixing")
            },
        }


def of_result(result: Result) -> dict[str, Any]:
    known = [word.label for word in result.words if not word.label.startswith(("und", "zxx"))]
    return {
        "labels": result.labels,
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
