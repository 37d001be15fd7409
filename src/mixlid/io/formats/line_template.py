"""Templates for lines of output that compiled code (`line_writer.pxi`) writes without an object for each record.

A part of a template has a kind, bytes that belong to it, and the field of the answer if it shows one. The type of the
field says how it is written (`typed_columns.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from mixlid.results.fields import Field

#: Fixed bytes.
FIXED = 0
#: The record's own text: unchanged; without its closing brace; as a JSON string; with carriage returns escaped; as a
#: cell (the bytes are the delimiter).
OWN, OWN_WITHOUT_BRACE, OWN_IN_JSON, OWN_ON_A_LINE, OWN_IN_CELL = 1, 2, 3, 4, 5
#: A field of the answer: as JSON; as a cell; as a cell in which a comma needs quotes.
JSON, CELL, QUOTED_CELL = 6, 7, 8


class Part(NamedTuple):
    what: int
    data: bytes = b""
    field: Field | None = None


def json_object(begin: list[Part], wanted: Iterable[Field], constants: Mapping[str, Any], prefix: str) -> list[Part]:
    """A JSON object: the given beginning, then fields of the answer, then constants."""
    parts = [*begin]
    for field in wanted:
        key = json.dumps(prefix + field.name, ensure_ascii=False)
        parts += [Part(FIXED, f", {key}: ".encode("utf-8", "backslashreplace")), Part(JSON, field=field)]
    prefixed = {prefix + name: value for name, value in constants.items()}
    rest = json.dumps(prefixed, ensure_ascii=False)[1:] if prefixed else "}"
    return [*parts, Part(FIXED, f"{', ' if constants else ''}{rest}\n".encode("utf-8", "backslashreplace"))]


def cells(wanted: Iterable[Field], delimiter: bytes) -> list[Part]:
    """A cell for each field, with a delimiter after it."""
    what = QUOTED_CELL if delimiter == b"," else CELL
    return [part for field in wanted for part in (Part(what, field=field), Part(FIXED, delimiter))]
