"""Scores of runs, and the commands that compare them."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

import pytest

from mixlid.adapt.labelled import Sample
from mixlid.cli.main import main
from mixlid_lab.commands import evaluate_runs, evaluate_share
from mixlid_lab.evaluation.marked_runs import MarkedText
from mixlid_lab.evaluation.run_finders import RunFinder, mixlid_runs
from mixlid_lab.evaluation.run_metrics import RunScores, every, marked_text

TEXT = MarkedText("ab cd ef", ("tur", "tur", None, "eng", "eng", None, "tur", "tur"))


def test_scores() -> None:
    scores = RunScores()
    scores.add(TEXT, [(0, 3, "tur"), (3, 6, "eng"), (6, 8, "tur")])
    assert (scores.accuracy, scores.boundary_f1) == (1.0, 1.0)
    scores.add(TEXT, [(0, 6, "tur"), (6, 8, "eng")])
    assert scores.accuracy == 8 / 12
    assert scores.boundary_f1 == pytest.approx(2 * (3 / 3) * (3 / 4) / (3 / 3 + 3 / 4))
    assert RunScores().accuracy == RunScores().boundary_f1 == 0


def test_labelled_words_as_marked_text() -> None:
    sample = Sample("gel 3 see", frozenset({"tur", "eng"}), ("gel", "3", "see"), ("tur", "other", "eng"))
    assert marked_text(sample) == MarkedText("gel 3 see", ("tur",) * 3 + (None,) * 3 + ("eng",) * 3)


def test_lines_are_spread() -> None:
    assert every([1, 2, 3, 4, 5, 6, 7], 3) == [1, 4, 7]
    assert every([1, 2], 5) == [1, 2]


def test_runs_of_mixlid() -> None:
    find = mixlid_runs({"zho", "eng"})
    assert list(find("我们有个meeting，")) == [(0, 4, "zho"), (4, 12, "eng")]


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page to be filled, without other tools."""

    def languages() -> frozenset[str]:
        return frozenset({"tur", "eng", "deu"})

    def told(languages: Collection[str]) -> RunFinder:
        return mixlid_runs(languages)

    for module in (evaluate_runs, evaluate_share):
        monkeypatch.setattr(module, "lingua_languages", languages)
    monkeypatch.setattr(evaluate_runs, "TOLD", {"told": told})
    monkeypatch.setattr(evaluate_runs, "ANY", {"mixlid": mixlid_runs})
    monkeypatch.setattr(evaluate_share, "_lingua_judge", lambda: lambda text, language: float(language == "tur"))  # noqa: ARG005
    path = tmp_path / "page.md"
    path.write_text("".join(f"<!-- figures:{name} -->\n<!-- /figures -->\n" for name in ("runs", "share")), "utf-8")
    return path


def test_the_command_fills_the_page(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    marked, data = tmp_path / "marked.txt", tmp_path / "tur-eng.jsonl"
    marked.write_text("<zh>我们有个<en>meeting<zh>。\n", encoding="utf-8")
    record = {"text": "bugün hava güzel see you tomorrow", "langs": ["tur", "eng"]}
    words = {"tokens": record["text"].split(), "tags": ["tur"] * 3 + ["eng"] * 3}  # type: ignore[attr-defined]
    data.write_text(json.dumps({**record, **words}) + "\n", encoding="utf-8")
    argv = ["evaluate", "runs", "--marked", str(marked), "--data", str(data), "--page", str(page)]
    assert main(argv) == 0
    assert "told" in capsys.readouterr().out
    written = page.read_text(encoding="utf-8")
    assert "| **mixlid** | 1.000 | 1.000 |" in written
    assert (
        "1 lines of Chinese, Japanese, Korean and English, and 1 of 1 corpora with labelled words (tur-eng)" in written
    )


def test_shares_and_thresholds(page: Path, tmp_path: Path) -> None:
    data = tmp_path / "mono.jsonl"
    texts = [("bugün hava çok güzel", "tur"), ("see you tomorrow at the station", "eng")]
    data.write_text("".join(json.dumps({"text": text, "langs": [one]}) + "\n" for text, one in texts), encoding="utf-8")
    assert main(["evaluate", "share", "--data", str(data), "--page", str(page)]) == 0
    written = page.read_text(encoding="utf-8")
    assert "| mixlid, `share_in` | 0.05 | 0.000 | 0.000 |" in written
    assert "| lingua, confidence | 0.75 | 0.500 | 0.000 |" in written
    assert "2 development texts in 2 languages" in written
