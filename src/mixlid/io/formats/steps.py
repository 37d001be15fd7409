"""How lines of output are put together, step by step, where a record is nothing but its text: for `_lines.pyx`.

A step is a number and bytes: what is written as it stands, or a value of the answer in one way of writing it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

Step = tuple[int, bytes]

AS_IT_STANDS, TEXT_IN_JSON, TEXT_ON_A_LINE = 0, 1, 2
LANGUAGES, LANGUAGE, SCRIPT, IS_MIXED, PROPORTIONS, LANGUAGE_SCORE, CONFIDENCE, MARGIN = 3, 4, 5, 6, 7, 8, 9, 10
#: Added to a value's number where it is a cell of a table, and not JSON.
CELL = 32

_VALUES = {
    "languages": LANGUAGES,
    "language": LANGUAGE,
    "language_script": SCRIPT,
    "is_mixed": IS_MIXED,
    "proportions": PROPORTIONS,
    "language_score": LANGUAGE_SCORE,
    "confidence": CONFIDENCE,
    "margin": MARGIN,
}


def object_steps(names: Iterable[str], constants: Mapping[str, Any], prefix: str = "") -> list[Step] | None:
    """A JSON object with the text, these fields of the answer and constants; None if a field is not known."""
    steps: list[Step] = [(AS_IT_STANDS, b'{"text": '), (TEXT_IN_JSON, b"")]
    for name in names:
        if name not in _VALUES or name in constants:
            return None
        key = json.dumps(prefix + name, ensure_ascii=False)
        steps += [(AS_IT_STANDS, f", {key}: ".encode("utf-8", "backslashreplace")), (_VALUES[name], b"")]
    said = {prefix + name: value for name, value in constants.items()}
    rest = json.dumps(said, ensure_ascii=False)[1:] if said else "}"
    return [*steps, (AS_IT_STANDS, f"{', ' if constants else ''}{rest}\n".encode("utf-8", "backslashreplace"))]


def row_steps(names: Iterable[str]) -> list[Step] | None:
    """Cells with these fields of the answer, and then the text as it stands in the input; None if one is not known."""
    steps: list[Step] = []
    for name in names:
        if name not in _VALUES:
            return None
        steps += [(_VALUES[name] + CELL, b""), (AS_IT_STANDS, b"\t")]
    return [*steps, (TEXT_ON_A_LINE, b""), (AS_IT_STANDS, b"\n")]
