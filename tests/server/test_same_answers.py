"""One text, one answer: Python, JSON lines, CSV, TSV, Parquet, Arrow and HTTP have the same fields and values."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from served import MIXED, Served

from mixlid import Identifier, Result
from mixlid.cli.main import main
from mixlid.io.formats.cells import rounded
from mixlid.results.fields import ON_REQUEST, shown

pa: Any = pytest.importorskip("pyarrow")
pq: Any = pytest.importorskip("pyarrow.parquet")

TEXTS = [MIXED, "", "42 🙂", "see you demain", "ᚠᚢᚦᚨᚱᚲ", "привет, see you soon", 'a "word", and 2', "kahve xqzw"]
IN_LINES = shown(Result, "line")


@pytest.fixture(scope="module")
def answers(lid: Identifier) -> list[dict[str, Any]]:
    made = [lid.identify(text).to_dict() for text in TEXTS]
    assert {(answer["label"], answer["language"], answer["language_script"]) for answer in made} >= {
        ("tur_Latn", "tur", "Latn"), ("zxx", "zxx", ""), ("und_Runr", "und", "Runr")
    }  # fmt: skip
    assert {answer["is_mixed"] for answer in made} == {True, False}
    assert {answer["margin"] is None for answer in made} == {True, False}
    return made


def write(path: Path, *options: str) -> Path:
    texts = [part for text in TEXTS for part in ("-t", text)]
    assert main(["identify", "-q", *texts, "-o", str(path), *options]) == 0
    return path


def test_http(answers: list[dict[str, Any]], served: Served) -> None:
    without = {"text"}
    answers = rounded(answers)
    sent = served.identify(TEXTS, words=True)["results"]
    assert sent == [{name: answer[name] for name in answer.keys() - without} for answer in answers]
    sent = served.identify(TEXTS)["results"]
    assert sent == [{name: answer[name] for name in answer.keys() - without - {ON_REQUEST}} for answer in answers]
    assert [list(answer) for answer in sent] == [[name for name in answers[0] if name in sent[0]]] * len(TEXTS)


def test_the_service_describes_them(answers: list[dict[str, Any]], served: Served) -> None:
    schemas = served.client.get("/openapi.json").json()["components"]["schemas"]
    on_request = {"alternatives", "group", "group_score", "judgements", "runs"}
    assert schemas["Result"]["properties"].keys() == answers[0].keys() - {"text"} | on_request
    assert schemas["Word"]["properties"].keys() == answers[0]["words"][0].keys() | {"explanation"}
    assert schemas["Span"]["properties"].keys() == answers[0]["spans"][0].keys()
    for name in ("Result", "Span"):
        assert all(field["description"] for field in schemas[name]["properties"].values())


def test_json_lines(answers: list[dict[str, Any]], tmp_path: Path) -> None:
    lines = write(tmp_path / "out.jsonl", "--words").read_text(encoding="utf-8").splitlines()
    names = ("text", *IN_LINES, ON_REQUEST)
    for line, answer in zip(lines, answers, strict=True):
        record = json.loads(line)
        assert record == rounded({name: answer[name] for name in names})


def test_tables(answers: list[dict[str, Any]], tmp_path: Path) -> None:
    with write(tmp_path / "out.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    lines = write(tmp_path / "out.tsv").read_text(encoding="utf-8").splitlines()
    for row, line, answer in zip(rows, lines, answers, strict=True):
        assert list(row) == ["text", *IN_LINES]
        assert row["labels"].split(",") == answer["labels"]
        for name in ("text", "language", "language_script"):
            assert row[name] == answer[name]
        for name in ("language_score", "confidence", "margin"):
            shown = float(row[name]) if row[name] else None
            assert shown == (None if answer[name] is None else pytest.approx(answer[name], rel=1e-3))
        assert row["is_mixed"] == json.dumps(answer["is_mixed"])
        shares = dict(part.split("=") for part in row["proportions"].split(",") if part)
        assert {label: float(share) for label, share in shares.items()} == pytest.approx(
            answer["proportions"], rel=1e-3
        )
        assert line.split("\t")[:2] == [row["labels"], row["proportions"]]


def test_parquet(answers: list[dict[str, Any]], tmp_path: Path) -> None:
    rows = pq.read_table(write(tmp_path / "out.parquet", "--words")).to_pylist()
    names = ["text", *IN_LINES, ON_REQUEST]
    assert [list(row) for row in rows] == [names] * len(TEXTS)
    for row, answer in zip(rows, answers, strict=True):
        assert {**row, "proportions": dict(row["proportions"])} == {name: answer[name] for name in names}


def test_arrow(answers: list[dict[str, Any]], lid: Identifier) -> None:
    from mixlid.adapters import arrow, columns

    names = ["text", *shown(Result, "engine"), ON_REQUEST]
    rows = arrow.identify(pa.table({"text": TEXTS}), "text", lid, words=True).to_pylist(maps_as_pydicts="strict")
    assert rows == [{name: answer[name] for name in names} for answer in answers]
    records = columns.records(lid, TEXTS, words=True)  # what datatrove takes
    assert records == [{name: row[name] for name in names[1:]} for row in rows]
