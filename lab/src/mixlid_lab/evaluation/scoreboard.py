"""The saved answers of all systems for one part of the data (such as development), read when needed.

Answers are large and figures are small, so for most systems only a digest stays in memory.

Systems are compared by McNemar's exact test and bootstrap intervals of exact match. The intervals keep the data sets
and resample sentences within each, so they say nothing about other corpora or language pairs.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp
from scipy.stats import binom

from mixlid.errors import InputError
from mixlid_lab.evaluation.datasets import EXTRA
from mixlid_lab.evaluation.predictions import Prediction
from mixlid_lab.evaluation.saved import LABELS, contents, read_answers, read_labels
from mixlid_lab.evaluation.set_metrics import Summary, counts, macro, mixed_sets, mono_by_language, summary
from mixlid_lab.evaluation.word_metrics import WordScores, main_first, word_scores

#: By data set.
Answers = Mapping[str, Sequence[Prediction]]
#: Fixed, so that two runs give the same intervals.
SEED = 20
RESAMPLES = 2000
#: The share of resamples inside an interval.
LEVEL = 0.95


class McNemar(NamedTuple):
    """The sentences that only one of two systems gets right, and the probability of so uneven a split by chance."""

    only_first: int
    only_second: int
    #: of the two-sided test; p itself may be too small for a float
    log10_p: float

    @property
    def p_text(self) -> str:
        """p with two digits, or its order of magnitude if it is too small."""
        return f"{10**self.log10_p:.2g}" if self.log10_p > -300 else f"10^{self.log10_p:.0f}"


class Interval(NamedTuple):
    """A value and the ends of its interval."""

    value: float
    low: float
    high: float


class Comparison(NamedTuple):
    """Differences in exact match of two systems (first minus second), and the test on all sentences that count.

    A difference is None if there are no such data; that of `all` needs both kinds.
    """

    cs: Interval | None
    mono: Interval | None
    all: Interval | None
    test: McNemar


def mcnemar(first: Sequence[Prediction], second: Sequence[Prediction]) -> McNemar:
    """McNemar's exact test on the same sentences in the same order; `ValueError` if they are not."""
    outcomes = _paired(first, second)
    only_first, only_second = int((outcomes > 0).sum()), int((outcomes < 0).sum())
    # Either system wins each of the discordant sentences with probability ½.
    splits = np.arange(min(only_first, only_second) + 1)
    tail = float(logsumexp(binom.logpmf(splits, only_first + only_second, 0.5))) + math.log(2)
    return McNemar(only_first, only_second, min(tail / math.log(10), 0.0))


def exact_match_interval(predictions: Answers) -> Interval:
    """The percentile bootstrap interval of exact match, macro-averaged over data sets."""
    return _interval({name: np.array([one.is_right for one in found], int) for name, found in predictions.items()})


def difference_interval(first: Answers, second: Answers, weights: Mapping[str, float] | None = None) -> Interval:
    """The same for the exact match of `first` minus that of `second`, resampled together.

    `weights` replace the equal weights, for example for a mean of two averages; they are divided by their sum.
    """
    if first.keys() != second.keys():
        raise ValueError(f"the systems answered different data sets: {sorted(first.keys() ^ second.keys())}")
    outcomes = {name: _paired(members, second[name]) for name, members in first.items()}
    return _interval(outcomes, weights)


def _paired(first: Sequence[Prediction], second: Sequence[Prediction]) -> NDArray[np.int64]:
    """1 where only the first is right, -1 where only the second is, 0 where they agree."""
    for number, (one, other) in enumerate(zip(first, second, strict=True), start=1):
        if (one.sample.text, one.sample.languages) != (other.sample.text, other.sample.languages):
            raise ValueError(f"the systems answered different sentences: number {number} is not the same")
    return np.array([one.is_right - other.is_right for one, other in zip(first, second, strict=True)], dtype=np.int64)


def _interval(outcomes: Mapping[str, NDArray[np.int64]], weights: Mapping[str, float] | None = None) -> Interval:
    shares = weights or dict.fromkeys(outcomes, 1.0)
    total = sum(shares[name] for name in outcomes)
    generator = np.random.default_rng(SEED)
    value, draws = 0.0, np.zeros(RESAMPLES)
    for name, values in outcomes.items():
        # An outcome is -1, 0 or 1, so a resample is determined by the counts of each: one multinomial draw.
        counts = np.array([(values == outcome).sum() for outcome in (-1, 0, 1)])
        drawn = generator.multinomial(len(values), counts / len(values), size=RESAMPLES)
        value += shares[name] / total * float(values.mean())
        draws += shares[name] / total * (drawn[:, 2] - drawn[:, 0]) / len(values)
    low, high = np.quantile(draws, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(value, float(low), float(high))


def _groups(answers: Answers) -> tuple[Answers, Answers]:
    return mixed_sets(answers), mono_by_language(answers)


def _counted(answers: Answers) -> list[Prediction]:
    """The answers to all data sets that are in averages."""
    return [answer for name, members in answers.items() if counts(name, members) for answer in members]


def recipe_of(model: str) -> str:
    """`v2` of `v2-1`, where 1 is the seed; empty for other names."""
    recipe, _, seed = model.partition("-")
    return recipe if seed.isdecimal() and len(seed) == 1 else ""


@dataclass(frozen=True, slots=True)
class Digest:
    """The figures of a system that most tables need."""

    summary: Summary
    #: by data set, if it has labelled words
    words: dict[str, WordScores]
    #: by data set with labelled words: how often the main language comes first
    main_first: dict[str, float | None]

    @property
    def words_f1(self) -> float | None:
        """The mean F1 of words over the data sets that count."""
        silver = self.summary.silver
        averaged = macro([one for name, one in self.words.items() if name not in silver and not name.startswith(EXTRA)])
        return averaged.f1 if averaged else None


class Scoreboard:
    """The systems in folders filled by `runner.run`, or packed in files by `saved.pack`, on the same sentences."""

    def __init__(self, *places: Path) -> None:
        self._contents: dict[str, bytes] = {}
        for place in places:
            found = contents(place)
            for name in found.keys() & self._contents.keys():
                if found[name] != self._contents[name]:
                    raise InputError(f"{place} was made with other sentences, or by another system: {name}")
            self._contents |= found
        self._folders: dict[str, str] = {}
        self.facts: dict[str, Mapping[str, Any]] = {}
        for name, content in self._contents.items():
            if name.endswith("/system.json"):
                facts = json.loads(content)
                self.facts[facts["system"]] = facts
                self._folders[facts["system"]] = name.partition("/")[0]
        if not self.facts:
            where = ", ".join(map(str, places))
            raise InputError(f"{where} has no saved predictions, as `mixlid evaluate --predictions` writes them")
        #: the sentences, without their texts, by data set
        self.samples = {name: read_labels(content) for name, content in self._in(LABELS).items()}
        self.answers = lru_cache(maxsize=4)(self._answers)
        self.digest = lru_cache(maxsize=None)(self._digest)

    def __contains__(self, system: object) -> bool:
        return system in self.facts

    @property
    def models(self) -> list[str]:
        """Our models, sorted by name; of those of one recipe, the one with the most systems."""
        counts = Counter(facts["model"] for facts in self.facts.values() if "model" in facts)
        chosen: dict[str, str] = {}
        for name in counts:
            key = recipe_of(name) or name
            chosen[key] = max(chosen.get(key, name), name, key=counts.__getitem__)
        return list(chosen.values())

    def without(self, system: str) -> list[str]:
        """The data sets that a system has not answered."""
        return sorted(self.samples.keys() - self.answers(system).keys())

    @property
    def peers(self) -> list[str]:
        """The systems of other tools."""
        return [name for name, facts in self.facts.items() if "model" not in facts]

    def _answers(self, system: str) -> Answers:
        """By data set."""
        folder = self._folders[system]
        return {
            name: read_answers(f"{folder}/{name}.jsonl", content, self.samples[name])
            for name, content in self._in(folder).items()
        }

    def _in(self, folder: str) -> dict[str, bytes]:
        """The data sets in a folder."""
        parts = {name.partition("/"): content for name, content in self._contents.items() if name.endswith(".jsonl")}
        return {name.removesuffix(".jsonl"): content for (one, _, name), content in parts.items() if one == folder}

    def _digest(self, system: str) -> Digest:
        answers = self.answers(system)
        words = {name: scores for name, members in answers.items() if (scores := word_scores(members))}
        return Digest(summary(answers), words, {name: main_first(answers[name]) for name in words})

    def exact_match(self, model: str) -> dict[str, float]:
        """Exact match on all data, by system of a model."""
        scores = {name: self.digest(name).summary.all for name in self.facts if name.startswith(f"{model} ")}
        return {name.partition(" ")[2]: one.exact for name, one in scores.items() if one}

    def groups(self, system: str) -> tuple[Answers, Answers]:
        """The groups that the code-switched and the monolingual average are means over."""
        return _groups(self.answers(system))

    @property
    def silver(self) -> tuple[str, ...]:
        """Data sets that are in no average because people have not labelled them."""
        return self.digest(next(iter(self.facts))).summary.silver

    @property
    def silver_words(self) -> tuple[str, ...]:
        """Data sets with words that people have not labelled."""
        return tuple(name for name, samples in self.samples.items() if any(one.silver_words for one in samples))

    def compare(self, first: str, second: str) -> Comparison:
        """Exact match of the first system minus that of the second where both have answers, and McNemar's test."""
        both_have = {*self.answers(first)} & {*self.answers(second)}
        answers, others = (
            {name: members for name, members in self.answers(one).items() if name in both_have}
            for one in (first, second)
        )
        (cs, mono), (other_cs, other_mono) = _groups(answers), _groups(others)
        both: Interval | None = None
        if cs and mono:
            weights = {name: 0.5 / len(group) for group in (cs, mono) for name in group}
            both = difference_interval({**cs, **mono}, {**other_cs, **other_mono}, weights)
        return Comparison(
            difference_interval(cs, other_cs) if cs else None,
            difference_interval(mono, other_mono) if mono else None,
            both,
            mcnemar(_counted(answers), _counted(others)),
        )
