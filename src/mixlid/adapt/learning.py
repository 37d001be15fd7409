"""Learn a prior from texts without labels: which languages they have, and what keeps mixed text as common as it was.

A sample of the texts is identified. A language that is clearly there in a few texts is kept, however rare; what is
found only now and then, and never clearly, is taken for a mistake. The sample is then identified again with these
languages, and an offset is chosen with which as many texts are mixed as before: other languages are found in them, but
plain text stays plain.

The sample consists of the texts with the smallest hashes, so it does not depend on their order. Each text counts once,
however often it occurs, and only the beginning of a long one is used. So memory does not grow with the corpus.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from mixlid.adapt.prior_effects import weight_of
from mixlid.engine.pipeline import make_pipeline
from mixlid.engine.pipeline_config import PipelineConfig, WeighedAnswer
from mixlid.inspection import Proposals, proposer
from mixlid.models.added import fitted_for
from mixlid.models.restricted import full_model
from mixlid.prior import SAMPLE, Prior
from mixlid.results.result import NO_LANGUAGE, UNKNOWN
from mixlid.text.groups import group_of
from mixlid.text.labels import split

#: How much of each text is used (code points).
LONGEST = 1000
#: A language is there if it is in so many answers, and in this share of all, that have at least this confidence.
ENOUGH = ((0.9, 3, 0.0), (0.7, 2, 0.02), (0.0, 3, 0.05))
#: Answers count for the share of other languages by this power of their confidence: unsure ones are mostly mistakes.
POWER = 3
#: The share of a group of near languages that one of them must have for all to be counted as that one.
MOST_OF_GROUP = 0.6
_DIGITS = 5


@dataclass(frozen=True, slots=True)
class Weigher:
    """An identifier as a function of the prior, through the parts of its pipeline."""

    parts: Callable[[Prior], PipelineConfig]

    def answers(self, prior: Prior) -> Callable[[str], WeighedAnswer]:
        """A function that identifies texts under a prior."""
        return make_pipeline(self.parts(prior)).weigh

    def proposals(self, prior: Prior) -> Callable[[str], Proposals]:
        """A function that proposes languages for texts under a prior."""
        return proposer(self.parts(prior))

    def least_evidence(self) -> float:
        """The least sum of evidence that keeps a further language."""
        return self.parts(Prior()).least_evidence

    def most_offset(self, prior: Prior) -> float:
        """The largest offset, by how much the prior says."""
        model = self.parts(prior).model
        strength = fitted_for(model).prior
        return strength.most_offset * weight_of(prior, full_model(model).labels, strength)


def sample(texts: Iterable[str], size: int = SAMPLE) -> list[str]:
    """The texts whose hashes are smallest, in that order."""
    from hashlib import blake2b  # takes a while, and only this needs it

    smallest: list[tuple[int, str]] = []
    known: set[int] = set()
    for text in texts:
        text = text[:LONGEST]
        place = -int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
        if place in known or (len(smallest) == size and place < smallest[0][0]):
            continue
        known.add(place)
        if len(smallest) < size:
            heapq.heappush(smallest, (place, text))
        else:
            known.discard(heapq.heappushpop(smallest, (place, text))[0])
    return [text for _, text in sorted(smallest, reverse=True)]


def learn(texts: Sequence[str], weigher: Weigher) -> Prior:
    """A prior for these texts."""
    answers = list(map(weigher.answers(Prior()), texts))
    prior = known_languages(answers)
    several = sum(len(_languages(answer)) > 1 for answer in answers)
    if not prior.languages or not several:
        return prior
    weighed = (answer.evidence for answer in map(weigher.answers(prior), texts))
    found = sorted((evidence for evidence in weighed if evidence is not None), reverse=True)
    if not found:
        return prior
    missing = weigher.least_evidence() - found[min(several, len(found)) - 1]
    return replace(prior, offset=round(min(max(missing, 0.0), weigher.most_offset(prior)), _DIGITS))


def known_languages(answers: Iterable[WeighedAnswer]) -> Prior:
    """The languages that are clearly there, by their codes, since a corpus may have one in several scripts.

    What their shares lack to 1 is the share of text in other languages.
    """
    judged = [(found, answer.confidence) for answer in answers if (found := _languages(answer))]
    told = _told(judged)
    shares: dict[str, float] = {}
    counts = [Counter[str]() for _ in ENOUGH]
    for found, confidence in judged:
        for label in {told.get(label, label) for label in found}:
            for (least, _, _), count in zip(ENOUGH, counts, strict=True):
                count[label] += confidence is None or confidence >= least
    there = {
        split(label)[0]
        for (_, few, share), count in zip(ENOUGH, counts, strict=True)
        for label in count
        if count[label] >= max(few, share * len(judged))
    }
    known, total = 0.0, 1.0  # as if there were one more text, in another language
    for found, confidence in judged:
        weight = 1.0 if confidence is None else confidence**POWER
        codes = [split(told.get(label, label))[0] for label in found]
        total += weight
        known += weight * all(code in there for code in codes)
        for code in there.intersection(codes):
            shares[code] = shares.get(code, 0.0) + 1 / len(found)
    return Prior(shares_of(shares, sum(shares.values()) * total / known) if known else {}, texts=len(judged))


def _told(judged: Iterable[tuple[Sequence[str], float | None]]) -> dict[str, str]:
    """Near languages, and the one that has most of their texts: a corpus that seems two thirds Croatian is Croatian."""
    groups: dict[str, Counter[str]] = {}
    for found, _ in judged:
        for label in found:
            groups.setdefault(group_of(label), Counter())[label] += 1
    told: dict[str, str] = {}
    for group in groups.values():
        best = max(group, key=lambda label: (group[label], label))
        if group[best] >= MOST_OF_GROUP * sum(group.values()):
            told.update((label, best) for label in group if label != best)
    return told


def _languages(answer: WeighedAnswer) -> list[str]:
    return [label for label in answer.languages if split(label)[0] not in (UNKNOWN, NO_LANGUAGE)]


def shares_of(counts: Mapping[str, float], total: float) -> dict[str, float]:
    """Shares, the largest first; in a tie by name."""
    largest_first = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return {name: round(count / total, _DIGITS) for name, count in largest_first}
