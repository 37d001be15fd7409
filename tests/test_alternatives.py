"""What else a language might be, compared with probabilities computed by hand."""

from __future__ import annotations

import math
import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mixlid
from curves import CURVES
from mixlid import Alternatives, Identifier, Settings
from mixlid.alternatives import LEAST_PROBABILITY, MOST, find_alternatives, label_probabilities
from mixlid.models.calibration import Calibration
from mixlid.models.header import PartitionedModelHeader, PartitionHeader
from mixlid.models.interface import PIECE, Feature, FloatArray
from mixlid.models.partitions import PartitionedModel

LABELS = ("hrv_Latn", "bos_Latn", "srp_Latn", "slv_Latn", "srp_Cyrl", "rus_Cyrl")
#: Scores of each label for a word in its script.
SCORES = {"hrv_Latn": 2.0, "bos_Latn": 1.5, "srp_Latn": 1.0, "slv_Latn": 0.5, "srp_Cyrl": 1.0, "rus_Cyrl": 3.0}


class ByScript:
    """A model that only looks at the script."""

    labels = LABELS
    presets: Mapping[str, Mapping[str, Any]] = {}
    confidence: Mapping[str, Mapping[str, Any]] = {}

    def word_scores(self, words: Sequence[str]) -> FloatArray:
        def score(word: str, label: str) -> float:
            return SCORES[label] if word.isascii() == label.endswith("Latn") else -math.inf

        return np.array([[score(word, label) for label in LABELS] for word in words])

    def probabilities(self, text: str) -> FloatArray:
        """Like our models of many scripts: nothing is known about labels in other scripts."""
        words = text.split()
        scores = self.word_scores(words)
        sums = np.where(np.isinf(scores), 0.0, scores).sum(axis=0) / math.sqrt(len(words))
        weights: FloatArray = np.exp(sums) / np.exp(sums).sum()
        return weights

    def features(self, word: str) -> list[Feature]:  # noqa: ARG002
        return []

    def info(self) -> dict[str, Any]:
        return {}


def softmax(values: Sequence[float]) -> list[float]:
    return [math.exp(value) / sum(map(math.exp, values)) for value in values]


def test_sums_are_divided_by_the_root_of_the_number_of_words() -> None:
    shares = label_probabilities(ByScript(), ["dobar", "dan", "svima", "nama"])
    assert shares[:4].tolist() == pytest.approx(softmax([4.0, 3.0, 2.0, 1.0]))
    assert shares[4:].tolist() == [0.0, 0.0]


def test_the_group_is_surer_than_its_member() -> None:
    found = find_alternatives(ByScript(), "hrv_Latn", ["dobar", "dan", "svima", "nama"])
    expected = softmax([4.0, 3.0, 2.0, 1.0])
    assert [one.label for one in found.alternatives] == list(LABELS[:4])
    assert [one.probability for one in found.alternatives] == pytest.approx(expected)
    assert found.group == "Bosnian, Croatian, Serbian"
    assert found.group_score == pytest.approx(sum(expected[:3]))


def test_a_language_without_a_group_is_its_own() -> None:
    found = find_alternatives(ByScript(), "rus_Cyrl", ["добрый"])
    assert found.group == "rus_Cyrl"
    assert found.group_score == pytest.approx(softmax([1.0, 3.0])[1])


def test_the_language_itself_is_named_however_improbable() -> None:
    words = ["dobar"] * 400  # sums of 40 and 10
    found = find_alternatives(ByScript(), "slv_Latn", words)
    assert [one.label for one in found.alternatives] == ["hrv_Latn", "slv_Latn"]
    assert found.alternatives[1].probability < LEAST_PROBABILITY
    assert found.group_score == found.alternatives[1].probability


def test_at_most_five() -> None:
    class Even(ByScript):
        def word_scores(self, words: Sequence[str]) -> FloatArray:
            return np.zeros((len(words), len(LABELS)))

    found = find_alternatives(Even(), "rus_Cyrl", ["x"])
    assert [one.label for one in found.alternatives] == [*LABELS[: MOST - 1], "rus_Cyrl"]
    assert all(one.probability == pytest.approx(1 / 6) for one in found.alternatives)


def test_a_temperature_makes_them_less_sure() -> None:
    shares = label_probabilities(ByScript(), ["dobar"], temperature=2.0)
    assert shares[:4].tolist() == pytest.approx(softmax([1.0, 0.75, 0.5, 0.25]))


def test_words_without_a_common_label_say_nothing() -> None:
    assert label_probabilities(ByScript(), ["dobar", "добрый"]).tolist() == pytest.approx([1 / 6] * 6)


def test_many_words_are_looked_at_in_pieces() -> None:
    few, many = ["abc", "def"] * 40, ["abc", "def"] * PIECE
    assert label_probabilities(ByScript(), many) == pytest.approx(ByScript().probabilities(" ".join(many)))
    mixed = [*[f"w{number}" for number in range(PIECE)], "слово"]  # of a script that the first piece does not have
    assert label_probabilities(ByScript(), mixed).tolist() == [1 / 6] * 6
    assert label_probabilities(ByScript(), few).argmax() == 0


def test_a_model_of_partitions() -> None:
    header = PartitionedModelHeader(
        ("eng_Latn", "rus_Cyrl"), (PartitionHeader(("Latn",), (0,), 1.0), PartitionHeader(("Cyrl",), (1,), 1.0))
    )
    assert label_probabilities(PartitionedModel(header, {}), ["старая", "карта"]).tolist() == [0.0, 1.0]


def test_of_an_answer(tiny_table: Path) -> None:
    lid = mixlid.load(tiny_table)
    result = lid.identify("yarın sabah the meeting starts early")
    found = lid.alternatives(result)
    own = [word.text for word in result.words if word.label == result.label]
    shares = label_probabilities(lid.model, own)
    assert result.is_mixed
    assert found.alternatives[0].label == result.label
    assert found.alternatives[0].probability == pytest.approx(shares.max())
    assert found.group == result.label
    assert pickle.loads(pickle.dumps(found)) == found
    assert found.to_dict()["alternatives"][0] == {"label": result.label, "probability": found.group_score}


@pytest.mark.parametrize("text", ["", "123", "ελληνικά"])
def test_of_an_answer_without_a_language(tiny_table: Path, text: str) -> None:
    lid = mixlid.load(tiny_table)
    assert lid.alternatives(lid.identify(text)) == Alternatives((), lid.identify(text).label, None)


def test_the_temperature_is_the_calibrations(tiny_table: Path) -> None:
    plain = mixlid.load(tiny_table)
    calibration = Calibration.from_dict({**CURVES, "temperature": 3})
    warm = Identifier(plain.model, Settings(), calibration=calibration)
    result = plain.identify("the old map")
    sure, unsure = (lid.alternatives(result).alternatives[0].probability for lid in (plain, warm))
    assert unsure < sure
    assert Calibration.from_dict(CURVES).temperature == 1
    with pytest.raises(ValueError, match="temperature"):
        Calibration.from_dict({**CURVES, "temperature": 0})


def test_restricted_to_two_the_others_are_no_alternatives(tiny_table: Path) -> None:
    two = mixlid.load(tiny_table).restrict("eng,tur")
    found = two.alternatives(two.identify("the old map"))
    assert {one.label for one in found.alternatives} <= {"eng_Latn", "tur_Latn"}
    assert sum(one.probability for one in found.alternatives) == pytest.approx(1, abs=LEAST_PROBABILITY)
