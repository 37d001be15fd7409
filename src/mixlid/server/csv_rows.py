"""A text and its answer as CSV, from the same code as `mixlid identify -f csv --excel`.

People open downloads from the page in Excel, hence the byte order mark and the escaped formulas.
"""

from __future__ import annotations

from mixlid.io.formats import writer
from mixlid.io.formats.lines import text_record
from mixlid.io.formats.records import Chunk, Layout, Position, WriteOptions
from mixlid.results.result import Result

_LAYOUT = Layout("a text")
_CHUNK = Chunk(_LAYOUT, None, 0, Position())
_WRITER = writer("csv", WriteOptions(excel=True))

HEADER: str = _WRITER.header(_LAYOUT)


def row(result: Result) -> str:
    """The row, with its line end."""
    line: str = _WRITER.chunk(_CHUNK, [(text_record(result.text), result)])
    return line
