"""What labels add to a prior: shares, an offset, and the result of cross-validation."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

import mixlid
from mixlid import LabelError, Prior, SettingsError
from mixlid.adapt.labelled import Sample
from mixlid.adapt.learning import Weigher
from mixlid.adapt.learning_labels import KNOWN, SPREAD, label_gain, learn_labels
from mixlid.engine.pipeline_config import WeighedAnswer
from mixlid.inspection import Proposal, Proposals
from mixlid.models.decision import probability_of

ONE, BOTH = frozenset({"tur"}), frozenset({"tur", "eng"})
LEAST = 1.0


class Sums(Weigher):
    """Texts are sums of evidence for English beside Turkish."""

    def answers(self, prior: Prior) -> Callable[[str], WeighedAnswer]:
        def weigh(text: str) -> WeighedAnswer:
            evidence = float(text) + (prior.offset or 0.0)
            return WeighedAnswer(("tur_Latn", "eng_Latn") if evidence >= LEAST else ("tur_Latn",), None, evidence)

        return weigh

    def proposals(self, prior: Prior) -> Callable[[str], Proposals]:
        assert prior.offset is None  # it is being learnt

        def propose(text: str) -> Proposals:
            labels = ("tur_Latn", "eng_Latn")
            return Proposals(ONE, [Proposal(labels, "eng_Latn", "tur_Latn", (), {}, {}, float(text), True)])

        return propose

    def least_evidence(self) -> float:
        return LEAST


weigher = Sums(lambda prior: mixlid.load().with_prior(prior)._config())


def strict(count: int) -> list[Sample]:
    """Annotators who call a text mixed only if the evidence is at least 3."""
    sums = [place % 60 / 10 for place in range(7, 7 * count + 7, 7)]
    return [Sample(str(one), BOTH if one >= 3 else ONE) for one in sums]


def border(prior: Prior) -> float:
    """The first text that is answered as mixed."""
    assert prior.offset is not None
    return LEAST - prior.offset


def test_the_decision_follows_the_labels() -> None:
    few, many = (border(learn_labels(Prior(), strict(count), weigher)) for count in (2, 500))
    assert LEAST < few < many
    assert many == pytest.approx(3, abs=0.1)


def test_the_decision_is_the_most_probable() -> None:
    """Compared with a slow version: the offset is where the derivative of the log probability is zero."""
    samples = strict(20)
    prior = learn_labels(Prior(), samples, weigher)
    assert prior.offset is not None
    offset = prior.offset
    errors = [(one.languages == BOTH) - probability_of(float(one.text) - LEAST + offset) for one in samples]
    assert sum(errors) == pytest.approx(offset / SPREAD**2, abs=0.02)


def test_shares_are_shrunk_towards_what_was_known() -> None:
    samples = [Sample("0", BOTH)] * 30 + [Sample("0", ONE)] * 20
    alone = learn_labels(Prior(), samples, weigher)
    assert alone.languages == pytest.approx({"tur": 35 / 51, "eng": 15 / 51}, abs=1e-5)  # one more in another language
    assert (alone.texts, alone.labels) == (50, 50)
    blended = learn_labels(Prior({"tur": 0.5, "deu": 0.5}, texts=1000), samples, weigher)
    weight = KNOWN / (50 + KNOWN)
    assert blended.languages["deu"] == pytest.approx(0.5 * weight, abs=1e-5)
    assert blended.languages["tur"] == pytest.approx(0.5 * weight + 0.7 * (1 - weight), abs=1e-5)
    assert blended.texts == 1050
    assert learn_labels(Prior({"tur": 1.0}), samples, weigher).texts is None


def test_few_texts_count_for_no_more_than_they_are() -> None:
    blended = learn_labels(Prior({"deu": 1.0}, texts=2), [Sample("0", ONE)] * 8, weigher)
    assert blended.languages == {"tur": 0.8, "deu": 0.2}


def test_what_is_gained() -> None:
    gain = label_gain(Prior(), strict(60), weigher)
    assert gain.labels == 60
    assert gain.before < 0.7
    assert gain.after > 0.95
    assert label_gain(Prior(), strict(1), weigher).labels == 1


def test_wrong_proposals_say_nothing() -> None:
    """If neither one language nor several are right, there is nothing to learn for the decision."""
    assert learn_labels(Prior(), [Sample("9", frozenset({"deu"}))] * 20, weigher).offset is None


def test_what_a_policy_refuses_says_nothing() -> None:
    """No offset could make hashtags count, so none is learnt from them."""
    text = "bugün hava çok güzeldi, sahilde yürüdük #throwbackthursday #goodvibes"
    lid, labelled = mixlid.load(), [{"text": text, "langs": ["tur", "eng"]}] * 20
    for one, is_learnt in ((lid, False), (lid.replace(count_hashtags=1), True)):
        prior = one.adapt(labelled=labelled).prior
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
    assert set(adapted.prior.languages) == {"tur", "eng"}
    texts = ["akşam yemeğine kimler geliyor"]
    both = lid.adapt(texts, labelled=LABELLED)
    assert both.prior == lid.adapt(texts).adapt(labelled=LABELLED).prior
    assert both.prior is not None
    assert both.prior.texts == 3
    assert lid.label_gain(LABELLED).labels == 2
    # Presets without a decision learn shares alone.
    plain = mixlid.load(preset="cs").adapt(labelled=LABELLED).prior
    assert plain is not None
    assert plain.offset is None


def test_an_offset_decides() -> None:
    text = LABELLED[0]["text"]
    assert isinstance(text, str)
    lid = mixlid.load()
    assert len(lid.with_prior({"offset": -50}).identify(text).labels) == 1
    assert len(lid.with_prior({"offset": 0}).identify(text).labels) == 2
    timid = lid.replace(mixed_threshold=0.999)
    assert len(timid.identify(text).labels) == 1
    assert len(timid.with_prior({"offset": 50}).identify(text).labels) == 2


def test_labels_take_the_place_of_labels() -> None:
    """Learnt again, not added up."""
    once = mixlid.load().adapt(labelled=LABELLED)
    assert once.prior is not None
    again = mixlid.load().with_prior(dataclasses.replace(once.prior, offset=-50)).adapt(labelled=LABELLED)
    assert again.prior is not None
    assert again.prior.offset == pytest.approx(once.prior.offset, abs=0.2)


def test_refusals() -> None:
    lid = mixlid.load()
    with pytest.raises(SettingsError, match="no labelled sentences"):
        lid.label_gain([])
    with pytest.raises(LabelError, match="tlh"):
        lid.adapt(labelled=[{"text": "nuqneH", "langs": ["tlh"]}])
