"""What is timed and what is left out; no test here depends on real time."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError, MissingDependencyError, MixlidError, SettingsError
from mixlid.models.table import TableModel
from mixlid.solvers import exact, ilp
from mixlid.solvers.problem import Problem, Solution
from mixlid_lab.evaluation.runtimes import Effort, label_subset, runtimes, seconds_each, sentences_of_length

TEXTS = {
    "bahçede the children were": {"tur", "eng"},  # 25 characters
    "please close the pencere çünkü hava çok soğuk oldu": {"tur", "eng"},  # 50
    "le pain und der Käse hier": {"fra", "deu"},  # 25
}
SAMPLES = [Sample(text, frozenset(languages)) for text, languages in TEXTS.items()]
QUICK = {name: Effort(sentences=2, repeats=2) for name in ("scoring", "exact", "masklid", "ilp")}


class Clock:
    """Time passes only in tasks."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def task(self, *durations: float) -> Callable[[], object]:
        """A task that takes these times, call by call; the last one is repeated."""
        left = list(durations)

        def run() -> None:
            self.now += left.pop(0) if len(left) > 1 else left[0]

        return run


@pytest.fixture
def model(tiny_table: Path) -> TableModel:
    return TableModel.load(tiny_table)


def test_the_median_round_counts_and_the_warm_up_does_not() -> None:
    clock = Clock()
    # the warm-up takes 9; the rounds take 1 + 2, 5 + 2 and 2 + 2
    tasks = [clock.task(9, 1, 5, 2), clock.task(2)]
    assert seconds_each(tasks, Effort(repeats=3, budget=100), clock) == 2.0


def test_what_the_budget_allows_is_kept_if_it_is_a_whole_round() -> None:
    clock = Clock()
    # 1 to warm up, 1 + 1 and 1.5 + 1 in two rounds, and then the budget is passed within the third
    tasks = [clock.task(1, 1, 1.5, 1.1), clock.task(1)]
    assert seconds_each(tasks, Effort(repeats=9, budget=6.5), clock) == pytest.approx(1.125)
    assert clock.now == pytest.approx(6.6)


def test_without_a_whole_round_there_is_no_time() -> None:
    clock = Clock()
    with pytest.raises(MixlidError, match="more than 10 seconds"):
        seconds_each([clock.task(4), clock.task(4), clock.task(4)], Effort(budget=10), clock)
    assert clock.now == 12  # warm-up and two of three


def test_sentences_are_near_the_length_asked_for_and_differ() -> None:
    lengths = (19, 20, 24, 25, 25, 26, 30, 31)
    samples = [Sample(chr(97 + place) * length, frozenset(["eng"])) for place, length in enumerate(lengths)]
    found = sentences_of_length([*samples, *samples], 25, 99)
    assert [abs(len(sample.text) - 25) for sample in found] == [0, 0, 1, 1, 5, 5]
    assert len(set(found)) == 6
    assert [len(sample.text) for sample in sentences_of_length(samples, 25, 2)] == [25, 25]


def test_the_seed_and_not_the_order_decides_among_equals() -> None:
    samples = [Sample(chr(97 + place) * 25, frozenset(["eng"])) for place in range(20)]
    assert sentences_of_length(samples, 25, 5, seed=1) == sentences_of_length(samples, 25, 5, seed=1)
    assert sentences_of_length(samples, 25, 5, seed=1) != sentences_of_length(samples, 25, 5, seed=2)
    assert sentences_of_length(samples, 25, 5, seed=1) != samples[:5]


def test_label_subsets_keep_the_languages_and_grow() -> None:
    labels = [f"{first}{second}a_Latn" for first, second in product("abcde", "fghij")]
    sample = Sample("some text", frozenset(["cha", "aja"]))
    small, large = (label_subset(labels, sample, size) for size in (4, 9))
    assert set(small) >= {"cha_Latn", "aja_Latn"}
    assert set(small) < set(large)
    assert (len(set(small)), len(set(large))) == (4, 9)
    assert small != label_subset(labels, Sample("other text", sample.languages), 4)
    assert set(label_subset(labels, sample, 25)) == set(labels)
    for size in (1, 26):
        with pytest.raises(InputError, match="ask for 2 to 25"):
            label_subset(labels, sample, size)


def test_a_time_for_every_solver_preset_size_and_length(model: TableModel) -> None:
    pytest.importorskip("highspy")
    seen: list[tuple[int, int, str]] = []
    found = runtimes(
        model,
        SAMPLES,
        labels=(6, 3),
        characters=(50, 25),
        efforts=QUICK,
        report=lambda done, total, what: seen.append((done, total, what)),
    )
    points = found["points"]
    places = [(point["solver"], point["preset"], point["labels"], point["characters"]) for point in points]
    curves = [("scoring", None), *product(("exact", "masklid", "ilp"), ("cs", "avg"))]
    assert places == [(*curve, *place) for curve, place in product(curves, product((3, 6), (25, 50)))]
    assert {(point["characters"], point["sentences"]) for point in points} == {(25, 2), (50, 1)}
    assert all(point["seconds"] > 0 for point in points)
    assert found["notes"] == []
    assert [done for done, _, _ in seen] == list(range(1, 29))
    assert seen[-1] == (28, 28, "ilp, 6 labels, 50 characters")
    assert json.loads(json.dumps(found)) == found


def test_solvers_see_only_the_labels_of_the_subset(model: TableModel, monkeypatch: pytest.MonkeyPatch) -> None:
    problems: list[tuple[Problem, bool]] = []

    def spy(problem: Problem, _: str, runner_up: bool, of_all: bool) -> Solution:
        assert of_all
        problems.append((problem, runner_up))
        return exact.solve(problem)

    monkeypatch.setattr(ilp, "solve", spy)
    runtimes(model, SAMPLES[:1], solvers=["ilp"], presets=["avg"], labels=[4], characters=[25], efforts=QUICK)
    assert len(problems) == 3  # one to warm up, two rounds
    for problem, runner_up in problems:
        assert problem.labels is not None
        assert set(problem.labels) >= {"tur_Latn", "eng_Latn"}
        assert problem.scores.shape == (4, 4)
        assert problem.penalty == 0.5  # the model's own for avg
        assert not runner_up


def test_over_budget_is_said_and_nothing_larger_is_tried(model: TableModel, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    sizes: list[int] = []

    def slow(problem: Problem, *_: object, **__: object) -> Solution:
        sizes.append(problem.scores.shape[0])
        clock.now += problem.scores.shape[0]
        return exact.solve(problem)

    monkeypatch.setattr(ilp, "solve", slow)
    found = runtimes(
        model,
        SAMPLES,
        solvers=["ilp"],
        presets=["cs"],
        labels=(3, 4, 5, 6),
        characters=(25, 50),
        efforts={**QUICK, "ilp": Effort(sentences=2, repeats=1, budget=7)},
        clock=clock,
    )
    # two sentences of 25 characters and a warm-up: 4 labels take 8 seconds before the last one, 3 take 6
    assert [(p["labels"], p["characters"], p["seconds"]) for p in found["points"] if p["solver"] == "ilp"] == [
        (3, 25, 3.0),
        (3, 50, 3.0),
    ]
    assert found["notes"] == [
        "ilp cs: left out from 4 labels and 25 characters on: 2 sentences take more than 7 seconds"
    ]
    assert max(sizes) == 4


def test_a_solver_that_is_not_there_leaves_a_note(model: TableModel, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(*_: object, **__: object) -> Solution:
        raise MissingDependencyError("pyomo", "ilp", "the solver ilp")

    monkeypatch.setattr(ilp, "solve", absent)
    solvers = ["ilp", "exact"]
    found = runtimes(model, SAMPLES[:1], solvers=solvers, presets=["cs"], labels=(3, 6), characters=[25], efforts=QUICK)
    assert [point["solver"] for point in found["points"]] == ["scoring", "scoring", "exact", "exact"]
    assert len(found["notes"]) == 1
    assert "ilp cs: left out from 3 labels and 25 characters on" in found["notes"][0]
    assert "pip install 'mixlid[ilp]'" in found["notes"][0]


def test_mistakes_are_not_notes(model: TableModel) -> None:
    with pytest.raises(SettingsError, match="no solver 'gurobbi'"):
        runtimes(model, SAMPLES, solvers=["gurobbi"])
