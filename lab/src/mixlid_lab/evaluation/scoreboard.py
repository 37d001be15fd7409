"""The saved answers of all systems for one part of the data (development or test), read when needed.

Answers are large and figures are small, so for most systems only a digest stays in memory.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError
from mixlid_lab.evaluation.predictions import Prediction, read_predictions
from mixlid_lab.evaluation.set_metrics import Summary, counts, mixed_sets, mono_by_language, summary
from mixlid_lab.evaluation.significance import Comparison, Interval, difference_interval, mcnemar
from mixlid_lab.evaluation.word_metrics import WordScores, token_counts, unassigned_share

Answers = Mapping[str, Sequence[Prediction]]


@dataclass(frozen=True, slots=True)
class Digest:
    """The figures of a system that most tables need."""

    summary: Summary
    #: by data set, if it has labelled words
    words: dict[str, WordScores]
    #: by data set and language
    word_f1: dict[str, dict[str, float]]
    unassigned: float | None


class Scoreboard:
    """The systems in a folder filled by `runner.run`."""

    def __init__(self, folder: Path) -> None:
        self._folders: dict[str, Path] = {}
        self.facts: dict[str, Mapping[str, Any]] = {}
        for path in sorted(folder.glob("*/system.json")):
            facts = json.loads(path.read_text(encoding="utf-8"))
            self.facts[facts["system"]] = facts
            self._folders[facts["system"]] = path.parent
        if not self.facts:
            raise InputError(f"{folder} has no saved predictions, as `mixlid evaluate --predictions` writes them")
        self.answers = lru_cache(maxsize=4)(self._answers)
        self.digest = lru_cache(maxsize=None)(self._digest)

    def __contains__(self, system: object) -> bool:
        return system in self.facts

    @property
    def models(self) -> list[str]:
        """Our models, sorted by name."""
        return list(dict.fromkeys(facts["model"] for facts in self.facts.values() if "model" in facts))

    @property
    def peers(self) -> list[str]:
        """The systems of other tools."""
        return [name for name, facts in self.facts.items() if "model" not in facts]

    def _answers(self, system: str) -> Answers:
        """By data set."""
        return {
            path.name.partition(".")[0]: list(read_predictions(path))
            for path in sorted(self._folders[system].glob("*.jsonl"))
        }

    def _digest(self, system: str) -> Digest:
        answers = self.answers(system)
        counted = {name: token_counts(members) for name, members in answers.items()}
        words = {name: counts.scores() for name, counts in counted.items()}
        return Digest(
            summary(answers),
            {name: scores for name, scores in words.items() if scores is not None},
            {name: f1 for name, counts in counted.items() if (f1 := counts.f1())},
            unassigned_share(self.counted(system)),
        )

    def counted(self, system: str) -> list[Prediction]:
        """The answers to all data sets that are in averages."""
        return [answer for name, members in self.answers(system).items() if counts(name, members) for answer in members]

    def groups(self, system: str) -> tuple[Answers, Answers]:
        """The groups that the code-switched and the monolingual average are means over."""
        answers = self.answers(system)
        return mixed_sets(answers), mono_by_language(answers)

    @property
    def silver(self) -> tuple[str, ...]:
        """Data sets that are in no average because people have not labelled them."""
        return self.digest(next(iter(self.facts))).summary.silver

    @property
    def silver_words(self) -> tuple[str, ...]:
        """Data sets with words that people have not labelled."""
        return tuple(name for name, samples in self.samples().items() if any(one.silver_words for one in samples))

    def compare(self, first: str, second: str) -> Comparison:
        """Exact match of the first system minus that of the second, and McNemar's test."""
        (cs, mono), (other_cs, other_mono) = self.groups(first), self.groups(second)
        both: Interval | None = None
        if cs and mono:
            weights = {name: 0.5 / len(group) for group in (cs, mono) for name in group}
            both = difference_interval({**cs, **mono}, {**other_cs, **other_mono}, weights)
        return Comparison(
            difference_interval(cs, other_cs) if cs else None,
            difference_interval(mono, other_mono) if mono else None,
            both,
            mcnemar(self.counted(first), self.counted(second)),
        )

    def samples(self) -> dict[str, list[Sample]]:
        """The sentences themselves, by data set."""
        answers = self.answers(next(iter(self.facts)))
        return {name: [one.sample for one in members] for name, members in answers.items()}
