"""Where the texts of a chunk are, and what of its records is written back, where no record needs an object."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from mixlid.answer_block import AnswerBlock
from mixlid.io.formats.records import Chunk, Layout


class TextOffsets(NamedTuple):
    #: The chunk's bytes, after which there may be texts that had escapes; for a table the memory that holds its texts.
    data: Any
    #: Where texts begin and end in it.
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    #: If the chunk is bytes: where the part of each record that is written back begins and ends in it.
    own_starts: NDArray[np.int64]
    own_ends: NDArray[np.int64]
    #: Of all texts together.
    characters: int


@runtime_checkable
class ReadsOffsets(Protocol):
    """A reader that finds texts without making records."""

    def offsets(self, chunk: Chunk, reserved: frozenset[str]) -> TextOffsets | None:
        """None if a record is bad, has a reserved name, or may be either: then the chunk is read by records."""


@runtime_checkable
class WritesColumns(Protocol):
    """A writer that needs no records where all of them are written."""

    def takes_columns(self, layout: Layout, labels: tuple[str, ...]) -> bool:
        """Whether it can for such an input, and for answers with these labels."""

    @property
    def replaced(self) -> frozenset[str]:
        """Names of fields that it replaces where a record has one, for which it needs that record."""

    @property
    def with_words(self) -> bool:
        """Whether answers need words."""

    def from_columns(self, chunk: Chunk, offsets: TextOffsets, answers: AnswerBlock) -> Any:
        """The output for a chunk."""


def offsets_from(data: bytes, found: tuple[bytes, NDArray[np.int64], int] | None) -> TextOffsets | None:
    """What compiled code has found, if the rest of the chunk is UTF-8 too, as records have to be."""
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
