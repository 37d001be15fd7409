"""Plain lines by columns: the same bytes as by records, and the same counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import mixlid
from compiled import compiled_module
from curves import CURVES
from mixlid.io import formats
from mixlid.io.bulk.chunk_worker import ChunkResult, ChunkTask, ChunkWorker
from mixlid.io.bulk.filters import Filter
from mixlid.io.formats.file_types import FileType
from mixlid.io.formats.line_writer import WritesColumns
from mixlid.io.formats.lines import decode_lines, line_offsets
from mixlid.io.formats.records import Chunk, Layout, Position, WriteOptions
from mixlid.models.calibration import Calibration

compiled_module("mixlid.io.formats._compiled")

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


def done(
    lid: mixlid.Identifier, data: bytes, line: int, format: str, by_columns: bool | None = None, **work: object
) -> ChunkResult:
    """The result of a chunk, in the way that the worker chooses unless one is given."""
    output = work.get("output", "line")
    writer = formats.writer(format, WriteOptions(output=output))  # type: ignore[arg-type]
    chunk = Chunk(Layout("x"), data, line, Position())
    worker = ChunkWorker(lid, {format: writer}, **work)  # type: ignore[arg-type]
    return worker(
        ChunkTask(
            chunk, FileType(format), worker.may_take_columns(chunk.layout, format) if by_columns is None else by_columns
        )
    )


@pytest.mark.parametrize("format", ["jsonl", "tsv", "csv"])
@pytest.mark.parametrize("line", [0, 5])
def test_both_routes_write_the_same(lid: mixlid.Identifier, format: str, line: int) -> None:
    worker = ChunkWorker(lid, {format: formats.writer(format, WriteOptions())})
    assert worker.may_take_columns(Layout("x"), format)
    for data in CHUNKS:
        assert done(lid, data, line, format) == done(lid, data, line, format, False)


@pytest.mark.parametrize("format", ["jsonl", "tsv", "csv"])
def test_both_routes_write_the_same_documents(lid: mixlid.Identifier, format: str) -> None:
    lid = lid.replace(unit="document")
    worker = ChunkWorker(lid, {format: formats.writer(format, WriteOptions(output="document"))}, output="document")
    assert worker.may_take_columns(Layout("x"), format)
    for data in CHUNKS:
        quick = done(lid, data, 0, format, output="document")
        assert quick == done(lid, data, 0, format, False, output="document")


def test_what_goes_by_records(lid: mixlid.Identifier) -> None:
    bad = done(lid, b"the bread\nbr\xffad\n", 0, "tsv")
    assert bad.failure is not None
    assert bad.summary.records == 1
    some = done(lid, b"12\n34\n", 0, "tsv", filter=Filter(mixed=True))
    assert (some.summary.filtered, some.output) == (2, b"")


def test_labels_that_need_quotes_in_a_cell_go_by_records(lid: mixlid.Identifier) -> None:
    for label in ('the "old" one', "a\\b", "a,b", "a|b", "a\tb"):
        for format, taken in (("jsonl", True), ("tsv", False), ("csv", False)):
            writer = formats.writer(format, WriteOptions())
            assert isinstance(writer, WritesColumns)
            assert writer.takes_columns(Layout("x"), lid.labels)
            assert writer.takes_columns(Layout("x"), ("eng_Latn", label)) is taken


def test_where_lines_are() -> None:
    for data in CHUNKS:
        for line in (0, 5):
            found = line_offsets(Chunk(Layout("x"), data, line, Position()))
            lines = [data[start:end].decode() for start, end in zip(*found, strict=True)]
            assert lines == [text for _, text, _ in decode_lines(data, line)]
