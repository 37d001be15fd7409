"""Seconds per sentence that solvers take, by number of labels and length of the sentence.

`Identifier.solve` is timed on words that are already scored; scoring is timed separately. MaskLID asks the model again
for every text that it has masked, so part of its time is scoring. The integer programme only finds the optimum, as in
the paper, while `exact` also finds the runner-up. Everything runs in one thread, except that NumPy may use more for a
fastText file's matrix products; OMP_NUM_THREADS=1 prevents that.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

from mixlid.adapt.labelled import Sample
from mixlid.configuration import with_preset
from mixlid.errors import InputError, MixlidError
from mixlid.identifier import Identifier
from mixlid.models.interface import Model
from mixlid.models.restricted import RestrictedModel
from mixlid.settings import PAPER_LABELS, for_labels
from mixlid.solvers import ilp
from mixlid.solvers.problem import Solution
from mixlid.solvers.registry import get_solver
from mixlid.solvers.solver import Sentence, Solver
from mixlid.text.labels import find_all
from mixlid_lab.evaluation.predictions import language_code

SOLVERS, PRESETS = ("exact", "masklid", "ilp"), ("cs", "avg")
LABELS, CHARACTERS = (5, 10, 25, 50, 75, 100, 125), (25, 50, 75, 100)
#: How many characters a sentence may be longer or shorter than its bucket.
TOLERANCE = 5


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort for one point: sentences, rounds through all of them, and seconds before it is given up."""

    sentences: int = 20
    repeats: int = 5
    budget: float = 30.0


#: For a solver that is too slow for more.
EFFORTS = {"ilp": Effort(sentences=3, repeats=1, budget=60.0)}


def runtimes(
    model: Model,
    samples: Sequence[Sample],
    *,
    solvers: Sequence[str] = SOLVERS,
    presets: Sequence[str] = PRESETS,
    labels: Sequence[int] = LABELS,
    characters: Sequence[int] = CHARACTERS,
    efforts: dict[str, Effort] | None = None,
    report: Callable[[int, int, str], None] = lambda *_: None,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, list[Any]]:
    """Points (solver, preset, labels, characters, seconds, sentences), and notes on what was left out.

    Each sentence has its own random label sets, which contain its languages and grow by adding others. A solver that
    exceeds its budget is given up: nothing as large in both is tried.
    """
    efforts = efforts or EFFORTS
    points: list[dict[str, Any]] = []
    notes: list[str] = []
    known = {language_code(label) for label in model.labels}
    usable = [sample for sample in samples if sample.languages <= known]
    sizes = sorted(size for size in labels if size <= len(model.labels))
    curves: list[tuple[str, str | None]] = [("scoring", None), *product(solvers, presets)]
    chosen = {length: sentences_of_length(usable, length, Effort().sentences) for length in sorted(characters)}
    done = 0
    for solver, preset in curves:
        effort = efforts.get(solver, Effort())
        identifier = with_preset(model, preset or "cs", _solver(solver) if preset else None)
        given_up: list[tuple[int, int]] = []
        for size, length in product(sizes, chosen):
            own = chosen[length][: effort.sentences]
            done += 1
            if own and not any(size >= most and length >= longest for most, longest in given_up):
                try:
                    tasks = [_task(identifier, sample, size, solves=preset is not None) for sample in own]
                    seconds = seconds_each(tasks, effort, clock)
                except MixlidError as error:  # over the budget, or a package that is missing
                    given_up.append((size, length))
                    notes.append(f"{solver} {preset}: left out from {size} labels and {length} characters on: {error}")
                    continue
                points.append({
                    "solver": solver, "preset": preset, "labels": size, "characters": length, "seconds": seconds,
                    "sentences": len(own),
                })  # fmt: skip
            report(done, len(curves) * len(sizes) * len(chosen), f"{solver}, {size} labels, {length} characters")
    return {"points": points, "notes": notes}


def _task(identifier: Identifier, sample: Sample, size: int, solves: bool) -> Callable[[], object]:
    """The function to time for a sentence; everything else is done beforehand."""
    model = identifier.model
    chosen = find_all(label_subset(model.labels, sample, size), model.labels)
    # A model with only these labels: the others do not compete and take no time.
    settings = for_labels(identifier.settings, len(chosen), min(len(model.labels), PAPER_LABELS))
    identifier = replace(identifier, model=RestrictedModel(model, chosen), settings=settings)
    return (
        partial(identifier._solve, identifier._prepare(sample.text))
        if solves
        else partial(identifier._prepare, sample.text)
    )


def seconds_each(
    tasks: Sequence[Callable[[], object]], effort: Effort, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Mean seconds per task: the median of some rounds, after one task to warm up.

    Rounds that exceed the budget are dropped; `MixlidError` without a complete round. A task is never interrupted.
    """
    start = clock()
    tasks[0]()
    rounds: list[float] = []
    for _ in range(effort.repeats):
        spent = 0.0
        for task in tasks:
            if clock() - start > effort.budget:
                if rounds:
                    return statistics.median(rounds)
                raise MixlidError(f"{len(tasks)} sentences take more than {effort.budget:g} seconds")
            begin = clock()
            task()
            spent += clock() - begin
        rounds.append(spent / len(tasks))
    return statistics.median(rounds)


def sentences_of_length(samples: Sequence[Sample], characters: int, most: int, seed: int = 0) -> list[Sample]:
    """Sentences of about this many characters, nearest first; ties are broken by the seed, not by order."""
    different = list({sample.text: sample for sample in samples}.values())
    random.Random(seed).shuffle(different)
    different.sort(key=lambda sample: abs(len(sample.text) - characters))
    return [sample for sample in different[:most] if abs(len(sample.text) - characters) <= TOLERANCE]


def label_subset(labels: Sequence[str], sample: Sample, size: int) -> list[str]:
    """`size` labels: those of the sample's languages, and random others. A larger subset contains a smaller one."""
    own = [label for label in labels if language_code(label) in sample.languages]
    others = [label for label in labels if language_code(label) not in sample.languages]
    if not len(own) <= size <= len(labels):
        raise InputError(f"{size} labels cannot contain {', '.join(own)}: ask for {len(own)} to {len(labels)}")
    # Seeded by the text, so that a sentence gets the same labels whatever other sentences there are.
    random.Random(f"0 {sample.text}").shuffle(others)
    return [*own, *others][:size]


@dataclass(frozen=True)
class _OnlyOptimum:
    """The integer programme without the runner-up, which would take a second one."""

    programme: ilp.IlpSolver
    name: str = "ilp"

    def solve(self, sentence: Sentence) -> Solution:
        return ilp.solve(sentence.problem, self.programme.solver, runner_up=False, of_all=True)


def _solver(name: str) -> Solver:
    solver = get_solver(name)
    return _OnlyOptimum(solver) if isinstance(solver, ilp.IlpSolver) else solver
