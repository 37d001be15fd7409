"""A model as an identifier with one answer, compared with values computed by hand."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from mixlid.adapt.labelled import Sample
from mixlid.models.header import PartitionedModelHeader, PartitionHeader
from mixlid.models.partitions import PartitionedModel
from mixlid.models.table import TableModel
from mixlid_lab.evaluation.one_label import Guess, f1_by_label, figures, guesses, pieces
from mixlid_lab.evaluation.set_metrics import mean


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
    found = figures(TableModel.load(tiny_table), guesses(TableModel.load(tiny_table), wrong), 1)
    assert found["confused"] == [["tur", "eng", 1]]
    assert found["F1"] == pytest.approx({"eng": 2 / 3, "tur": 0.0}, abs=1e-4)


def by_script(*labels: str) -> PartitionedModel:
    """A model that knows one label for each script, so that it always gets the script right."""
    blocks = tuple(PartitionHeader((label[-4:],), (place,), 1.0) for place, label in enumerate(labels))
    return PartitionedModel(PartitionedModelHeader(labels, blocks), {})


def test_data_that_say_the_script_are_judged_by_label_and_by_group() -> None:
    """Croatian is the only label in Latin letters: Bosnian, which is near, and Slovenian, which is not, both get it."""
    model = by_script("hrv_Latn", "srp_Cyrl")
    samples = [
        Sample("dobar dan", frozenset(["hrv"]), label="hrv_Latn"),
        Sample("dobar dan", frozenset(["bos"]), label="bos_Latn"),
        Sample("dober dan", frozenset(["slv"]), label="slv_Latn"),
        Sample("добар дан", frozenset(["srp"]), label="srp_Cyrl"),
    ]
    found = figures(model, [
        Guess(sample, sample.label, model.labels[int(model.probabilities(sample.text).argmax())])
        for sample in samples
    ], every=5)  # fmt: skip
    assert found["F1"] == {"hrv_Latn": 0.5, "bos_Latn": 0.0, "slv_Latn": 0.0, "srp_Cyrl": 1.0}
    near = "Bosnian, Croatian, Serbian"
    assert found["F1 of groups"] == {near: 0.8}
    assert found["macro F1"] == 0.375
    assert found["macro F1 of groups"] == 0.6


def test_a_language_in_two_scripts() -> None:
    """If the data name the script, the other one is a mistake; if not, it is the same language."""
    model = by_script("srp_Latn", "srp_Cyrl")
    latin, cyrillic = (Sample(text, frozenset(["srp"])) for text in ("dobar dan", "добар дан"))
    assert [guess.right for guess in guesses(model, [latin, cyrillic])] == ["srp_Latn", "srp_Cyrl"]
    assert figures(model, guesses(model, [latin, cyrillic]))["F1"] == {"srp": 1.0}
    wrong = Sample("добар дан", frozenset(["srp"]), label="srp_Latn")
    assert figures(model, guesses(model, [wrong]))["F1"] == {"srp_Latn": 0.0}
