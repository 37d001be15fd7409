"""A record beyond some size is a bad record like others, however the file is compressed."""

from __future__ import annotations

import io
import json
import resource
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from mixlid.cli.main import main
from mixlid.io.formats.parquet import ParquetReader
from mixlid.io.formats.records import ReadOptions
from mixlid.io.streams import compressed

LEAST = 65_536
HUGE = 3 * LEAST


def identify(*arguments: str, memory: int | None = None) -> subprocess.CompletedProcess[str]:
    """In this process, or in one that may take so much memory."""
    command = ["identify", "-q", *arguments]
    if memory is None:
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
        with redirect_stdout(out), redirect_stderr(err):
            code = main(command)
        return subprocess.CompletedProcess(command, code, *(_written(stream) for stream in (out, err)))

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    command = [sys.executable, "-m", "mixlid", *command]
    return subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=bound)


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


CONLLU = "1\t%s" + "\t_" * 8
CASES = {
    "txt": ["the bread", "x " * (HUGE // 2), "yarın sabah"],
    "jsonl": ['{"text": "the bread"}', json.dumps({"text": "x " * HUGE}), '{"text": "yarın sabah"}'],
    "tsv": ["1\tthe bread", "2\t" + "x " * HUGE, "3\tyarın sabah"],
    "csv": ["id,text", "1,the bread", '2,"' + "x \n" * HUGE + '"', "3,yarın sabah"],
    "conll": ["the", "bread", "", *(["x"] * HUGE), "", "yarın", "sabah", ""],
    "conllu": [CONLLU % "bread", "", *([CONLLU % "x"] * LEAST), "", CONLLU % "sabah", ""],
}


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("kind", CASES)
def test_the_others_are_identified(tmp_path: Path, kind: str, jobs: str) -> None:
    source, target = tmp_path / f"in.{kind}", tmp_path / "out.jsonl"
    source.write_text("\n".join(CASES[kind]) + "\n", encoding="utf-8")
    options = ["--max-record", str(LEAST), "-j", jobs, str(source), "--force", "-o", str(target)]
    failed = identify(*options)
    assert failed.returncode == 1
    assert "bytes, and 65,536 are allowed; --max-record allows more" in failed.stderr
    assert "Traceback" not in failed.stderr
    assert identify(*options, "--on-error", "skip").returncode == 0
    languages = [json.loads(line)["labels"][0] for line in target.read_text(encoding="utf-8").splitlines()]
    assert languages == ["eng_Latn", "tur_Latn"]
    if jobs == "1":
        assert identify(*options, "--on-error", "keep").returncode == 0


@pytest.mark.parametrize("kind", ["string", "large_string", "dictionary", "string_view"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_parquet(tmp_path: Path, kind: str, jobs: str) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    types = {"dictionary": pa.dictionary(pa.int32(), pa.string()), "string_view": pa.string_view()}
    texts = ["the bread", "x " * (LEAST // 2), "x " * LEAST, None, "yarın sabah"]
    column = pa.array(texts, pa.string()).cast(types.get(kind) or getattr(pa, kind)())
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"text": column, "id": range(5)}), source)
    options = ["--max-record", str(LEAST), "-j", jobs, str(source), "-o", str(target)]
    failed = identify(*options)
    assert failed.returncode == 1
    assert "row 3: the record has 131,072 bytes, and 65,536 are allowed; --max-record allows more" in failed.stderr
    for mode, ids in (("skip", [0, 1, 3, 4]), ("keep", [0, 1, 2, 3, 4])):
        assert identify(*options, "--force", "--on-error", mode).returncode == 0
        table = pq.read_table(target)
        assert table.column("id").to_pylist() == ids
        assert table.column("text").to_pylist() == [texts[number] for number in ids]  # passed on as it was


def test_rows_that_are_large_are_read_a_few_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    source = tmp_path / "in.parquet"
    reader = ParquetReader()
    monkeypatch.setattr("mixlid.io.formats.parquet._BATCH_BYTES", 1 << 16)
    for size, most in ((10, 20), (1 << 13, 7)):
        texts = pa.array(["a" * size] * 20)
        pq.write_table(pa.table({"text": texts}), source, compression="zstd", use_dictionary=False)
        with source.open("rb") as stream:
            layout = reader.layout(stream, "in", ReadOptions())
            rows = [chunk.data.num_rows for chunk in reader.chunks(stream, layout, "full")]
        assert sum(rows) == 20
        assert max(rows) == most


def test_a_dictionary_with_a_long_text_for_all_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its size in the file says nothing about what its rows take."""
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    source, reader = tmp_path / "in.parquet", ParquetReader()
    monkeypatch.setattr("mixlid.io.formats.parquet._TEXT_BYTES", 1 << 16)
    texts = pa.DictionaryArray.from_arrays(pa.array([0] * 100, pa.int32()), pa.array(["ab " * (1 << 12)]))
    for names in (["text", "id"], ["other", "text"]):  # whether or not it is the text
        pq.write_table(pa.table(dict(zip(names, (texts, ["a"] * 100), strict=True))), source)
        with source.open("rb") as stream:
            layout = reader.layout(stream, "in", ReadOptions("text"))
            rows = [chunk.data.num_rows for chunk in reader.chunks(stream, layout, "full")]
        assert rows == [5] * 20


def test_rows_that_do_not_fit_into_memory(tmp_path: Path) -> None:
    """One value repeated many times, which Arrow expands."""
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    source = tmp_path / "in.parquet"
    texts = pa.DictionaryArray.from_arrays(pa.array([0] * 900, pa.int32()), pa.array(["ab " * (1 << 21)]))
    schema = pa.schema([("text", pa.string())])
    with pq.ParquetWriter(source, pa.schema([("text", texts.type)]), compression="zstd", store_schema=False) as writer:
        writer.write_table(pa.table({"text": texts}))
    assert pq.read_schema(source) == schema
    done = identify(str(source), "-o", str(tmp_path / "out.jsonl"), memory=1800 << 20)
    assert done.returncode == 1
    assert "after row 0: it cannot be read: " in done.stderr
    assert "Traceback" not in done.stderr


def test_several_that_are_too_long(tmp_path: Path) -> None:
    """Each is one record, however it is cut; a line after it is not a part of it."""
    long = "x\n" * LEAST
    text = f"{long}\n\n{long}{'y' * HUGE}\n\nthe\nbread\n\n{'z' * HUGE}\nz\n"
    source, target = tmp_path / "in.conll", tmp_path / "out.jsonl"
    source.write_text(text, encoding="utf-8")
    done = identify("--max-record", str(LEAST), "--on-error", "keep", str(source), "-o", str(target))
    assert done.returncode == 0, done.stderr
    records = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    good = [bool(record.get("labels")) for record in records]
    assert good == [False, False, True, False]
    assert records[good.index(True)]["labels"] == ["eng_Latn"]


def test_an_array_is_no_json_lines(tmp_path: Path) -> None:
    source = tmp_path / "in.json"
    for text in ('[{"text": "the bread"}]', '[\n{"text": "the bread"}\n]'):
        source.write_text(text)
        failed = identify(str(source))
        assert failed.returncode == 1
        assert "line 1: this is " in failed.stderr
        assert "make JSON Lines of it with jq -c '.[]'" in failed.stderr


def test_what_is_just_short_enough(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    for size, code in ((LEAST, 0), (LEAST + 1, 1)):
        source.write_text("a" * size + "\n")
        assert identify("--max-record", str(LEAST), "-f", "jsonl", str(source)).returncode == code
        source.write_text("a" * size)
        assert identify("--max-record", str(LEAST), "-f", "jsonl", str(source)).returncode == code


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_a_line_that_unpacks_to_more_than_memory(tmp_path: Path, packing: str) -> None:
    pytest.importorskip("zstandard")
    source, target = tmp_path / f"in.txt.{packing}", tmp_path / "out.jsonl"
    part = compressed(b" " * (1 << 24), packing)
    source.write_bytes(part * 64 + compressed(b"\nthe bread\n", packing))  # a line of a gigabyte
    done = identify("--on-error", "skip", str(source), "-o", str(target), memory=900 << 20)
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["labels"] for line in target.read_text().splitlines()] == [["eng_Latn"]]


def test_a_limit_that_is_too_small() -> None:
    assert "--max-record must be at least 65,536" in identify("--max-record", "10", "-t", "a").stderr


def test_a_csv_that_begins_with_an_empty_line(tmp_path: Path) -> None:
    """Found by `tools/fuzz.py formats`."""
    source = tmp_path / "in.csv"
    source.write_text('\niext\n1,"the, ""bread"""\n')
    failed = identify(str(source))
    assert failed.returncode == 1
    assert "line 1: the line is empty, and should name the columns" in failed.stderr


@pytest.mark.parametrize("form", ["tsv", "csv"])
def test_a_long_record_is_not_repeated_for_every_word(form: str, tmp_path: Path) -> None:
    """Otherwise the rows of its words would take the record's size times their number."""
    given, made = tmp_path / "given.jsonl", tmp_path / "made"
    texts = {"a": "the bread", "long": "x " * 6_000, "b": "yarın sabah"}
    given.write_text("".join(json.dumps({"id": id_, "text": text}) + "\n" for id_, text in texts.items()), "utf-8")
    command = [str(given), "-o", str(made), "-f", form, "--words"]
    refused = identify(*command)
    assert refused.returncode == 1
    assert "given.jsonl, line 2: with --words its 12,0" in refused.stderr
    assert "10,000 are allowed; use -f jsonl, or leave columns out of a csv with --columns" in refused.stderr
    assert identify(*command, "--on-error", "skip", "--force").returncode == 0
    assert [line.count("bread") for line in made.read_text("utf-8").splitlines()][-4:] == [1, 2, 0, 0]
    if form == "csv":
        assert identify(*command, "--columns", "id", "--force").returncode == 0
        assert len(made.read_text("utf-8").splitlines()) == 1 + 2 + 6_000 + 2
