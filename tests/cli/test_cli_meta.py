"""What made the answers is said once; and a model has the same name everywhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import TURKISH, Command

import mixlid
from mixlid.io.provenance import made_by
from mixlid.models.catalogue import EMBEDDED, name_of_address
from mixlid.server.command import served_models


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


def test_the_summary_has_it(cli: Command, tmp_path: Path) -> None:
    summary = tmp_path / "summary.json"
    assert cli.identify("-q", "-t", TURKISH, "--summary", summary).code == 0
    made = json.loads(summary.read_text(encoding="utf-8"))["made_by"]
    assert (made["model"], made["version"]) == ("tiny.mixlid", mixlid.__version__)
    assert made["config"] == {"preset": "cs", "solver": "exact"}
    options = ("-l", "tr,eng", "-s", "max_languages=1", "--solver", "topk:k=1", "--unit", "document")
    assert cli.identify("-q", "--force", *options, "-t", TURKISH, "--summary", summary).code == 0
    assert json.loads(summary.read_text(encoding="utf-8"))["made_by"]["config"] == {
        "preset": "cs",
        "solver": "topk:k=1",
        "settings": {"max_languages": 1},
        "languages": ["tur_Latn", "eng_Latn"],
        "unit": "document",
    }


def test_numbers_have_four_digits(cli: Command) -> None:
    for options in ((), ("--words",)):
        (record,) = cli.identify("-f", "jsonl", *options, "-t", TURKISH).records
        numbers = [record["margin"], *record["proportions"].values(), *(w["score"] for w in record.get("words", ()))]
        assert numbers == [float(f"{number:.4g}") for number in numbers]
        assert any(number != float(f"{number:.3g}") for number in numbers)


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("LiteLID", "litelid"),
        ("cis-lmu/glotlid", "glotlid"),
        ("hf://cis-lmu/glotlid/model_v3.bin", "glotlid"),
        ("hf://org/repo/file.bin@abc#sha256=12", "hf://org/repo/file.bin@abc"),
        ("folder/mine.mixlid", "mine.mixlid"),
    ],
)
def test_names(address: str, name: str) -> None:
    assert name_of_address(address) == name


def test_one_name_for_files_service_and_python(cli: Command, tiny_table: Path) -> None:
    lid = mixlid.load()
    assert made_by(lid)["model"] == "litelid" == made_by(lid, str(EMBEDDED))["model"]
    assert repr(lid).startswith("<Identifier litelid;")
    assert cli("model", "info", "litelid").lines[0] == cli("model", "info", EMBEDDED).lines[0] == "litelid"
    assert list(served_models(["LiteLID", str(tiny_table)])) == ["litelid", "tiny.mixlid"]
    assert cli("model", "info", tiny_table).lines[0] == "tiny.mixlid"
