"""`mixlid adapt --labelled`, and `mixlid identify` with its output."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from command import Command

from mixlid import Prior
from mixlid.models.catalogue import EMBEDDED

#: English words in Turkish text, which these annotators count; the last sentences cannot be used.
LABELLED = [
    ("yarınki meeting için slides hazır mı", ["tur", "eng"]),
    ("bu weekend biz de party için geliyoruz", ["tr", "en"]),
    ("bizim team çok iyi", ["tur", "eng"]),
    ("bugün hava çok güzel, dışarı çıkalım", ["tur"]),
    ("the train was late again this morning", ["eng"]),
    ("akşam yemeğine kimler geliyor", ["tur"]),
    ("+++ 42 +++", []),
    ("nuqneH", ["tlh"]),
]
USED = 6


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    path = tmp_path / "labelled.jsonl.gz"
    records = "".join(json.dumps({"text": text, "langs": langs}) + "\n" for text, langs in LABELLED)
    path.write_bytes(gzip.compress(records.encode()))
    return path


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(capsys, monkeypatch, Path(EMBEDDED))


def test_labels_alone(command: Command, labelled: Path, tmp_path: Path) -> None:
    prior = tmp_path / "prior.json"
    outcome = command("adapt", "--labelled", labelled, "-o", prior)
    assert outcome.code == 0
    assert "1 of 8 sentences skipped, as they have no language" in outcome.err
    assert "1 of 7 sentences skipped, as they are not in languages of the model" in outcome.err
    assert "mixlid: 6 labels: exact match " in outcome.err
    assert "(cross-validation); " in outcome.err
    learnt = Prior.load(prior)
    assert (learnt.labels, learnt.texts) == (USED, USED)
    assert set(learnt.languages) == {"tur", "eng"}
    assert learnt.offset is not None
    found = command("identify", "--prior", prior, "-f", "jsonl", "-t", LABELLED[2][0])
    assert found.records[0]["labels"] == ["tur_Latn", "eng_Latn"]


def test_labels_and_texts(command: Command, labelled: Path, tmp_path: Path) -> None:
    """What the texts say is kept, and what labels say is added."""
    texts = tmp_path / "texts.txt"
    texts.write_text("el tren llegó tarde otra vez esta mañana\n" * 2 + "hoy hace muy buen tiempo\n", encoding="utf-8")
    learnt = json.loads(command("adapt", "-q", "--labelled", labelled, texts).out)
    assert learnt["texts"] == USED + 2
    assert set(learnt["languages"]) >= {"tur", "eng"}
    assert command("adapt", "-q", "--labelled", labelled, texts).err == ""


def test_only_some_languages(command: Command, labelled: Path) -> None:
    """Languages left out by `-l` are not learnt, and neither are labels in them."""
    outcome = command("adapt", "-l", "eng", "--labelled", labelled)
    assert "sentences skipped, as they are not in the languages of -l" in outcome.err
    assert set(json.loads(outcome.out)["languages"]) == {"eng"}
    assert "has no sentence in the languages of -l" in command("adapt", "-l", "fin", "--labelled", labelled).err


def test_nothing_that_can_be_used(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "labelled.jsonl"
    path.write_text(json.dumps({"text": "nuqneH", "langs": ["tlh"]}) + "\n", encoding="utf-8")
    refused = command("adapt", "--labelled", path)
    assert refused.code == 1
    assert "labelled.jsonl has no sentence in languages of the model" in refused.err
    path.write_text(json.dumps({"text": "nuqneH"}) + "\n", encoding="utf-8")
    assert "labelled.jsonl, line 1: expected an object with text and langs" in command("adapt", "--labelled", path).err


def test_labels_from_a_transcript(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "corrected.cha"
    lines = [
        "*AYS:\tyarınki meeting@s:eng için hazır .",
        "*DEN:\t[- eng] the meeting with the weather .",
        "*DEN:\txxx .",
    ]
    path.write_text("\n".join(["@Begin", "@Languages:\ttur, eng", *lines * 6, "@End", ""]), encoding="utf-8")
    outcome = command("adapt", "--labelled", path)
    assert outcome.code == 0
    assert json.loads(outcome.out)["labels"] == 12
    path.write_text("@Begin\n@Languages:\ttur\n*AYS:\tyarınki .\n@End\n", encoding="utf-8")
    assert "corrected.cha, line 3: the words have no languages" in command("adapt", "--labelled", path).err
