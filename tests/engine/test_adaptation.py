"""What a prior does to answers, and how one is learnt from texts without labels."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reference import NumpySolver, reference, same

import mixlid
from compiled import compiled_module
from mixlid import Identifier, LabelError, Prior, Settings, SettingsError
from mixlid.adapt.learning import LONGEST, learn, sample
from mixlid.adapt.prior_effects import STRENGTH, _by_chance, adapted_decision, adapted_pairs, adapted_prices
from mixlid.engine.pipeline_config import WeighedAnswer
from mixlid.models.decision import Decision
from mixlid.models.interface import Feature, FloatArray
from mixlid.text.label_sets import PAPER

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
    assert prior.languages == pytest.approx({"tur_Latn": 0.7, "eng_Latn": 0.3}, abs=0.001)
    assert prior.sets == pytest.approx({"eng_Latn+tur_Latn": 0.2}, abs=0.001)
    assert prior.mixed == pytest.approx(0.2, abs=0.03)


def test_only_the_languages() -> None:
    prior = make().adapt(corpus(), mixed=False).prior
    assert prior is not None
    assert prior.mixed is None
    assert prior.languages["tur_Latn"] == pytest.approx(0.7, abs=0.001)


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
    for prior in (Prior({"eng": 1.0}, mixed=0.0, texts=10**9), Prior({"tur": 1.0}, mixed=1.0)):
        text = " ".join(CLEAR[label] * 3)
        assert make().with_prior(prior).identify(text).labels == (label,)


def test_the_share_of_mixed_text_moves_the_decision() -> None:
    text = "the house weather bahçede"
    shares = [(0.01, 1), (0.99, 2)]
    lead = replace(BY_LEAD, constant=-2.5)  # the fourth word is worth 2.5, less the price of its language
    for mixed, count in shares:
        lid = replace(make(), decision=lead).with_prior({"mixed": mixed})
        assert len(lid.identify(text).labels) == count


def test_languages_that_meet_are_let_in_together() -> None:
    text = "the house weather bahçede"
    lid = replace(make(), decision=replace(BY_LEAD, constant=-2.5))
    assert lid.identify(text).labels == ("eng_Latn",)
    for prior in ({"sets": {"tur+eng": 0.2}}, {"sets": {"eng+deu+tur": 0.2}}):
        assert lid.with_prior(prior).identify(text).labels == ("eng_Latn", "tur_Latn")
    assert lid.with_prior({"sets": {"deu+eng": 0.2}}).identify(text).labels == ("eng_Latn",)


def test_the_search_itself_prefers_languages_that_meet() -> None:
    """`gift` looks slightly more like German; in this corpus Turkish occurs with English."""
    text = "bahçede güzel yarın gift"
    for solver in ("exact", NumpySolver()):
        lid = make(mixed_threshold=0.0).replace(solver)
        assert lid.identify(text).labels == ("tur_Latn", "deu_Latn")
        with_english = lid.with_prior({"sets": {"tur+eng": 0.2}})
        assert with_english.identify(text).labels == ("tur_Latn", "eng_Latn")
        assert lid.with_prior({"sets": {"tur+deu": 0.2}}).identify(text).labels == ("tur_Latn", "deu_Latn")
        assert with_english.restrict("tur,deu").identify("bahçede güzel gift").labels == ("tur_Latn",)
        # Clear words bring any language in.
        assert with_english.identify("bahçede güzel das schön heute").labels == ("deu_Latn", "tur_Latn")


def test_what_pairs_cost() -> None:
    def cost(prior: Prior) -> tuple[float, float, float]:
        pairs = adapted_pairs(prior, LABELS, 1.5, 0.5)
        assert pairs is not None
        return pairs.usual, pairs.of(0, 1), pairs.of(2, 0)

    usual = STRENGTH.unmet * 1.5
    halfway = (STRENGTH.least * STRENGTH.enough) ** 0.5
    assert cost(Prior(sets={"tur+eng": 0.5})) == (usual, 0.0, usual)
    assert cost(Prior(sets={"tur+deu": 0.5, "tur+eng": halfway})) == pytest.approx((usual, usual / 2, usual))
    assert cost(Prior(sets={"tur+eng": halfway})) == (usual, 0.0, usual)  # the commonest set, however rare
    assert cost(Prior(sets={"tur+tr+eng+deu": 0.5})) == (usual, 0.0, 0.0)
    assert cost(Prior({"tur": 0.5, "eng": 0.5}, mixed=0.2)) == (usual, 0.0, usual)
    assert cost(Prior({"tur": 0.5, "eng": 0.5}, mixed=0.0)) == (usual, usual, usual)
    few = 1 / (1 + STRENGTH.doubt)
    assert cost(Prior(sets={"tur+eng": 0.05}, texts=1)) == pytest.approx((usual * few, 0.0, usual * few))
    for silent in (
        Prior(),
        Prior(mixed=0.3),
        Prior({"tur": 0.5}),
        Prior(texts=0),
        Prior(sets={"tur+eng": 0.1}, texts=0),
    ):
        assert adapted_pairs(silent, LABELS, 1.5, 0.5) is None


def test_by_hand() -> None:
    prices = adapted_prices({"eng_Latn": 1.0, "tur_Latn": 2.0}, Prior({"tur": 0.5}), LABELS[:2], 1.5, 0.5)
    assert prices == {"eng_Latn": 1.0 + STRENGTH.absence * 1.5, "tur_Latn": 2.0 - STRENGTH.relief}
    halfway = (STRENGTH.least * STRENGTH.enough) ** 0.5
    (price,) = adapted_prices(0.0, Prior({"tur": halfway}), LABELS[1:2], 1.0, 0.5).values()
    assert price == pytest.approx(STRENGTH.absence / 2)
    few = adapted_prices(0.0, Prior({"tur": 1.0}, texts=1), LABELS[:2], 1.0, 0.5)
    assert few["eng_Latn"] == pytest.approx(STRENGTH.absence / (1 + STRENGTH.doubt))
    decision = adapted_decision(BY_LEAD, Prior({"tur": 0.5, "eng": 0.5}, mixed=0.5), LABELS)
    assert decision.constant == BY_LEAD.constant
    assert decision.pairs == {frozenset({"tur_Latn", "eng_Latn"}): STRENGTH.meeting}
    assert adapted_prices(1.0, Prior(mixed=0.3), LABELS[:2], 1.0, 0.5) == {"eng_Latn": 1.0, "tur_Latn": 1.0}


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
    assert lid.restrict("eng,deu").identify("gift not gift").labels == ("eng_Latn",)
    assert lid.replace(length_exponent=0.0)._prices.languages != lid._prices.languages
    assert lid.with_prior(None).identify("gift not") == make().identify("gift not")


def test_no_confidence_is_lost(lid: Identifier) -> None:
    adapted = lid.with_prior({"languages": {"tur": 0.6, "eng": 0.4}, "mixed": 0.3})
    result = adapted.identify("yarınki meeting için slides hazır mı")
    assert result.confidence is not None
    assert all(word.confidence is not None for word in result.words)


def test_mistakes_are_said() -> None:
    with pytest.raises(LabelError, match="prior: the model does not know the language 'xxx'"):
        make().with_prior({"languages": {"xxx": 0.5}})
    with pytest.raises(LabelError, match="prior: "):
        make().with_prior({"sets": {"tur+xxx": 0.5}})
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


def test_a_rare_set_is_kept_as_far_as_others_leave_room() -> None:
    """Answers may change to other sets under a prior, so that the shares of all would add up to more than 1."""
    answers = iter([("tur_Latn", "eng_Latn"), ("deu_Latn", "eng_Latn"), ("deu_Latn", "eng_Latn")])

    def under(_: Prior) -> Callable[[str], WeighedAnswer]:
        found = next(answers, ("deu_Latn", "eng_Latn"))
        return lambda _: WeighedAnswer(found, None)

    sets = learn(["see you demain"], under).sets
    assert sum(sets.values()) <= 1.0
    assert "deu_Latn+eng_Latn" in sets


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


def test_pairs_by_chance_are_those_of_all_languages_together() -> None:
    """Whatever the order of iteration, as if each set had been written out."""
    shares = {"eng": 0.4, "tur": 0.3, "deu": 0.2, "rus": 0.1}
    pairs = adapted_pairs(Prior(shares, mixed=0.6), LABELS, 1.0, 0.5)
    assert pairs is not None
    total = sum(one * other for one, other in combinations(shares.values(), 2))
    sets = {
        "+".join(codes): 0.6 * shares[codes[0]] * shares[codes[1]] / total for codes in combinations(sorted(shares), 2)
    }
    written = adapted_pairs(Prior(shares, sets), LABELS, 1.0, 0.5)
    assert written is not None
    assert pairs.exceptions == pytest.approx(dict(written.exceptions))
    assert len(pairs.exceptions) == 6


def test_the_work_for_a_prior_does_not_grow_with_the_pairs_of_its_languages() -> None:
    """Thousands of spellings that mean few labels: each is looked up, and no pairs are compared."""
    labels = [f"{first}{second}{third}_Latn" for first in "abcdefghij" for second in "klmnopqrst" for third in "uvwxyz"]
    pairs = adapted_pairs(Prior(dict.fromkeys(labels, 1 / 600), mixed=0.5), labels, 1.0, 0.5)
    assert pairs is not None
    assert not pairs.exceptions  # none of them is common enough
    assert len(list(_by_chance(Prior(dict.fromkeys(labels, 1 / 600), mixed=0.5), labels, 0.0003))) == 0
    falling = {label: 0.1 / (place + 1) for place, label in enumerate(labels)}
    met = list(_by_chance(Prior(falling, mixed=1.0), labels, 0.0003))
    assert 0 < len(met) < 1 / 0.0003


def test_pairs_are_bounded() -> None:
    labels = [f"a{letter}{other}_Latn" for letter in "abcdefghijklmnop" for other in "abcdefghijklmnop"]
    prior = Prior({"@latin": 0.5, "abc_Latn": 0.1, "abd_Latn": 0.1, "@paper": 0.1}, mixed=0.5)
    some = [*labels, *(f"{code}_Latn" for code in ("tur", "eng"))]
    assert adapted_pairs(prior, some, 1.0, 0.5) is not None
    many = [*some, *sorted(PAPER)]
    with pytest.raises(LabelError, match="make more than 20,000 pairs"):
        adapted_pairs(prior, many, 1.0, 0.5)
