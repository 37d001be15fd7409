"""Recognises JSON, of which only the beginning may be at hand."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

#: A cut may leave this much of a word (`tru`), a number or an escape.
_PART = 12
_CUT_OFF, _WRONG = -1, -2
_ARRAY = re.compile(r'\s*\[\s*("|\{(?=\s*"))')
_OBJECT = re.compile(r'\s*\{\s*(?=["}]|$)')
_NAME = re.compile(r'\s*"(?:[^"\\]|\\.)*"\s*:')
_DECODER = json.JSONDecoder()


def is_object(line: str) -> bool:
    if not line.lstrip().startswith("{"):
        return False
    try:
        return bool(isinstance(json.loads(line), dict))
    except (ValueError, RecursionError):
        return False


def begins_object(text: str) -> bool:
    """Whether truncated text is the beginning of an object."""
    return _OBJECT.match(text) is not None and _end(text) == _CUT_OFF


def is_array(text: str, may_be_cut: bool) -> bool:
    """Whether this is an array of strings or objects with nothing after it, or the beginning of one."""
    text = text.lstrip("\ufeff")
    opening = _ARRAY.match(text)
    if opening is None:
        return False
    if opening[1] == "{":  # certainly an array; errors in it are reported by the reader
        return True
    end = _end(text)
    return may_be_cut if end == _CUT_OFF else end >= 0 and not text[end:].strip()


def _end(text: str) -> int:
    """Where a value ends; `_CUT_OFF` if it is truncated, `_WRONG` if it is not JSON."""
    try:
        return _DECODER.raw_decode(text.lstrip())[1] + len(text) - len(text.lstrip())
    except json.JSONDecodeError as error:
        goes_on = error.msg.startswith("Unterminated string") or error.pos >= len(text.lstrip()) - _PART
        return _CUT_OFF if goes_on else _WRONG
    except RecursionError:
        return _WRONG


def is_spread_object(lines: Sequence[str]) -> bool:
    """Whether the lines begin like an object that spans several lines."""
    opening = _OBJECT.match(lines[0])
    if opening is None:
        return False
    rest = lines[0][opening.end() :]
    return bool(_NAME.match(rest or (lines[1] if len(lines) > 1 else "")))
