"""The paper's search for its three configurations: every combination of α, P, τ, M and S.

The whole grid is 4,704 settings. `halving` tries all of them on an eighth of the sentences, the best on half, and the
best of those on all: a sixth of the work, and almost always the same winners.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from itertools import product
from typing import Any

from mixlid.engine.processes import ordered_map
from mixlid.settings import PAPER_LABELS, Settings
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.tuning.scored_datasets import ScoredDatasets
from mixlid_lab.tuning.tuner import Trial, by_mean, by_mono


@dataclass(frozen=True, slots=True)
class SearchGrid:
    """The values to combine. The paper does not print its grid; these are the values in its text and tables."""

    #: α of the second language
    weight: tuple[float, ...] = (1.0, 0.99, 0.95, 0.75, 0.7, 0.5, 0.25)
    #: P in units of a typical word score, since the paper's numbers only fit its own model
    penalty: tuple[float, ...] = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.9)
    #: τ
    min_chars: tuple[int, ...] = (0, 5, 10, 15)
    #: M of C5, for as many labels as the paper has
    force_top: tuple[int | None, ...] = (None, 10, 20, 30)
    #: M of C4, which cannot be combined with C5
    only_top: tuple[int | None, ...] = (None, 10, 20, 30)
    #: S
    max_switches: tuple[int | None, ...] = (None, 3, 5)

    def candidates(self, unit: float, labels: int) -> list[Settings]:
        """Every combination, for a model with this many labels and a typical word score of `unit`."""
        made = (
            Settings(
                rank_weights=(1.0, weight),
                penalty=round(penalty * unit, 4),
                length_exponent=1.0 if penalty else 0.0,
                min_chars=chars,
                force_top=top,
                only_top=only,
                max_switches=switches,
            ).among(labels, PAPER_LABELS)
            for weight, penalty, chars, top, only, switches in product(*astuple(self))
            if top is None or only is None
        )
        return list({str(settings.to_dict()): settings for settings in made}.values())


def by_code_switched(trial: Trial) -> tuple[float, float]:
    return trial.cs, trial.mono


#: What each preset is best at.
OBJECTIVES: Mapping[str, Callable[[Trial], Any]] = {"cs": by_code_switched, "avg": by_mean, "mono": by_mono}
#: One sentence in 8, one in 2, then all; and the share of settings that goes on to the next rung.
RUNGS, KEPT_SHARE = (8, 2, 1), 0.1


def search(
    scored: ScoredDatasets,
    candidates: Sequence[Settings],
    halving: bool = False,
    jobs: int = 1,
    report: Callable[[], None] | None = None,
) -> list[Trial]:
    """The settings with their scores on all sentences; with `halving`, only those that got that far."""
    left = list(candidates)
    for rung in RUNGS if halving else (1,):
        part = scored if rung == 1 else ScoredDatasets(scored.identifier, thinned(scored.datasets, rung))
        trials = []
        for settings, scores in zip(left, ordered_map(part.score, left, jobs), strict=True):
            trials.append(Trial("grid", settings, scores))
            if report:
                report()
        if rung > 1:
            left = _best_share(trials)
    return trials


def thinned(datasets: Sequence[Dataset], every: int) -> list[Dataset]:
    return [Dataset(dataset.name, dataset.samples[::every]) for dataset in datasets]


def _best_share(trials: Sequence[Trial]) -> list[Settings]:
    """The best tenth for each objective, in their original order."""
    count = max(round(len(trials) * KEPT_SHARE), 5)
    chosen: set[int] = set()
    for objective in OBJECTIVES.values():
        ranked = sorted(range(len(trials)), key=lambda place, key=objective: key(trials[place]), reverse=True)  # type: ignore[misc]
        chosen.update(ranked[:count])
    return [trials[place].settings for place in sorted(chosen)]


def winners(trials: Sequence[Trial]) -> dict[str, Trial]:
    """The best trial for each of the paper's configurations; the earliest if there is a tie."""
    return {name: replace(max(trials, key=objective), preset=name) for name, objective in OBJECTIVES.items()}


def effects(trials: Sequence[Trial]) -> list[tuple[str, ...]]:
    """A table of the best scores found with each value of each setting: mixed text, monolingual text, mean."""
    rows: list[tuple[str, ...]] = [("setting", "value", "tried", "best CS", "best mono", "best mean")]
    for name in ("rank_weights", "penalty", "min_chars", "force_top", "only_top", "max_switches"):
        groups: dict[str, list[Trial]] = {}
        for trial in trials:
            groups.setdefault(_written(getattr(trial.settings, name)), []).append(trial)
        for value, members in groups.items():
            best = (max(getattr(trial, figure) for trial in members) for figure in ("cs", "mono", "mean"))
            rows.append((name, value, str(len(members)), *(f"{figure:.4f}" for figure in best)))
    return rows


def _written(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else "none" if value is None else str(value)
