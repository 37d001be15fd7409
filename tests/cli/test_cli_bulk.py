"""What happens to records in bulk: filters, bad records, the summary."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import ENGLISH, TURKISH, Command

from mixlid.io.bulk.chunk_worker import ChunkResult, ChunkTask, ChunkWorker
from mixlid.io.bulk.filters import parse_filter
from mixlid.models.catalogue import EMBEDDED
from mixlid.models.table import TableModel
from mixlid.results.result import Result

FRENCH = "Nous avons décidé de partir demain matin avec toute la famille pour visiter les montagnes"
CYRILLIC = "моя сестра читает книгу"
LINES = [TURKISH, ENGLISH, "42", CYRILLIC, TURKISH]
_LANGUAGE, _WORD = [3.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
CURVES: dict[str, Any] = {
    "unit": 1.0,
    "word_unit": 1.0,
    "one": {"languages": [2.0, 0.0, 0.0, 0.0], "language": _LANGUAGE, "word": _WORD},
    "several": {"languages": [-2.0, 0.0, 0.0, 0.0], "language": _LANGUAGE, "word": _WORD},
}


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        (["--only", "mixed"], [0, 4]),
        (["--only", "mono"], [1, 3]),
        (["--only", "eng"], [0, 1, 4]),
        (["--only", "tur,en"], [0, 4]),
        (["--only", "rus", "--only", "mono"], [3]),
        (["--only", "rus,mixed"], []),
        (["--only", "zxx"], [2]),
        (["--only", "und"], []),
    ],
)
def test_only(cli: Command, options: list[str], kept: list[int]) -> None:
    outcome = cli.identify("-f", "jsonl", *options, stdin="\n".join(LINES))
    assert [record["text"] for record in outcome.records] == [LINES[place] for place in kept]
    assert f"mixlid: {len(kept)} written, {5 - len(kept)} filtered\n" in outcome.err
    assert cli.identify("-q", *options, stdin="\n".join(LINES)).err == ""


def test_confidence(cli: Command, tiny_table: Path, tmp_path: Path) -> None:
    """The curves give 0.88 for one language and 0.12 for two; a record without words has no confidence."""
    model = tmp_path / "sure.mixlid"
    plain = TableModel.load(tiny_table)
    plain.with_header(confidence={"cs": CURVES}).write(model)
    for least, kept in (("0", [0, 1, 3, 4]), ("0.5", [1, 3]), ("1", [])):
        outcome = cli.identify("-m", model, "-f", "jsonl", "--min-confidence", least, stdin="\n".join(LINES))
        assert [record["text"] for record in outcome.records] == [LINES[place] for place in kept]
    assert "never calibrated" in cli.fails("--min-confidence", "0.5", "-t", "a", code=2)
    assert "from 0 to 1" in cli.fails("-m", model, "-p", "cs", "--min-confidence", "2", "-t", "a", code=2)


@pytest.mark.parametrize(
    ("languages", "only", "passes"),
    [
        (["eng_Latn"], [], True),
        (["eng_Latn", "und_Cyrl"], [], True),
        (["und"], [], False),
        (["zxx"], [], False),
        (["und_Cyrl", "und_Arab"], [], False),
        (["und"], ["und"], True),  # asked for, and so sure enough
        (["zxx"], ["und"], False),
    ],
)
def test_sure_that_no_language_is_known(languages: list[str], only: list[str], passes: bool) -> None:
    answer = Result("a", languages, confidence=0.9)
    assert parse_filter(only, 0.8, ["eng_Latn"]).passes(answer) is passes


@pytest.mark.parametrize(
    ("options", "kinds"), [(["--from", "txt"], "jsonl"), (["--from", "txt"], "tsv"), (["--from", "jsonl"], "jsonl")]
)
def test_other_languages_do_not_pass(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, options: list[str], kinds: str
) -> None:
    """With the model that ships: French is certainly neither of these two."""
    texts = [FRENCH, "I will see you again tomorrow morning", "yarın sabah tekrar görüşürüz"]
    stdin = "\n".join(texts if "txt" in options else [json.dumps({"text": text}, ensure_ascii=False) for text in texts])
    shipped = Command(capsys, monkeypatch, EMBEDDED)
    plain = shipped("identify", "-f", "jsonl", *options, "-l", "tur,eng", stdin=stdin)
    assert plain.records[0]["labels"] == ["und"]
    assert plain.records[0]["confidence"] >= 0.8
    kept = shipped("identify", "-f", kinds, *options, "-l", "tur,eng", "--min-confidence", "0.8", stdin=stdin)
    assert FRENCH not in kept.out
    assert texts[1] in kept.out
    both = shipped("identify", "-f", kinds, *options, "-l", "tur,eng", "--min-confidence", "0.8", "--only", "und",
                   stdin=stdin)  # fmt: skip
    assert FRENCH in both.out
    assert texts[1] not in both.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--only", "mixed", "--only", "mono"], "exclude each other"),
        (["--only", "tur,"], "language codes such as"),
        (["--only", "klingon"], "does not know the language 'klingon'"),
        (["--resume"], "--resume needs input and output files"),
        (["--unit", "document", "--min-share", "3"], "from 0 to 1"),
        (["--unit", "sentence", "--min-share", "0.1"], "--min-share is for documents"),
        (["--sentences", "-f", "tsv"], "--sentences cannot be shown as tsv"),
        (["--sentences", "--unit", "auto"], "use --unit document, not auto"),
    ],
)
def test_options_that_do_not_fit(cli: Command, options: list[str], said: str) -> None:
    assert said in cli.fails(*options, "-t", ENGLISH, code=2)


BAD = b'{"text": "the bread"}\n{"id": 1}\n{"text": \n{"text": 5, "id": 2}\n"\xff"\n{"text": "the weather"}\n'


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_bad_records(cli: Command, tmp_path: Path, jobs: str) -> None:
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_bytes(BAD)
    argv: list[str | Path] = [path, "-o", out, "-j", jobs, "--force"]
    assert cli.fails(*argv).startswith(f"{path}, line 2: the record has no field 'text'")
    assert [item.name for item in tmp_path.iterdir()] == ["in.jsonl"]

    skipped = cli.identify(*argv, "--on-error", "skip")
    assert skipped.code == 0
    assert [json.loads(line)["text"] for line in out.read_text().splitlines()] == ["the bread", "the weather"]
    for line in (2, 3, 4, 5):
        assert f"mixlid: {path}, line {line}: " in skipped.err
    assert "6 records" in skipped.err
    assert "2 written, 4 skipped" in skipped.err

    kept = cli.identify(*argv, "--on-error", "keep")
    assert "6 written (4 bad ones kept)" in kept.err
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert [record["labels"] for record in records] == [["eng_Latn"], None, None, None, None, ["eng_Latn"]]
    assert "no field 'text'" in records[1]["error"]
    assert (records[1]["id"], records[3]["id"], records[3]["text"]) == (1, 2, 5)
    assert (records[2]["raw"], records[4]["raw"]) == ('{"text":', '"\\xff"')
    assert "error" not in records[0]


def test_bad_records_of_other_formats(cli: Command) -> None:
    keep = ["--on-error", "keep", "-q"]
    assert cli.identify(*keep, stdin=b"the bread\n\xff\n").lines == ["eng_Latn\tthe bread", "\t\\xff"]
    lines = cli.identify(*keep, "--from", "tsv", "-k", "2", stdin="1\tthe bread\n2\n").lines
    assert lines == ["eng_Latn\teng_Latn=1\t1\tthe bread", "\t\t2"]
    conll = cli.identify(*keep, "--from", "conll", stdin=b"the\nbread\n\nold \xff\n\nthe\n").out
    assert conll == "the\teng_Latn\nbread\teng_Latn\n\nold \\xff _\n\nthe\teng_Latn\n\n"
    table = cli.identify(*keep, "--from", "csv", stdin="id,text\n1,the bread\n2,b,c\n3\n").lines
    assert table[0].endswith(",margin,error")
    assert table[2].startswith('2,"b,c",,,,')
    assert table[2].endswith('"there are 3 columns, and the header has 2"')
    assert table[3].startswith("3,,,,")


def test_many_bad_records_are_not_all_reported(cli: Command) -> None:
    outcome = cli.identify("--from", "jsonl", "--on-error", "skip", stdin="{}\n" * 50)
    assert outcome.err.count("standard input, line ") == 10
    assert "further bad records are only counted" in outcome.err
    assert "50 skipped" in outcome.err


def test_summary(cli: Command, tmp_path: Path) -> None:
    path, out, summary = tmp_path / "in.txt", tmp_path / "out.jsonl", tmp_path / "summary.json"
    path.write_bytes("\n".join(LINES).encode() + b"\n\xff\n")
    options = ["--on-error", "skip", "--only", "mono", "--summary", str(summary)]
    outcome = cli.identify(path, "-o", out, *options)
    values = json.loads(summary.read_text(encoding="utf-8"))
    assert values.pop("seconds") >= 0
    values.pop("records_per_second")
    assert values.pop("made_by")["model"] == "tiny.mixlid"
    # One English word of four in each of two sentences: (25 + 0 + 0 + 25) / 4; "42" has no words and is not in it.
    assert values == {
        "records": 6,
        "written": 2,
        "filtered": 3,
        "bad": 1,
        "skipped": 1,
        "nulls": 0,
        "characters": sum(map(len, LINES)),
        "mixed": 2,
        "share_mixed": 0.4,
        "mean_cmi": 12.5,
        "labels": {"eng_Latn": 3, "tur_Latn": 2, "rus_Cyrl": 1, "zxx": 1},
        "pairs": {"eng_Latn+tur_Latn": 2},
    }
    assert "40.0% mixed, mean code-mixing index 12.5" in outcome.err
    assert "pairs: eng_Latn+tur_Latn 2" in outcome.err
    quiet = cli.identify("-q", "--force", path, "-o", out, *options)
    assert quiet.err == ""


def test_units(cli: Command, tmp_path: Path) -> None:
    text = f"{ENGLISH}! {CYRILLIC}!"
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps({"id": 1, "text": text}) + "\n", encoding="utf-8")
    (document,) = cli.identify(path, "--unit", "document").records
    assert document["labels"] == ["eng_Latn", "rus_Cyrl"]
    assert [(text[span["start"] : span["end"]], span["label"]) for span in document["spans"]] == [
        (f"{ENGLISH}! ", "eng_Latn"),
        (f"{CYRILLIC}!", "rus_Cyrl"),
    ]
    assert "sentences" not in document
    assert "margin" not in document
    (sentence,) = cli.identify(path, "--sentences", "--words").records
    assert [text[part["start"] : part["end"]] for part in sentence["sentences"]] == [f"{ENGLISH}! ", f"{CYRILLIC}!"]
    assert [part["labels"] for part in sentence["sentences"]] == [["eng_Latn"], ["rus_Cyrl"]]
    assert all(text[word["start"] : word["end"]] == word["text"] for word in sentence["words"])
    assert {key: sentence[key] for key in ("labels", "spans")} == {key: document[key] for key in ("labels", "spans")}
    (strict,) = cli.identify(path, "--unit", "document", "--min-share", "0.9").records
    assert strict["labels"] == ["eng_Latn"]
    assert cli.identify(path, "--unit", "document", "-f", "text").lines == [
        f"eng_Latn,rus_Cyrl\t{ENGLISH}! [rus_Cyrl {CYRILLIC}]!"
    ]


@pytest.mark.parametrize(
    "options",
    [
        ["-o", "loop"],
        ["-o", "loop", "--force"],
        ["-o", "loop", "--resume"],
        ["-o", "loop/out.txt"],
        ["-o", "loop/"],
        ["-o", "loop.parquet"],
        ["--output-dir", "loop"],
        ["--output-dir", "loop", "--resume"],
    ],
)
def test_links_in_a_circle(cli: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("loop", "loop.parquet"):
        Path(name).symlink_to(name)
    Path("in.txt").write_text(f"{ENGLISH}\n", encoding="utf-8")
    said = cli.fails("in.txt", *options)
    assert "loop" in said
    assert "cannot be written: its links lead in a circle" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.txt", "loop", "loop.parquet"]


@pytest.mark.parametrize("format", ["txt", "csv", "jsonl", "parquet"])
def test_an_input_that_is_cut_while_it_is_read(
    cli: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str
) -> None:
    """It counted as complete."""
    path, out = tmp_path / f"in.{format}", tmp_path / "out.jsonl"
    if format == "parquet":
        pa = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(pa.table({"text": [ENGLISH] * 3000}), path)
    else:
        line = json.dumps({"text": ENGLISH}) if format == "jsonl" else ENGLISH
        path.write_text("text\n" * (format == "csv") + f"{line}\n" * 5000, encoding="utf-8")
    whole, do = path.stat().st_size, ChunkWorker.__call__

    def cut(worker: ChunkWorker, task: ChunkTask) -> ChunkResult:
        if task.chunk.data is not None and path.stat().st_size == whole:
            with path.open("r+b") as stream:  # at the end of a line
                stream.truncate(task.chunk.end.offset if format != "parquet" else whole - 1)
        return do(worker, task)

    monkeypatch.setattr(ChunkWorker, "__call__", cut)
    said = cli.identify("-q", path, "-o", out)
    assert said.code == 1
    assert f"{path} was cut short while it was read: it had {whole:,} bytes" in said.err
    assert not out.exists()


def test_memory_that_ends_is_said_in_a_sentence(cli: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("mixlid.identifier.Identifier.identify_many", no_memory)
    said = cli.fails("-q", "-f", "text", stdin=f"{ENGLISH}\n")
    assert said.startswith("standard input, after line 0: there is not enough memory; use fewer jobs")


def test_memory_that_ends_while_a_corpus_is_read(cli: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mixlid.linguistics.stats.statistics", lambda _: bytearray(1 << 62))
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_text(f"{ENGLISH}\n", encoding="utf-8")
    outcome = cli("stats", "in.txt", "-o", "out.json")
    assert outcome.code == 1
    assert outcome.err.endswith("mixlid: in.txt: there is not enough memory; give the input in parts\n")
    assert not Path("out.json").exists()
