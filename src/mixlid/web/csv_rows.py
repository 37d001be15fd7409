"""A text and its answer as CSV, by the same code as `mixlid identify -f csv --excel` for a file of lines.

People open what they download from the page with Excel, hence the byte order mark and no formulas.
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
    """The row, with its line end."""
    line: str = _WRITER.chunk(_CHUNK, [(plain(result.text), result)])
    return line
