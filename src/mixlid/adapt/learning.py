"""Learn a prior from texts without labels, by expectation–maximisation.

A sample of the texts is identified, a prior is estimated from the answers, and the sample is identified again with that
prior, a few times. Mixed text is counted by its probability and not by the answers, which would drift to all or
nothing.

The sample consists of the texts with the smallest hashes, so it does not depend on their order. Each text counts once,
however often it occurs, and only the beginning of a long one is used. So memory does not grow with the corpus.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from mixlid.engine.pipeline_config import WeighedAnswer
from mixlid.models.decision import probability_of
from mixlid.prior import SAMPLE, TOGETHER, Prior, together
from mixlid.results.result import NO_LANGUAGE, UNKNOWN
from mixlid.text.groups import group_of
from mixlid.text.labels import split

#: How much of each text is used (code points), and the number of iterations.
LONGEST = 1000
ROUNDS = 4
#: Sets with a smaller share are left out of a prior: they would have no effect and only fill the file.
_RAREST_SET = 0.001
_DIGITS = 5
#: The share of a group of near languages that one of them must have for all to be counted as that one.
MOST_OF_GROUP = 0.6


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


def learn(texts: list[str], under: Callable[[Prior], Callable[[str], WeighedAnswer]], mixed: bool = True) -> Prior:
    """A prior for these texts; `under` returns a function that identifies a text under a prior.

    Without `mixed` only languages and sets are learnt.
    """
    prior = first = Prior()
    for number in range(ROUNDS):
        before, prior = prior, _keep_rare(_tell_near(_count(map(under(prior), texts), mixed)), first)
        first = first if number else prior
        if prior == before:
            break
    return prior


def _tell_near(prior: Prior) -> Prior:
    """A prior in which a group of near languages is replaced by the one that has most of the group's texts.

    One Croatian sentence may be taken for Serbian, but a corpus that seems two thirds Croatian is Croatian.
    """
    shares: dict[str, dict[str, float]] = {}
    for label, share in prior.languages.items():
        shares.setdefault(group_of(label), {})[label] = share
    told = {}
    for group in shares.values():
        best = max(group, key=lambda label: (group[label], label))
        if group[best] >= MOST_OF_GROUP * sum(group.values()):
            told.update(dict.fromkeys(group, best))
    languages, sets = dict[str, float](), dict[str, float]()
    for label, share in prior.languages.items():
        name = told.get(label, label)
        languages[name] = round(languages.get(name, 0.0) + share, _DIGITS)
    for key, share in prior.sets.items():
        found = sorted({told.get(label, label) for label in together(key)})
        if len(found) > 1:
            name = TOGETHER.join(found)
            sets[name] = round(sets.get(name, 0.0) + share, _DIGITS)
    return replace(prior, languages=_largest_first(languages), sets=_largest_first(sets))


def _keep_rare(prior: Prior, first: Prior) -> Prior:
    """A prior that keeps the languages that were mixed most often in the first iteration.

    What is rare is taken for a mistake more often with each iteration, and people who look for mixed text look for
    what is rare. Near languages are not kept: answers that mix them are usually wrong.
    """
    distant = (key for key in first.sets if len({group_of(label) for label in together(key)}) == len(together(key)))
    key = next(distant, None)  # sets are in the order of their shares
    if key is None:
        return prior
    now = prior.sets.get(key, 0.0)
    share = round(min(first.sets[key], 1.0 - (sum(prior.sets.values()) - now)), _DIGITS)  # other sets may be new
    return prior if share <= now else replace(prior, sets=_largest_first({**prior.sets, key: share}))


def _count(answers: Iterable[WeighedAnswer], mixed: bool) -> Prior:
    languages, sets = dict[str, float](), dict[str, float]()
    several, count = 0.0, 0
    for answer in answers:
        found = [label for label in answer.languages if split(label)[0] not in (UNKNOWN, NO_LANGUAGE)]
        if not found:
            continue
        count += 1
        if answer.evidence is None:
            several += len(found) > 1
        else:
            several += probability_of(answer.evidence)
        for label in found:
            languages[label] = languages.get(label, 0.0) + 1 / len(found)
        if len(found) > 1:
            key = TOGETHER.join(sorted(found))
            sets[key] = sets.get(key, 0.0) + 1
    return Prior(
        shares_of(languages, count),
        {key: share for key, share in shares_of(sets, count).items() if share >= _RAREST_SET},
        round((several + 1) / (count + 2), _DIGITS) if mixed and count else None,
        count,
    )


def shares_of(counts: Mapping[str, float], total: int) -> dict[str, float]:
    """Shares, the largest first; in a tie by name."""
    return {name: round(count / total, _DIGITS) for name, count in _largest_first(counts).items()}


def _largest_first(shares: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(shares.items(), key=lambda item: (-item[1], item[0])))
