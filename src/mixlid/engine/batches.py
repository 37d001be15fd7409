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

#: Texts that a thread or a process takes at a time, for results and for columns.
RESULT_BATCH = 256
COLUMN_BATCH = 1024


def batches(texts: Iterable[str], size: int) -> Iterator[list[str]]:
    source = iter(texts)
    return iter(lambda: list(islice(source, size)), [])


def as_strs(texts: list[str], function: str) -> list[str]:
    """`as_str` of each."""
    return texts if set(map(type, texts)) <= {str} else [as_str(text, function) for text in texts]


def as_str(text: str, function: str) -> str:
    """The text, of no subclass, so that compiled code can read its characters."""
    if not isinstance(text, str):
        raise TypeError(f"{function} takes texts, each a str, not {type(text).__name__}")
    return text if type(text) is str else str.__str__(text)


def block_of_utf8(
    pipeline: Pipeline, data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], words: bool, jobs: int
) -> AnswerBlock | None:
    """The answers for texts in UTF-8 that lie in `data`; None if one of them is not UTF-8."""
    places = [slice(first, first + COLUMN_BATCH) for first in range(0, len(starts), COLUMN_BATCH)] or [slice(0)]
    parts = list(in_threads(partial(_some, pipeline, data, starts, ends, words), places, jobs))
    made = [part for part in parts if part is not None]
    return joined(made) if len(made) == len(parts) else None


def _some(
    pipeline: Pipeline, data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], words: bool, rows: slice
) -> AnswerBlock | None:
    return pipeline.identify_utf8(data, starts[rows], ends[rows], words)[0]
