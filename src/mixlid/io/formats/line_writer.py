"""Base class of writers whose output is that of single records, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from mixlid.io.formats.line_template import CELL, Part
from mixlid.io.formats.records import Chunk, Layout, Record, WriteOptions
from mixlid.io.formats.text_offsets import TextOffsets
from mixlid.results.batch import AnswerBatch
from mixlid.results.result import Answer


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
