"""Any identifier that gives probabilities can be a model."""

from __future__ import annotations

import math
import pickle
from collections.abc import Mapping

import numpy as np
import pytest

import mixlid
from mixlid.errors import ModelError
from mixlid.models.interface import Model
from mixlid.models.probability import ProbabilityModel


def guess(text: str) -> Mapping[str, float]:
    return {"a": 0.75, "b": 0.25, "unknown": 0.5} if "x" in text else {"c": 1.0}


LABELS = ("a", "b", "c", "d")


def test_scores_are_relative_to_chance() -> None:
    model: Model = ProbabilityModel(guess, LABELS, floor=0.01)
    scores = model.word_scores(["x", "", "y", "x"])
    expected = [math.log(0.75 * 4), math.log(0.25 * 4), math.log(0.04), math.log(0.04)]
    np.testing.assert_allclose(scores[0], expected)
    assert scores[0, 1] == pytest.approx(0)  # a quarter is no better than a guess among four
    assert not scores[1].any()
    np.testing.assert_array_equal(scores[0], scores[3])
    assert model.word_scores([]).shape == (0, 4)


def test_probabilities_are_as_given_but_never_more_than_one_in_all() -> None:
    np.testing.assert_allclose(ProbabilityModel(guess, LABELS).probabilities("x"), [0.75, 0.25, 0, 0])
    np.testing.assert_allclose(ProbabilityModel(guess, LABELS[1:]).probabilities("x"), [0.25, 0, 0])
    double = ProbabilityModel(lambda _: dict.fromkeys("ab", 1.00001), "ab")
    np.testing.assert_allclose(double.probabilities("x"), [0.5, 0.5])


def test_nonsense_is_refused() -> None:
    for value in (float("nan"), -0.5, float("inf")):
        with pytest.raises(ModelError, match="must give probabilities"):
            ProbabilityModel(lambda _, value=value: {"a": value}, LABELS).probabilities("text")  # type: ignore[misc]
    with pytest.raises(ModelError, match="labels"):
        ProbabilityModel(guess, [])
    with pytest.raises(ModelError, match="labels"):
        ProbabilityModel(guess, ["a", "a"])
    with pytest.raises(ModelError, match="floor"):
        ProbabilityModel(guess, LABELS, floor=0)


def test_facts_and_pickle() -> None:
    model = ProbabilityModel(guess, LABELS)
    assert model.features("x") == []
    assert set(model.presets) == {"avg", "mono"}
    assert model.info() == {"format": "probability", "function": "guess", "labels": 4, "floor": 1e-4}
    assert pickle.loads(pickle.dumps(model)).word_scores(["x"]).tolist() == model.word_scores(["x"]).tolist()


def test_py3langid() -> None:
    langid = pytest.importorskip("py3langid.langid")
    kind = langid.LanguageIdentifier
    make = getattr(kind, "from_model_file", None) or kind.from_pickled_model  # its name before 0.4
    identifier = make(langid.MODEL_FILE, norm_probs=True)
    labels = ["en", "tr", "ru"]
    identifier.set_languages(labels)
    model = ProbabilityModel(lambda text: dict(identifier.rank(text)), labels)
    scores = model.word_scores(["совещание", "görüşüyoruz", "nothing"])
    assert [labels[i] for i in scores.argmax(axis=1)] == ["ru", "tr", "en"]
    assert (scores.max(axis=1) > 0).all()
    assert model.probabilities("где старая карта").sum() == pytest.approx(1)


def test_default_and_avg_can_find_two_languages() -> None:
    """The paper's penalties are for logits and would leave every text with one language."""
    known = {"ekmek": "tur_Latn", "bahçe": "tur_Latn", "bread": "eng_Latn", "garden": "eng_Latn"}

    def predict(text: str) -> dict[str, float]:
        found = [known[word] for word in text.split() if word in known]
        return {label: found.count(label) / len(found) for label in set(found)} if found else {}

    model = ProbabilityModel(predict, ["deu_Latn", "eng_Latn", "fra_Latn", "tur_Latn"])
    for preset in ("default", "avg"):
        result = mixlid.load(model, preset=preset).identify("ekmek bahçe bread garden")
        assert set(result.labels) == {"tur_Latn", "eng_Latn"}
        assert not result.fallback


def test_a_function_that_gives_no_mapping_is_refused() -> None:
    model = ProbabilityModel(lambda _: [0.5, 0.5], ["deu_Latn", "eng_Latn"])  # type: ignore[arg-type,return-value]
    with pytest.raises(ModelError, match="a list; it must give a mapping"):
        model.probabilities("x")
