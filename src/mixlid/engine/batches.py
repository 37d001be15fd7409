"""Many texts in batches, as threads and processes take them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixlid.answer_block import AnswerBlock, joined
from mixlid.engine.pipeline import Pipeline
from mixlid.engine.threads import in_threads
from mixlid.errors import InputError

#: Texts that a thread or a process takes at a time, for results and for columns.
RESULT_BATCH = 256
COLUMN_BATCH = 1024
#: …and no more characters, or bytes, than this, unless one text has more: words take some ten times as much.
MOST_CHARACTERS = 1 << 21


def batches(texts: Iterable[str], size: int, function: str) -> Iterator[list[str]]:
    """Lists of so many texts; `TypeError` names the first one that is no text, and the function that was called."""
    source, before = iter(texts), 0
    while batch := list(islice(source, size)):
        if not set(map(type, batch)) <= {str}:
            batch = [_as_str(text, number, function) for number, text in enumerate(batch, before)]
        for rows in rows_within(np.array([len(text) for text in batch])):
            yield batch[rows]
        before += len(batch)


def rows_within(sizes: NDArray[np.int64], most: int = MOST_CHARACTERS) -> Iterator[slice]:
    """The rows of a batch, those of a large one in several parts."""
    first, ends = 0, np.cumsum(sizes)
    while first < len(sizes):
        before = ends[first - 1] if first else 0
        last = max(int(np.searchsorted(ends, before + most, "right")), first + 1)
        yield slice(first, last)
        first = last


def one_by_one(texts: Iterable[str], function: str) -> Iterator[str]:
    """The same without lists."""
    return (_as_str(text, number, function) for number, text in enumerate(texts))


def _as_str(text: Any, number: int, function: str) -> str:
    """The text, of no subclass, so that compiled code can read its characters."""
    if not isinstance(text, str):
        raise TypeError(
            f"{function} takes texts, each a str, and item {number} (the first is 0) is {text!r:.40}, of type "
            f"{type(text).__name__}; give an empty text for what is missing, or leave it out"
        )
    return text if type(text) is str else str.__str__(text)


def block_of_utf8(
    pipeline: Pipeline, data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], words: bool, jobs: int
) -> AnswerBlock | None:
    """The answers for texts in UTF-8 that lie in `data`; None if one of them is not UTF-8.

    Compiled code follows offsets without a look, so they are looked at here, whoever has made them.
    """
    data, starts, ends = checked_offsets(data, starts, ends)
    places = [
        slice(first + rows.start, first + rows.stop)
        for first in range(0, len(starts), COLUMN_BATCH)
        for rows in rows_within((ends - starts)[first : first + COLUMN_BATCH])
    ] or [slice(0)]
    parts = list(in_threads(partial(_some, pipeline, data, starts, ends, words), places, jobs))
    made = [part for part in parts if part is not None]
    return joined(made) if len(made) == len(parts) else None


def checked_offsets(
    data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
    """The same as compiled code takes it; `InputError` names the first text that does not lie within `data`."""
    try:
        data = np.frombuffer(data, np.uint8)
    except (TypeError, ValueError, BufferError) as error:
        raise TypeError(f"data must be bytes in one piece, not {type(data).__name__} ({error})") from error
    starts, ends = _as_offsets(starts, "starts"), _as_offsets(ends, "ends")
    if len(starts) != len(ends):
        raise InputError(f"there are {len(starts)} starts and {len(ends)} ends of texts; each text needs both")
    if len(starts) and not (starts.min() >= 0 and (starts <= ends).all() and ends.max() <= len(data)):
        row = int(np.flatnonzero((starts < 0) | (starts > ends) | (ends > len(data)))[0])
        raise InputError(
            f"row {row}: a text from byte {starts[row]} to byte {ends[row]} does not lie within the {len(data)} bytes "
            "that there are; its offsets are damaged, or belong to other data"
        )
    return data, starts, ends


def _as_offsets(given: NDArray[np.int64], name: str) -> NDArray[np.int64]:
    offsets = np.asarray(given)
    if offsets.ndim != 1 or (offsets.dtype.kind not in "iu" and offsets.size):
        raise TypeError(f"{name} must be one row of whole numbers, not {offsets.ndim} dimensions of {offsets.dtype}")
    # An unsigned number that does not fit becomes negative, which no offset may be.
    return np.ascontiguousarray(offsets, np.int64)


def _some(
    pipeline: Pipeline, data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], words: bool, rows: slice
) -> AnswerBlock | None:
    return pipeline.identify_utf8(data, starts[rows], ends[rows], words)[0]
