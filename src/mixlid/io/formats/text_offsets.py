"""Offsets of the texts in a chunk, and of what is written back, for chunks that need no record objects."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from mixlid.io.formats.records import Chunk, Layout
from mixlid.results.batch import AnswerBatch


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
