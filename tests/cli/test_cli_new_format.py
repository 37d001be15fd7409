"""A new format needs only a module and an entry in the table.

Two made-up formats are added here: `boxes`, a binary table that needs seeking and is complete only with its last bytes,
and `net`, bytes that can be read from front to back.
"""

from __future__ import annotations

import gzip
import json
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from command import ENGLISH, TURKISH, Command

from mixlid.errors import InputError
from mixlid.io import formats
from mixlid.io.formats import Format
from mixlid.io.formats.records import (
    CHUNK_ROWS,
    Chunk,
    Layout,
    Position,
    ReadMode,
    ReadOptions,
    Record,
    WriteOptions,
)
from mixlid.results.result import Answer

Pairs = Sequence[tuple[Record, Answer | None]]


class BoxReader:
    """`BOX`, rows of a weight and a text, then the number of rows."""

    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:  # noqa: ARG002
        if stream.read(3) != b"BOX":
            raise InputError(f"{name} is not a file of boxes")
        stream.seek(-4, 2)
        (rows,) = struct.unpack("<I", stream.read())
        return Layout(name, "boxes", columns=("weight", "text"), text_column=1, rows=rows)

    def chunks(self, stream: BinaryIO, layout: Layout, mode: ReadMode) -> Iterator[Chunk]:  # noqa: ARG002
        stream.seek(3)
        rows = [_box(stream) for _ in range(layout.rows or 0)]
        for before in range(0, len(rows), CHUNK_ROWS):
            taken = rows[before : before + CHUNK_ROWS]
            yield Chunk(layout, taken, before, Position(before + len(taken), before + len(taken)))

    def records(self, chunk: Chunk) -> Iterator[Record]:
        for row, (weight, text) in enumerate(chunk.data, chunk.line + 1):
            error = None if text else "the box is empty"
            yield Record(text, "boxes", text, {"weight": weight, "text": text}, row, error)


def _box(stream: BinaryIO) -> tuple[float, str]:
    weight, size = struct.unpack("<dI", stream.read(12))
    return weight, stream.read(size).decode("utf-8")


class BoxFile:
    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._rows = stream, 0
        stream.write(b"BOX")

    def write(self, output: list[tuple[float, str]]) -> None:
        for weight, text in output:
            data = text.encode("utf-8")
            self._stream.write(struct.pack("<dI", weight, len(data)) + data)
        self._rows += len(output)

    def close(self) -> None:
        self._stream.write(struct.pack("<I", self._rows))


class BoxWriter:
    """The languages in place of the text."""

    def __init__(self, options: WriteOptions) -> None: ...

    def header(self, layout: Layout) -> str:
        return str(layout.columns)

    def chunk(self, chunk: Chunk, pairs: Pairs) -> list[tuple[float, str]]:  # noqa: ARG002
        return [(record.fields.get("weight", 0.0), ",".join(answer.labels)) for record, answer in pairs if answer]

    def open(self, stream: BinaryIO, layout: Layout) -> BoxFile:  # noqa: ARG002
        return BoxFile(stream)


class NetReader:
    """`5:a map,`: the number of bytes, a colon, the text, a comma."""

    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:  # noqa: ARG002
        return Layout(name, "net")

    def chunks(self, stream: BinaryIO, layout: Layout, mode: ReadMode) -> Iterator[Chunk]:  # noqa: ARG002
        position = layout.start
        while data := b"".join(_nets(stream, 100)):
            end = Position(position.offset + len(data), position.line + 100)
            yield Chunk(layout, data, position.line, end)
            position = end

    def records(self, chunk: Chunk) -> Iterator[Record]:
        rest, number = chunk.data, chunk.line
        while rest:
            size, _, rest = rest.partition(b":")
            text, rest, number = rest[: int(size)].decode("utf-8"), rest[int(size) + 1 :], number + 1
            yield Record(text, "net", text, {"text": text}, number, "it is too long" if len(text) > 200 else None)


def _nets(stream: BinaryIO, count: int) -> Iterator[bytes]:
    for _ in range(count):
        size = b""
        while not size.endswith(b":"):
            if not (char := stream.read(1)):
                return
            size += char
        yield size + stream.read(int(size[:-1]) + 1)


class NetWriter:
    def __init__(self, options: WriteOptions) -> None: ...

    def header(self, layout: Layout) -> str:  # noqa: ARG002
        return ""

    def chunk(self, chunk: Chunk, pairs: Pairs) -> bytes:  # noqa: ARG002
        return b"".join(_net(",".join(answer.labels)) for _, answer in pairs if answer)


def _net(text: str) -> bytes:
    return b"%d:%s," % (len(text.encode()), text.encode())


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a new format needs besides its classes."""
    boxes = Format(
        *("boxes", "a binary table", f"{__name__}:BoxReader", f"{__name__}:BoxWriter"),
        suffixes=(".boxes",),
        columns="fixed",
        shows=frozenset({"words"}),
        is_table=True,
    )
    net = Format("net", "bytes in a row", f"{__name__}:NetReader", f"{__name__}:NetWriter", suffixes=(".net",))
    for format in (boxes, net):
        monkeypatch.setitem(formats.CORE, format.name, format)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


@pytest.fixture
def boxes(tmp_path: Path) -> Path:
    path = tmp_path / "in.boxes"
    with path.open("wb") as stream:
        table = BoxFile(stream)
        table.write([(float("nan") if n == 0 else n / 2, TURKISH if n % 2 else ENGLISH) for n in range(1500)])
        table.close()
    return path


def _boxes(path: Path) -> list[tuple[float, str]]:
    with path.open("rb") as stream:
        layout = BoxReader().layout(stream, "", ReadOptions())
        return [row for chunk in BoxReader().chunks(stream, layout, "full") for row in chunk.data]


def test_a_binary_table_through_the_command(cli: Command, boxes: Path) -> None:
    out = boxes.with_name("out.boxes")
    assert cli.identify(boxes, "-o", out, "-q") == (0, "", "")
    assert _boxes(out)[1:3] == [(0.5, "tur_Latn,eng_Latn"), (1.0, "eng_Latn")]
    assert len(_boxes(out)) == 1500
    assert {item.name for item in boxes.parent.iterdir()} == {"in.boxes", "out.boxes"}


def test_a_binary_table_to_and_from_other_formats(cli: Command, boxes: Path) -> None:
    first, second = cli.identify(boxes, "--only", "eng", "-q").records[:2]  # jsonl, since a table cannot be shown
    assert (first["weight"], first["text"], second["weight"], second["language"]) == (None, ENGLISH, 0.5, "tur")
    assert cli.identify(boxes, "-f", "csv").lines[0].startswith("weight,text,labels,")
    assert cli.identify(boxes, "-f", "tsv").lines[1].endswith(f"\t0.5\t{TURKISH}")
    assert cli.identify(boxes, "-f", "text").lines[2] == f"eng_Latn\t{ENGLISH}"
    out = boxes.with_name("csv.boxes")
    assert cli.identify("--from", "csv", "-o", out, stdin=f"text\n{ENGLISH}\n").code == 0
    assert _boxes(out) == [(0.0, "eng_Latn")]


def test_a_binary_table_to_parquet(cli: Command, boxes: Path) -> None:
    pq: Any = pytest.importorskip("pyarrow.parquet")
    out = boxes.with_name("out.parquet")
    assert cli.identify(boxes, "-o", out, "-q").code == 0
    assert pq.read_table(out).column("weight").to_pylist()[:2] == ["nan", "0.5"]


def test_a_binary_table_is_refused_where_it_cannot_be(cli: Command, boxes: Path) -> None:
    assert "boxes is read from uncompressed files" in cli.fails("--from", "boxes", stdin=boxes.read_bytes())
    assert "boxes is written to a file that ends in .boxes" in cli.fails(boxes, "-f", "boxes", code=2)
    assert "'boxes.gz' is not a format" in cli("identify", "--from", "boxes.gz").err
    assert "--sentences cannot be shown as boxes" in cli.fails(
        boxes, "--sentences", "-o", boxes.with_name("x.boxes"), code=2
    )
    boxes.write_bytes(b"BAG")
    assert "is not a file of boxes" in cli.fails(boxes)


def test_an_unfinished_binary_table_is_begun_again(cli: Command, tmp_path: Path) -> None:
    inputs, out = tmp_path / "in", tmp_path / "out"
    inputs.mkdir()
    for name, texts in (("a", ["the map"]), ("b", ["the map", ""]), ("c", ["the sea"])):
        with (inputs / f"{name}.boxes").open("wb") as stream:
            table = BoxFile(stream)
            table.write([(1.0, text) for text in texts])
            table.close()
    argv = [str(inputs / "*.boxes"), "-o", f"{out}/"]
    assert "b.boxes, row 2: the box is empty" in cli.identify(*argv).err
    assert sorted(item.name for item in out.iterdir()) == ["a.boxes"]
    assert cli.identify("-q", *argv, "--resume", "--on-error", "skip").code == 0
    assert [len(_boxes(out / f"{name}.boxes")) for name in "abc"] == [1, 1, 1]


def test_bytes_are_packed_and_piped(cli: Command, tmp_path: Path) -> None:
    path, out = tmp_path / "in.net.gz", tmp_path / "out.net.gz"
    data = b"".join(_net(TURKISH if n % 2 else ENGLISH) for n in range(250))
    assert cli.identify("--from", "net", stdin=data).out.startswith("8:eng_Latn,17:tur_Latn,eng_Latn,8:eng_Latn,")
    path.write_bytes(gzip.compress(data + _net("x" * 201) + _net("the map")))
    outcome = cli.identify(path, "-o", out)
    assert "in.net.gz, line 251: it is too long" in outcome.err
    assert cli.identify("-q", path, "-o", out, "--on-error", "skip").code == 0
    assert gzip.decompress(out.read_bytes()).count(b":") == 251


def test_the_help_and_the_messages_know_them(cli: Command) -> None:
    told = cli("identify", "--help-all").out
    assert "  boxes     a binary table\n  net       bytes in a row\n  ass       " in told
    said = cli.fails("--words", "-f", "net", "-t", "a", code=2)
    assert (
        "choose text or tsv or csv or jsonl or parquet or boxes or chat or conll or conllu or "
        "eaf or textgrid with -f" in said
    )
    assert "'xml' is not a format; there are text, tsv, csv, jsonl" in cli("identify", "-f", "xml").err


def test_json_of_a_table_has_no_nan(cli: Command, boxes: Path) -> None:
    line = cli.identify(boxes, "-q").lines[0]
    assert json.loads(line, parse_constant=pytest.fail)["weight"] is None
