"""What a dataclass of many values looks like to people: one line of what was changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

#: Items of a mapping that are shown; of more only the number is.
_SHOWN = 4


def short_repr(owner: Any) -> str:
    """Fields that differ from a new one of that class. It is no key: two that differ may look alike."""
    plain = type(owner)()
    values = {one.name: getattr(owner, one.name) for one in fields(owner)}
    said = [f"{name}={_value(value)}" for name, value in values.items() if value != getattr(plain, name)]
    return f"{type(owner).__name__}({', '.join(said)})"


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return repr(dict(value)) if len(value) <= _SHOWN else f"{{{len(value)} values}}"
    return repr(value)
