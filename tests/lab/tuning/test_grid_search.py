"""The paper's search for its configurations, on a few sentences and through the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mixlid
from mixlid.adapt.labelled import Sample
from mixlid.cli.main import main
from mixlid.models.table import TableModel
from mixlid.settings import Settings
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.tuning.grid_search import OBJECTIVES, SearchGrid, effects, search, winners
from mixlid_lab.tuning.scored_datasets import ScoredDatasets

MIXED = ["yarın sabah the meeting starts early", "bahçede the children were playing", "please close çünkü soğuk"]
MONO = {"tur": "bütün gün bahçede oynuyordu", "eng": "the weather will be better"}
SMALL = SearchGrid((1.0, 0.5), (0.0, 0.3, 2.0), (0, 10), (None, 10), (None,), (None, 1))


@pytest.fixture
def bench(tiny_table: Path) -> ScoredDatasets:
    mixed = tuple(Sample(text, frozenset({"tur", "eng"})) for text in MIXED * 8)
    mono = tuple(Sample(text, frozenset({language})) for language, text in MONO.items() for _ in range(8))
    return ScoredDatasets(mixlid.load(tiny_table, preset="cs"), [Dataset("tur-eng", mixed), Dataset("mono", mono)])


def test_the_grid_has_the_papers_configurations() -> None:
    """Their values except for P, which is in units of the model; 7 · 8 · 4 · 7 · 3 settings in all."""
    everything = SearchGrid().candidates(50.0, 125)
    assert len(everything) == 4704
    avg = Settings(rank_weights=(1.0, 0.75), penalty=15.0, length_exponent=1.0, min_chars=5, force_top=10)
    assert avg in everything
    assert avg.replace(rank_weights=(1.0, 0.7), penalty=20.0, min_chars=10) in everything
    assert Settings(rank_weights=(1.0, 1.0)) in everything
    assert Settings(rank_weights=(1.0, 1.0), only_top=20) in everything
    assert not [one for one in everything if one.only_top and one.force_top]
    # M shrinks with the labels, and settings that are then the same are tried once.
    assert {settings.force_top for settings in SearchGrid().candidates(50.0, 12)} == {None, 1, 2}


def test_winners_are_the_best_of_all(bench: ScoredDatasets) -> None:
    candidates = SMALL.candidates(1.0, 125)
    trials = search(bench, candidates)
    assert [trial.settings for trial in trials] == candidates
    best = winners(trials)
    for name, objective in OBJECTIVES.items():
        assert objective(best[name]) == max(map(objective, trials))
        assert best[name].preset == name
    head, *rows = effects(trials)
    assert head[3:] == ("best CS", "best mono", "best mean")
    assert [row[:3] for row in rows if row[0] == "min_chars"] == [("min_chars", "0", "24"), ("min_chars", "10", "24")]
    assert max(float(row[5]) for row in rows if row[0] == "penalty") == pytest.approx(best["avg"].mean, abs=1e-4)


def test_halving_tries_fewer_and_finds_as_good(bench: ScoredDatasets) -> None:
    candidates = SMALL.candidates(1.0, 125)
    counted: list[None] = []
    trials = search(bench, candidates, halving=True, report=lambda: counted.append(None))
    assert len(trials) < len(candidates) / 2
    assert len(counted) > len(candidates)
    everything = winners(search(bench, candidates))
    for name, trial in winners(trials).items():
        assert OBJECTIVES[name](trial) == OBJECTIVES[name](everything[name])


def test_by_the_command(
    tiny_table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is printed, the three presets are written, and the model's own default is kept."""
    monkeypatch.setattr("mixlid_lab.commands.tune.SearchGrid", lambda: SMALL)
    folder, out, board = tmp_path / "dev", tmp_path / "out.mixlid", tmp_path / "board.jsonl"
    folder.mkdir()
    mixed = [{"text": text, "langs": ["tur", "eng"]} for text in MIXED]
    mono = [{"text": text, "langs": [language]} for language, text in MONO.items()]
    for name, records in (("tur-eng", mixed), ("mono", mono)):
        lines = "".join(json.dumps(record) + "\n" for record in records)
        (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    given = tmp_path / "given.mixlid"
    TableModel.load(tiny_table).with_header(presets={"default": {"penalty": 0.25}}, confidence={}).write(given)
    options = ["--search", "grid", "--mono-share", "1", "-q", "-o", str(out), "--leaderboard", str(board)]
    assert main(["tune", str(given), "--data", str(folder), *options]) == 0
    said = capsys.readouterr().out
    assert "best mean" in said
    assert "max_switches" in said
    presets = TableModel.load(out).presets
    assert set(presets) == {"cs", "avg", "mono", "default"}
    assert presets["default"] == {"penalty": 0.25}
    assert len(board.read_text(encoding="utf-8").splitlines()) == 48
