"""Where the texts of a chunk are and what of its records is written back, for what needs no object for each."""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from mixlid.io.formats.records import Chunk


class Places(NamedTuple):
    #: The chunk's bytes, after which there may be texts that had escapes.
    data: bytes
    #: Where texts begin and end in it.
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    #: Where the part of each record begins and ends that is written back.
    own_starts: NDArray[np.int64]
    own_ends: NDArray[np.int64]
    #: Of all texts together.
    characters: int


@runtime_checkable
class ReadsPlaces(Protocol):
    """A reader that can do without records where all of a chunk's are good."""

    def places(self, chunk: Chunk, taken: frozenset[str]) -> Places | None:
        """None if one is bad, has a field of a name that is taken, or is not certain: then it is read by records."""


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
