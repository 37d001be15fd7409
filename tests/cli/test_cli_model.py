"""`mixlid model info` and `mixlid model pack`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import ENGLISH, Command


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


def test_info(cli: Command, tiny_table: Path, tiny_bin: Path) -> None:
    out = cli("model", "info", tiny_table).out
    assert "mixlid-table" in out
    assert "card: name" in out
    assert "penalty=0.5*" in out
    assert "eng_Latn" not in out
    assert "eng_Latn English" in cli("model", "info", "--labels", tiny_table).out
    out = cli("model", "info", tiny_bin).out
    assert "softmax" in out
    assert "penalty=15 " in out


def test_info_as_json(cli: Command, tiny_bin: Path) -> None:
    facts = json.loads(cli("model", "info", "--json", tiny_bin).out)
    assert (facts["format"], facts["labels"]) == ("fasttext", 6)
    assert "label_list" not in facts
    facts = json.loads(cli("model", "info", "--json", "--labels", tiny_bin).out)
    assert "eng_Latn" in facts["label_list"]


def test_info_of_what_is_no_model(cli: Command, tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    path.write_text("not a model\n", encoding="utf-8")
    outcome = cli("model", "info", path)
    assert outcome.code == 1
    assert outcome.err.startswith(f"mixlid: {path} is no model")


def test_pack(cli: Command, tiny_bin: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.mixlid"
    outcome = cli("model", "pack", tiny_bin, target)
    assert (outcome.code, outcome.err) == (0, "")
    assert "rows" in outcome.out
    assert "same best language for" in outcome.out
    assert cli.identify("-m", target, "-t", ENGLISH).lines == [f"eng_Latn\t{ENGLISH}"]

    again = cli("model", "pack", tiny_bin, target)
    assert again == (1, "", f"mixlid: {target} is there already; --force replaces it\n")
    small = cli("model", "pack", tiny_bin, target, "--force", "--max-rows", "100")
    assert "rows    100 of 2,442" in small.out
    cli("model", "pack", tiny_bin, target, "--force", "--max-size", "5K", "--dtype", "float32")
    assert target.stat().st_size <= 5000


def test_pack_refuses(cli: Command, tiny_bin: Path, tiny_table: Path, tmp_path: Path) -> None:
    assert "the model to be packed itself" in cli("model", "pack", tiny_bin, tiny_bin, "--force").err
    target = tmp_path / "out.mixlid"
    outcome = cli("model", "pack", tiny_table, target)
    assert outcome.code == 1
    assert outcome.err.startswith("mixlid: ")
    assert cli("model", "pack", tmp_path / "none.bin", target).code == 1
    assert not target.exists()
    for option, value in (("--max-size", "big"), ("--max-rows", "0"), ("--dtype", "int4")):
        assert cli("model", "pack", tiny_bin, target, option, value).code == 2
