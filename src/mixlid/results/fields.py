"""The fields of an answer, read from the classes that declare them: name, type, meaning, and which outputs show them.

A field is declared as `Annotated[type, "meaning"]`, with the outputs that show it if there are any, how documents
aggregate it if it is a number, and a function if it is derived from the labels. Python, HTTP and `to_dict` have
every field. Files, Arrow, OpenAPI and the tables of the documentation are made from this declaration. They write a
value by its type, so a type that they cannot write is an error when the class is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

#: The outputs: tables of engines (Spark, pandas, …); files, whose fields differ for `mixlid identify --unit document`
#: and `--sentences`; and TSV, which always has only a few fields.
Output = Literal["engine", "line", "document", "sentences", "tsv"]
TSV: frozenset[Output] = frozenset({"tsv"})
EVERYWHERE: frozenset[Output] = frozenset(get_args(Output)) - TSV
LINES: frozenset[Output] = frozenset({"line"})
SENTENCES: frozenset[Output] = frozenset({"sentences"})
DOCUMENTS: frozenset[Output] = frozenset({"document", "sentences"})
#: Fields that are large, and left out unless requested.
ON_REQUEST = "words"
#: Computes a field from the labels; one that files or tables show, from the first label and their number alone.
Derive = Callable[[tuple[str, ...]], Any]


class Aggregate(IntEnum):
    """The number of a document of several sentences, from the numbers of these."""

    #: Unknown.
    NONE = 0
    #: Their sum; unknown if one of them is.
    SUM = 1
    #: The mean of those that are known, weighted by letters.
    MEAN = 2
    #: The same over the sentences whose main language is that of the document.
    MEAN_OF_DOMINANT = 3
    #: The largest of those that are known.
    MAX = 4
    #: Whether it is true of all that have letters.
    ALL = 5


#: The types that every output can write, besides classes with fields of their own; `dict` maps labels to shares.
_SIMPLE = (str, int, float, bool, dict)


class Field(NamedTuple):
    """One field of an answer or of a part of it."""

    name: str
    #: One of `_SIMPLE`, or a class with fields of its own.
    kind: type
    #: Whether it is a list of these.
    many: bool
    #: Whether it may be None.
    optional: bool
    meaning: str
    #: The outputs that show it, besides Python and HTTP.
    shown: frozenset[str] = frozenset()
    #: The function that derives it from the labels; None if it is stored.
    derive: Derive | None = None
    #: How a document aggregates it, if it is a number of a text.
    aggregate: Aggregate | None = None

    @property
    def empty(self) -> Any:
        """Its value in an answer that is made by hand and does not give it."""
        return None if self.optional else () if self.many else self.kind()

    @property
    def has_parts(self) -> bool:
        """Whether its values have fields of their own, which a table cell cannot hold."""
        return self.kind not in _SIMPLE

    @property
    def is_number(self) -> bool:
        """Whether it is stored as a float: NaN for None, 0 and 1 for a bool."""
        return self.kind in (float, int, bool) and not self.many and self.derive is None


@cache
def fields(owner: type) -> dict[str, Field]:
    """Every field of a class by its name, as declared."""
    return {field.name: field for field in _declared(owner)}


@cache
def names(owner: type) -> tuple[str, ...]:
    """The names of an answer's fields in the order of `to_dict`: those that only repeat others come last."""
    declared = fields(owner).values()
    return tuple(field.name for field in sorted(declared, key=lambda field: bool(field.derive) and not field.shown))


@cache
def shown(owner: type, output: Output) -> tuple[str, ...]:
    """The names of the fields that an output shows, those without parts first; never those `ON_REQUEST`."""
    found = [field for field in fields(owner).values() if output in field.shown]
    everywhere = [field for field in found if "engine" in field.shown]
    others = sorted((field for field in found if field not in everywhere), key=lambda field: field.has_parts)
    return tuple(field.name for field in (*everywhere, *others))


@cache
def numbers(owner: type) -> tuple[str, ...]:
    """The names of the fields that are stored as numbers, in the order of a batch's rows."""
    return tuple(field.name for field in fields(owner).values() if field.is_number)


def check_aggregate(field: Field) -> Aggregate:
    """How documents aggregate a number; `TypeError` if that is not declared, or makes no value of its type."""
    fraction = field.aggregate in (Aggregate.MEAN, Aggregate.MEAN_OF_DOMINANT)
    unknown = field.aggregate is Aggregate.NONE
    if field.aggregate is None or (fraction and field.kind is not float) or (unknown and not field.optional):
        raise TypeError(
            f"the number {field.name!r} must declare how documents aggregate it, so that it is of type "
            f"{field.kind.__name__} for them too: one of {', '.join(Aggregate.__members__)}"
        )
    return field.aggregate


def values(owner: Any, names: Iterable[str]) -> dict[str, Any]:
    """Fields by name as plain lists, dicts, strings and numbers, ready for JSON."""
    found = {name: getattr(owner, name) for name in names}
    for name, value in found.items():
        if type(value) is tuple:
            found[name] = list(value) if value and type(value[0]) is str else [part.to_dict() for part in value]
        elif type(value) is dict:
            found[name] = value.copy()
    return found


def _declared(owner: type) -> Iterator[Field]:
    for name, hint in get_type_hints(owner, include_extras=True).items():
        if get_origin(hint) is Annotated:
            meaning, *rest = hint.__metadata__
            outputs = next((one for one in rest if isinstance(one, frozenset)), frozenset())
            aggregate = next((one for one in rest if isinstance(one, Aggregate)), None)
            yield _field(name, hint.__origin__, meaning, outputs, next(filter(callable, rest), None), aggregate)


def _field(name: str, hint: Any, meaning: str, outputs: frozenset[str], derive: Derive | None, aggregate: Any) -> Field:
    members = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    kinds = [member for member in members if member is not type(None)]
    if len(kinds) != 1:
        raise TypeError(f"the field {name!r} is {hint}; a field has one type, or that type or None")
    (kind,) = kinds
    many = get_origin(kind) is tuple
    kind = get_args(kind)[0] if many else kind
    if get_origin(kind) is Literal:
        kind = type(get_args(kind)[0])
    field = Field(name, get_origin(kind) or kind, many, len(members) > 1, meaning, outputs, derive, aggregate)
    if field.has_parts and not (isinstance(field.kind, type) and fields(field.kind)):
        raise TypeError(
            f"the field {name!r} is {hint}, which no output can write; they can write "
            f"{', '.join(one.__name__ for one in _SIMPLE)}, tuples of these, and classes that declare fields"
        )
    if field.kind is int and field.optional:
        raise TypeError(f"the field {name!r} is {hint}, and an integer cannot be None")
    return field
