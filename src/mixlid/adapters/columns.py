"""The columns that every engine adds, as `Result` declares them, with words on request: one Arrow schema for all.

The names are those of datatrove and FineWeb-2 where they have one. A null text has null in every column. An empty text,
or one without a word, has `["zxx"]`, is not mixed, and has null scores. Offsets are code points; ends are exclusive.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from mixlid.errors import SettingsError
from mixlid.identifier import Identifier
from mixlid.io import arrow_fields
from mixlid.io.arrow_fields import pyarrow
from mixlid.io.formats.added_fields import free_prefix
from mixlid.results import fields
from mixlid.results.batch import AnswerBatch
from mixlid.results.fields import ON_REQUEST, Field, shown
from mixlid.results.result import Result, Word
from mixlid.results.runs import Run

if TYPE_CHECKING:
    import pyarrow as pa

#: What an item of shares is called where they are a list.
_SHARE = ("label", "share")


def names(words: bool = False, prefix: str = "") -> list[str]:
    """The names of the columns, in the order in which they are added."""
    return [prefix + name for name in _names(words)]


def check_free(present: Iterable[str], added: Iterable[str], replace: bool) -> None:
    """Refuse to replace columns, unless that is asked for: the same rule for every engine, and for the command."""
    present = list(present)
    taken = set() if replace else set(added).intersection(present)
    if taken:
        raise SettingsError(
            f"there is a column {min(taken)!r} already, which would be replaced; "
            f"prefix={free_prefix(present, 'lid_')!r} gives ours other names, replace=True replaces it"
        )


def schema(words: bool = False, prefix: str = "") -> pa.Schema:
    """The columns as Arrow fields; all of them may be null."""
    return pyarrow().schema(arrow_fields.arrow_fields(_fields(words), prefix))


def answer_arrays(answers: AnswerBatch, texts: Sequence[str] | None) -> list[pa.Array]:
    """The columns of many texts as Arrow arrays; with words if there are texts."""
    return arrow_fields.answer_arrays(_fields(texts is not None), answers, texts)


def records(lid: Identifier, texts: Sequence[str | None], words: bool = False) -> list[dict[str, Any] | None]:
    """The columns of each text as plain values, for engines whose records are dicts; None for a missing text."""
    answers = iter(lid.identify_columns([text for text in texts if text is not None], words=words))
    return [None if text is None else fields.values(next(answers), _names(words)) for text in texts]


def row_names(runs: bool = False) -> tuple[str, ...]:
    """The names of the columns of `rows`."""
    return ("run", *Run._fields[1:]) if runs else ("word", *Word._fields[1:])


def rows(lid: Identifier, texts: Iterable[str | None], runs: bool = False) -> tuple[list[int], dict[str, list[Any]]]:
    """A row for each word of all texts, or for each run: the number of its text, and its fields as columns."""
    places: list[int] = []
    parts: list[Word | Run] = []
    given = [(place, text) for place, text in enumerate(texts) if text is not None]
    results = lid.identify_many(text for _, text in given)
    for (place, _), result in zip(given, results, strict=True):
        found = result.runs() if runs else result.words
        places += [place] * len(found)
        parts += found
    return places, {name: [part[at] for part in parts] for at, name in enumerate(row_names(runs))}


def without_maps(data: Any) -> Any:
    """The table with lists of `label` and `share` in place of maps."""
    pa = pyarrow()
    for place, field in enumerate(data.schema):
        if pa.types.is_map(field.type):
            maps = pa.concat_arrays(data.column(place).chunks)
            pairs = pa.StructArray.from_arrays([maps.keys, maps.items], _SHARE)
            lists = pa.ListArray.from_arrays(maps.offsets, pairs, mask=maps.is_null())
            data = data.set_column(place, field.name, lists)
    return data


def _names(words: bool) -> tuple[str, ...]:
    own = shown(Result, "engine")
    return (*own, ON_REQUEST) if words else own


def _fields(words: bool) -> tuple[Field, ...]:
    return tuple(fields.fields(Result)[name] for name in _names(words))
