"""The pages with figures are what the command makes from the answers that are kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from mixlid.errors import InputError
from mixlid_lab.evaluation.scoreboard import Scoreboard
from mixlid_lab.paper.tables import seeds, significance
from mixlid_lab.report import pages
from mixlid_lab.report.keep import KEPT, PAPERS


@pytest.mark.skipif(
    not (pages.ROOT / KEPT / "test.tar.xz").exists(), reason="there are no answers of this model yet: make predictions"
)
def test_pages_are_up_to_date() -> None:
    for name, text in pages.pages().items():
        assert (pages.ROOT / name).read_text("utf-8") == text, f"{name} is out of date: make pages"


def test_the_paper_systems_are_kept_with_their_spread() -> None:
    dev, test = (Scoreboard(pages.ROOT / KEPT / f"{PAPERS}{part}.tar.xz") for part in ("dev", "test"))
    rows = {row.labels: row.cells for row in seeds(dev, test).rows}
    for recipe in ("v0", "v2"):
        models, cs, mono, mean, *of_test = rows[recipe, "AVG"].values()
        assert models.value == 3
        for cell in (cs, mono, mean, *of_test[1:]):
            assert cell.interval is not None
            assert isinstance(cell.value, float)
            assert cell.interval[0] <= cell.value <= cell.interval[1]
    compared = significance(test, [("v2-2 AVG", "v0-1 AVG"), ("v0-1 AVG", "v2-2 AVG")])
    assert [row.cells["McNemar, all sentences better"].value for row in compared.rows] == [
        "v2-2 AVG"
    ] * 2  # the better one


def _kept(folder: Path, system: str, answers: Sequence[Sequence[str]], right: Sequence[Sequence[str]]) -> Path:
    for name in ("labels", system):
        (folder / name).mkdir(parents=True, exist_ok=True)
    labels = [json.dumps("mark"), *(json.dumps({"text": "x x", "langs": one}) for one in right)]
    (folder / "labels" / "set.jsonl").write_text("\n".join([*labels, ""]), "utf-8")
    lines = (json.dumps([one, None, None]) for one in answers)
    (folder / system / "set.jsonl").write_text("\n".join([*lines, ""]), "utf-8")
    (folder / system / "system.json").write_text(json.dumps({"system": f"{system} AVG", "model": system}), "utf-8")
    return folder


def test_answers_of_several_places_are_joined(tmp_path: Path) -> None:
    right = [["tur", "eng"], ["tur"]]
    places = [_kept(tmp_path / name, name, [["tur"], ["tur"]], right) for name in ("v2-1", "v2-2", "own-10")]
    board = Scoreboard(*places)
    assert sorted(board.facts) == ["own-10 AVG", "v2-1 AVG", "v2-2 AVG"]
    assert board.models == ["own-10", "v2-1"] or board.models == ["v2-1", "own-10"]  # one of each recipe
    other = _kept(tmp_path / "other", "other", [["tur"], ["tur"]], [["tur"], ["eng"]])
    with pytest.raises(InputError, match="other sentences"):
        Scoreboard(places[0], other)


def test_what_a_system_was_not_asked_is_not_compared(tmp_path: Path) -> None:
    right = [["tur", "eng"], ["tur"]]
    board_of = _kept(tmp_path, "one", [["tur", "eng"], ["tur"]], right)
    _kept(tmp_path, "two", [["tur"], ["tur"]], right)
    (tmp_path / "labels" / "more.jsonl").write_text((tmp_path / "labels" / "set.jsonl").read_text())
    (tmp_path / "one" / "more.jsonl").write_text((tmp_path / "one" / "set.jsonl").read_text())
    board = Scoreboard(board_of)
    assert (board.without("one AVG"), board.without("two AVG")) == ([], ["more"])
    assert board.compare("one AVG", "two AVG").test[:2] == (1, 0)


def test_a_section_must_be_there_once() -> None:
    assert pages.fill("a\n<!-- figures:x -->\nold\n<!-- /figures -->", "x", "new") == (
        "a\n<!-- figures:x -->\n\nnew\n<!-- /figures -->"
    )
    with pytest.raises(ValueError, match="once"):
        pages.fill("a", "x", "new")
