"""A model as an identifier with one answer, against values computed by hand."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from mixlid.lab.evaluation.datasets import Sample
from mixlid.lab.evaluation.one_label import f1_by_label, judge, pieces
from mixlid.lab.evaluation.set_metrics import mean
from mixlid.models.table import TableModel


def test_f1() -> None:
    """tur: 1 right of 2 claimed, 1 of 2 there; eng: 1 of 2 claimed, 1 of 1 there; deu never found."""
    found = f1_by_label(["tur", "tur", "eng", "deu"], ["tur", "eng", "eng", "tur"])
    assert found == {"tur": 0.5, "eng": pytest.approx(2 / 3), "deu": 0.0}


def test_nothing_to_average() -> None:
    assert math.isnan(mean([]))  # rather than a flattering 0 or 1


def test_pieces_are_whole_words_of_the_right_length() -> None:
    text = "one two three four five six"
    assert list(pieces(text, 6, 10)) == ["one two", "four five"]
    assert list(pieces(text, 1, 3)) == ["one"]
    assert list(pieces("x", 6, 10)) == []


def test_judge_counts_confusions(tiny_table: Path) -> None:
    wrong = [
        Sample("the weather will be better", frozenset(["tur"])),
        Sample("the old map is here", frozenset(["eng"])),
    ]
    found = judge(TableModel.load(tiny_table), wrong, every=1)
    assert found.top1 == {"eng": 1.0, "tur": 0.0}
    assert found.confusions == [("tur", "eng", 1)]
    assert found.false_positives == {"eng": 1.0, "tur": 0.0}
    assert found.f1 == {"eng": pytest.approx(2 / 3), "tur": 0.0}
