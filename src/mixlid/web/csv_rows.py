"""A text and its answer as CSV: what `mixlid identify -f csv --excel` writes for a file of lines, by the same code.

Who downloads it from the page opens it with Excel: hence its mark in the header, and no formulas.
"""

from __future__ import annotations

from mixlid.io.formats import writer
from mixlid.io.formats.records import Chunk, Layout, Position, WriteOptions
from mixlid.io.formats.txt import plain
from mixlid.result import Result

_LAYOUT = Layout("a text")
_CHUNK = Chunk(_LAYOUT, None, 0, Position())
_WRITER = writer("csv", WriteOptions(excel=True))

HEADER: str = _WRITER.header(_LAYOUT)


def row(result: Result) -> str:
    """The line, with its end."""
    line: str = _WRITER.chunk(_CHUNK, [(plain(result.text), result)])
    return line
