"""The fields that mixlid adds to a record, for every format that has fields."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain, count
from typing import Any

from mixlid.documents import DocumentResult
from mixlid.io.formats import Format
from mixlid.io.formats.cells import WORD_COLUMNS, rounded
from mixlid.io.formats.records import Layout, WriteOptions
from mixlid.results import fields
from mixlid.results.fields import ON_REQUEST, Field, shown
from mixlid.results.result import Answer, Result

#: The runs of a text, in formats that can hold them.
RUNS = "runs"
#: The error of a record, in files that keep bad records.
ERROR = Field("error", str, many=False, optional=True, meaning="What was wrong with the record.")


#: What an output writes, if it is not a `Result`.
_KIND: dict[str, type] = {"sentences": DocumentResult}


def columns(options: WriteOptions) -> tuple[Field, ...]:
    """The added fields in order, without the prefix."""
    declared = fields.fields(_KIND.get(options.output, Result))
    return tuple(declared[name] for name in (*_names(options), *((ON_REQUEST,) if options.words else ())))


def values(answer: Answer, options: WriteOptions) -> dict[str, Any]:
    """The added fields of an answer, ready for JSON."""
    ours = fields.values(answer, _names(options))
    if options.runs is not None:
        ours[RUNS] = [run.to_dict() for run in answer.runs(**options.runs._asdict())]
    if options.words:
        ours |= fields.values(answer, (ON_REQUEST,))
    return prefixed(rounded(ours), options)


def null_values(error: str | None, options: WriteOptions) -> dict[str, Any]:
    """The added fields of a record without an answer: all null, and the error."""
    runs = () if options.runs is None else (RUNS,)
    ours: dict[str, Any] = dict.fromkeys((*_names(options), *runs))
    return prefixed(ours | ({ON_REQUEST: None} if options.words else {}) | {ERROR.name: error}, options)


def prefixed(ours: dict[str, Any], options: WriteOptions) -> dict[str, Any]:
    return {options.prefix + name: value for name, value in ours.items()} if options.prefix else ours


def free_prefix(present: Collection[str], first: str) -> str:
    """A prefix that no present name begins with: the first one (`lid_`), or else one with a number (`lid2_`)."""
    prefixes = chain([first], (f"{first.removesuffix('_')}{number}_" for number in count(2)))
    return next(prefix for prefix in prefixes if not any(str(name).startswith(prefix) for name in present))


def added_names(format: Format, options: WriteOptions) -> frozenset[str]:
    """The names that an output adds to a record; an input field with one of these names would be lost."""
    names: Iterable[str] = ()
    if options.words and format.words_are_rows:
        names = WORD_COLUMNS
    elif format.adds is not None:
        names = format.adds
    elif format.columns == "fields":
        names = null_values(None, options._replace(prefix="")).keys() - {ERROR.name}
    elif format.columns == "fixed":
        names = (field.name for field in columns(options) if format.holds_nested or not field.has_parts)
    error = [ERROR.name] if options.keep and format.columns in ("fields", "fixed") else []
    return frozenset(options.prefix + name for name in (*names, *error))


def own_columns(layout: Layout, taken: tuple[str, ...]) -> tuple[str, ...]:
    """The input columns that a table keeps: all but those that ours replace."""
    return tuple(name for name in layout.output_columns or layout.columns or () if name not in taken)


def _names(options: WriteOptions) -> tuple[str, ...]:
    return shown(_KIND.get(options.output, Result), options.output)
