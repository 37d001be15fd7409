"""Splitting many texts into batches for threads and processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixlid._threads import in_threads
from mixlid.engine.pipeline import Pipeline
from mixlid.errors import InputError
from mixlid.results.batch import AnswerBatch, joined

#: Texts per batch, for results and for columns.
RESULT_BATCH = 256
COLUMN_BATCH = 1024
#: …and at most this many characters or bytes, unless one text has more: its words take ten times as much memory.
MOST_CHARACTERS = 1 << 21


def batches(texts: Iterable[str], size: int, function: str) -> Iterator[list[str]]:
    """Lists of up to `size` texts; `TypeError` names the first item that is not a str, and the function called."""
    source, before = iter(texts), 0
    while batch := list(islice(source, size)):
        if not set(map(type, batch)) <= {str}:
            batch = [_as_str(text, number, function) for number, text in enumerate(batch, before)]
        before += len(batch)
        if sum(map(len, batch)) <= MOST_CHARACTERS:
            yield batch
            continue
        for rows in rows_within(np.array([len(text) for text in batch])):
            yield batch[rows]


def rows_within(sizes: NDArray[np.int64], most: int = MOST_CHARACTERS) -> Iterator[slice]:
    """The rows of a batch, in several parts if it is large."""
    first, ends = 0, np.cumsum(sizes)
    while first < len(sizes):
        before = ends[first - 1] if first else 0
        last = max(int(np.searchsorted(ends, before + most, "right")), first + 1)
        yield slice(first, last)
        first = last


def one_by_one(texts: Iterable[str], function: str) -> Iterator[str]:
    """The same, one text at a time."""
    return (_as_str(text, number, function) for number, text in enumerate(texts))


def _as_str(text: Any, number: int, function: str) -> str:
    """The text as a plain `str`, not a subclass, so that compiled code can read its characters."""
    if not isinstance(text, str):
        hint = "pass an empty text for a missing one, or leave it out"
        if hasattr(text, "as_py"):  # an item of a pyarrow.Array
            hint = "for Arrow arrays there is mixlid.adapters.arrow.identify_array"
        raise TypeError(
            f"{function} takes texts, each a str, but item {number} (counting from 0) is {text!r:.40}, of type "
            f"{type(text).__name__}; {hint}"
        )
    return text if type(text) is str else str.__str__(text)


def batch_of_utf8(
    pipeline: Pipeline, data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], words: bool, jobs: int
) -> AnswerBatch | None:
    """The answers for UTF-8 texts in `data`; None if one of them is not valid UTF-8.

    Compiled code does not check offsets, so they are always checked here.
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
    """The same in the types that compiled code takes; `InputError` names the first text that is out of range."""
    try:
        data = np.frombuffer(data, np.uint8)
    except (TypeError, ValueError, BufferError) as error:
        raise TypeError(f"data must be a contiguous buffer of bytes, not {type(data).__name__} ({error})") from error
    starts, ends = _as_offsets(starts, "starts"), _as_offsets(ends, "ends")
    if len(starts) != len(ends):
        raise InputError(f"there are {len(starts)} starts and {len(ends)} ends of texts; each text needs both")
    if len(starts) and not (starts.min() >= 0 and (starts <= ends).all() and ends.max() <= len(data)):
        row = int(np.flatnonzero((starts < 0) | (starts > ends) | (ends > len(data)))[0])
        raise InputError(
            f"row {row}: the text from byte {starts[row]} to byte {ends[row]} is not within the {len(data)} bytes of "
            "data; its offsets are damaged, or belong to other data"
        )
    return data, starts, ends


def _as_offsets(given: NDArray[np.int64], name: str) -> NDArray[np.int64]:
    offsets = np.asarray(given)
    if offsets.ndim != 1 or (offsets.dtype.kind not in "iu" and offsets.size):
        raise TypeError(f"{name} must be integers in one dimension, not {offsets.ndim} dimensions of {offsets.dtype}")
    # An unsigned number that does not fit becomes negative, and is then out of range.
    return np.ascontiguousarray(offsets, np.int64)


def _some(
    pipeline: Pipeline, data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], words: bool, rows: slice
) -> AnswerBatch | None:
    return pipeline.identify_utf8(data, starts[rows], ends[rows], words)[0]
