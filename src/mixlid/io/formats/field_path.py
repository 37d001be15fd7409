"""A field inside others, as people write it: `data.full_text`, `items[0].text`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

#: Names and numbers, from the outside in.
Path = tuple[str | int, ...]
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
_WHOLE = re.compile(r"[^.\[\]]+(\.[^.\[\]]+|\[\d+\])*")


def parse_path(text: str) -> Path:
    """The steps of a path; a text that is none is one name."""
    if not _WHOLE.fullmatch(text):
        return (text,)
    return tuple(name or int(number) for name, number in _STEP.findall(text))


def value_at(value: Any, path: Path) -> Any:
    """What stands there; None where something on the way is null, and `KeyError` where there is no such place."""
    for step in path:
        if value is None:
            return None
        if isinstance(step, int):
            if not isinstance(value, list) or step >= len(value):
                raise KeyError(step)
            value = value[step]
        elif isinstance(value, Mapping) and step in value:
            value = value[step]
        else:
            raise KeyError(step)
    return value
