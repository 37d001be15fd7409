"""A chunk to its output without an object for any record: bytes in, columns, bytes out; or tables in and out.

For plain text, and for records that come out as they went in with our fields beside their own, where all are written
and none is bad. Any other chunk goes the usual way (`pieces.py`), which writes the same.
"""

from __future__ import annotations

from typing import Any

from mixlid._kernel import kernel
from mixlid.identifier import Identifier
from mixlid.io import formats
from mixlid.io.bulk.tally import Tally
from mixlid.io.formats.places import ReadsPlaces, WritesColumns
from mixlid.io.formats.records import Chunk, Writer


def written(identifier: Identifier, chunk: Chunk, writer: Writer, reserved: frozenset[str]) -> tuple[Any, Tally] | None:
    """The output for a chunk, and what there was in it; None if it has to go the usual way."""
    if kernel() == "numpy" or chunk.too_long:
        return None
    reader = formats.reader(chunk.layout.format)
    if not isinstance(reader, ReadsPlaces) or not isinstance(writer, WritesColumns):
        return None
    if not writer.takes_columns(chunk.layout):
        return None
    places = reader.places(chunk, reserved | writer.replaced)
    if places is None:
        return None
    answers = identifier.identify_utf8(places.data, places.starts, places.ends, words=writer.with_words)
    output = None if answers is None else writer.from_columns(chunk, places, answers)
    if answers is None or output is None:
        return None
    count = len(places.starts)
    tally = Tally(records=count, characters=places.characters, written=count)
    tally.add_columns(answers)
    return output, tally
