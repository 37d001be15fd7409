"""`mixlid model list`, `mixlid model info` and `mixlid model pack`."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import pytest
from command import ENGLISH, Command

from mixlid.models import catalogue
from mixlid.models import loading as registry
from mixlid_lab.training.folding import pack_fasttext

CARD = {
    "name": "tiny",
    "licence": "CC0-1.0",
    "about": "a few sentences",
    "command": "mixlid train tiny.toml",
    "sources": {"eng_Latn": {"web": 1200, "books": 3}, "tur_Latn": {"web": 40}},
    "licences": {"web": "CC-BY-4.0"},
    "scores": {"default": {"cs": 0.7012345, "mono": 0.94}},
}


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


@pytest.fixture
def embedded(monkeypatch: pytest.MonkeyPatch, tiny_bin: Path, tmp_path: Path) -> Path:
    """A tiny model with a complete card, in place of the one in the package."""
    path = tmp_path / "litelid.mixlid"
    pack_fasttext(tiny_bin, path, card=CARD)
    for module in (catalogue, registry):
        monkeypatch.setattr(module, "EMBEDDED", path)
    return path


@pytest.fixture
def without_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)


@pytest.mark.usefixtures("without_hub")
def test_list(cli: Command, embedded: Path) -> None:
    lines = cli("model", "list").lines
    assert lines[1].split() == ["litelid", "6", "CC0-1.0", "here", str(embedded)]
    assert lines[2].split()[:3] == ["glotlid", "2,102", "Apache-2.0"]
    assert "needs mixlid[hub]" in lines[2]
    assert any(line.split() == ["litelid", "a", "few", "sentences"] for line in lines)
    models = json.loads(cli("model", "list", "--json").out)
    assert [model["name"] for model in models] == list(catalogue.NAMES)
    assert [model["here"] for model in models] == [True] + [None] * (len(models) - 1)
    embedded.unlink()
    assert cli("model", "list").lines[1].split() == ["litelid", "?", "?", "missing", str(embedded)]


def test_info_of_the_embedded_model(cli: Command, embedded: Path) -> None:
    for name in ((), ("litelid",)):
        lines = cli("model", "info", *name).lines
        rows = [line.split() for line in lines]
        assert lines[0] == "litelid"
        assert ["file", str(embedded)] in rows
        assert ["sha256", hashlib.sha256(embedded.read_bytes()).hexdigest()] in rows
        assert ["card:", "command", "mixlid", "train", "tiny.toml"] in rows
    facts = json.loads(cli("model", "info", "--json").out)
    assert facts["card"] == CARD
    assert len(facts["sha256"]) == 64


def test_info_of_a_card_with_anything_in_it(cli: Command, tiny_bin: Path, tmp_path: Path) -> None:
    path = tmp_path / "odd.mixlid"
    pack_fasttext(tiny_bin, path, card={"sources": {"web": 3, "x": {"y": ["\x1b[2J"]}}, "licences": [], "scores": {}})
    outcome = cli("model", "info", path)
    assert (outcome.code, outcome.err) == (0, "")
    assert "\x1b" not in outcome.out


def test_info_of_the_model_that_ships_fits_a_screen(cli: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    lines = cli("model", "info", "litelid").lines
    assert len(lines) < 45
    assert max(map(len, lines)) < 250
    assert cli("model", "list").lines[1].split()[2] == "Apache-2.0"


def test_info(cli: Command, tiny_table: Path, tiny_bin: Path) -> None:
    out = cli("model", "info", tiny_table).out
    assert "mixlid-table" in out
    assert "card: name" in out
    assert ["checksum", "matches"] in [line.split() for line in out.splitlines()]
    assert "penalty=0.5*" in out
    assert "eng_Latn" not in out
    out = cli("model", "info", tiny_bin).out
    assert "softmax" in out
    assert "penalty=15 " in out


def test_info_of_a_damaged_file(
    cli: Command, tiny_table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mixlid.models.container.OPENED_WITH_CHECK", 1000)  # as for a large file
    path = tmp_path / "changed.mixlid"
    path.write_bytes(tiny_table.read_bytes()[:-1] + b"?")
    outcome = cli("model", "info", path)
    assert outcome.code == 1
    assert "its checksum does not match its contents" in outcome.err


def test_info_as_json(cli: Command, tiny_bin: Path) -> None:
    facts = json.loads(cli("model", "info", "--json", tiny_bin).out)
    assert (facts["format"], facts["labels"]) == ("fasttext", 6)


def test_info_of_what_is_no_model(cli: Command, tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    path.write_text("not a model\n", encoding="utf-8")
    outcome = cli("model", "info", path)
    assert outcome.code == 1
    assert outcome.err.startswith(f"mixlid: {path} is not a model")


def test_pack(cli: Command, tiny_bin: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.mixlid"
    outcome = cli("model", "pack", tiny_bin, target)
    assert (outcome.code, outcome.err) == (0, "")
    assert "rows" in outcome.out
    assert cli.identify("-m", target, "-t", ENGLISH).lines == [f"eng_Latn\t{ENGLISH}"]

    again = cli("model", "pack", tiny_bin, target)
    assert again == (2, "", f"mixlid: {target} exists already; --force replaces it\n")
    small = cli("model", "pack", tiny_bin, target, "--force", "--max-rows", "100")
    assert "rows  100 of 2,442" in small.out
    cli("model", "pack", tiny_bin, target, "--force", "--max-rows", "50", "--dtype", "float32")
    assert target.stat().st_size <= 5000


def test_pack_refuses(cli: Command, tiny_bin: Path, tiny_table: Path, tmp_path: Path) -> None:
    assert "is an input, and would be replaced" in cli("model", "pack", tiny_bin, tiny_bin, "--force").err
    target = tmp_path / "out.mixlid"
    outcome = cli("model", "pack", tiny_table, target)
    assert outcome.code == 1
    assert "is a table already" in outcome.err
    assert cli("model", "pack", tmp_path / "none.bin", target).code == 1
    assert not target.exists()
    for option, value in (("--max-rows", "x"), ("--dtype", "int4")):
        assert cli("model", "pack", tiny_bin, target, option, value).code == 2
    none = cli("model", "pack", tiny_bin, target, "--max-rows", "0")
    assert (none.code, target.exists()) == (1, False)
    assert "would leave no rows" in none.err
