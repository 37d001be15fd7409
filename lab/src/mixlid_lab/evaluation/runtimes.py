"""Seconds per sentence that solvers take, by number of labels and length of the sentence.

`Identifier.solve` is timed on words that are already scored; scoring is timed separately. MaskLID asks the model again
for every text that it has masked, so part of its time is scoring. The integer programme only finds the optimum, as in
the paper, while `exact` also finds the runner-up.

Everything runs in one thread, except that NumPy may use more for a fastText file's matrix products; OMP_NUM_THREADS=1
prevents that.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from types import MappingProxyType

from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError, MixlidError
from mixlid.identifier import Identifier
from mixlid.models.interface import Model
from mixlid.models.restricted import RestrictedModel
from mixlid.settings import PAPER_LABELS
from mixlid.solvers import ilp
from mixlid.solvers.problem import Solution
from mixlid.solvers.registry import get_solver
from mixlid.solvers.solver import Sentence, Solver
from mixlid.text.labels import find_all
from mixlid_lab.evaluation.codes import language_code

SOLVERS = ("exact", "masklid", "ilp")
PRESETS = ("cs", "avg")
LABELS = (5, 10, 25, 50, 75, 100, 125)
CHARACTERS = (25, 50, 75, 100)
#: How many characters a sentence may be longer or shorter than its bucket.
TOLERANCE = 5

Clock = Callable[[], float]
#: Called with the points done, the points in all, and what was just done.
Report = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort for one point: sentences, rounds through all of them, and seconds before it is given up."""

    sentences: int = 20
    repeats: int = 5
    budget: float = 30.0


EFFORT = Effort()
#: Solvers that are too slow for that.
EFFORTS: Mapping[str, Effort] = MappingProxyType({"ilp": Effort(sentences=3, repeats=1, budget=60.0)})


@dataclass(frozen=True, slots=True)
class Point:
    """Mean seconds per sentence, over sentences of about the same length."""

    #: a solver's name, or `scoring`, which has no preset
    solver: str
    preset: str | None
    labels: int
    characters: int
    seconds: float
    sentences: int


@dataclass(frozen=True, slots=True)
class Runtimes:
    points: list[Point] = field(default_factory=list)
    #: what was left out, and why
    notes: list[str] = field(default_factory=list)


def runtimes(
    model: Model,
    samples: Sequence[Sample],
    *,
    solvers: Sequence[str] = SOLVERS,
    presets: Sequence[str] = PRESETS,
    labels: Sequence[int] = LABELS,
    characters: Sequence[int] = CHARACTERS,
    efforts: Mapping[str, Effort] = EFFORTS,
    seed: int = 0,
    report: Report | None = None,
    clock: Clock = time.perf_counter,
) -> Runtimes:
    """Times for every solver, preset, number of labels and length; a solver that exceeds its budget goes no further.

    Each sentence has its own random label sets, which contain its languages and grow by adding others.
    """
    times = Runtimes()
    known = {language_code(label) for label in model.labels}
    usable = [sample for sample in samples if sample.languages <= known]
    if len(usable) < len(samples):
        times.notes.append(f"left out for a language that the model does not know: {len(samples) - len(usable)}")
    sizes = sorted(size for size in set(labels) if size <= len(model.labels))
    if too_many := sorted(set(labels) - set(sizes)):
        times.notes.append(f"the model has {len(model.labels)} labels: no times for {', '.join(map(str, too_many))}")
    most = max(_effort(efforts, name).sentences for name in ("scoring", *solvers))
    chosen = {}
    for length in sorted(set(characters)):
        chosen[length] = sentences_of_length(usable, length, most, seed)
        if len(chosen[length]) < most:
            times.notes.append(f"sentences of about {length} characters: {len(chosen[length])} found, {most} wanted")
    curves: list[tuple[str, str | None]] = [("scoring", None), *product(solvers, presets)]
    total, done = len(curves) * len(sizes) * len(chosen), 0
    for name, preset in curves:
        curve = _Curve(model, name, preset, _effort(efforts, name), seed, clock)
        for size, length in product(sizes, chosen):
            curve.measure(chosen[length], size, length, times)
            done += 1
            if report:
                report(done, total, f"{curve.title}, {size} labels, {length} characters")
    return times


class _OverBudgetError(Exception):
    """The budget does not allow this point."""


class _Curve:
    """The points of one solver with one preset, and where it was given up."""

    def __init__(self, model: Model, name: str, preset: str | None, effort: Effort, seed: int, clock: Clock) -> None:
        self.model, self.name, self.preset, self.effort = model, name, preset, effort
        self.seed, self.clock = seed, clock
        self.title = f"{name} {preset}" if preset else name
        self.identifier = Identifier.with_preset(model, preset or "cs", _solver(name) if preset else None)
        #: numbers of labels and lengths that took too long: nothing as large in both is tried
        self.too_large: list[tuple[int, int]] = []
        self.broken = False

    def measure(self, samples: Sequence[Sample], size: int, length: int, times: Runtimes) -> None:
        """Add a point to `times`, or a note that says why there is none."""
        samples = samples[: self.effort.sentences]
        if not samples or self.broken or any(size >= labels and length >= at for labels, at in self.too_large):
            return
        tasks = [self._task(sample, size) for sample in samples]
        try:
            seconds = seconds_each(tasks, self.effort, self.clock)
        except _OverBudgetError:
            self.too_large.append((size, length))
            times.notes.append(
                f"{self.title}: {len(samples)} sentences with {size} labels and {length} characters take more than "
                f"{self.effort.budget:g} seconds; left out, and so is what is larger"
            )
        except MixlidError as error:  # most likely a missing package
            self.broken = True
            times.notes.append(f"{self.title}: left out from {size} labels and {length} characters on: {error}")
        else:
            times.points.append(Point(self.name, self.preset, size, length, seconds, len(samples)))

    def _task(self, sample: Sample, size: int) -> Callable[[], object]:
        """The function to time for a sentence; everything else is done beforehand."""
        chosen = find_all(label_subset(self.model.labels, sample, size, self.seed), self.model.labels)
        # A model with only these labels: the others do not compete and take no time.
        settings = self.identifier.settings.among(len(chosen), min(len(self.model.labels), PAPER_LABELS))
        identifier = replace(self.identifier, model=RestrictedModel(self.model, chosen), settings=settings)
        prepared = identifier.prepare(sample.text)
        return partial(identifier.solve, prepared) if self.preset else partial(identifier.prepare, sample.text)


def seconds_each(tasks: Sequence[Callable[[], object]], effort: Effort, clock: Clock) -> float:
    """Mean seconds per task: the median of some rounds, after one task to warm up.

    Rounds that exceed the budget are dropped; without a complete round, `_OverBudgetError`. A task is never
    interrupted.
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
                raise _OverBudgetError
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


def label_subset(labels: Sequence[str], sample: Sample, size: int, seed: int = 0) -> list[str]:
    """`size` labels: those of the sample's languages, and random others. A larger subset contains a smaller one."""
    own = [label for label in labels if language_code(label) in sample.languages]
    others = [label for label in labels if language_code(label) not in sample.languages]
    if not len(own) <= size <= len(labels):
        raise InputError(
            f"{size} labels cannot be chosen from {len(labels)} so that {', '.join(own)} are among them: "
            f"ask for {max(len(own), 1)} to {len(labels)}"
        )
    # Seeded by the text, so that a sentence gets the same labels whatever other sentences there are.
    random.Random(f"{seed} {sample.text}").shuffle(others)
    return [*own, *others][:size]


@dataclass(frozen=True)
class _OnlyOptimum:
    """The integer programme without the runner-up, which would take a second one."""

    programme: ilp.IlpSolver

    @property
    def name(self) -> str:
        return self.programme.name

    def solve(self, sentence: Sentence) -> Solution:
        programme = self.programme
        return ilp.solve(sentence.problem, programme.solver, runner_up=False, preselect=programme.preselect)


def _solver(name: str) -> Solver:
    solver = get_solver(name)
    return _OnlyOptimum(solver) if isinstance(solver, ilp.IlpSolver) else solver


def _effort(efforts: Mapping[str, Effort], name: str) -> Effort:
    """The effort for a solver, by its full name with parameters or by its bare name."""
    return efforts.get(name, efforts.get(name.partition(":")[0], EFFORT))
