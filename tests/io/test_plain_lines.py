"""Plain lines by columns: to the byte what the usual way writes, and the same counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import mixlid
from compiled import compiled_module
from curves import CURVES
from mixlid.io import formats
from mixlid.io.bulk import pieces
from mixlid.io.bulk.filters import Filter
from mixlid.io.bulk.pieces import Done, Piece, Work
from mixlid.io.formats.forms import Form
from mixlid.io.formats.lines import decoded, line_places
from mixlid.io.formats.records import Chunk, Layout, Position, WriteOptions
from mixlid.models.calibration import Calibration

compiled_module("mixlid.io.formats._lines")

CONSTANTS = {"model": "tiny “m”", "config": {"preset": "cs"}}
CHUNKS = [
    b"",
    b"\n",
    b"\r\n\r\n",
    b"\xef\xbb\xbfthe bread\r\n\n",
    b"\xef\xbb\xbf",
    b'a "cell", with; all | sorts of\tsigns\n"\n""\n,\n',
    'yarınki meeting "için" slides \\ hazır mı\nwhere\tis\rit\x01\x08\x0c\x1f\x7f\n'.encode(),
    "где the old карта\n日本語 😀\n12 — 7\n\r\r\nthe end without a line feed\r".encode(),
]


@pytest.fixture(scope="module")
def lid(tiny_table: Path) -> mixlid.Identifier:
    return replace(mixlid.load(tiny_table, "cs"), calibration=Calibration.from_dict(CURVES))


def done(lid: mixlid.Identifier, data: bytes, line: int, format: str, **work: object) -> Done:
    writer = formats.writer(format, WriteOptions(constants=CONSTANTS))
    chunk = Chunk(Layout("x"), data, line, Position())
    return Work(lid, {format: writer}, **work)(Piece(chunk, Form(format)))  # type: ignore[arg-type]


@pytest.mark.parametrize("format", ["jsonl", "tsv", "csv"])
@pytest.mark.parametrize("line", [0, 5])
def test_the_usual_way_writes_the_same(
    lid: mixlid.Identifier, monkeypatch: pytest.MonkeyPatch, format: str, line: int
) -> None:
    quick = [done(lid, data, line, format) for data in CHUNKS]
    used = []

    def refuse(*_: object) -> None:
        used.append(True)

    monkeypatch.setattr(pieces, "written", refuse)
    assert [done(lid, data, line, format) for data in CHUNKS] == quick
    assert len(used) == len(CHUNKS)


def test_what_goes_the_usual_way(lid: mixlid.Identifier) -> None:
    bad = done(lid, b"the bread\nbr\xffad\n", 0, "tsv")
    assert bad.failure is not None
    assert bad.tally.records == 1
    some = done(lid, b"12\n34\n", 0, "tsv", filter=Filter(mixed=True))
    assert (some.tally.filtered, some.output) == (2, b"")


def test_labels_of_any_spelling_go_the_usual_way(lid: mixlid.Identifier, monkeypatch: pytest.MonkeyPatch) -> None:
    from mixlid.io.formats import _lines

    assert _lines.plain_labels(lid.labels)
    for label in ('the "old" one', "a\\b", "a,b", "a|b", "a\tb"):
        assert not _lines.plain_labels(("eng_Latn", label))
    monkeypatch.setattr(_lines, "plain_labels", lambda _: False)
    monkeypatch.setattr(_lines, "write_lines", None)
    assert done(lid, CHUNKS[-1], 0, "jsonl").tally.records == 5


def test_where_lines_are() -> None:
    for data in CHUNKS:
        for line in (0, 5):
            found = line_places(Chunk(Layout("x"), data, line, Position()))
            lines = [data[start:end].decode() for start, end in zip(*found, strict=True)]
            assert lines == [text for _, text, _ in decoded(data, line)]
