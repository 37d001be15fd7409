"""Writers of lines: record by record, or a chunk at once by a template, without an object for each record.

Compiled code (`line_writer.pxi`) fills in the template. A part of it has a kind, bytes that belong to it, and the field
of the answer if it shows one; the type of the field says how it is written (`typed_columns.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from mixlid.io.formats.records import Chunk, Layout, Record, WriteOptions
from mixlid.results.batch import AnswerBatch
from mixlid.results.fields import Field
from mixlid.results.result import Answer


class TextOffsets(NamedTuple):
    #: The chunk's bytes, followed by the texts that had escapes; for a table the memory that holds its texts.
    data: Any
    #: The start and end of each text in it.
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    #: If the chunk is bytes: the start and end of what is written back of each record.
    own_starts: NDArray[np.int64]
    own_ends: NDArray[np.int64]
    #: The total of all texts.
    characters: int

    def lengths(self) -> NDArray[np.int64]:
        """Of each text, in code points."""
        from mixlid.io.formats._compiled import text_lengths

        return text_lengths(np.frombuffer(self.data, np.uint8), self.starts, self.ends)


@runtime_checkable
class ReadsOffsets(Protocol):
    """A reader that finds texts without making records."""

    def offsets(self, chunk: Chunk, reserved: frozenset[str]) -> TextOffsets | None:
        """None if a record is bad or has a reserved name, or may: then the chunk is read by records."""


@runtime_checkable
class WritesColumns(Protocol):
    """A writer that needs no records if all of them are written."""

    def takes_columns(self, layout: Layout, labels: tuple[str, ...]) -> bool:
        """Whether it can do so for inputs with this layout and answers with these labels."""

    @property
    def replaced(self) -> frozenset[str]:
        """Names of fields that it would replace in a record, for which it needs the record."""

    @property
    def with_words(self) -> bool:
        """Whether answers need words."""

    def from_columns(self, chunk: Chunk, offsets: TextOffsets, answers: AnswerBatch) -> Any:
        """The output for a chunk."""


def offsets_from(data: bytes, found: tuple[bytes, NDArray[np.int64], int] | None) -> TextOffsets | None:
    """The offsets that compiled code found, if the whole chunk is UTF-8."""
    if found is None or not is_utf8(data):
        return None
    more, (starts, ends, own_starts, own_ends), characters = found
    return TextOffsets(data + more, starts, ends, own_starts, own_ends, characters)


def is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


#: Fixed bytes.
FIXED = 0
#: The record's own text: unchanged; without its closing brace; as a JSON string; with carriage returns escaped; as a
#: cell (the bytes are the delimiter).
OWN, OWN_WITHOUT_BRACE, OWN_IN_JSON, OWN_ON_A_LINE, OWN_IN_CELL = 1, 2, 3, 4, 5
#: A field of the answer: as JSON; as a cell; as a cell in which a comma needs quotes.
JSON, CELL, QUOTED_CELL = 6, 7, 8


class Part(NamedTuple):
    what: int
    data: bytes = b""
    field: Field | None = None


def json_object(begin: list[Part], selected: Iterable[Field], constants: Mapping[str, Any], prefix: str) -> list[Part]:
    """A JSON object: the given beginning, then fields of the answer, then constants."""
    parts = [*begin]
    for field in selected:
        key = json.dumps(prefix + field.name, ensure_ascii=False)
        parts += [Part(FIXED, f", {key}: ".encode("utf-8", "backslashreplace")), Part(JSON, field=field)]
    prefixed = {prefix + name: value for name, value in constants.items()}
    rest = json.dumps(prefixed, ensure_ascii=False)[1:] if prefixed else "}"
    return [*parts, Part(FIXED, f"{', ' if constants else ''}{rest}\n".encode("utf-8", "backslashreplace"))]


def cells(selected: Iterable[Field], delimiter: bytes) -> list[Part]:
    """A cell for each field, with a delimiter after it."""
    what = QUOTED_CELL if delimiter == b"," else CELL
    return [part for field in selected for part in (Part(what, field=field), Part(FIXED, delimiter))]


class LineWriter:
    """Writes records one by one (`good`, `bad`), or with a `template` a chunk at once."""

    #: An input and its template: chunks of the same one follow each other.
    _made: tuple[Layout, list[Part] | None] | None = None

    def __init__(self, options: WriteOptions) -> None:
        self._options = options

    def header(self, layout: Layout) -> str:  # noqa: ARG002
        return ""

    def refusal(self, record: Record, layout: Layout) -> str | None:  # noqa: ARG002
        """See `records.Refuses`."""
        return None

    def chunk(self, chunk: Chunk, pairs: Sequence[tuple[Record, Answer | None]]) -> str:
        return "".join(
            [self.bad(record, chunk.layout) if answer is None else self.good(record, answer, chunk.layout)
             for record, answer in pairs]
        )  # fmt: skip

    def good(self, record: Record, answer: Answer, layout: Layout) -> str:
        raise NotImplementedError

    def bad(self, record: Record, layout: Layout) -> str:
        raise NotImplementedError

    def template(self, layout: Layout) -> list[Part] | None:  # noqa: ARG002
        """The template for inputs with this layout; None if records are needed."""
        return None

    @property
    def replaced(self) -> frozenset[str]:
        """See `text_offsets.WritesColumns`."""
        return frozenset()

    @property
    def with_words(self) -> bool:
        return False

    def takes_columns(self, layout: Layout, labels: tuple[str, ...]) -> bool:
        from mixlid.io.formats._compiled import are_plain

        template = self._template_of(layout)
        return template is not None and (are_plain(labels) or all(part.what < CELL for part in template))

    def from_columns(self, chunk: Chunk, offsets: TextOffsets, answers: AnswerBatch) -> bytes:
        from mixlid.io.formats._compiled import write_lines

        template = self._template_of(chunk.layout)
        assert template is not None  # `takes_columns` was true
        has_spans = any(part.field is not None and part.field.has_parts for part in template)
        lengths = offsets.lengths() if has_spans else None
        return write_lines(chunk.data, offsets.own_starts, offsets.own_ends, answers, template, lengths)

    def _template_of(self, layout: Layout) -> list[Part] | None:
        made = self._made
        if made is None or made[0] != layout:
            made = self._made = layout, self.template(layout)
        return made[1]
