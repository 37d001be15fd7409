"""What made the answers is said once, or where it is asked for; and a model has the same name everywhere."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from command import ENGLISH, TURKISH, Command

import mixlid
from mixlid.io.provenance import made_by
from mixlid.models.catalogue import EMBEDDED, name_of_address
from mixlid.server.command import served_models


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


def lines(count: int) -> str:
    return "".join(json.dumps({"id": number, "text": ENGLISH}) + "\n" for number in range(count))


def test_lines_have_it_only_by_option(cli: Command) -> None:
    (plain,) = cli.identify("-f", "jsonl", "-t", ENGLISH).records
    (told,) = cli.identify("-f", "jsonl", "--meta", "lines", "-t", ENGLISH).records
    assert told == plain | {"model": "tiny.mixlid", "config": {"preset": "cs", "solver": "exact"}}
    for where, format in (("header", "csv"), ("lines", "tsv")):
        assert f"--meta {where} is for jsonl" in cli.fails("-f", format, "--meta", where, "-t", ENGLISH, code=2)


def test_a_record_before_all_others(cli: Command, tmp_path: Path, tiny_table: Path) -> None:
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text(lines(900), encoding="utf-8")
    assert cli.identify("-q", path, "-o", out, "--meta", "header", "-j", "2").code == 0
    first, *rest = out.read_text(encoding="utf-8").splitlines()
    expected = {"model": "tiny.mixlid", "sha256": sha256(tiny_table.read_bytes()).hexdigest()}
    config = {"preset": "cs", "solver": "exact"}
    assert json.loads(first) == {"mixlid": {**expected, "version": mixlid.__version__, "config": config}}
    assert rest == cli.identify("-q", path).lines
    again = cli.identify("-q", out, "--force")  # what we have written is read without it
    assert [record["id"] for record in again.records] == list(range(900))
    assert cli.identify("-q", out, "--force", "-f", "csv").lines[1].startswith("0,")
    assert cli("stats", out).code == 0


def test_only_a_header_is_passed_over(cli: Command) -> None:
    for line in ('{"mixlid": {"a": 1}, "text": "the map"}', '{"mixlid": {', '{"mixlid": {}} x', '{"mixlid": 3}'):
        outcome = cli.identify("--from", "jsonl", "--on-error", "keep", stdin=f"{line}\n")
        assert len(outcome.records) == 1


def test_an_interrupted_run_has_it_once(cli: Command, tmp_path: Path) -> None:
    path, out, expected = tmp_path / "in.jsonl", tmp_path / "out.jsonl", tmp_path / "expected.jsonl"
    path.write_text(f"{lines(1500)}bad\n{lines(2)}", encoding="utf-8")
    assert "--resume" in cli.identify(path, "-o", out, "--meta", "header").err
    argv = ("-q", path, "--meta", "header", "--on-error", "skip")
    assert cli.identify(*argv, "-o", out, "--resume").code == 0
    assert cli.identify(*argv, "-o", expected).code == 0
    assert out.read_bytes() == expected.read_bytes()


def test_the_summary_has_it(cli: Command, tmp_path: Path) -> None:
    summary = tmp_path / "summary.json"
    assert cli.identify("-q", "-t", TURKISH, "--summary", summary).code == 0
    made = json.loads(summary.read_text(encoding="utf-8"))["made_by"]
    assert (made["model"], made["version"], made["config"]["preset"]) == ("tiny.mixlid", mixlid.__version__, "cs")


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
