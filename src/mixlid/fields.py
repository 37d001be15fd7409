"""The fields of a result, read from the class that declares them: name, type and meaning.

An attribute is declared as `Annotated[type, "meaning"]`, a property by its return type and its docstring. Files, Arrow,
HTTP with its OpenAPI document, and the tables of the documentation are made from this, so a new field is written in its
class, and named in `IN_ALL` or `IN_FILES` if they should carry it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

#: What every output of a text's languages carries, in this order.
IN_ALL = ("languages", "language", "language_script", "language_score", "confidence", "is_mixed")
#: What files carry besides, by what the text of a record is (`mixlid identify --unit`).
IN_FILES = {
    "line": ("proportions", "margin"),
    "auto": ("proportions", "spans"),
    "document": ("proportions", "spans"),
    "sentence": ("proportions", "spans", "sentences"),
}
#: What is large, and left out unless it is asked for.
ON_REQUEST = "words"


class Field(NamedTuple):
    """One field of a result or of a part of it."""

    name: str
    #: `str`, `int`, `float`, `bool`; `dict` for shares by label; or a class that has fields itself.
    kind: type
    #: A list of those.
    many: bool
    #: It may be None.
    optional: bool
    meaning: str

    @property
    def has_parts(self) -> bool:
        """Whether its values have fields themselves, which a cell of a table cannot hold."""
        return self.kind not in (str, int, float, bool, dict)


@cache
def fields(owner: type) -> dict[str, Field]:
    """Every field of a class by its name: attributes as declared, then properties."""
    return {field.name: field for field in _declared(owner)}


@cache
def names(owner: type) -> tuple[str, ...]:
    """The names of a result's fields in the order in which it is written."""
    return tuple(dict.fromkeys(("text", *IN_ALL, *fields(owner))))


def values(owner: Any, wanted: Iterable[str]) -> dict[str, Any]:
    """Fields by name as plain lists, dicts, strings and numbers, ready for JSON."""
    found = {name: getattr(owner, name) for name in wanted}
    for name, value in found.items():
        if type(value) is tuple:
            found[name] = list(value) if value and type(value[0]) is str else [part.to_dict() for part in value]
        elif type(value) is dict:
            found[name] = value.copy()
    return found


def _declared(owner: type) -> Iterator[Field]:
    for name, hint in get_type_hints(owner, include_extras=True).items():
        if get_origin(hint) is Annotated:
            yield _field(name, hint.__origin__, hint.__metadata__[0])
    for base in reversed(owner.__mro__):
        for name, member in vars(base).items():
            if isinstance(member, property) and not name.startswith("_"):
                yield _field(name, get_type_hints(member.fget)["return"], member.__doc__ or "")


def _field(name: str, hint: Any, meaning: str) -> Field:
    members = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    kinds = [member for member in members if member is not type(None)]
    if len(kinds) != 1:
        raise TypeError(f"the field {name!r} is {hint}; a field has one type, and may be None besides")
    (kind,) = kinds
    many = get_origin(kind) is tuple
    kind = get_args(kind)[0] if many else kind
    if get_origin(kind) is Literal:
        kind = type(get_args(kind)[0])
    return Field(name, get_origin(kind) or kind, many, len(members) > 1, meaning)
