"""Splitting many texts into batches for threads and processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mixlid._threads import in_threads
from mixlid.engine.pipeline import Pipeline
from mixlid.errors import InputError
from mixlid.results.batch import AnswerBatch, joined

#: What is in a list that is given.
Item = TypeVar("Item")
_BYTES = bytes | bytearray | memoryview
#: Texts per batch, for results and for columns.
RESULT_BATCH = 256
COLUMN_BATCH = 1024
#: …and at most this many characters or bytes, unless one text has more: its words take ten times as much memory.
MOST_CHARACTERS = 1 << 21


def batches(texts: Iterable[str], size: int, function: str) -> Iterator[list[str]]:
    """Lists of up to `size` texts; `TypeError` names the first item that is not a str, and the function called."""
    return _cut(iter(several(texts, function)), size, function)  # so that one text is refused at once


def _cut(source: Iterator[str], size: int, function: str) -> Iterator[list[str]]:
    before = 0
    while batch := list(islice(source, size)):
        if not set(map(type, batch)) <= {str}:
            batch = [as_text(text, function, number) for number, text in enumerate(batch, before)]
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
    return (as_text(text, function, number) for number, text in enumerate(several(texts, function)))


def several(texts: Iterable[Item], function: str) -> Iterable[Item]:
    """What was given, if it is several texts, or records of texts; `TypeError` says what to do otherwise."""
    if isinstance(texts, str):
        raise TypeError(f"{function} takes several texts, not one str; put it in a list, or call identify")
    if hasattr(texts, "columns"):  # iterating over a data frame gives the names of its columns
        raise TypeError(
            f"{function} takes several texts, not a {type(texts).__name__}; pass a column, such as df['text']"
        )
    if isinstance(texts, _BYTES) or not isinstance(texts, Iterable):
        raise TypeError(f"{function} takes several texts, such as a list, not {_shown(texts)}; {_remedy(texts)}")
    return texts


def as_text(text: Any, function: str, number: int | None = None) -> str:
    """The text as a plain `str`, not a subclass, so that compiled code can read its characters."""
    if isinstance(text, str):
        return text if type(text) is str else str.__str__(text)
    if number is None:
        raise TypeError(f"{function} takes a text (str), not {_shown(text)}; {_remedy(text)}")
    raise TypeError(
        f"{function} takes texts, each a str, but item {number} (counting from 0) is {_shown(text)}; {_remedy(text)}"
    )


def _shown(given: Any) -> str:
    is_short = given is None or isinstance(given, int | float | bytes)
    return f"{given!r:.40}, of type {type(given).__name__}" if is_short else f"a {type(given).__name__}"


def _remedy(given: Any) -> str:
    """What to pass in place of something that is no text."""
    if isinstance(given, _BYTES):
        return "decode it with decode(), or call identify_utf8, which takes UTF-8"
    if hasattr(given, "as_py"):  # an item of a pyarrow.Array
        return "for Arrow arrays there is mixlid.adapters.arrow.identify_array"
    if isinstance(given, Iterable):
        return "for many texts there is identify_many"
    is_nan = given != given  # of NumPy and pandas, too
    is_missing = given is None or type(given).__name__ in ("NAType", "NaTType") or is_nan
    return "pass an empty text for a missing one, or leave it out" if is_missing else "make it a text with str()"


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
    some = partial(_some, pipeline, data, starts, ends, words)
    parts = list(map(some, places) if jobs == 1 else in_threads(some, places, jobs))
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
    return np.array(offsets, np.int64)  # a copy, which nobody else changes once it is checked


def _some(
    pipeline: Pipeline, data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], words: bool, rows: slice
) -> AnswerBatch | None:
    return pipeline.identify_utf8(data, starts[rows], ends[rows], words)[0]
