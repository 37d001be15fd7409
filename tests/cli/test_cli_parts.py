"""`mixlid identify --parts` in every format that can show parts of words."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from mixlid.cli.main import main

TEXT = "Yarınki meeting'e geç kalma lütfen"
PARTS = [{"start": 8, "end": 15, "label": "eng_Latn"}, {"start": 15, "end": 17, "label": "tur_Latn"}]


def identify(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["identify", *options]) == 0
    return capsys.readouterr().out


def test_json_lines(capsys: pytest.CaptureFixture[str]) -> None:
    asked, plain = (json.loads(identify(capsys, "-f", "jsonl", one, "-t", TEXT)) for one in ("--parts", "--words"))
    assert [word["parts"] for word in asked["words"]] == [[], PARTS, [], [], []]
    assert [word["parts"] for word in plain["words"]] == [[]] * 5


def test_conllu(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [line.split("\t") for line in identify(capsys, "-f", "conllu", "--parts", "-t", TEXT).splitlines()]
    assert [row[-1] for row in rows if len(row) == 10][1].startswith("CSPoint=meeting§'e|Lang=")
    assert "CSPoint" not in identify(capsys, "-f", "conllu", "-t", TEXT)


def test_conllu_in_and_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def row(place: int, word: str, misc: str) -> str:
        return "\t".join([str(place), word, *"_______", misc])

    rows = [row(place, word, "_") for place, word in enumerate(TEXT.split(), 1)]
    path = tmp_path / "in.conllu"
    path.write_text("\n".join(rows) + "\n\n", encoding="utf-8")
    out = identify(capsys, "--parts", str(path)).splitlines()
    assert "CSPoint=meeting§'e" in out[1]
    assert sum("CSPoint" in line for line in out) == 1
    path.write_text("\n".join([row(1, TEXT.split()[0], "CSPoint=Yarın§ki"), *rows[1:]]) + "\n\n", encoding="utf-8")
    assert "CSPoint=Yarın§ki|Lang=tr" in identify(capsys, str(path))
    assert main(["identify", "--parts", str(path)]) == 1  # one that is there would be lost
    assert "'CSPoint'" in capsys.readouterr().err
    out = identify(capsys, "--parts", "--force", str(path)).splitlines()
    assert ["CSPoint" in line for line in out[:5]] == [False, True, False, False, False]


def test_tables(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = identify(capsys, "-f", "csv", "--parts", "-t", TEXT)
    assert [row["parts"] for row in csv.DictReader(out.splitlines())] == [
        "",
        "8-15=eng_Latn,15-17=tur_Latn",
        "",
        "",
        "",
    ]
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "out.parquet"
    identify(capsys, "--parts", "-o", str(path), "-t", TEXT)
    (words,) = parquet.read_table(path)["words"].to_pylist()
    assert [word["parts"] for word in words] == [[], PARTS, [], [], []]


def test_text_and_explanation(capsys: pytest.CaptureFixture[str]) -> None:
    shown = identify(capsys, "--parts", "--color", "always", "-t", TEXT)
    assert "meeting English + 'e Turkish" in shown
    shown = identify(capsys, "--parts", "--explain", "-t", TEXT)
    assert "(meeting eng_Latn + 'e tur_Latn)" in shown


def test_formats_that_have_no_place_for_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["identify", "--parts", "-f", "conll", "-t", TEXT]) == 2
    assert "--parts cannot be shown as conll" in capsys.readouterr().err
