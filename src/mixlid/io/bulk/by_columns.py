"""Records to lines of output without an object for any of them: bytes in, columns, bytes out.

For plain text, and for records that come out as they went in with our fields beside their own, where all are written
and none is bad. Any other chunk goes the usual way (`pieces.py`), which writes the same.
"""

from __future__ import annotations

from mixlid._kernel import kernel
from mixlid.identifier import Identifier
from mixlid.io import formats
from mixlid.io.bulk.tally import Tally
from mixlid.io.formats.places import ReadsPlaces
from mixlid.io.formats.records import Chunk, LineWriter, Writer


def written(
    identifier: Identifier, chunk: Chunk, writer: Writer, reserved: frozenset[str]
) -> tuple[bytes, Tally] | None:
    """The output for a chunk, and what there was in it; None if it has to go the usual way."""
    if kernel() == "numpy" or chunk.too_long or not isinstance(writer, LineWriter):
        return None
    steps, reader = writer.steps(chunk.layout), formats.reader(chunk.layout.format)
    if steps is None or not isinstance(reader, ReadsPlaces):
        return None
    places = reader.places(chunk, reserved | writer.replaced)
    if places is None:
        return None
    from mixlid.io.formats._lines import plain_labels, write_lines

    answers = identifier.identify_utf8(places.data, places.starts, places.ends)
    if answers is None or not plain_labels(answers.names):
        return None
    count = len(places.starts)
    tally = Tally(records=count, characters=places.characters, written=count)
    tally.add_columns(answers)
    return write_lines(chunk.data, places.own_starts, places.own_ends, answers, steps), tally
