"""A model of many scripts: which words it scores for which labels, its file, and files that are refused."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mixlid.errors import ModelError
from mixlid.models.container import read_container, write_container
from mixlid.models.header import PartitionedModelHeader, PartitionHeader
from mixlid.models.loading import load_model
from mixlid.models.ngrams import NgramSpec, word_features
from mixlid.models.partitions import PartitionedModel
from mixlid.models.restricted import RestrictedModel
from mixlid.models.table import TableModel
from tiny_partitions import LABELS, make_partitioned

NOTHING = -np.inf
#: Whole words only, so that a word is one row.
WORDS_ONLY = NgramSpec(0, 0, 64, whole_word=True)


def by_hand() -> PartitionedModel:
    """English and Turkish in Latin letters, Greek alone in its own, two scripts for Japanese."""
    ids = np.unique([*word_features(["the"], WORDS_ONLY).ids, *word_features(["ekmek"], WORDS_ONLY).ids])
    assert len(ids) == 2
    the = int(np.flatnonzero(ids == word_features(["the"], WORDS_ONLY).ids[0])[0])
    rows = np.zeros((2, 2), dtype=np.int8)
    rows[the], rows[1 - the] = (4, -4), (-6, 8)
    header = PartitionedModelHeader(
        ("eng_Latn", "ell_Grek", "tur_Latn", "jpn_Jpan"),
        (
            PartitionHeader(("Latn",), (0, 2), 0.25, WORDS_ONLY, 0.5),
            PartitionHeader(("Grek",), (1,), 3.0),
            PartitionHeader(("Hira", "Kana"), (3,), 2.0),
        ),
    )
    return PartitionedModel(header, {0: (ids.astype(np.uint32), rows)})


def test_scores_by_hand() -> None:
    words = ["the", "Ekmek", "unseen", "θάλασσα", "カナ", "ひら"]
    expected = [
        [2.25, NOTHING, -1.75, NOTHING],
        [-2.75, NOTHING, 4.25, NOTHING],
        [0.25, NOTHING, 0.25, NOTHING],
        [NOTHING, 3.0, NOTHING, NOTHING],
        [NOTHING, NOTHING, NOTHING, 2.0],
        [NOTHING, NOTHING, NOTHING, 2.0],
    ]
    np.testing.assert_array_equal(by_hand().word_scores(words), expected)


def test_words_of_no_script_and_of_others_say_nothing() -> None:
    np.testing.assert_array_equal(by_hand().word_scores(["", "42", "𝐛𝐨𝐥𝐝", "привет"]), np.zeros((4, 4)))
    assert by_hand().word_scores([]).shape == (0, 4)


def test_probabilities_of_a_text() -> None:
    model = by_hand()
    for text, best in (("the", 0), ("θάλασσα ekmek θάλασσα", 1), ("ekmek", 2), ("カナ", 3)):
        chances = model.probabilities(text)
        assert chances.argmax() == best
        assert chances.sum() == pytest.approx(1)
        assert (chances > 0).all()
    np.testing.assert_allclose(model.probabilities("42"), 0.25)


def test_features_add_up_to_the_score_without_certainty() -> None:
    model = make_partitioned()
    for word in ("Bread", "привет"):
        partition = model.partition_of["Latn" if word == "Bread" else "Cyrl"]
        features = model.features(word)
        assert features
        total = np.sum([feature.scores for feature in features], axis=0)[partition.places]
        np.testing.assert_allclose(total + partition.header.certainty, model.word_scores([word])[0, partition.places])
        for feature in features:
            assert not np.delete(feature.scores, partition.places).any()
    assert model.features("θάλασσα") == []  # one label, no rows
    assert model.features("42") == []


def test_partitions_are_those_of_tables() -> None:
    """A partition scores like a table with its rows."""
    model = make_partitioned()
    words = ["the", "ekmek", "soooo", "l’été", "3arabi"]
    latin = model.partition_of["Latn"]
    assert isinstance(latin.table, TableModel)
    np.testing.assert_array_equal(model.word_scores(words)[:, latin.places], latin.table.numpy_scores(words))
    assert np.isneginf(np.delete(model.word_scores(words), latin.places, axis=1)).all()


def test_scripts_share_labels() -> None:
    """Han is Chinese or Japanese, Kana only Japanese."""
    model = make_partitioned()
    finite = np.isfinite(model.word_scores(["漢字", "かな", "カナ"]))
    assert [[LABELS[place] for place in np.flatnonzero(row)] for row in finite] == [
        ["jpn_Jpan", "zho_Hans"],
        ["jpn_Jpan"],
        ["jpn_Jpan"],
    ]


@pytest.mark.parametrize("dtype", [np.int8, np.float32])
def test_file(tmp_path: Path, dtype: type[Any]) -> None:
    model = make_partitioned(dtype=dtype, card={"name": "tiny"}, presets={"avg": {"penalty": 0.5}})
    first, second = tmp_path / "a.mixlid", tmp_path / "b.mixlid"
    model.write(first)
    read = load_model(first)
    assert isinstance(read, PartitionedModel)
    assert read.header == model.header
    words = ["the", "привет", "漢字", "42", "θάλασσα"]
    np.testing.assert_array_equal(read.word_scores(words), model.word_scores(words))
    read.write(second)
    assert second.read_bytes() == first.read_bytes()
    read.write(first)  # its own file
    assert second.read_bytes() == first.read_bytes()
    info = read.info()
    assert (info["path"], info["bytes"]) == (str(first), first.stat().st_size)
    assert (info["labels"], info["rows"]) == (len(LABELS), 600)
    assert info["blocks"]["Grek"] == {"labels": 1, "rows": 0}
    assert info["blocks"]["Latn"] == {"labels": 4, "rows": 200}
    assert str(first) in repr(read)


def test_pickle(tmp_path: Path) -> None:
    model = make_partitioned()
    words = ["the", "привет", "漢字"]
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).word_scores(words), model.word_scores(words))
    model.write(tmp_path / "a.mixlid")
    data = pickle.dumps(PartitionedModel.load(tmp_path / "a.mixlid"))
    assert len(data) < 500  # the path, and not the rows
    np.testing.assert_array_equal(pickle.loads(data).word_scores(words), model.word_scores(words))


def test_with_presets(tmp_path: Path) -> None:
    model = make_partitioned(card={"name": "tiny"})
    path = tmp_path / "a.mixlid"
    model.with_header(
        presets={"avg": {"penalty": 2.0}}, confidence={}, card={**model.header.card, **{"tuned": "yes"}}
    ).write(path)
    read = load_model(path)
    assert read.presets == {"avg": {"penalty": 2.0}}
    assert read.info()["card"] == {"name": "tiny", "tuned": "yes"}
    np.testing.assert_array_equal(read.word_scores(["the"]), model.word_scores(["the"]))


def test_restricted() -> None:
    model = make_partitioned()
    chosen = [LABELS.index(label) for label in ("ukr_Cyrl", "tur_Latn", "ell_Grek", "eng_Latn")]
    view = RestrictedModel(model, chosen)
    words = ["the", "привет", "θάλασσα", "漢字", "42"]
    scores = view.word_scores(words)
    np.testing.assert_array_equal(scores, model.word_scores(words)[:, chosen])
    assert np.isfinite(scores).sum(axis=1).tolist() == [2, 1, 1, 0, 4]
    np.testing.assert_array_equal(view.probabilities("the"), model.probabilities("the")[chosen])


def _partition(number: int, **changes: Any) -> Any:
    def change(content: dict[str, Any]) -> None:
        content["blocks"][number].update(changes)

    return change


def _top(**changes: Any) -> Any:
    return lambda content: content.update(changes)


#: In `by_hand`: what is changed in the description, and what the refusal says.
DAMAGE: dict[str, tuple[Any, str]] = {
    "later version": (_top(version=2), "version 2, but this mixlid reads version 1"),
    "no version": (lambda content: content.pop("version"), "version None"),
    "no partitions": (_top(blocks=[]), r"its scripts are \[\]"),
    "partitions not a list": (_top(blocks=3), "partitions: 3 is not a list"),
    "partition not a table": (_top(blocks=["Latn"]), "partitions: 0: 'Latn' is not an object"),
    "a field missing": (lambda content: content.pop("labels"), "incomplete without labels"),
    "a partition's field missing": (lambda content: content["blocks"][0].pop("scripts"), "incomplete without scripts"),
    "a script twice": (_partition(1, scripts=["Latn"]), "its scripts are"),
    "an unknown script": (_partition(1, scripts=["Klng"]), "its scripts are"),
    "a script that is a list": (_partition(1, scripts=[["Latn"]]), "is not text"),
    "no script": (_partition(1, scripts=[""]), "its scripts are"),
    "certainty": (_partition(1, certainty="much"), "certainty: 'much' is not a number"),
    "certainty that is not finite": (_partition(1, certainty=float("inf")), "certainty: inf is not a number"),
    "scale": (_partition(0, scale=True), "scale: True is not a number"),
    "scale of zero": (_partition(0, scale=0), "Latn has an invalid scale"),
    "a scale beyond all numbers": (_partition(0, scale=1e300), "scale: 1e.300 is not a number"),
    "a label that does not exist": (_partition(1, labels=[4]), "Grek has labels that do not exist"),
    "a label before the first": (_partition(1, labels=[-1]), "Grek has labels that do not exist"),
    "a label that is text": (_partition(1, labels=["ell"]), "labels: 0: 'ell' is not a whole number"),
    "a label twice": (_partition(0, labels=[0, 0]), "Latn has 1 labels, and its rows"),
    "no label": (_partition(1, labels=[]), "Grek has 0 labels"),
    "several labels without rows": (_partition(1, labels=[0, 1]), "Grek has 2 labels, and its rows"),
    "one label with rows": (_partition(0, labels=[0]), "Latn has 1 labels, and its rows"),
    "n-grams": (_partition(0, ngrams={"minn": 2}), "incomplete"),
    "buckets": (_partition(0, ngrams={"minn": 2, "maxn": 5, "buckets": 2**40, "whole_word": True}), "buckets"),
    "few buckets": (
        _partition(0, ngrams={"minn": 0, "maxn": 0, "buckets": 1, "whole_word": True}),
        "past the",
    ),
    "rows of another width": (_partition(0, labels=[0, 1, 2]), "its rows have the shape"),
    "labels twice": (_top(labels=["eng_Latn"] * 4), "a label occurs twice"),
    "labels not names": (_top(labels=[1, 2, 3, 4]), "labels: 0: 1 is not text"),
    "normalisation": (_top(normalisation="words-9"), "normalisation: 'words-9' is not one of"),
    "no normalisation": (_top(normalisation="none"), "normalisation: 'none' is not one of"),
    "presets": (_top(presets=[]), "presets"),
    "confidence": (_top(confidence={"avg": {}}), "confidence"),
    "card": (_top(card="x"), "card"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damaged_descriptions(tmp_path: Path, name: str) -> None:
    change, message = DAMAGE[name]
    path = tmp_path / "bad.mixlid"
    by_hand().write(path)
    container = read_container(path)
    content = json.loads(container.metadata["mixlid"])
    change(content)
    write_container(tmp_path / "bad.mixlid", container.tensors, {"mixlid": json.dumps(content)})
    with pytest.raises(ModelError, match=message) as error:
        load_model(path)
    assert str(path) in str(error.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda tensors: tensors.pop("ids.0"), r"its tensors are \['rows.0'\], not \['ids.0', 'rows.0'\]"),
        (lambda tensors: tensors.update({"rows.1": tensors["rows.0"]}), "its tensors are"),
        (lambda tensors: tensors.update({"ids.0": tensors["ids.0"][::-1]}), "ascending"),
        (lambda tensors: tensors.update({"ids.0": tensors["ids.0"].astype(np.float32)}), "wrong type"),
        (lambda tensors: tensors.update({"ids.0": tensors["ids.0"][:, None]}), "wrong type"),
        (lambda tensors: tensors.update({"rows.0": tensors["rows.0"].astype(np.uint8)}), "uint8"),
        (lambda tensors: tensors.update({"rows.0": tensors["rows.0"][:1]}), "the shape"),
    ],
)
def test_damaged_tensors(tmp_path: Path, change: Any, message: str) -> None:
    path = tmp_path / "bad.mixlid"
    by_hand().write(path)
    container = read_container(path)
    tensors = dict(container.tensors)
    change(tensors)
    write_container(path, tensors, container.metadata)
    with pytest.raises(ModelError, match=message):
        load_model(path)
