"""Near languages: which of them, or their group; by hand on a small model, and on the model that ships."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

import mixlid
from mixlid import Identifier, Settings, SettingsError
from mixlid.engine.learning import learn
from mixlid.engine.near_languages import OWN_WORD, NearLanguages
from mixlid.engine.near_scores import FITS
from mixlid.engine.pipeline_parts import WeighedAnswer
from mixlid.engine.plain_pipeline import PlainPipeline
from mixlid.models.interface import Feature, FloatArray
from mixlid.prior import Prior
from mixlid.text.groups import GROUPS

LABELS = ("bos_Latn", "eng_Latn", "hrv_Latn", "nno_Latn", "nob_Latn", "srp_Latn")
#: By word the scores of the labels; any other word has no score.
WORDS: Mapping[str, Sequence[float]] = {
    "lijep": (2.0, 0.0, 2.0, -3.0, -3.0, 1.0),
    "tjedan": (0.0, -1.0, 6.0, -3.0, -3.0, 0.5),
    "nedelja": (0.5, -1.0, 0.0, -3.0, -3.0, 6.0),
    "deadline": (-2.0, 5.0, -2.0, -2.0, -2.0, -2.0),
    "morgen": (-3.0, -1.0, -3.0, 3.0, 3.0, -3.0),
}


class ByList:
    """A model that knows some words."""

    labels = LABELS
    presets: Mapping[str, Mapping[str, Any]] = {}
    confidence: Mapping[str, Mapping[str, Any]] = {}

    def word_scores(self, words: Sequence[str]) -> FloatArray:
        return np.array([WORDS.get(word, (0.0,) * len(LABELS)) for word in words])

    def probabilities(self, text: str) -> FloatArray:  # noqa: ARG002
        return np.full(len(LABELS), 1 / len(LABELS))

    def features(self, word: str) -> list[Feature]:  # noqa: ARG002
        return []

    def info(self) -> dict[str, Any]:
        return {}


@pytest.fixture
def small() -> Identifier:
    return Identifier(ByList(), Settings(penalty=0.5, max_languages=2))


@pytest.fixture(scope="module")
def lid() -> Identifier:
    return mixlid.load()


def test_probabilities_by_hand() -> None:
    near = NearLanguages(LABELS, None, {"hbs_Latn": 10, "nor_Latn": 11}, {})
    assert not near.begin(LABELS.index("eng_Latn"))
    assert near.begin(LABELS.index("hrv_Latn"))
    scores = {"bos_Latn": 1.0, "hrv_Latn": 4.0, "srp_Latn": 2.0}
    for place, label in enumerate(scores):
        near.add(place, scores[label], 4)
    near.finish(LABELS.index("srp_Latn"))
    fit = FITS["Bosnian, Croatian, Serbian"]
    values = {label: (fit.weight * score + 4 * fit.offsets[label]) / math.sqrt(4) for label, score in scores.items()}
    weights = {label: math.exp(value) for label, value in values.items()}
    assert LABELS[near.best] == "hrv_Latn"
    assert near.probability == pytest.approx(weights["hrv_Latn"] / sum(weights.values()))
    assert near.own == pytest.approx(weights["srp_Latn"] / sum(weights.values()))


def test_what_is_fitted_is_there() -> None:
    for name, fit in FITS.items():
        assert set(fit.offsets) <= set(GROUPS[name].labels)
        assert fit.weight >= 0


def test_the_standard_language_comes_first_where_nothing_tells(small: Identifier) -> None:
    assert small.identify("morgen").languages == ("nno_Latn",)
    assert small.replace(group=0.01).identify("morgen").languages == ("nob_Latn",)


def test_the_group_where_nobody_can_tell(small: Identifier) -> None:
    named = small.replace(group="auto")
    result = named.identify("lijep deadline")
    assert result.languages == ("eng_Latn", "hbs_Latn")
    assert [word.label for word in result.words] == ["hbs_Latn", "eng_Latn"]
    assert set(result.proportions) == {"eng_Latn", "hbs_Latn"}
    assert named.identify("lijep tjedan deadline").languages == ("hrv_Latn", "eng_Latn")
    assert small.replace(group="always").identify("tjedan").languages == ("hbs_Latn",)
    assert small.replace(group="off").identify("lijep").languages == ("bos_Latn",)


def test_a_restriction_to_one_of_them_tells_them_apart(small: Identifier) -> None:
    assert small.restrict("hrv,eng").replace(group="always").identify("lijep").languages == ("hrv_Latn",)
    assert small.restrict("hrv,srp,eng").replace(group="always").identify("lijep").languages == ("hbs_Latn",)


def test_two_near_languages_are_one_unless_each_has_words_of_its_own(small: Identifier) -> None:
    assert WORDS["tjedan"][2] - WORDS["tjedan"][5] > OWN_WORD
    both = "tjedan nedelja"
    assert set(small.identify(both).languages) == {"hrv_Latn", "srp_Latn"}
    assert set(small.replace(group="auto").identify(both).languages) == {"hrv_Latn", "srp_Latn"}
    less = {**WORDS, "nedelja": (0.5, -1.0, 0.0, -3.0, -3.0, 3.0)}

    class Less(ByList):
        def word_scores(self, words: Sequence[str]) -> FloatArray:
            return np.array([less[word] for word in words])

    joined = Identifier(Less(), small.settings)
    assert set(joined.identify(both).languages) == {"hrv_Latn", "srp_Latn"}
    assert joined.replace(group="auto").identify(both).languages == ("hrv_Latn",)


def test_a_word_that_is_no_choice_is_refused(small: Identifier) -> None:
    with pytest.raises(SettingsError, match="off, auto, always"):
        small.replace(group="sometimes")  # type: ignore[arg-type]


def test_a_corpus_tells_near_languages_apart() -> None:
    def under(_: Prior) -> Any:
        return lambda text: WeighedAnswer(tuple(text.split()), None)

    texts = ["hrv_Latn"] * 5 + ["srp_Latn"] * 2 + ["hrv_Latn eng_Latn", "eng_Latn srp_Latn"]
    prior = learn(texts, under)
    assert set(prior.languages) == {"hrv_Latn", "eng_Latn"}
    assert set(prior.sets) == {"eng_Latn+hrv_Latn"}
    both = learn(["hrv_Latn"] * 5 + ["srp_Latn"] * 4, under)
    assert set(both.languages) == {"hrv_Latn", "srp_Latn"}


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("مرحبا كيف حالك اليوم", "ara_Arab"),
        ("Danas je lijep dan i idemo na more", "hbs_Latn"),
        ("Jutros sam pio kafu i onda je stigao email od boss", "hbs_Latn"),
    ],
)
def test_the_model_that_ships_is_sure_of_the_group(lid: Identifier, text: str, group: str) -> None:
    before, after = lid.identify(text), lid.replace(group="auto").identify(text)
    assert group in after.languages
    assert before.confidence is not None
    assert after.confidence is not None
    assert after.language_score is not None
    assert before.confidence < after.confidence <= after.language_score <= 1
    near = lid.replace(group="auto").alternatives(after)
    if after.label == group:
        assert len(near.alternatives) > 1
        assert near.group_score is not None
        assert near.group_score > 0.9


def test_both_kernels_agree(lid: Identifier) -> None:
    texts = [
        "Danas je lijep dan", "saya mau pergi ke pasar besok", "मैं कल दिल्ली जा रहा हूँ", "hola amigo, que tal the meeting",
        "wallah 3andi meeting ghedwa", "这是一个很好的会议", "eg veit ikkje kva eg skal gjere", "ok",
    ]  # fmt: skip
    for when in ("auto", "always", 0.01):
        chosen = lid.replace(group=when)
        plain = PlainPipeline(chosen.parts())
        for text in texts:
            assert chosen.identify(text).to_dict() == plain.identify(text).to_dict(), text
