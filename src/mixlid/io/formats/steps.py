"""How lines of output are put together, step by step, where there is no object for a record: for `_lines.pyx`.

A step is a number and bytes: what is written as it stands, the record's own part in one way of writing it, or a value
of the answer in one way of writing that.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

Step = tuple[int, bytes]

AS_IT_STANDS = 0
#: The record's own part as it stands, without the brace at its end, as a string in JSON, with carriage returns made
#: visible, as a cell (the bytes are the delimiter).
OWN, OWN_WITHOUT_BRACE, OWN_IN_JSON, OWN_ON_A_LINE, OWN_IN_CELL = 1, 2, 3, 4, 5
LANGUAGES, LANGUAGE, SCRIPT, IS_MIXED, PROPORTIONS, LANGUAGE_SCORE, CONFIDENCE, MARGIN = 8, 9, 10, 11, 12, 13, 14, 15
#: Added to a value's number where it is a cell of a table, and not JSON.
CELL = 32
#: And to that where a list in a cell needs quotes, because of its commas.
QUOTED = 64

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


def object_steps(
    begin: list[Step], names: Iterable[str], constants: Mapping[str, Any], prefix: str
) -> list[Step] | None:
    """A JSON object that begins so, these fields of the answer and constants; None if a field is not known."""
    steps = [*begin]
    for name in names:
        if name not in _VALUES or name in constants:
            return None
        key = json.dumps(prefix + name, ensure_ascii=False)
        steps += [(AS_IT_STANDS, f", {key}: ".encode("utf-8", "backslashreplace")), (_VALUES[name], b"")]
    said = {prefix + name: value for name, value in constants.items()}
    rest = json.dumps(said, ensure_ascii=False)[1:] if said else "}"
    return [*steps, (AS_IT_STANDS, f"{', ' if constants else ''}{rest}\n".encode("utf-8", "backslashreplace"))]


def cell_steps(names: Iterable[str], delimiter: bytes) -> list[Step] | None:
    """Cells with these fields of the answer, and a delimiter after each; None if one is not known."""
    steps: list[Step] = []
    for name in names:
        if name not in _VALUES:
            return None
        quoted = QUOTED if delimiter == b"," else 0
        steps += [(_VALUES[name] + CELL + quoted, b""), (AS_IT_STANDS, delimiter)]
    return steps
