"""Records with fields of their own: compiled code writes the same bytes as the ordinary way."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import mixlid
from compiled import compiled_module
from curves import CURVES
from mixlid.io import formats
from mixlid.io.bulk.chunk_worker import ChunkResult, ChunkTask, ChunkWorker
from mixlid.io.formats import added_fields, csv_chunks
from mixlid.io.formats.csv import CsvReader
from mixlid.io.formats.file_types import FileType
from mixlid.io.formats.jsonl import JsonlReader
from mixlid.io.formats.line_writer import ReadsOffsets
from mixlid.io.formats.records import Chunk, Layout, Position, ReadMode, ReadOptions, WriteOptions
from mixlid.io.formats.tsv import TsvReader
from mixlid.io.streams import PeekableStream
from mixlid.models.calibration import Calibration

compiled_module("mixlid.io.formats._compiled")

WORDS = (
    "the",
    "bread",
    "yarın",
    "sabah",
    "карта",
    "日本語",
    "😀",
    "12",
    "a,b",
    '"so"',
    "\\",
    "\t",
    "\n",
    "\r",
    "\x01",
    "\x7f",
    "bread. The",
)
FAST = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def lid(tiny_table: Path) -> mixlid.Identifier:
    return replace(mixlid.load(tiny_table, "cs"), calibration=Calibration.from_dict(CURVES))


class Both:
    """A chunk, processed both ways."""

    def __init__(self, lid: mixlid.Identifier) -> None:
        self._lid = lid
        #: How many chunks needed no records.
        self.spliced = 0

    def __call__(
        self, reader: Any, data: bytes, into: str, read: ReadOptions | None = None, **options: Any
    ) -> ChunkResult:
        stream: Any = PeekableStream(io.BytesIO(data))
        layout = reader.layout(stream, "x", read or ReadOptions())
        return self.of_chunk(Chunk(layout, stream.read(), layout.start.line, Position()), into, **options)

    def of_chunk(self, chunk: Chunk, into: str, **options: Any) -> ChunkResult:
        on_error = options.pop("on_error", "fail")
        force = options.pop("force", False)
        write = WriteOptions(keep=on_error == "keep", **options)
        reserved = {} if force else {into: added_fields.added_names(formats.get(into), write)}
        lid = self._lid.replace(unit="document") if write.output == "document" else self._lid
        worker = ChunkWorker(
            lid, {into: formats.writer(into, write)}, on_error=on_error, output=write.output, reserved=reserved
        )
        by_columns = worker.may_take_columns(chunk.layout, into)
        quick = worker(ChunkTask(chunk, FileType(into), by_columns))
        assert worker(ChunkTask(chunk, FileType(into), False)) == quick
        if by_columns:
            taken = worker._reserved(worker.writers[into], into)  # type: ignore[arg-type]
            self.others = formats.reader(chunk.layout.format).offsets(chunk, taken).others  # type: ignore[attr-defined]
        self.spliced += by_columns and not self.others
        return quick


@pytest.fixture
def both(lid: mixlid.Identifier) -> Both:
    return Both(lid)


texts = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
names = st.sampled_from(("id", "text", "texts", "raw", "größe", "labels", "m_labels", "error", "model", ""))
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def json_records(draw: st.DrawFn) -> str:
    """An object with a text, formatted in any way, with names that may be repeated."""
    pairs = draw(st.lists(st.tuples(names, values), max_size=4))
    pairs.insert(draw(st.integers(0, len(pairs))), ("text", draw(texts)))
    escaped = draw(st.booleans())
    space = draw(st.sampled_from(("", " ", "\t ", "\r")))
    written = [[json.dumps(part, ensure_ascii=escaped) for part in pair] for pair in pairs]
    parts = [f"{space}{name}{space}:{space}{value}{space}" for name, value in written]
    return f"{space}{{{','.join(parts)}}}{space}"


HOSTILE = [
    '{"text": "a"',
    '{"text": "a",}',
    '{"text": "a"} x',
    '{"text": "a"}}',
    '{"text": "a", "b": [1, {"c": "}"}]}',
    '{"text": "a", "b": [}',
    '{"text": "a", "b": [1, 2,]}',
    '{"text": "a" "b": 1}',
    '{"text": "a", "b": 01}',
    '{"text": "a", "b": 1.}',
    '{"text": "a", "b": .5}',
    '{"text": "a", "b": -}',
    '{"text": "a", "b": 1e}',
    '{"text": "a", "b": 1E+5, "c": -0.0, "d": NaN, "e": -Infinity, "f": Infinity}',
    '{"text": "a", "b": nul}',
    '{"text": "a", "b": -NaN}',
    '{"text": "a", "b": ' + "9" * 5000 + "}",
    '{"text": "a", "b": ' + "[" * 300 + "]" * 300 + "}",
    '{"text": "a", "b": ' + "[" * 100_000 + "]" * 100_000 + "}",
    '{"text": "a\\ud83d"}',
    '{"text": "a\\ude00\\ud83d"}',
    '{"text": "a\\ud83d\\ude00\\u00e9\\/\\b\\f\\n\\r\\t\\"\\\\"}',
    '{"text": "a\\ud83d\\u0041"}',
    '{"text": "a", "b\\ud83d": 1}',
    '{"te\\u0078t": "a", "b": 1}',
    '{"text": "a\\x"}',
    '{"text": "a\\u12g4"}',
    '{"text": "a\\',
    '{"text": "a\x01"}',
    '{"text": "a", "text": 7}',
    '{"text": 7, "text": "a"}',
    '{"text": null}',
    '{"b": 1}',
    "{}",
    "[]",
    '"text"',
    '{"text": "a", "langu\\u0061ges": []}',
    '{"text": "a", 7: 1}',
    '{"text": "a", "b": {"c": 1, "c" 2}}',
    '\u00a0{"text": "a"}',
    "\u00a0",
    "\x0b",
    '{"text":\x0b"a"}',
    '\ufeff{"text": "a"}',
]


@FAST
@given(
    records=st.lists(json_records() | st.sampled_from(HOSTILE) | st.just(""), max_size=4),
    end=st.sampled_from(("\n", "\r\n")),
    last=st.sampled_from(("", "\n", "\r")),
    on_error=st.sampled_from(("fail", "keep", "skip")),
    options=st.sampled_from(({}, {"force": True}, {"prefix": "m_"}, {"output": "document"})),
    into=st.sampled_from(("jsonl", "tsv")),
)
def test_objects(
    both: Both, records: list[str], end: str, last: str, on_error: str, options: dict[str, Any], into: str
) -> None:
    data = (end.join(records) + last).encode("utf-8", "surrogatepass")
    both(JsonlReader(), data, into, on_error=on_error, **options)


@pytest.mark.parametrize("line", HOSTILE)
def test_single_objects(both: Both, line: str) -> None:
    for into in ("jsonl", "tsv"):
        for on_error in ("fail", "keep"):
            both(JsonlReader(), line.encode(), into, on_error=on_error)


def test_bytes_that_are_not_text(both: Both) -> None:
    for line in (b'{"text": "a\xff"}', b'{"text": "a", "b": "\xff"}', b"\xff", b'{"text": "\xed\xa0\x80"}'):
        assert both(JsonlReader(), line + b"\n", "jsonl").failure is not None
        assert both(TsvReader(), line + b"\n", "tsv").failure is not None
        assert both(CsvReader(), b"id,text\n1," + line.replace(b'"', b"") + b"\n", "csv").failure is not None


@FAST
@given(data=st.binary(max_size=60), where=st.integers(0, 120))
def test_an_object_with_anything_in_it(both: Both, data: bytes, where: int) -> None:
    line = b'{"id": [1, {"a": null}], "text": "the \\u0131 bread", "x": -1.5e3}'
    both(JsonlReader(), line[:where] + data + line[where:], "jsonl", on_error="keep")


def test_ordinary_objects_are_spliced(both: Both) -> None:
    """Otherwise the tests above would only test the ordinary way."""
    lines = [
        '{"text": "the \\"bread\\" \\u0131\\ud83d\\ude00", "id": 1e400, "id": 1E2, "raw": "\\u0131", "error": 1}',
        '  {"meta": {"a": [], "b": [true, false, {}]}, "text" :\t"yarın sabah"\t}\r',
        '{"text": "карта", "x": "\\ud83d", "y": null}',
    ]
    data = ("\ufeff" + "\n\n".join(lines)).encode()
    done = both(JsonlReader(), data, "jsonl")
    both(JsonlReader(), data, "jsonl", prefix="m_", on_error="keep")
    both(JsonlReader(), data.replace(b'"text"', b'"t"'), "tsv", ReadOptions("t"))
    assert both.spliced == 3
    assert done.output.decode().split(', "labels"')[0] == lines[0].removesuffix("}")
    assert (done.summary.records, done.summary.characters) == (3, len('the "bread" ı😀yarın sabahкарта'))
    both(JsonlReader(), data.replace(b'"raw"', b'"language"'), "jsonl")
    both(JsonlReader(), data.replace(b'"text" :', b'"t\\u0065xt":'), "jsonl")  # a name with an escape is left to json
    assert both.spliced == 3


def test_only_odd_records_are_objects(both: Both) -> None:
    """All records of their chunk were: a few nulls made a file take several times as long."""
    odd = ['{"text": null}', "{broken", '{"text": "a", "labels": 1}', '{"text": "\\ud83d"}', "[]", '{"text": "\xff"}']
    lines = [b'{"text": "the bread"}'] * 60
    for place, line in enumerate(odd):
        lines[10 * place] = line.encode("latin-1")
    both(JsonlReader(), b"\n".join(lines), "jsonl", on_error="skip", force=True)
    assert [before for before, _, _ in both.others] == [9 * place for place in range(6)]
    rows = ["id,text", *["1,the bread"] * 9, "2,3,4", *["1,yarın sabah"] * 9]
    both(CsvReader(), "\n".join(rows).encode(), "csv", on_error="keep")
    both(TsvReader(), b"a\tb\n" * 9 + b"c\n" + b"a\tb\n", "tsv", ReadOptions("2", header=False), on_error="skip")
    assert [before for before, _, _ in both.others] == [9]


@pytest.mark.parametrize("odd", ['{"p": {"text": null}}', '{"p": {"text": '])
def test_an_odd_record_leaves_the_others_to_compiled_code(
    both: Both, monkeypatch: pytest.MonkeyPatch, odd: str
) -> None:
    asked: list[str] = []
    many = mixlid.Identifier.identify_many

    def counted(lid: mixlid.Identifier, texts: list[str], **options: Any) -> Any:
        asked.extend(texts)
        return many(lid, texts, **options)

    lines = ['{"p": {"text": "the bread"}}'] * 500 + [odd] + ['{"p": {"text": "yarın"}}'] * 499
    monkeypatch.setattr(mixlid.Identifier, "identify_many", counted)
    both(JsonlReader(), "\n".join(lines).encode(), "jsonl", ReadOptions("p.text"), on_error="skip")
    assert len(asked) < 1010  # a thousand of them by the ordinary way


def test_texts_inside_of_objects_need_no_records(both: Both) -> None:
    lines = [
        '{"id": 1, "p": {"x": {"text": "no"}, "text": "the bread \\u0131"}, "q": [{}]}',
        '{"p": {"text": "x"}, "p": { "text" : "yarın" , "text": "sabah"} }',
    ]
    done = both(JsonlReader(), "\n".join(lines).encode(), "jsonl", ReadOptions("p.text"))
    assert both.spliced == 1
    assert done.summary.characters == len("the bread ısabah")
    odd = ['{"p": {}}', '{"p": null}', '{"p": {"text": null}}', '{"p": {"text": "a"}, "p": 1}', '{"p.text": "whole"}',
           '{"p": ["text"]}', '{"p": {"text": "a"}', '{"p": {"text": "a",}}', '{"text": "a"}']  # fmt: skip
    for line in odd:
        data = "\n".join([lines[0], line, lines[1]]).encode()
        both(JsonlReader(), data, "jsonl", ReadOptions("p.text"), on_error="keep")
        assert len(both.others) == 1
    both(JsonlReader(), b'{"p": [{"text": "the bread"}]}', "jsonl", ReadOptions("p[0].text"))
    assert len(both.others) == 1


def test_documents_are_spliced_with_their_spans(both: Both) -> None:
    texts = ["😀 the bread. Yarın sabah geldi. The end", "", "карта"]
    done = both(
        JsonlReader(), "\n".join(json.dumps({"text": text}) for text in texts).encode(), "jsonl", output="document"
    )
    assert both.spliced == 1
    for text, line in zip(texts, done.output.splitlines(), strict=True):
        spans = json.loads(line)["spans"]
        assert [span["start"] for span in spans] == [0, *(span["end"] for span in spans[:-1])][: len(spans)]
        assert not text or spans[-1]["end"] == len(text)


cells = st.lists(st.sampled_from((*WORDS, ",", ";", '"', '""', "\r\n", "\0")), max_size=5).map("".join)


@st.composite
def tables(draw: st.DrawFn) -> tuple[bytes, str]:
    delimiter = draw(st.sampled_from((",", ";", "\t", "|")))
    end = draw(st.sampled_from(("\n", "\r\n")))
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end)
    if draw(st.booleans()):
        writer = csv.writer(out, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerows([("id", "text", "more"), *draw(st.lists(st.tuples(cells, cells, cells), max_size=5))])
    lines = out.getvalue() + draw(st.sampled_from(("", end, f"{end}1{delimiter}2{delimiter}3")))
    return lines.encode(), delimiter


@FAST
@given(
    table=tables(),
    on_error=st.sampled_from(("fail", "keep", "skip")),
    options=st.sampled_from(({}, {"prefix": "m_"}, {"output": "document"})),
)
def test_tables(both: Both, table: tuple[bytes, str], on_error: str, options: dict[str, Any]) -> None:
    both(CsvReader(), table[0], "csv", on_error=on_error, **options)


HOSTILE_ROWS = st.lists(
    st.sampled_from(("a", "é", ",", ";", '"', '""', "\r", "\n", "\r\n", "\0", "\t", " ")), max_size=25
)


@FAST
@given(rows=HOSTILE_ROWS, on_error=st.sampled_from(("fail", "keep")))
@example(rows=['"', "a", '"', "a", ",", "\n"], on_error="fail")
@example(rows=["a", ",", "a", "\r", "a", "\n"], on_error="fail")
@example(rows=["a", ",", "a", '"', "\n", "a", ",", "a"], on_error="fail")
@example(rows=["\r\n", '""', ",", '""', "\r\n"], on_error="keep")
def test_any_rows(both: Both, rows: list[str], on_error: str) -> None:
    data = "".join(rows).encode()
    both(CsvReader(), b"id,text\n" + data, "csv", on_error=on_error)
    both(CsvReader(), b"text\r\n" + data, "csv", on_error=on_error)
    both(TsvReader(), b"id\ttext\n" + data, "tsv", on_error=on_error)
    both(TsvReader(), data, "tsv", ReadOptions("2", header=False), on_error=on_error)


def test_ordinary_rows_are_spliced(both: Both) -> None:
    table = 'id,text\r\n1,the bread\r\n\r\n" 2","yarın ""sabah"", карта\r\nthe bread"\r\n,a "b" c\r\n'
    done = both(CsvReader(), table.encode(), "csv")
    both(CsvReader(), table.replace(",", ";").encode(), "csv", on_error="keep")
    both(TsvReader(), "1\tthe bread\r\n\tyarın\rsabah\n\t".encode(), "tsv")
    both(TsvReader(), "text\tid\nthe bread\t1\nyarın\t2\n".encode(), "tsv")
    both(TsvReader(), b"labels\ttext\nthe bread\t1\n", "tsv", force=True, on_error="keep")
    assert both.spliced == 5
    assert done.output.decode().split('\r\n" 2"')[1].startswith(',"yarın ""sabah"", карта\r\nthe bread","')
    both(TsvReader(), b"labels\ttext\nthe bread\t1\n", "tsv")
    both(CsvReader(), b"labels,text\nthe bread,1\n", "csv", force=True)
    both(CsvReader(), table.encode(), "csv", excel=True)
    assert both.spliced == 5


@contextmanager
def cut_by_the_csv_module(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(csv_chunks, "kernel", lambda: "numpy")
        yield


@pytest.mark.parametrize("mode", ["full", "available"])
def test_a_stream_is_cut_at_ends_of_rows(monkeypatch: pytest.MonkeyPatch, mode: ReadMode) -> None:
    monkeypatch.setattr("mixlid.io.formats.records.CHUNK_BYTES", 40)
    chance = random.Random(7)
    signs = ("a", "bc", '"', '"', ",", ",", "\n", "\n", "\r\n", "\r", '"x\n"', '"y""z"')
    for _ in range(300):
        data = "".join(chance.choices(signs, k=chance.choice((3, 30, 100)))).encode()
        layout = Layout("x", "csv", columns=("a", "b"), max_record=chance.choice((60, 10_000)))

        def chunks(data: bytes = data, layout: Layout = layout) -> list[Chunk]:
            return list(CsvReader().chunks(io.BytesIO(data), layout, mode))

        compiled = chunks()
        with cut_by_the_csv_module(monkeypatch):
            by_module = chunks()
        assert sum(chunk.too_long or len(chunk.data) for chunk in compiled) == len(data)
        assert _records(compiled) == _records(by_module), data


def _records(chunks: list[Chunk]) -> list[Any]:
    found: list[Any] = []
    for chunk in chunks:
        found += [(chunk.line, chunk.too_long)] if chunk.too_long else [*CsvReader().records(chunk)]
    return found


@pytest.mark.parametrize("kind", ["string", "large_string", "dictionary"])
def test_batches_keep_their_columns(both: Both, kind: str) -> None:
    pa = pytest.importorskip("pyarrow")
    from mixlid.io.formats.parquet import ParquetReader

    def chunk(texts: list[str | None], name: str = "id") -> Chunk:
        column = pa.array(["cut off", *texts], pa.string())
        column = column.dictionary_encode() if kind == "dictionary" else column.cast(getattr(pa, kind)())
        batch = pa.record_batch({name: range(len(texts) + 1), "text": column}).slice(1)
        layout = Layout("x", "parquet", tuple(batch.schema.names), 1, schema=batch.schema, max_record=100)
        return Chunk(layout, batch, 7, Position())

    assert isinstance(ParquetReader(), ReadsOffsets)
    good = chunk(["the bread", "", "yarın sabah the bread 😀", "12", "карта"])
    done = both.of_chunk(good, "parquet")
    both.of_chunk(good, "parquet", on_error="keep", prefix="m_", words=True)
    both.of_chunk(chunk([]), "parquet")
    both.of_chunk(chunk(["the bread"], "margin"), "parquet", force=True)
    both.of_chunk(good, "parquet", output="document")
    assert both.spliced == 5
    assert done.output.column("text").type == good.data.column("text").type
    assert both.of_chunk(chunk(["the bread"], "margin"), "parquet").failure is not None
    for odd in (None, "x" * 101):
        assert (both.of_chunk(chunk(["the bread", odd]), "parquet").failure is None) == (odd is None)
        both.of_chunk(chunk(["the bread", odd]), "parquet", on_error="keep")
    assert both.spliced == 5
