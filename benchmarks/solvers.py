"""Time the solvers on the same score matrices: `make bench-solver`.

The matrices are made up, but shaped like a real model's: languages are points in a small space, similar ones are close,
a word lies near the point of its language, and its score for a language is how well the two agree. Every third sentence
is in one language; the others have an insertion of a second one. Scoring is not part of the times, also for MaskLID:
its "model" looks scores up in the matrix, so only its algorithm is timed.

The integer programme takes seconds to hours as L·T·K grows, so by default it is run once on each of the smaller sizes
(`--ilp-size`); the ratio to it is for that one sentence.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mixlid.settings import PAPER
from mixlid.solvers import exact, ilp
from mixlid.solvers.masklid import MaskLidSolver
from mixlid.solvers.problem import Problem
from mixlid.solvers.solver import Sentence

Array = NDArray[np.float64]


class MatrixScorer:
    """A model whose words are the columns of a matrix; a text's probabilities come from their mean."""

    def __init__(self, scores: Array) -> None:
        self.scores = scores
        self.labels = tuple(f"l{index}" for index in range(len(scores)))
        self.words = [self.name(index) for index in range(scores.shape[1])]
        self.place = {word: index for index, word in enumerate(self.words)}

    @staticmethod
    def name(index: int) -> str:
        """A word of letters only, since MaskLID drops digits; six characters, as is typical of text."""
        return "".join(chr(ord("a") + (index // 26**digit) % 26) for digit in range(6))

    def word_scores(self, words: Sequence[str]) -> Array:
        return self.scores[:, [self.place[word] for word in words]].T

    def probabilities(self, text: str) -> Array:
        words = text.split()
        mean = self.word_scores(words).mean(axis=0) if words else np.zeros(len(self.labels))
        odds: Array = np.exp(mean - mean.max())
        return odds / float(odds.sum())


def made_up_scores(languages: int, words: int, seed: int) -> Array:
    rng = np.random.default_rng(seed)
    families = rng.normal(size=(languages // 10 + 1, 24))
    points = families[rng.integers(len(families), size=languages)] + 0.6 * rng.normal(size=(languages, 24))
    first, second = rng.choice(languages, size=2, replace=False)
    inserted = 0 if seed % 3 == 0 else max(2, words // 4)
    spoken = [first] * (words - inserted) + [second] * inserted
    words_at = points[spoken] + 1.2 * rng.normal(size=(words, 24))
    scores: Array = points @ words_at.T - 0.3 * (points**2).sum(axis=1, keepdims=True)
    return scores


def median_time(act: Callable[[Problem], object], problems: Sequence[Problem], repeats: int) -> float:
    """The median over problems of the best of several runs, in microseconds."""
    best = []
    for problem in problems:
        times = []
        for _ in range(repeats):
            fresh = replace(problem)  # nothing cached from the run before
            start = time.perf_counter()
            act(fresh)
            times.append(time.perf_counter() - start)
        best.append(min(times))
    return 1e6 * statistics.median(best)


def masklid(problem: Problem) -> object:
    scorer = MatrixScorer(problem.scores)
    text = " ".join(scorer.words)
    spans = tuple((7 * index, 7 * index + 6) for index in range(len(scorer.words)))
    return MaskLidSolver(min_bytes=5).solve(Sentence(text, spans, problem, scorer))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentences", type=int, default=30, help="matrices for each size (default 30)")
    parser.add_argument("--ilp-size", type=int, default=125 * 20 * 2, help="largest L·T·K for the integer programme")
    parser.add_argument("--languages", type=int, nargs="+", default=[125, 500, 2000])
    args = parser.parse_args()
    print("|    L |  T | K | preset | exact µs | masklid µs | ÷ exact |        ilp µs | ÷ exact |")
    print("|-----:|---:|--:|:-------|---------:|-----------:|--------:|--------------:|--------:|")
    for L in args.languages:
        for T in (10, 20, 40):
            matrices = [made_up_scores(L, T, seed) for seed in range(args.sentences)]
            for K in (2, 3):
                for name, paper in PAPER.items():
                    # P depends on a model's score scale; a tenth of the paper's fits these matrices.
                    penalty = float(paper.penalty) / 10 if isinstance(paper.penalty, int | float) else 0.0
                    problems = [
                        Problem(
                            scores,
                            np.full(T, 6),
                            max_languages=K,
                            rank_weights=paper.rank_weights,
                            penalty=penalty,
                            length_exponent=paper.length_exponent,
                            min_chars=paper.min_chars,
                            force_top=paper.force_top,
                        )
                        for scores in matrices
                    ]
                    ours = median_time(exact.solve, problems, 3)
                    greedy = median_time(masklid, problems, 3)
                    row = f"| {L:4} | {T:2} | {K} | {name:6} | {ours:8,.0f} | {greedy:10,.0f} | {greedy / ours:7.1f} |"
                    if args.ilp_size >= L * T * K:
                        one = median_time(exact.solve, problems[1:2], 3)
                        slow = median_time(lambda problem: ilp.solve(problem, runner_up=False), problems[1:2], 1)
                        print(f"{row} {slow:13,.0f} | {slow / one:7,.0f} |", flush=True)
                    else:
                        print(f"{row} {'–':>13} | {'–':>7} |", flush=True)


if __name__ == "__main__":
    main()
