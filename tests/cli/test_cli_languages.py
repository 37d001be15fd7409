"""`mixlid languages`: what the model knows, under any of its names; and `-j auto`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import ENGLISH, Command

from mixlid.cli import commands
from mixlid.models.catalogue import EMBEDDED


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(capsys, monkeypatch, EMBEDDED)


@pytest.mark.parametrize(
    ("wanted", "labels"),
    [
        ("Turkish", ["tur_Latn"]),
        ("türkçe", ["tur_Latn"]),
        ("tr", ["tur_Latn"]),
        ("no", ["nob_Latn", "nno_Latn"]),
        ("norwegian", ["nob_Latn", "nno_Latn"]),
        ("bokmal", ["nob_Latn"]),
        ("srp", ["srp_Cyrl", "srp_Latn"]),
        ("manding", ["bam_Latn", "dyu_Latn"]),
        ("Tifinagh", ["tzm_Tfng", "taq_Tfng"]),
        ("Haitian", ["hat_Latn"]),
        ("marathi", ["mar_Deva", "mar_Latn"]),
        ("akan", ["twi_Latn"]),
        ("farsi", ["pes_Arab", "pes_Latn"]),
    ],
)
def test_by_name_code_script_and_group(cli: Command, wanted: str, labels: list[str]) -> None:
    header, *lines = cli("languages", wanted).lines
    assert header.split() == ["label", "name", "in", "itself", "script", "near", "languages"]
    assert [line.split()[0] for line in lines] == labels


def test_all_of_them(cli: Command, tiny_table: Path) -> None:
    assert len(cli("languages").lines) > 200
    found = json.loads(cli("languages", "-m", str(tiny_table), "--json").out)
    turkish = {"label": "tur_Latn", "name": "Turkish", "autonym": "Türkçe", "script": "Latin", "group": None}
    assert turkish in found


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("klingonish", "does not know"),
        ("norweigan", "nob_Latn (Norwegian Bokmål)"),
        ("@nowhere", "no set of languages"),
    ],
)
def test_what_is_not_there(cli: Command, wanted: str, said: str) -> None:
    outcome = cli("languages", wanted)
    assert outcome.code == 2
    assert said in outcome.err
    assert outcome.out == ""


def test_as_many_processes_as_processors(cli: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def one() -> int:
        asked.append("how many")
        return 1

    monkeypatch.setattr(commands, "processors", one)
    assert cli.identify("-j", "auto", "-t", ENGLISH).code == 0
    assert asked == ["how many"]
    for wrong in ("0", "-1", "all"):
        assert f"or auto, not {wrong}" in cli.fails("-j", wrong, "-t", ENGLISH, code=2)
