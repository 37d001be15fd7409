"""Response types, which the OpenAPI document describes.

`worker_process.py` encodes results itself; the types of results only describe them, and are made from the same fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from mixlid.explain import Explanation, Judgement
from mixlid.io.formats.added_fields import RUNS
from mixlid.results.fields import ON_REQUEST, Field, fields, names
from mixlid.results.result import Alternatives, Result, Word
from mixlid.results.runs import Run

#: Result fields that are always sent; the text is not, since the client has it.
ANSWERED = tuple(name for name in names(Result) if name not in ("text", ON_REQUEST))


def _struct(owner: type, wanted: Iterable[str], *more: tuple[str, Any, Any]) -> type[Struct]:
    """Fields of a result, or of a part of one, as a JSON type."""
    declared = fields(owner)
    taken = [(name, _type(declared[name])) for name in wanted]
    return msgspec.defstruct(owner.__name__, [*taken, *more], namespace={"__doc__": owner.__doc__})


def _type(field: Field) -> Any:
    kind: Any = dict[str, float] if field.kind is dict else field.kind
    if field.has_parts:
        kind = _part(field.kind)
    if field.many:
        kind = list.__class_getitem__(kind)
    return Annotated[kind | None if field.optional else kind, Meta(description=field.meaning)]


@cache
def _part(owner: type) -> type[Struct]:
    """The type of the parts of a field, the same wherever it is used."""
    return _struct(owner, fields(owner))


_word = _struct(Word, fields(Word), ("explanation", Explanation | UnsetType | None, UNSET))
_words: Any = Annotated[list[_word] | UnsetType, Meta(description=fields(Result)[ON_REQUEST].meaning)]  # type: ignore[valid-type]
_near = [(name, _type(field) | UnsetType, UNSET) for name, field in fields(Alternatives).items()]
_about_judged = "The further languages that were considered, with `explain`."
_judged: Any = Annotated[list[Judgement] | UnsetType, Meta(description=_about_judged)]
_run: Any = msgspec.defstruct("Run", [*get_type_hints(Run).items(), ("tag", str)])
_more = [
    (RUNS, Annotated[list[_run] | UnsetType, Meta(description="Its runs, on request.")], UNSET),
    (ON_REQUEST, _words, UNSET),
    ("judgements", _judged, UNSET),
]
_result = _struct(Result, ANSWERED, *_near, *_more)


class Identified(Struct):
    """One result for each text, in order, and what they were asked for with."""

    model: str
    preset: str
    solver: str
    results: list[_result]  # type: ignore[valid-type]
    prior: str | dict[str, Any] | UnsetType = UNSET


class LanguageEntry(Struct):
    label: str
    name: str


class Languages(Struct):
    model: str
    languages: list[LanguageEntry]


class ModelEntry(Struct):
    """A model of this service: the settings of its presets, how it was made, and the sha256 of its file."""

    name: str
    sha256: str
    labels: int
    licence: str | None
    about: str | None
    presets: dict[str, dict[str, Any]]


class SettingEntry(Struct):
    """A setting: its meaning, limits and usual range.

    `whole`: it takes integers. `is_switch`: 0 for no, 1 for yes. `listed`: it is a list. `by_language`: it may be a
    number for each language. `optional`: null turns it off. `excludes` names a setting that cannot be combined with it.
    """

    name: str
    usual: tuple[float, ...]
    letters: str
    meaning: str
    default: Any
    limits: tuple[float, ...]
    whole: bool
    is_switch: bool
    listed: bool
    optional: bool
    by_language: bool
    excludes: str


class Models(Struct):
    """What the service has. `scripts` are names by code; `columns` are the fields of a result that a table shows, and
    `text_names` are usual names of the column with the texts."""

    models: list[ModelEntry]
    solvers: list[str]
    units: list[str]
    settings: list[SettingEntry]
    priors: list[str]
    scripts: dict[str, str]
    columns: list[str]
    text_names: list[str]
    limits: dict[str, float]


class Health(Struct):
    """`ok`, the version of mixlid, how many worker processes are alive, and how many requests with texts are open."""

    status: str
    version: str
    workers: int
    requests: int


class Error(Struct):
    """One sentence that says what was wrong and what would work."""

    error: str
