"""What a prior does to answers, and how one is learnt from texts without labels."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reference import reference, same

import mixlid
from compiled import compiled_module
from mixlid import Identifier, LabelError, Prior, Settings, SettingsError
from mixlid.adapt.learning import LONGEST, POWER, Weigher, known_languages, learn, sample
from mixlid.adapt.prior_effects import STRENGTH, adapted_decision, adapted_prices, weight_of
from mixlid.engine.pipeline_config import WeighedAnswer
from mixlid.models.decision import Decision
from mixlid.models.interface import Feature, FloatArray

LABELS = ("eng_Latn", "tur_Latn", "deu_Latn", "rus_Cyrl")
#: `gift` and `not` are English and German, and look a little more like German.
BOTH = {"gift": (3.0, -2.0, 3.4), "not": (3.0, -2.0, 3.4)}
#: What is the clear word of one language.
CLEAR = {
    "eng_Latn": ("the", "house", "weather", "morning"),
    "tur_Latn": ("bahçede", "güzel", "yarın", "hava"),
    "deu_Latn": ("das", "schön", "heute", "immer"),
    "rus_Cyrl": ("дом", "утро"),
}
#: Weighs how much better the answer is with the further language, and nothing else.
BY_LEAD = Decision(-3.0, {"lead": 1.0}, {"*": 0.0})


class Clear:
    """A model that knows a few words, and Russian by its letters."""

    labels = LABELS
    presets: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
    confidence: Mapping[str, Mapping[str, Any]] = MappingProxyType({})

    def word_scores(self, words: Sequence[str]) -> FloatArray:
        return np.array([self._scores(word) for word in words]).reshape(len(words), len(LABELS))

    def _scores(self, word: str) -> Sequence[float]:
        if word in CLEAR["rus_Cyrl"]:
            return (-np.inf, -np.inf, -np.inf, 4.0)
        if word in BOTH:
            return (*BOTH[word], -np.inf)
        return [*(5.0 if word in CLEAR[label] else -1.0 for label in LABELS[:3]), -np.inf]

    def probabilities(self, _text: str) -> FloatArray:
        return np.full(len(LABELS), 1 / len(LABELS))

    def features(self, _word: str) -> list[Feature]:
        return []

    def info(self) -> dict[str, object]:
        return {}


def make(**changes: Any) -> Identifier:
    rules = Settings(length_exponent=0.5, penalty=0.5, mixed_threshold=0.5).replace(**changes)
    return Identifier(Clear(), rules, decision=BY_LEAD)


def corpus(seed: int = 1) -> list[str]:
    """Six in ten texts are Turkish, two English, two mixed, all different."""
    draw = random.Random(seed)
    texts = []
    for number in range(500):
        first, second = (("tur_Latn", "tur_Latn"), ("eng_Latn", "eng_Latn"), ("tur_Latn", "eng_Latn"))[
            0 if number % 10 < 6 else 1 if number % 10 < 8 else 2
        ]
        words = [*draw.choices(CLEAR[first], k=4), *draw.choices(CLEAR[second], k=4)]
        texts.append(f"{' '.join(words)} {number}")
    return texts


def test_it_finds_the_shares() -> None:
    prior = make().adapt(corpus()).prior
    assert prior is not None
    assert prior.texts == 500
    assert prior.languages == pytest.approx({"tur": 0.7, "eng": 0.3}, abs=0.002)


def test_the_same_in_any_order_and_however_often() -> None:
    texts = corpus()
    first = make().adapt(texts, size=100)
    mixed = texts * 2
    random.Random(3).shuffle(mixed)
    assert make().adapt(iter(mixed), size=100).prior == first.prior
    assert first.prior is not None
    assert first.prior.texts == 100
    assert first.adapt(texts, size=100).prior == first.prior  # what was known before does not count


def test_a_sample_is_bounded_and_keeps_the_beginnings_of_long_texts() -> None:
    kept = sample((f"{number} " + "x" * 10 * LONGEST for number in range(1000)), 50)
    assert len(kept) == 50
    assert max(map(len, kept)) == LONGEST
    assert kept == sample((f"{number} " + "x" * 10 * LONGEST for number in reversed(range(1000))), 50)
    assert sample(["a", "b", "a"], 5) == sample(["b", "a"], 5)


def test_what_is_common_wins_where_words_do_not_tell() -> None:
    lid = make()
    assert lid.identify("gift not gift").labels == ("deu_Latn",)
    assert lid.adapt(corpus()).identify("gift not gift").labels == ("eng_Latn",)


@pytest.mark.parametrize("label", LABELS)
def test_no_language_is_ever_removed(label: str) -> None:
    for prior in (Prior({"eng": 1.0}), Prior({"tur": 1.0})):
        text = " ".join(CLEAR[label] * 3)
        assert make().with_prior(prior).identify(text).labels == (label,)


def test_as_many_texts_are_mixed_as_before() -> None:
    """A language that is dearer than in the texts at large is found in fewer of them, which the offset makes up for."""
    by_evidence = {"a": 3.0, "b": 2.0, "c": 1.5, "d": -1.0}

    class Dearer(Weigher):
        def answers(self, prior: Prior) -> Callable[[str], WeighedAnswer]:
            def weigh(text: str) -> WeighedAnswer:
                evidence = by_evidence[text[0]] - 0.5 * bool(prior.languages)
                return WeighedAnswer(("tur_Latn", "eng_Latn") if evidence >= 1.25 else ("tur_Latn",), 0.95, evidence)

            return weigh

        def least_evidence(self) -> float:
            return 1.25

    weigher = Dearer(lambda prior: make().with_prior(prior)._config())
    assert learn([f"{letter}{number}" for letter in "abcd" for number in range(20)], weigher).offset == 0.25
    assert learn([f"d{number}" for number in range(20)], weigher).offset is None


def answers(label: str, confidence: float, count: int) -> list[WeighedAnswer]:
    return [WeighedAnswer((label,), confidence, None)] * count


def test_a_rare_language_that_is_clearly_there_is_kept() -> None:
    turkish = answers("tur_Latn", 0.95, 1000)
    assert set(known_languages([*turkish, *answers("lat_Latn", 0.95, 3)]).languages) == {"tur", "lat"}
    assert set(known_languages([*turkish, *answers("lat_Latn", 0.95, 2)]).languages) == {"tur"}
    # Answers that are less certain must be more.
    assert set(known_languages([*turkish, *answers("lat_Latn", 0.75, 10)]).languages) == {"tur"}
    assert set(known_languages([*turkish, *answers("lat_Latn", 0.75, 30)]).languages) == {"tur", "lat"}
    assert set(known_languages([*turkish, *answers("lat_Latn", 0.6, 30)]).languages) == {"tur"}


def test_a_language_is_there_in_any_script() -> None:
    found = known_languages([*answers("hin_Deva", 0.95, 50), *answers("hin_Latn", 0.95, 1)])
    assert found.languages == {"hin": pytest.approx(51 / (51 + 0.95**-POWER), abs=1e-5)}


def test_what_a_prior_says() -> None:
    labels = [f"{first}{second}a_Latn" for first in "abcdefghij" for second in "abcdefghij"]

    def weight(count: int, total: float) -> float:
        return weight_of(Prior(dict.fromkeys(labels[:count], total / count)), labels)

    assert weight(1, 1.0) == 1.0
    assert weight(10, 1.0) == pytest.approx(0.5)
    assert weight(100, 1.0) == pytest.approx(0.0)
    assert weight(1, 1.0 - STRENGTH.rarest**0.5) == pytest.approx(0.5)
    assert weight(1, 1e-9) == pytest.approx(0.0, abs=1e-6)
    assert weight_of(Prior(), labels) == weight_of(Prior({"aaa": 1.0}), ["aaa_Latn"]) == 0.0


def test_by_hand() -> None:
    labels = ("eng_Latn", "tur_Latn", "deu_Latn", "rus_Cyrl")
    before = {"eng_Latn": 1.0, "tur_Latn": 2.0, "deu_Latn": 2.0, "rus_Cyrl": 1.5}
    prior = Prior({"tur": 0.95, "deu": STRENGTH.enough / 2})
    weight = weight_of(prior, labels)
    assert adapted_prices(before, prior, labels, 1.5, 0.5) == pytest.approx({
        "eng_Latn": 1.0 + weight * STRENGTH.absence * 1.5,
        "tur_Latn": 2.0 - weight * STRENGTH.relief,
        "deu_Latn": 2.0 - weight * STRENGTH.relief / 2,
        "rus_Cyrl": 1.5 + weight * STRENGTH.absence * 1.5,
    })  # fmt: skip
    assert adapted_prices(before, Prior(), labels, 1.5, 0.5) == before
    assert adapted_decision(BY_LEAD, prior) == BY_LEAD
    further = replace(BY_LEAD, further=BY_LEAD)
    changed = adapted_decision(further, Prior(offset=0.4))
    assert changed.further is not None
    assert changed.constant == changed.further.constant == BY_LEAD.constant + 0.4


def test_replace_and_restrict_keep_it() -> None:
    lid = make().adapt(corpus())
    for other in (
        lid.replace(max_languages=1),
        lid.replace("topk:k=2"),
        lid.replace(words="whitespace"),
        lid.restrict("eng,deu"),
        lid.with_prior(lid.prior),
    ):
        assert other.prior == lid.prior
    assert lid.replace(length_exponent=0.0)._prices.languages != lid._prices.languages
    assert lid.with_prior(None).identify("gift not") == make().identify("gift not")


def test_no_confidence_is_lost(lid: Identifier) -> None:
    adapted = lid.with_prior({"languages": {"tur": 0.6, "eng": 0.4}})
    result = adapted.identify("yarınki meeting için slides hazır mı")
    assert result.confidence is not None
    assert all(word.confidence is not None for word in result.words)


def test_mistakes_are_said() -> None:
    with pytest.raises(LabelError, match="prior: the model does not know the language 'xxx'"):
        make().with_prior({"languages": {"xxx": 0.5}})
    with pytest.raises(TypeError, match="several texts, not one str"):
        make().adapt("a text")
    with pytest.raises(TypeError, match=r"item 1 .* is 3, of type int"):
        make().adapt(["a text", 3])  # type: ignore[list-item]
    with pytest.raises(SettingsError, match="at least one text"):
        make().adapt(["a text"], size=0)


def test_no_texts(lid: Identifier) -> None:
    with pytest.raises(SettingsError, match="there is nothing to adapt to"):
        lid.adapt([])


@pytest.mark.parametrize("texts", [[""], ["42 🙂"], ["\ud800"]])
def test_nothing_to_learn_from_changes_nothing(texts: list[str], lid: Identifier) -> None:
    adapted = lid.adapt(texts)
    assert adapted.prior == Prior(texts=0)
    assert adapted.identify("see you demain") == lid.identify("see you demain")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.text(max_size=60), min_size=1, max_size=6))
def test_any_texts(texts: list[str], lid: Identifier) -> None:
    adapted = lid.adapt(texts)
    assert adapted.prior == lid.adapt(reversed(texts)).prior
    for text in texts:
        assert "".join(text[span.start : span.end] for span in adapted.identify(text).spans) == text
    again = pickle.loads(pickle.dumps(adapted))
    assert [again.identify(text) for text in texts] == [adapted.identify(text) for text in texts]


def test_compiled_as_in_numpy(tiny_table: Path, sentences: dict[str, list[str]]) -> None:
    compiled_module("mixlid.engine._compiled")
    texts = [line for lines in sentences.values() for line in lines[:4]]
    texts += [f"{first} {second}" for first, second in zip(texts, reversed(texts), strict=True)]
    table = replace(mixlid.load(tiny_table), decision=BY_LEAD).replace(mixed_threshold=0.5, max_languages=3)
    adapted = table.adapt(texts)
    same(adapted, texts)
    plain = reference(adapted)
    assert [adapted._pipeline.weigh(text) for text in texts] == [plain._pipeline.weigh(text) for text in texts]
    assert any(adapted._pipeline.weigh(text).evidence is not None for text in texts)
