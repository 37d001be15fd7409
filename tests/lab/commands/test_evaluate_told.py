"""`mixlid evaluate` with what a user knows; word figures by language; sentences in no language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mixlid.cli.main import main
from mixlid_lab.evaluation.scoreboard import Scoreboard

MIXED = [
    ("yarın sabah the meeting starts early", "tur tur eng eng eng eng"),
    ("bahçede the children were playing", "tur eng eng eng eng"),
]
MONO = [("bütün gün bahçede oynuyordu", "tur"), ("the weather will be better", "eng")]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "dev"
    folder.mkdir()
    mixed = [
        {"text": text, "langs": ["tur", "eng"], "tokens": text.split(), "tags": tags.split()} for text, tags in MIXED
    ]
    mono = [{"text": text, "langs": [language]} for text, language in MONO]
    for name, records in (("tur-eng", mixed), ("mono-own", mono)):
        lines = (json.dumps(record) + "\n" for record in records)
        (folder / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder


@pytest.fixture
def evaluate(tiny_table: Path, data: Path, tmp_path: Path) -> Any:
    def run(*options: str | Path) -> dict[str, Any]:
        figures, answers = tmp_path / "figures.json", tmp_path / "answers"
        argv = [
            "evaluate",
            "-m",
            tiny_table,
            "--data",
            data,
            "-p",
            "cs",
            "--json",
            figures,
            "--force",
            "--predictions",
            answers,
        ]
        assert main([*map(str, argv), *map(str, options)]) == 0
        board = Scoreboard(answers)
        found = [one for system in board.facts for members in board.answers(system).values() for one in members]
        read: dict[str, Any] = json.loads(figures.read_text(encoding="utf-8"))
        return read | {"answers": found}

    return run


def test_languages(evaluate: Any, capsys: pytest.CaptureFixture[str]) -> None:
    told = evaluate("-l", "tur,eng")
    assert all(one.found <= {"tur", "eng"} for one in told["answers"])
    only = evaluate("-l", "tur")
    assert [one.sample.languages for one in only["answers"]] == [{"tur"}]  # nothing else can be right
    assert "tur-eng: 2 of 2 sentences left out, in languages that the model (or -l, --labels) lacks" in (
        capsys.readouterr().err
    )


def test_settings(evaluate: Any) -> None:
    assert evaluate()["cs"]["tur-eng"] == 1.0
    assert evaluate("-s", "max_languages=1")["cs"]["tur-eng"] == 0.0


def test_sentences_without_a_language(evaluate: Any, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = evaluate()["cs"]
    with (data / "tur-eng.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(json.dumps({"text": "+++ 42", "langs": langs}) + "\n" for langs in ([], ["zxx"], ["und"]))
    assert evaluate()["cs"] == before
    assert "tur-eng: 3 of 5 sentences skipped, as they have no language" in capsys.readouterr().err
