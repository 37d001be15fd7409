"""Where the texts of a chunk are and what of its records is written back, for what needs no object for each."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from mixlid.engine.answer_columns import AnswerColumns
from mixlid.io.formats.records import Chunk, Layout


class Places(NamedTuple):
    #: The chunk's bytes, after which there may be texts that had escapes; for a table the memory that its texts lie in.
    data: Any
    #: Where texts begin and end in it.
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    #: Where the part of each record begins and ends in the chunk that is written back, if it is bytes.
    own_starts: NDArray[np.int64]
    own_ends: NDArray[np.int64]
    #: Of all texts together.
    characters: int


@runtime_checkable
class ReadsPlaces(Protocol):
    """A reader that can do without records where all of a chunk's are good."""

    def places(self, chunk: Chunk, taken: frozenset[str]) -> Places | None:
        """None if one is bad, has a field of a name that is taken, or is not certain: then it is read by records."""


@runtime_checkable
class WritesColumns(Protocol):
    """A writer that can do without records where the output has all of them."""

    def takes_columns(self, layout: Layout) -> bool:
        """Whether it can for such an input."""

    @property
    def replaced(self) -> frozenset[str]:
        """Names of fields that keep it from doing so where a record has one."""

    @property
    def with_words(self) -> bool:
        """Whether answers need words."""

    def from_columns(self, chunk: Chunk, places: Places, answers: AnswerColumns) -> Any:
        """The output for a chunk; None if these answers cannot be written so."""


def of_found(data: bytes, found: tuple[bytes, NDArray[np.int64], int] | None) -> Places | None:
    """What compiled code has found, if the rest of the chunk is UTF-8 too, as records have to be."""
    if found is None or not is_utf8(data):
        return None
    more, (starts, ends, own_starts, own_ends), characters = found
    return Places(data + more, starts, ends, own_starts, own_ends, characters)


def is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
