"""What formats share whose output is that of their records, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from mixlid.engine.answer_columns import AnswerColumns
from mixlid.io.formats.places import Places
from mixlid.io.formats.records import Chunk, Layout, Record, WriteOptions
from mixlid.io.formats.steps import Step
from mixlid.result import Answer


class LineWriter:
    """Records one by one (`good`, `bad`), and if it has `steps` a chunk at once."""

    def __init__(self, options: WriteOptions) -> None:
        self._options = options

    def header(self, layout: Layout) -> str:  # noqa: ARG002
        return ""

    def refusal(self, record: Record, layout: Layout) -> str | None:  # noqa: ARG002
        """Why a record cannot be written with its answer, and so is a bad one; mostly it can."""
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

    def steps(self, layout: Layout) -> list[Step] | None:  # noqa: ARG002
        """How compiled code writes the records of such an input; None if it cannot."""
        return None

    @property
    def replaced(self) -> frozenset[str]:
        """Names of fields that it writes in place of a record's own, which `steps` cannot."""
        return frozenset()

    @property
    def with_words(self) -> bool:
        return False

    def takes_columns(self, layout: Layout) -> bool:
        return self.steps(layout) is not None

    def from_columns(self, chunk: Chunk, places: Places, answers: AnswerColumns) -> bytes | None:
        from mixlid.io.formats._lines import plain_labels, write_lines

        steps = self.steps(chunk.layout)
        if steps is None or not plain_labels(answers.names):
            return None
        return write_lines(chunk.data, places.own_starts, places.own_ends, answers, steps)
