"""Fit the paper's presets to a model's score scale, on development data.

`cs`, `avg` and `mono` keep the paper's programmes. Only the penalty depends on a model's scale, so only it is searched:
first one for all languages, then one that grows with rarity. The price of each word makes up for tables that score rare
languages as high as common ones; it belongs to the scores, not to the programme, and is fixed. The preset `default` is
our own and is fitted in `default_preset.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from mixlid.engine.processes import ordered_map
from mixlid.settings import PAPER, Settings, preset
from mixlid_lab.evaluation.set_metrics import Summary, mean
from mixlid_lab.tuning.scored_datasets import ScoredDatasets
from mixlid_lab.tuning.web_share import by_rarity, word_prices

#: Penalties as multiples of the model's typical word score.
STEPS = (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 1.0, 1.3, 1.7, 2.2, 3.0)
#: Multiples of the best of these penalties.
FINER = (0.7, 0.77, 0.84, 0.92, 1.08, 1.17, 1.26, 1.35)
#: In the unit of a typical word score: how much more a word costs when its language is e times as rare.
WORD_SLOPE = 0.035
#: In the same unit: how much a language's penalty grows when it is e times as rare on the web.
SLOPES = (0.0, 0.02, 0.04, 0.06, 0.08)


@dataclass(frozen=True, slots=True)
class Trial:
    """Settings that were tried, and their scores."""

    preset: str
    settings: Settings
    scores: Summary

    @property
    def cs(self) -> float:
        """Exact match on code-switched text."""
        return self.scores.cs.exact if self.scores.cs else 0.0

    @property
    def broad_cs(self) -> float:
        """Exact match including the extra data sets, all of equal weight: more pairs say more about unseen pairs."""
        return mean(self.scores.by_dataset[name].exact for name in self.scores.mixed)

    @property
    def mono(self) -> float:
        return self.scores.mono.exact if self.scores.mono else 0.0

    @property
    def mean(self) -> float:
        return (self.cs + self.mono) / 2


class Tuner:
    """One tuning run; `trials` is its leaderboard, in the order of trying."""

    def __init__(
        self, scored: ScoredDatasets, unit: float, report: Callable[[], None] | None = None, jobs: int = 1
    ) -> None:
        self.scored = scored
        #: a typical word score, the unit of the penalties
        self.unit = unit
        #: called after every trial
        self.report = report
        self.jobs = jobs
        self.trials: list[Trial] = []
        self._known: dict[str, Summary] = {}

    def run(self) -> dict[str, Trial]:
        """The best trial for each preset."""
        return {
            "cs": self._by_share("cs", self._try("cs", [self._plain("cs")])[0], by_cs),
            "avg": self._paper("avg", by_mean),
            "mono": self._paper("mono", by_mono),
        }

    def _paper(self, name: str, key: Callable[[Trial], Any]) -> Trial:
        """The paper's programme of that name with its best penalty."""
        plain = self._plain(name)
        coarse = self._best(name, (plain.replace(penalty=round(self.unit * step, 3)) for step in STEPS), key)
        penalty = coarse.settings.penalty
        assert not isinstance(penalty, Mapping)
        finer = (coarse.settings.replace(penalty=round(penalty * factor, 4)) for factor in FINER)
        return self._by_share(name, self._best(name, finer, key, coarse), key)

    def _by_share(self, name: str, uniform: Trial, key: Callable[[Trial], Any]) -> Trial:
        """The same programme with a penalty that grows with a language's rarity, if that is better.

        With hundreds of labels it is: each word is a good word of some language that the text is not in.
        """
        assert not isinstance(uniform.settings.penalty, Mapping)
        prices = (
            by_rarity(
                self.scored.identifier.labels, round(factor * uniform.settings.penalty, 4), round(self.unit * step, 3)
            )
            for factor, step in product((0.3, 0.5, 0.7, 0.9), SLOPES[1:])
        )
        candidates = {repr(price): uniform.settings.replace(penalty=price) for price in prices}
        return self._best(name, candidates.values(), key, uniform)

    def _plain(self, name: str) -> Settings:
        labels = self.scored.identifier.labels
        return preset(name, labels=len(labels)).replace(
            word_price=word_prices(labels, round(self.unit * WORD_SLOPE, 3))
        )

    def _best(
        self, preset: str, candidates: Iterable[Settings], key: Callable[[Trial], Any], incumbent: Trial | None = None
    ) -> Trial:
        """The best candidate, or the incumbent unless it is beaten."""
        best = incumbent
        for trial in self._try(preset, list(candidates)):
            if best is None or key(trial) > key(best):
                best = trial
        assert best is not None
        return best

    def _try(self, preset: str, candidates: Sequence[Settings]) -> list[Trial]:
        """The candidates with their scores; settings that were tried before are not scored again."""
        fresh = list({key: one for one in candidates if (key := str(one.to_dict())) not in self._known}.values())
        for settings, scores in zip(fresh, ordered_map(self.scored.score, fresh, self.jobs), strict=True):
            self._known[str(settings.to_dict())] = scores
            if self.report:
                self.report()
        trials = [Trial(preset, settings, self._known[str(settings.to_dict())]) for settings in candidates]
        self.trials += trials
        return trials


def by_mean(trial: Trial) -> float:
    return trial.mean


def by_cs(trial: Trial) -> float:
    """Mixed text only, over all pairs."""
    return trial.broad_cs


def by_mono(trial: Trial) -> tuple[float, float]:
    """Monolingual text first, up to the 0.98 of the paper's configuration; beyond that the mean decides."""
    return min(trial.mono, 0.98), trial.mean


def stored_form(best: Mapping[str, Trial], labels: int) -> dict[str, dict[str, Any]]:
    """The presets as the model stores them: what differs from the paper's settings of the same name."""
    stored = {}
    for name, trial in best.items():
        plain = (preset(name, labels=labels) if name in PAPER else Settings()).to_dict()
        stored[name] = {key: value for key, value in trial.settings.to_dict().items() if value != plain[key]}
    return stored


def typical_score(scores: Sequence[float]) -> float:
    """The median of the best word scores: the unit in which penalties are tried."""
    ordered = sorted(scores)
    return ordered[len(ordered) // 2] if ordered else 1.0
