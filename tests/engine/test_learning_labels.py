"""What labels add to a prior: shares, an offset, and the result of cross-validation."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

import mixlid
from mixlid import LabelError, Prior, SettingsError
from mixlid.adapt.labelled import Sample
from mixlid.adapt.learning_labels import FACTOR_SPREAD, KNOWN, SPREAD, Weigher, label_gain, learn_labels
from mixlid.engine.pipeline_config import WeighedAnswer
from mixlid.inspection import Proposal, Proposals
from mixlid.models.decision import probability_of

ONE, BOTH = frozenset({"tur"}), frozenset({"tur", "eng"})
LEAST = 1.0


class Sums(Weigher):
    """Texts are sums of evidence for English beside Turkish, half of which is `lead`."""

    def answers(self, prior: Prior) -> Callable[[str], WeighedAnswer]:
        def weigh(text: str) -> WeighedAnswer:
            evidence = float(text) * (1 + prior.factors.get("lead", 1.0)) / 2 + (prior.offset or 0.0)
            return WeighedAnswer(("tur_Latn", "eng_Latn") if evidence >= LEAST else ("tur_Latn",), evidence)

        return weigh

    def proposals(self, prior: Prior) -> Callable[[str], Proposals]:
        assert prior.offset is None  # it is being learnt

        def propose(text: str) -> Proposals:
            labels, added = ("tur_Latn", "eng_Latn"), {"lead": float(text) / 2, "third": 0.0}
            return Proposals(ONE, [Proposal(labels, "eng_Latn", "tur_Latn", (), {}, added, float(text), True)])

        return propose


weigher = Sums(lambda prior: mixlid.load().with_prior(prior)._config())


def strict(count: int) -> list[Sample]:
    """Annotators who call a text mixed only if the evidence is at least 3."""
    sums = [place % 60 / 10 for place in range(7, 7 * count + 7, 7)]
    return [Sample(str(one), BOTH if one >= 3 else ONE) for one in sums]


def border(prior: Prior) -> float:
    """The first text that is answered as mixed."""
    assert prior.offset is not None
    return (LEAST - prior.offset) * 2 / (1 + prior.factors.get("lead", 1.0))


def test_the_decision_follows_the_labels() -> None:
    few, many = (border(learn_labels(Prior(), strict(count), weigher, LEAST)) for count in (2, 500))
    assert LEAST < few < many
    assert many == pytest.approx(3, abs=0.1)


def test_the_decision_is_the_most_probable() -> None:
    """Compared with a slow version: offset and factor are where the gradient of the log probability is zero."""
    samples = strict(20)
    prior = learn_labels(Prior(), samples, weigher, LEAST)
    assert prior.offset is not None
    assert prior.factors.keys() == {"lead"}  # nothing is known of evidence that is 0 in all of them
    offset, change = prior.offset, prior.factors["lead"] - 1
    leads = [float(one.text) / 2 for one in samples]
    errors = [
        (one.languages == BOTH) - probability_of(float(one.text) - LEAST + offset + change * lead)
        for one, lead in zip(samples, leads, strict=True)
    ]
    assert sum(errors) == pytest.approx(offset / SPREAD**2, abs=0.02)
    slope = sum(error * lead for error, lead in zip(errors, leads, strict=True))
    assert slope == pytest.approx(change / FACTOR_SPREAD**2, abs=0.05)


def test_shares_are_shrunk_towards_what_was_known() -> None:
    samples = [Sample("0", BOTH)] * 30 + [Sample("0", ONE)] * 20
    alone = learn_labels(Prior(), samples, weigher, LEAST)
    assert alone.sets == {"eng+tur_Latn": 0.6}  # no answer has English, so its script is not known
    assert alone.languages == {"tur_Latn": 0.7, "eng": 0.3}
    assert (alone.texts, alone.labels) == (50, 50)
    assert alone.mixed == pytest.approx(31 / 52, abs=1e-5)
    known = Prior({"tur_Latn": 0.5, "deu_Latn": 0.5}, {"deu_Latn+tur_Latn": 0.1}, 0.1, 1000)
    blended = learn_labels(known, samples, weigher, LEAST)
    weight = KNOWN / (50 + KNOWN)
    assert blended.languages["deu_Latn"] == pytest.approx(0.5 * weight, abs=1e-5)
    assert blended.languages["tur_Latn"] == pytest.approx(0.5 * weight + 0.7 * (1 - weight), abs=1e-5)
    assert blended.sets["eng+tur_Latn"] == pytest.approx(0.6 * (1 - weight), abs=1e-5)
    assert blended.mixed == pytest.approx(0.1 * weight + 0.6 * (1 - weight), abs=1e-5)
    assert blended.texts == 1050
    by_hand = learn_labels(Prior({"tur_Latn": 1.0}), samples, weigher, LEAST)
    assert by_hand.texts is None
    assert by_hand.sets == {"eng+tur_Latn": 0.6}


def test_few_texts_count_for_no_more_than_they_are() -> None:
    known = Prior({"deu_Latn": 1.0}, {}, 0.0, 2)
    blended = learn_labels(known, [Sample("0", ONE)] * 8, weigher, LEAST)
    assert blended.languages == {"tur_Latn": 0.8, "deu_Latn": 0.2}


def test_what_is_gained() -> None:
    gain = label_gain(Prior(), strict(60), weigher, LEAST)
    assert gain.labels == 60
    assert gain.before < 0.7
    assert gain.after > 0.95
    assert label_gain(Prior(), strict(1), weigher, LEAST).labels == 1


def test_wrong_proposals_say_nothing() -> None:
    """If neither one language nor several are right, there is nothing to learn for the decision."""
    assert learn_labels(Prior(), [Sample("9", frozenset({"deu"}))] * 20, weigher, LEAST).offset is None


def test_what_a_policy_refuses_says_nothing() -> None:
    """No offset could make hashtags count, so none is learnt from them."""
    text = "bugün hava çok güzeldi, sahilde yürüdük #throwbackthursday #goodvibes"
    lid, labelled = mixlid.load(), [{"text": text, "langs": ["tur", "eng"]}] * 20
    for one, is_learnt in ((lid, False), (lid.replace(count_hashtags=1), True)):
        prior = one.with_labels(labelled).prior
        assert prior is not None
        assert (prior.offset is not None) == is_learnt


LABELLED = [
    {"text": "yarınki meeting için slides hazır mı", "langs": ["tr", "en"]},
    {"text": "bugün hava çok güzel, dışarı çıkalım", "langs": ["tur"]},
]


def test_through_an_identifier() -> None:
    lid = mixlid.load()
    adapted = lid.adapt(labelled=LABELLED)
    assert adapted.prior is not None
    assert set(adapted.prior.languages) == {"tur_Latn", "eng_Latn"}
    assert adapted.prior == lid.with_labels(LABELLED).prior
    texts = ["akşam yemeğine kimler geliyor"]
    both = lid.adapt(texts, labelled=LABELLED)
    assert both.prior == lid.adapt(texts).with_labels(LABELLED).prior
    assert both.prior is not None
    assert both.prior.texts == 3
    assert lid.label_gain(LABELLED).labels == 2
    # Presets without a decision learn shares alone.
    plain = mixlid.load(preset="cs").adapt(labelled=LABELLED).prior
    assert plain is not None
    assert plain.offset is None
    assert plain.mixed == 0.5


def test_an_offset_decides() -> None:
    text = LABELLED[0]["text"]
    assert isinstance(text, str)
    lid = mixlid.load()
    assert len(lid.with_prior({"offset": -50}).identify(text).labels) == 1
    assert len(lid.with_prior({"offset": 0}).identify(text).labels) == 2
    timid = lid.replace(mixed_threshold=0.999)
    assert len(timid.identify(text).labels) == 1
    assert len(timid.with_prior({"offset": 50}).identify(text).labels) == 2


def test_factors_decide() -> None:
    text = LABELLED[0]["text"]
    assert isinstance(text, str)
    lid = mixlid.load()
    assert len(lid.with_prior({"factors": {"root_lead": -5}}).identify(text).labels) == 1
    assert lid.with_prior({"factors": {"root_lead": 1}}).identify(text) == lid.identify(text)


def test_labels_take_the_place_of_labels() -> None:
    """Learnt again, not added up."""
    once = mixlid.load().with_labels(LABELLED)
    assert once.prior is not None
    again = mixlid.load().with_prior(dataclasses.replace(once.prior, offset=-50)).with_labels(LABELLED)
    assert again.prior is not None
    assert again.prior.offset == pytest.approx(once.prior.offset, abs=0.2)


def test_refusals() -> None:
    lid = mixlid.load()
    with pytest.raises(SettingsError, match="factors has no evidence 'leed'"):
        lid.with_prior({"factors": {"leed": 2}})
    with pytest.raises(SettingsError, match="no labelled sentences"):
        lid.with_labels([])
    with pytest.raises(LabelError, match="tlh"):
        lid.with_labels([{"text": "nuqneH", "langs": ["tlh"]}])
