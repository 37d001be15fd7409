"""Fitting the decision: known weights are recovered, nothing is judged by its own fit, data sets weigh the same."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mixlid.adapt.labelled import Sample
from mixlid.inspection import Proposal, Proposals
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.tuning.decision import SPLICED, ProposedSample, exact_match, fit_decision, held_out_sums, sums
from mixlid_lab.tuning.default_preset import MOST, decision_sets

LABELS = ("eng_Latn", "tur_Latn", "deu_Latn")


def proposal(*languages: str, pieces: dict[str, float] | None = None, dominant: str = "tur_Latn") -> Proposal:
    return Proposal(languages, languages[-1], dominant, (), pieces or {}, {}, 0.0, True)


def weighed(pieces: dict[str, float], mixed: bool, pair: str = "tur eng", dominant: str = "tur_Latn") -> ProposedSample:
    """A sentence for which a pair was proposed, and whether that is right."""
    first, second = pair.split()
    languages = frozenset([first, second]) if mixed else frozenset([first])
    proposals = Proposals(frozenset([first]), [proposal(first, second, pieces=pieces, dominant=dominant)])
    return ProposedSample(Sample("text", languages), proposals)


def drawn(count: int, seed: int, pair: str = "tur eng", flip: bool = False) -> list[ProposedSample]:
    """Sentences whose probability of being mixed is logistic(1.5 · lead − 2 · capitals − 1)."""
    random = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        lead, capitals = float(random.normal(1, 1)), float(random.random())
        chance = 1 / (1 + math.exp(-(1.5 * lead - 2 * capitals - 1)))
        mixed = bool(random.random() < chance)
        made.append(weighed({"root_lead": lead, "names": capitals}, mixed is not flip, pair))
    return made


def test_known_weights_are_found_again() -> None:
    decision = fit_decision({"a": drawn(20_000, 1)}, LABELS)
    # Both kinds count as much, so the constant is that of a world with as many of either; weights are as they were.
    assert decision.weights["root_lead"] == pytest.approx(1.5, abs=0.15)
    assert decision.weights["names"] == pytest.approx(-2, abs=0.3)
    assert set(decision.weights) == {"root_lead", "names"}


def test_every_set_counts_as_much_as_the_next() -> None:
    small, large = drawn(300, 2), drawn(30_000, 3, flip=True)
    balanced = fit_decision({"small": small * 10, "large": large}, LABELS)
    assert balanced.weights == pytest.approx(fit_decision({"small": small, "large": large}, LABELS).weights, abs=1e-3)


def three(stays: bool, gain: float) -> ProposedSample:
    """A line in two languages, or in three; both sets were proposed."""
    larger = [proposal("tur", "eng"), proposal("tur", "eng", "deu", pieces={"run_gain": gain})]
    languages = frozenset(["tur", "eng", "deu"] if stays else ["tur", "eng"])
    return ProposedSample(Sample("text", languages), Proposals(frozenset(["tur"]), larger))


def test_spliced_lines_teach_what_further_languages_are() -> None:
    lines = [three(number % 2 == 0, 10.0 * (number % 2 == 0) + number % 7) for number in range(200)]
    decision = fit_decision({"a": drawn(2_000, 1), SPLICED + "3": lines}, LABELS)
    assert decision.further is not None
    assert decision.further.weights["run_gain"] > 0
    assert sums(decision, three(True, 14.0))[1] > 0 > sums(decision, three(True, 2.0))[1]
    assert fit_decision({"a": drawn(2_000, 1)}, LABELS).further is None


def test_nothing_is_judged_by_what_it_was_fitted_on() -> None:
    """Two corpora of one pair contradict the third: only that one may judge them."""
    records = {"a": drawn(800, 4), "a-too": drawn(800, 5), "other": drawn(800, 6, "deu eng", flip=True)}
    found = held_out_sums(records, LABELS)
    judged = exact_match(records, found, 0.0)
    assert all(value < 0.5 for value in judged.mixed.values())
    fitted = fit_decision({name: records[name] for name in ("a", "a-too")}, LABELS)
    seen = {name: [sums(fitted, one) for one in members] for name, members in records.items()}
    assert exact_match(records, seen, 0.0).mixed["a"] > 0.6


def test_languages_come_in_as_long_as_the_evidence_is_for_them() -> None:
    three, two = frozenset(["tur", "eng", "deu"]), frozenset(["tur", "eng"])
    larger = [proposal("tur", "eng"), proposal("tur", "eng", "deu")]
    one = ProposedSample(Sample("text", two), Proposals(frozenset(["tur"]), larger))
    assert one.answer([1.0, 1.0], 0.5) == three
    assert one.answer([1.0, 0.0], 0.5) == two
    assert one.answer([0.0, 1.0], 0.5) == one.answer([0.0, 0.0], 0.5) == frozenset(["tur"])


def sample(text: str, *languages: str) -> Sample:
    return Sample(text, frozenset(languages))


def test_the_sets_of_a_decision() -> None:
    corpus = Dataset("corpus", (sample("bir iki one two", "tur", "eng"), sample("bir iki", "tur")))
    extra = Dataset("extra", (sample("bir iki one two", "tur", "eng"), sample("yes evet tabii", "tur", "eng")))
    mono = Dataset(
        "mono", (*(sample(f"number {n} of many more words", "eng") for n in range(9)), sample("salut", "ron"))
    )
    found = {one.name: one for one in decision_sets([corpus, extra, mono])}
    assert set(found) == {"corpus", "extra", "mono", "mono-pairs", "mono-cut"}
    assert [one.text for one in found["extra"].samples] == ["yes evet tabii"]
    assert {tuple(one.languages) for one in found["mono-pairs"].samples} == {("eng",)}
    assert max(len(one.text) for one in found["mono-cut"].samples) <= len("bir iki one two")


def test_large_sets_are_thinned_evenly() -> None:
    many = Dataset("mono", tuple(sample(f"number {n}", "eng") for n in range(3 * MOST)))
    mixed = Dataset("pair", (sample("yes evet", "tur", "eng"),))
    thinned = next(one for one in decision_sets([mixed, many]) if one.name == "mono")
    assert [one.text for one in thinned.samples] == [f"number {n}" for n in range(0, 3 * MOST, 3)]
