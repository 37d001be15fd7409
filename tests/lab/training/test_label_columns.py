"""A model with another label scores all others as before."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixlid.errors import ModelError
from mixlid.models.added import AddedLabel, added_labels, bits_with, frequent_bits, group_in
from mixlid.models.container import KEY, read_container, write_container
from mixlid.models.loading import load_model
from mixlid.models.ngrams import NgramSpec
from mixlid.models.partitions import PartitionedModel
from mixlid.models.restricted import RestrictedModel
from mixlid.text.frequent_words import FREQUENT, RARE, FrequentWords
from mixlid.text.labels import give_names, name_of
from mixlid_lab.training.added_label import Column, with_label
from tiny_partitions import LABELS, SPEC, make_partitioned

ABOUT = AddedLabel("", "eng_Latn", "", "kalu miro")
WORDS = st.lists(st.text(st.characters(codec="utf-8"), max_size=12), max_size=8)


def with_latin(model: PartitionedModel, label: str = "qaa_Latn") -> PartitionedModel:
    """A label in Latin letters with a value for every feature."""
    values = np.arange(SPEC.buckets) % 100 - 50
    return with_label(model, label, [Column(("Latn",), np.arange(SPEC.buckets), values.astype(np.int8))], ABOUT)


MODEL = make_partitioned()
GROWN = with_latin(MODEL)


@settings(deadline=None)
@given(WORDS)
def test_a_further_label_changes_no_score(words: list[str]) -> None:
    np.testing.assert_array_equal(GROWN.word_scores(words)[:, :-1], MODEL.word_scores(words))


def test_its_scores_are_sums_of_its_values() -> None:
    made = with_latin(make_partitioned())
    table = made.partition_of["Latn"].table
    assert table is not None
    for word in ("kalu", "Wetter", "x"):
        features = table._vocabulary.features([word.lower()])
        expected = (features.ids % 100 - 50).sum() * 0.125 / np.sqrt(len(features.ids))
        assert made.word_scores([word])[0, -1] == pytest.approx(expected)
    assert made.word_scores(["привет"])[0, -1] == -np.inf


def test_labels_that_cannot_be_added() -> None:
    with pytest.raises(ModelError, match="has a label eng_Latn already"):
        with_latin(make_partitioned(), "eng_Latn")
    with pytest.raises(ModelError, match="a second label in Thai needs scores"):
        with_label(make_partitioned(), "qaa_Thai", [Column(("Thai",))], ABOUT)


def test_a_partition_gets_its_first_rows() -> None:
    spec = NgramSpec(1, 2, 64, whole_word=True)
    column = Column(("Thai",), np.arange(64), np.full(64, 3, dtype=np.int8), spec, 0.5)
    made = with_label(make_partitioned(), "qaa_Thai", [column], ABOUT)
    scores = made.word_scores(["ไทย"])[0]
    certainty = make_partitioned().partition_of["Thai"].header.certainty
    assert scores[LABELS.index("tha_Thai")] == certainty
    assert scores[-1] > certainty
    assert made.partition_of["Thai"].header.ngrams == spec


def test_what_is_said_of_an_added_label_is_in_the_file(tmp_path: Path) -> None:
    about = AddedLabel("Kalumi", "eng_Latn", "Norwegian", "kalu miro")
    made = with_latin(make_partitioned())
    made = PartitionedModel(replace(made.header, added={"qaa_Latn": about}), made.rows())
    made.write(tmp_path / "made.mixlid")
    give_names({"qaa_Latn": ""})
    read = load_model(tmp_path / "made.mixlid")
    assert added_labels(read) == added_labels(RestrictedModel(read, [0])) == {"qaa_Latn": about}
    assert name_of("qaa_Latn") == "Kalumi"
    assert group_in(read, "qaa_Latn") == group_in(read, "nob_Latn") == "Norwegian"
    assert group_in(make_partitioned(), "qaa_Latn") == "qaa_Latn"


@pytest.mark.parametrize(
    "about",
    [
        {"qaa_Latn": {"name": "x", "like": "eng_Latn", "group": "no such group", "words": ""}},
        {"qaa_Latn": {"name": 1, "like": "eng_Latn", "group": "", "words": ""}},
        {"qaa_Latn": {"name": "x"}},
        {"zzz_Latn": {"name": "x", "like": "eng_Latn", "group": "", "words": ""}},
        ["qaa_Latn"],
        {"qaa_Latn": "x"},
    ],
)
def test_what_makes_no_sense_is_refused(about: Any, tmp_path: Path) -> None:
    path = tmp_path / "made.mixlid"
    with_latin(make_partitioned()).write(path)
    container = read_container(path)
    content = json.loads(container.metadata[KEY])
    write_container(path, dict(container.tensors), {KEY: json.dumps({**content, "added": about})})
    with pytest.raises(ModelError, match="damaged"):
        load_model(path)


def test_frequent_words_of_an_added_label() -> None:
    made = with_latin(make_partitioned())
    words = FrequentWords(["qaa_Latn", "eng_Latn"], frequent_bits(made))
    for word, column, expected in (("Kalu", 0, FREQUENT), ("miro", 0, FREQUENT), ("the", 1, FREQUENT)):
        assert words.look_up(column, word, 0, len(word)) == expected
    assert frequent_bits(make_partitioned()) is None
    plain = FrequentWords(["qaa_Latn"])
    assert plain.look_up(0, "kalu", 0, 4) == RARE
    assert bits_with((("qaa_Latn", "kalu"),)) is bits_with((("qaa_Latn", "kalu"),))
