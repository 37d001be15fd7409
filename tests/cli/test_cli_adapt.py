"""`mixlid adapt`, and `mixlid identify` with its output."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from command import Command

import mixlid
from mixlid import Prior
from mixlid.cli import adapt

TEXTS = [
    "yarın sabah saat dokuzda toplantı başlıyor",
    "pazardan taze ekmek ve peynir aldık",
    "the children were playing in the garden",
    "lütfen pencereyi kapat because it is cold",
    "bütün gün bahçede the weather was better",
]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    path = tmp_path / "texts.txt"
    path.write_text("".join(f"{text}\n" for text in TEXTS), encoding="utf-8")
    return path


def test_there_and_back(command: Command, texts: Path, tiny_table: Path, tmp_path: Path) -> None:
    outcome = command("adapt", "-p", "cs", texts, "-o", tmp_path / "prior.json")
    assert (outcome.code, outcome.out) == (0, "")
    assert "adapted to 5 texts: Turkish " in outcome.err
    prior = Prior.load(tmp_path / "prior.json")
    expected = mixlid.load(tiny_table, preset="cs").adapt(TEXTS)
    assert prior == expected.prior
    assert prior.texts == 5
    assert set(prior.languages) >= {"tur", "eng"}

    by_file = command.identify("--prior", tmp_path / "prior.json", "-f", "jsonl", texts)
    at_once = command.identify("--adapt", "-f", "jsonl", texts)
    found = [tuple(record["labels"]) for record in by_file.records]
    assert found == [expected.identify(text).labels for text in TEXTS]
    assert at_once.records == by_file.records
    assert "adapted to 5 texts" in at_once.err
    assert command.identify("--adapt", "-f", "jsonl", "-q", texts).err == ""


def test_any_format_and_standard_input(command: Command, texts: Path, tmp_path: Path) -> None:
    records = "".join(json.dumps({"body": text}) + "\n" for text in TEXTS).encode()
    with gzip.open(tmp_path / "records.jsonl.gz", "wb") as packed:
        packed.write(records)
    plain = command("adapt", texts)
    assert plain.code == 0
    assert json.loads(plain.out)["texts"] == 5
    assert command("adapt", "-k", "body", tmp_path / "records.jsonl.gz").out == plain.out
    assert command("adapt", "-k", "body", "--from", "jsonl", stdin=records).out == plain.out
    assert json.loads(command("adapt", "--size", "2", texts).out)["texts"] == 2


def test_bad_records(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"text": "the weather"}\n{"text": \n', encoding="utf-8")
    failed = command("adapt", path)
    assert failed.code == 1
    assert "bad.jsonl, line 2" in failed.err
    assert json.loads(command("adapt", "--on-error", "skip", path).out)["texts"] == 1


def test_nothing_to_adapt_to(command: Command) -> None:
    outcome = command("adapt", stdin="42\n")
    assert outcome.code == 0
    assert "no language is clearly in several texts" in outcome.err
    assert json.loads(outcome.out) == {"languages": {}, "offset": None, "texts": 0, "labels": None}


def test_no_text_at_all(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.touch()
    outcome = command("adapt", path)
    assert (outcome.code, outcome.out) == (2, "")
    assert "there is nothing to adapt to" in outcome.err
    outcome = command("identify", "--adapt", path)
    assert (outcome.code, outcome.out) == (0, "")


def test_written_by_hand(command: Command, texts: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text('{"languages": {"tr": 0.7, "Inglish": 0.3}}', encoding="utf-8")
    refused = command.fails("--prior", path, texts, code=2)
    assert refused.startswith("prior: the model does not know the language 'Inglish'")
    path.write_text('{"languages": {"tr": 0.7, "en": 0.3}, "offset": 0.3}', encoding="utf-8")
    assert command.identify("--prior", path, texts).code == 0
    path.write_text('{"langauges": {"tr": 0.7}}', encoding="utf-8")
    assert "mine.json: there is no field 'langauges'" in command.fails("--prior", path, texts, code=2)


def test_refusals(command: Command, texts: Path) -> None:
    assert "--adapt reads the input twice" in command.fails("--adapt", stdin="the weather\n", code=2)
    assert "not both" in command.fails("--adapt", "--prior", "prior.json", texts, code=2)
    assert "at least one text" in command("adapt", "--size", "0", texts).err
    assert command.identify("--adapt", "-t", TEXTS[0]).code == 0


def test_what_was_learnt_is_said_in_one_line_and_a_weak_prior_in_a_second(lid: mixlid.Identifier) -> None:
    clear = lid.with_prior({"languages": {"tur": 0.7, "eng": 0.3}, "texts": 500})
    assert adapt.found(clear) == ["adapted to 500 texts: Turkish 70%, English 30%"]
    (_, weak) = adapt.found(lid.with_prior({"languages": {"tur": 0.2, "eng": 0.1}, "texts": 50}))
    assert weak == "this changes little (weight 0.08 of 1), as there are many languages for so few texts"
