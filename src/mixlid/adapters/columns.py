"""The columns that every engine adds, with one Arrow schema for all of them.

| column            | Arrow type     | meaning                                                                       |
|-------------------|----------------|-------------------------------------------------------------------------------|
| `languages`       | list of string | every language, the dominant one first: `["tur_Latn", "eng_Latn"]`            |
| `language`        | string         | the dominant language without its script: `tur`; also `und`, `zxx`            |
| `language_script` | string         | its script: `Latn`; empty if it has none (`zxx`, `und`)                       |
| `language_score`  | double         | probability that `language` is one of the text's; null if it cannot be judged |
| `is_mixed`        | bool           | whether there is more than one language                                       |
| `confidence`      | double         | probability that `languages` is exactly right; null like `language_score`     |
| `words`           | list of struct | if asked for: the fields of `mixlid.Word`, `WORD_FIELDS`                      |

The names are those of datatrove and FineWeb-2 where they have one. A null text has null in every column. An empty text,
or one without a word, has `["zxx"]`, is not mixed, and has null scores. Offsets are code points, half-open.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from mixlid.errors import MissingDependencyError
from mixlid.result import Result, Word
from mixlid.text.labels import split

if TYPE_CHECKING:
    import pyarrow as pa

#: In the order in which they are added.
NAMES = ("languages", "language", "language_script", "language_score", "is_mixed", "confidence")
WORDS = "words"
WORD_FIELDS = ("text", "start", "end", "label", "score", "margin", "kind", "confidence")


def names(words: bool = False, prefix: str = "") -> list[str]:
    """What the columns are called."""
    return [prefix + name for name in (*NAMES, *((WORDS,) if words else ()))]


def schema(words: bool = False, prefix: str = "") -> pa.Schema:
    """The columns as Arrow fields, all of which may be null."""
    pa = pyarrow()
    types = [pa.list_(pa.string()), pa.string(), pa.string(), pa.float64(), pa.bool_(), pa.float64()]
    if words:
        types.append(pa.list_(_word_type(pa)))
    return pa.schema(list(zip(names(words, prefix), types, strict=True)))


def values(result: Result) -> tuple[list[str], str, str, float | None, bool, float | None]:
    """The answer in the order of `NAMES`."""
    language, script = split(result.language)
    return (
        list(result.languages),
        language if script else result.language,
        script,
        result.language_score,
        result.is_mixed,
        result.confidence,
    )


def record(result: Result | None, words: bool = False, prefix: str = "") -> dict[str, Any]:
    """The columns of one text as plain values, for engines whose records are dicts; None for a text that is null."""
    if result is None:
        return dict.fromkeys(names(words, prefix))
    row: list[Any] = list(values(result))
    if words:
        row.append([word.to_dict() for word in result.words])
    return dict(zip(names(words, prefix), row, strict=True))


def arrays(results: Iterable[Result | None], words: bool = False) -> list[pa.Array]:
    """The columns of many texts. A result is let go as soon as its values are taken."""
    pa = pyarrow()
    rows: list[tuple[Any, ...]] = []
    found: list[Word] = []
    ends: list[int] = [0]
    nothing = (None,) * len(NAMES)
    nulls = []
    for result in results:
        nulls.append(result is None)
        rows.append(nothing if result is None else values(result))
        if words:
            found.extend(result.words if result is not None else ())
            ends.append(len(found))
    columns = zip(*rows, strict=True) if rows else ((),) * len(NAMES)
    made = [pa.array(column, field.type) for column, field in zip(columns, schema(), strict=True)]
    if words:
        made.append(_word_lists(pa, found, ends, nulls))
    return made


def _word_type(pa: Any) -> Any:
    types = [
        pa.string(), pa.int32(), pa.int32(), pa.string(), pa.float64(), pa.float64(), pa.string(), pa.float64()
    ]  # fmt: skip
    return pa.struct(list(zip(WORD_FIELDS, types, strict=True)))


def _word_lists(pa: Any, found: list[Word], ends: list[int], nulls: list[bool]) -> pa.Array:
    """Field by field, which is several times faster than a dict for each word."""
    kind = _word_type(pa)
    children = [pa.array([getattr(word, field.name) for word in found], field.type) for field in kind]
    structs = pa.StructArray.from_arrays(children, fields=list(kind))
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), structs, mask=pa.array(nulls, pa.bool_()))


def pyarrow() -> Any:
    """The package, or an error that says how to get it."""
    try:
        import pyarrow
    except ImportError as error:
        raise MissingDependencyError("pyarrow", "parquet", "Arrow batches") from error
    return pyarrow
