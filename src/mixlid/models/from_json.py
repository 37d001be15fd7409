"""Dataclasses from JSON: every value is checked against the type that its field declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

#: Larger numbers could make sums infinite, which compiled code relies on not to happen.
_LARGEST = 1e200


def from_json(kind: Any, value: Any) -> Any:
    """The value as a `kind`: a dataclass, a mapping or tuple of kinds, a choice, text, a flag or a finite number.

    `ValueError` says which value is wrong. A field that is missing has its default; fields that are not declared are
    those of a later version, and ignored.
    """
    if kind is Any:
        return value
    if kind is float:
        if type(value) in (float, int) and abs(value) < _LARGEST:
            return value
        raise _wrong(value, "a number")
    if kind in (bool, int, str):
        if type(value) is kind:
            return value
        raise _wrong(value, {bool: "true or false", int: "a whole number", str: "text"}[kind])
    origin, inside = get_origin(kind), get_args(kind)
    if origin is UnionType:  # with None
        return None if value is None else from_json(inside[0], value)
    if origin is Literal:
        if isinstance(value, str) and value in inside:
            return value
        raise _wrong(value, f"one of {', '.join(inside)}")
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise _wrong(value, "a list")
        return tuple(_each((place, inside[0], item) for place, item in enumerate(value)).values())
    if not isinstance(value, Mapping):
        raise _wrong(value, "an object with names")
    if origin is Mapping:
        return _each((name, inside[1], item) for name, item in value.items())
    types, needed = _declared(kind)
    if missing := needed - value.keys():
        raise ValueError(f"it is incomplete without {', '.join(sorted(missing))}")
    return kind(**_each((name, types[name], item) for name, item in value.items() if name in types))


def _each(items: Iterable[tuple[Any, Any, Any]]) -> dict[Any, Any]:
    made = {}
    for name, kind, item in items:
        try:
            made[name] = from_json(kind, item)
        except ValueError as error:  # noqa: PERF203 (its message needs the name)
            raise ValueError(f"{name}: {error}") from None
    return made


@cache
def _declared(kind: Any) -> tuple[Mapping[str, Any], frozenset[str]]:
    """The types of a dataclass's fields, and the names of those without a default."""
    needed = (one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING)
    return get_type_hints(kind), frozenset(needed)


def _wrong(value: Any, wanted: str) -> ValueError:
    shown = repr(value)
    return ValueError(f"{shown if len(shown) <= 60 else shown[:57] + '...'} is not {wanted}")
