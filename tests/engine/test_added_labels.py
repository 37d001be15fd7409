"""Labels added to a model: both kernels give the same answers, and its similar labels and groups are used."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from reference import same

from compiled import compiled_module
from made_up_languages import SYLLABLES, one_label_each, sentences
from mixlid import Settings
from mixlid.configuration import with_preset
from mixlid.engine.evidence import related
from mixlid.engine.near_languages import NearLanguages
from mixlid.inspection import weigher
from mixlid.models.added import AddedLabel
from mixlid.models.fitted import Fitted
from mixlid.models.loading import load_model
from mixlid.models.partitions import PartitionedModel
from mixlid.models.unknown import SIZE
from mixlid_lab.training.added_label import Column, with_label
from mixlid_lab.tuning.add_label import add_label

compiled_module("mixlid.engine._compiled")

TEXTS = sentences(SYLLABLES["qaa"], 120)
OTHER_TEXTS = sentences(SYLLABLES["qab"], 120)


@pytest.fixture(scope="module")
def grown() -> PartitionedModel:
    """Two added languages, with a decision and an unknown detector that use everything."""
    curves = {"languages": [0.1, 1, 0, 0.1], "language": [0.1, 1, 0, 0.1], "word": [0, 1, 0, 0.1, 0, 0.1]}
    fitted = {
        "unit": 2.0, "word_unit": 3.0, "one": curves, "several": curves,
        "decision": {
            "constant": 0.5, "dominant": {"*": -1.0},
            "weights": {"lead": 1.0, "frequent": 2.0, "strangers": -0.5, "near": -1.0, "share": 0.25},
        },
        "familiarity": {
            "known": [0.1] * (SIZE + 1), "language": [0.05] * (SIZE + 1), "typical": {"*": 3.0}, "frequent": {"*": 0.5},
        },
    }  # fmt: skip
    model = one_label_each()
    presets = {"default": {**model.presets["default"], "max_languages": 3, "mixed_threshold": 0.5}}
    base = PartitionedModel(replace(model.header, presets=presets, confidence={"default": fitted}), {})
    first = add_label(base, "qaa_Latn", TEXTS).model
    return add_label(first, "qab_Latn", OTHER_TEXTS).model


def test_both_kernels_agree(grown: PartitionedModel) -> None:
    lid = with_preset(grown).replace(unknown_threshold=0.5)
    mixed = [f"{one} {other} the end" for one, other in zip(TEXTS[:20], OTHER_TEXTS[:20], strict=True)]
    same(lid, [*TEXTS[:20], *OTHER_TEXTS[:20], *mixed, "the weather is good", "και kalu", "", "12"])


def test_frequent_words_and_likes_are_evidence(grown: PartitionedModel) -> None:
    lid = with_preset(grown)
    _, proposals = weigher(lid._config())(f"{TEXTS[0]} {OTHER_TEXTS[0]}", None)
    assert proposals
    assert {proposals[0].smallest, proposals[0].dominant} == {"qaa_Latn", "qab_Latn"}
    assert proposals[0].pieces["frequent"] == 1.0
    assert proposals[0].pieces["strangers"] == 0.0  # both are like English, and so they meet
    assert proposals[0].pieces["near"] == related("eng_Latn", "eng_Latn")[1]


def test_a_label_that_was_added_to_a_group() -> None:
    labels = ("bos_Latn", "hrv_Latn", "qaa_Latn", "eng_Latn")
    number = {"hbs_Latn": 4}
    near = NearLanguages(
        Settings(), None, labels, None, number, {"qaa_Latn": "Bosnian, Croatian, Serbian"}, [1.0] * 4, 1.0, Fitted()
    )
    assert [near.are_near(0, other) for other in range(4)] == [True, True, True, False]
    apart = NearLanguages(Settings(), None, labels, None, number, {}, [1.0] * 4, 1.0, Fitted())
    assert [apart.are_near(0, other) for other in range(4)] == [True, True, False, False]


def test_the_model_that_ships_with_a_label_that_says_nothing() -> None:
    """A column of zeros with the prices of a rare language: answers are those of the model without it."""
    model = load_model()
    assert isinstance(model, PartitionedModel)
    nothing = Column(("Latn",), np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int8))
    grown = with_label(model, "qaa_Latn", [nothing], AddedLabel("", "ita_Latn", "", ""))
    before, after = with_preset(model), with_preset(grown)
    texts = ["yarınki meeting için hazır", "the weather is good today", "Wir treffen uns after work", "привет, friends"]
    for text in texts:
        old, new = before.identify(text), after.identify(text)
        assert (new.labels, new.words) == (old.labels, old.words)
