"""Paths to nested fields: `data.full_text`, `items[0].text`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

#: Names and indices, from the outside in.
Path = tuple[str | int, ...]
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
_WHOLE = re.compile(r"[^.\[\]]+(\.[^.\[\]]+|\[\d+\])*")


def parse_path(text: str) -> Path:
    """The steps of a path; text that is not a valid path is a single name."""
    if not _WHOLE.fullmatch(text):
        return (text,)
    return tuple(name or int(number) for name, number in _STEP.findall(text))


def value_at(value: Any, path: Path) -> Any:
    """The value at a path; None if something on the way is null, `KeyError` if the path does not exist."""
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


def array_at(array: Any, path: Path) -> Any:
    """The values at a path of an Arrow array, null where a list is too short; Arrow's error if its type has none."""
    from pyarrow import compute

    for step in path:
        if isinstance(step, int):
            array = compute.list_element(compute.list_slice(array, step, step + 1, return_fixed_size_list=True), 0)
        else:
            array = compute.struct_field(array, [step])
    return array
