"""Lines of output: record by record, or a chunk at once by a template, without an object for each record.

Compiled code (`line_writer.pxi`) fills in the template. A part of it has a kind, bytes that belong to it, and the field
of the answer if it shows one; the type of the field says how it is written (`typed_columns.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from mixlid.io.formats.records import Chunk, Layout, Record
from mixlid.results.batch import AnswerBatch
from mixlid.results.fields import Field
from mixlid.results.result import Answer


class TextOffsets(NamedTuple):
    """Where the texts of a chunk are, but for records that need an object: null, bad, or with a name that is taken."""

    #: The chunk's bytes, followed by the texts that had escapes; for a table the memory that holds its texts.
    data: Any
    #: Rows of numbers: the start and end of each text in `data`, and the start and end in the chunk of what is written
    #: back of each record. For a table these are its row and the next.
    places: NDArray[np.int64]
    #: Runs of the other records: how many of these come before, and the start and end of the run in the chunk.
    others: Sequence[Sequence[int]] = ()

    def lengths(self) -> NDArray[np.int64]:
        """Of each text, in code points."""
        from mixlid.io.formats._compiled import text_lengths

        return text_lengths(np.frombuffer(self.data, np.uint8), *self.places[:2])


def offsets_of(data: Any, places: NDArray[np.int64]) -> TextOffsets:
    """From the places of all records; the text of one that needs an object starts at -1."""
    found = places[0] >= 0
    if found.all():
        return TextOffsets(data, places)
    edges = np.flatnonzero(np.diff(np.concatenate([[True], found, [True]])))
    begins, ends = edges[::2], edges[1::2] - 1
    runs = np.stack([np.cumsum(found)[begins], places[2, begins], places[3, ends]], axis=1)
    return TextOffsets(data, places.compress(found, axis=1), runs.tolist())


def byte_offsets(data: bytes, places: NDArray[np.int64], more: bytes = b"") -> TextOffsets:
    """The same in a chunk of bytes and `more` after it; what is not UTF-8 needs an object."""
    if not is_utf8(data):
        for record, (start, end) in enumerate(zip(*places[2:].tolist(), strict=True)):
            if not is_utf8(data[start:end]):
                places[0, record] = -1
    return offsets_of(data + more, places)


@runtime_checkable
class ReadsOffsets(Protocol):
    """A reader that finds texts without making records."""

    def offsets(self, chunk: Chunk, reserved: frozenset[str]) -> TextOffsets:
        """Records that are bad or have a reserved name, or may, are among the others."""


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

    def from_columns(
        self, chunk: Chunk, offsets: TextOffsets, answers: AnswerBatch, others: Sequence[tuple[int, Any]]
    ) -> Any:
        """The output for a chunk; `others` are outputs of `chunk`, and how many of the answers come before each."""


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


def json_object(begin: list[Part], selected: Iterable[Field], prefix: str) -> list[Part]:
    """A JSON object: the given beginning, then fields of the answer."""
    parts = [*begin]
    for field in selected:
        key = json.dumps(prefix + field.name, ensure_ascii=False)
        parts += [Part(FIXED, f", {key}: ".encode("utf-8", "backslashreplace")), Part(JSON, field=field)]
    return [*parts, Part(FIXED, b"}\n")]


def cells(selected: Iterable[Field], delimiter: bytes) -> list[Part]:
    """A cell for each field, with a delimiter after it."""
    what = QUOTED_CELL if delimiter == b"," else CELL
    return [part for field in selected for part in (Part(what, field=field), Part(FIXED, delimiter))]


def _no_header(layout: Layout) -> str:  # noqa: ARG001
    return ""


def _no_template(layout: Layout) -> list[Part] | None:  # noqa: ARG001
    return None


def _no_refusal(record: Record, layout: Layout) -> str | None:  # noqa: ARG001
    return None


class LineWriter:
    """A writer made of functions, which must be picklable: `good` and `bad` write a record with and without an answer.

    A `template` for inputs of a layout, if there is one, says the same as `good`. For `header` see `records.Writer`,
    for `refusal` `records.Refuses`, for `replaced` `WritesColumns`.
    """

    with_words = False

    def __init__(
        self,
        good: Callable[[Record, Answer, Layout], str],
        bad: Callable[[Record, Layout], str],
        *,
        header: Callable[[Layout], str] = _no_header,
        template: Callable[[Layout], list[Part] | None] = _no_template,
        refusal: Callable[[Record, Layout], str | None] = _no_refusal,
        replaced: frozenset[str] = frozenset(),
        footer: str = "",
    ) -> None:
        self._good, self._bad, self._template = good, bad, template
        self.header, self.refusal, self.replaced, self.footer = header, refusal, replaced, footer
        #: An input and its template: chunks of the same one follow each other.
        self._made: tuple[Layout, list[Part] | None] | None = None

    def chunk(self, chunk: Chunk, pairs: Sequence[tuple[Record, Answer | None]]) -> bytes:
        lines = [
            self._bad(record, chunk.layout) if answer is None else self._good(record, answer, chunk.layout)
            for record, answer in pairs
        ]
        # A lone surrogate, which JSON allows, has no UTF-8 form; as an escape it is still valid JSON.
        return "".join(lines).encode("utf-8", "backslashreplace")

    def takes_columns(self, layout: Layout, labels: tuple[str, ...]) -> bool:
        from mixlid.io.formats._compiled import are_plain

        template = self._template_of(layout)
        return template is not None and (are_plain(labels) or all(part.what < CELL for part in template))

    def from_columns(
        self, chunk: Chunk, offsets: TextOffsets, answers: AnswerBatch, others: Sequence[tuple[int, bytes]]
    ) -> bytes:
        from mixlid.io.formats._compiled import write_lines

        template = self._template_of(chunk.layout)
        assert template is not None  # `takes_columns` was true
        has_spans = any(part.field is not None and part.field.has_parts for part in template)
        lengths = offsets.lengths() if has_spans else None
        _, _, starts, ends = offsets.places
        return write_lines(chunk.data, starts, ends, answers, template, others, lengths)

    def _template_of(self, layout: Layout) -> list[Part] | None:
        made = self._made
        if made is None or made[0] != layout:
            made = self._made = layout, self._template(layout)
        return made[1]
