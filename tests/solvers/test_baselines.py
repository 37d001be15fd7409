"""Top-k and threshold: languages by probability, words by score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from mixlid.errors import SettingsError
from mixlid.solvers.baselines import Threshold, TopK
from mixlid.solvers.problem import Assignment, Problem, Solution
from mixlid.solvers.solver import Sentence


@dataclass
class Fixed:
    """The same probabilities for every text."""

    given: tuple[float, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(f"l{i}" for i in range(len(self.given)))

    def word_scores(self, words: Sequence[str]) -> NDArray[np.float64]:
        raise NotImplementedError

    def probabilities(self, text: str) -> NDArray[np.float64]:
        assert "\n" not in text
        return np.array(self.given)


#: Three languages, three words; the first two tie for the first word.
SCORES = np.array([[2.0, 5.0, 1.0], [2.0, -1.0, 3.0], [9.0, -2.0, 0.0]])


def sentence(*probabilities: float, **settings: float) -> Sentence:
    problem = Problem(SCORES, np.array([3, 4, 4]), **settings)  # type: ignore[arg-type]
    return Sentence("bir iki\nüçte", ((0, 3), (4, 7), (8, 12)), problem, Fixed(probabilities))


@pytest.mark.parametrize(
    ("k", "probabilities", "languages", "ranks"),
    [
        (1, (0.5, 0.3, 0.2), (0,), (0, 0, 0)),
        (2, (0.5, 0.3, 0.2), (0, 1), (0, 0, 1)),
        # Another order: the tie goes to the earlier rank.
        (2, (0.3, 0.5, 0.2), (1, 0), (0, 1, 0)),
        (3, (0.2, 0.3, 0.5), (2, 1, 0), (0, 2, 1)),
        # Equal probabilities: label order.
        (2, (0.2, 0.4, 0.4), (1, 2), (1, 0, 0)),
        # A language without a word still counts, and there are no more than there are.
        (9, (0.5, 0.3, 0.2), (0, 1, 2), (2, 0, 1)),
        (1, (0.1, 0.1, 0.8), (2,), (0, 0, 0)),
    ],
)
def test_top_k(k: int, probabilities: tuple[float, ...], languages: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    solution = TopK(k).solve(sentence(*probabilities))
    assert solution.assignment == Assignment(languages, ranks)
    assert not solution.optimal
    assert solution.runner_up is None


@pytest.mark.parametrize(
    ("p", "languages", "ranks"),
    [(0.5, (), (-1, -1, -1)), (0.4, (0,), (0, 0, 0)), (0.25, (0, 1), (0, 0, 1)), (0.0, (0, 1, 2), (2, 0, 1))],
)
def test_threshold(p: float, languages: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    assert Threshold(p).solve(sentence(0.5, 0.3, 0.2)).assignment == Assignment(languages, ranks)


def test_a_language_without_a_word_counts() -> None:
    problem = Problem(np.array([[1.0], [0.5]]), np.array([3]), penalty=2.0, max_languages=1)
    solution = TopK(2).solve(Sentence("bir", ((0, 3),), problem, Fixed((0.9, 0.1))))
    assert solution == Solution(Assignment((0, 1), (0,)), 1.0 - 2 * 2.0, optimal=False)


def test_the_value_is_the_problems() -> None:
    assert TopK(2).solve(sentence(0.5, 0.3, 0.2)).value == 2 + 5 + 3
    assert TopK(2).solve(sentence(0.5, 0.3, 0.2, penalty=1.0, length_exponent=1.0)).value == pytest.approx(10 / 3 - 2)
    assert Threshold(1.0).solve(sentence(0.5, 0.3, 0.2, penalty=1.0)).value == 0.0


def test_no_words() -> None:
    empty = Sentence("", (), Problem(np.zeros((2, 0)), np.zeros(0, dtype=np.int64)), Fixed((0.6, 0.4)))
    assert TopK(1).solve(empty).assignment == Assignment((0,), ())
    assert Threshold(0.7).solve(empty).assignment == Assignment((), ())


def test_names_and_refusals() -> None:
    assert (TopK().name, Threshold().name) == ("topk", "threshold")
    with pytest.raises(SettingsError, match="at least one"):
        TopK(0)
    with pytest.raises(SettingsError, match="between 0 and 1"):
        Threshold(1.5)
