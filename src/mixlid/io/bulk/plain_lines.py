"""Lines of plain text to lines of output without an object for any of them: bytes in, columns, bytes out.

For records that are nothing but their text, where all are written and none is bad; anything else goes the usual way
(`pieces.py`), which writes the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mixlid._kernel import kernel
from mixlid.identifier import Identifier
from mixlid.io.bulk.tally import Tally
from mixlid.io.formats.lines import MARK
from mixlid.io.formats.records import Chunk
from mixlid.io.formats.steps import Step

_LINE_FEED, _RETURN = 10, 13


def written(identifier: Identifier, chunk: Chunk, steps: list[Step]) -> tuple[bytes, Tally] | None:
    """The output for a chunk of lines, and what there was in it; None if it has to go the usual way."""
    if kernel() == "numpy" or chunk.layout.format != "txt" or not isinstance(chunk.data, bytes) or chunk.too_long:
        return None
    from mixlid.io.formats._lines import write_lines

    data = np.frombuffer(chunk.data, np.uint8)
    has_mark = chunk.line == 0 and chunk.data.startswith(MARK)
    starts, ends = places(data, has_mark)
    answers = identifier.identify_utf8(data, starts, ends)
    if answers is None:
        return None
    tally = Tally(records=len(starts), characters=_characters(data, starts, ends, has_mark), written=len(starts))
    tally.add_columns(answers)
    return write_lines(chunk.data, starts, ends, answers, steps), tally


def places(data: NDArray[np.uint8], has_mark: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where lines begin and end, without their ends; what has no line feed keeps a carriage return."""
    ends = np.flatnonzero(data == _LINE_FEED)
    starts = np.concatenate([np.array([len(MARK) if has_mark else 0]), ends + 1])
    if starts[-1] == len(data):
        starts = starts[:-1]
    # A line of nothing but its end has nothing before it that could be a carriage return of its own.
    returns = (ends > starts[: len(ends)]) & (data[ends - 1] == _RETURN) if len(ends) else np.zeros(0, bool)
    ends = ends - returns
    return starts, np.append(ends, len(data)) if len(starts) > len(ends) else ends


def _characters(data: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64], has_mark: bool) -> int:
    """How many characters the lines have in all: bytes that begin one, less what is between the lines."""
    between = len(data) - int((ends - starts).sum()) - (len(MARK) - 1 if has_mark else 0)
    return int(np.count_nonzero(data.view(np.int8) >= -64)) - between  # 0x80 to 0xBF continue a character
