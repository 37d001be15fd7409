"""The rules of MaskLID one by one, with scores small enough to follow by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pytest
from masklid_words import published
from numpy.typing import NDArray

from mixlid.errors import SettingsError
from mixlid.solvers.masklid import MaskLidSolver, trace
from mixlid.solvers.problem import Problem
from mixlid.solvers.solver import Sentence


@dataclass
class Table:
    """Three languages, and words with the scores given here; a text has the mean of its words' scores."""

    scores: dict[str, tuple[float, float, float]]
    labels: tuple[str, ...] = ("tur", "eng", "fra")

    def word_scores(self, words: Sequence[str]) -> NDArray[np.float64]:
        return np.array([self.scores.get(word, (0.0, 0.0, 0.0)) for word in words]).reshape(-1, 3)

    def probabilities(self, text: str) -> NDArray[np.float64]:
        assert "\n" not in text
        logits = self.word_scores(text.split()).mean(axis=0) if text.split() else np.zeros(3)
        powers = np.exp(logits)
        return np.asarray(powers / powers.sum(), dtype=np.float64)


TABLE = Table(
    {
        "dün": (8.0, 0.0, 1.0),
        "akşam": (8.0, 1.0, 0.0),
        "meeting": (1.0, 4.0, 3.5),
        "deadline": (0.0, 4.0, 3.5),
        "ok": (0.0, 3.0, 3.2),
        "belki": (1.0, 0.9, 0.0),
        "gibi": (4.0, 0.0, 4.1),
        "dair": (4.0, 4.1, 0.0),
    }
)
STRICT = MaskLidSolver(keep=1, remove=1, keep_step=1, remove_step=1, min_bytes=5)


def sentence(text: str, *words: str, **settings: Any) -> Sentence:
    """A text, and the words in it that are to be assigned."""
    spans = tuple((text.index(word), text.index(word) + len(word)) for word in words)
    lengths = np.array([len(word) for word in words], dtype=np.int64)
    return Sentence(text, spans, Problem(TABLE.word_scores(words).T, lengths, **settings), TABLE)


def test_a_failed_try_brings_back_the_text_but_not_the_words() -> None:
    # dün 0, akşam 1, meeting 2, deadline 3, ok 4; English alone never reaches 0.9 beside French.
    steps = list(trace("dün akşam meeting deadline ok", TABLE, STRICT))
    assert [step.label for step in steps] == ["tur", "eng", "eng", "eng"]
    assert [step.accepted for step in steps] == [True, False, False, False]
    # After the failure, "ok" is masked because `remove` grew; the other two are gone and no longer support anything.
    assert [step.masked for step in steps] == [(0, 1), (2, 3), (4,), ()]
    assert [step.reported for step in steps] == [(0, 1), (2, 3), (4,), ()]
    assert {step.rest for step in steps} == {"meeting deadline ok"}
    assert published("dün akşam meeting deadline ok", TABLE, STRICT) == {"tur": [0, 1]}


@pytest.mark.parametrize(("rule", "last_word", "value"), [("first", 0, 4.0), ("best", 1, 4.1)])
def test_a_word_reported_twice(rule: Literal["first", "best"], last_word: int, value: float) -> None:
    easy = MaskLidSolver(keep=2, remove=1, min_prob=0.5, min_bytes=5, words=rule)
    text = "dün akşam meeting deadline dair"
    assert published(text, TABLE, easy) == {"tur": [0, 1, 4], "eng": [2, 3, 4]}
    solution = easy.solve(sentence(text, *text.split()))
    assert solution.assignment.languages == (0, 1)
    assert solution.assignment.ranks == (0, 0, 1, 1, last_word)
    assert solution.value == 8 + 8 + 4 + 4 + value
    assert not solution.optimal
    assert solution.runner_up is None


@pytest.mark.parametrize(("rule", "rank"), [("best", 0), ("masked", -1)])
def test_a_word_reported_twice_and_masked_by_none(rule: Literal["best", "masked"], rank: int) -> None:
    """For the last word French is best, then Turkish, which is found first, then English."""
    table = Table({**TABLE.scores, "gibi": (4.0, 3.9, 4.1)})
    easy = MaskLidSolver(keep=3, remove=1, min_prob=0.5, min_bytes=5, words=rule)
    text = "dün akşam meeting deadline gibi"
    assert {label: words[-1] for label, words in published(text, table, easy).items()} == {"tur": 4, "eng": 4}
    assert easy.solve(sentence(text, *text.split())._replace(scorer=table)).assignment.ranks[-1] == rank


def test_who_has_a_word_is_one_of_three_rules() -> None:
    with pytest.raises(SettingsError, match="first, best or masked, not most"):
        MaskLidSolver(words="most")  # type: ignore[arg-type]


def test_the_threshold_is_in_bytes() -> None:
    text = "dün akşam"  # 9 characters, 11 bytes
    none_masked: dict[str, Any] = {"keep": 1, "remove": 0, "min_prob": 0.5}
    assert len(list(trace(text, TABLE, MaskLidSolver(min_bytes=11, **none_masked)))) > 1
    assert len(list(trace(text, TABLE, MaskLidSolver(min_bytes=12, **none_masked)))) == 1


def test_a_newline_is_a_space() -> None:
    assert published("dün\nakşam", TABLE) == published("dün akşam", TABLE) == {"tur": [0, 1]}


def test_among_equals_the_last_label_is_predicted() -> None:
    assert published("hmm", TABLE, MaskLidSolver(keep=3)) == {"fra": [0]}
    assert published("hmm", TABLE, MaskLidSolver(keep=2)) == {"fra": []}
    assert published("", TABLE) == {"fra": []}


def test_words_of_the_sentence_take_the_label_of_what_they_overlap() -> None:
    easy = MaskLidSolver(keep=1, remove=1, min_prob=0.5, min_bytes=5)
    # One word here, two for MaskLID: the longer part decides.
    assert easy.solve(sentence("dün_deadline akşam", "dün_deadline", "akşam")).assignment.ranks == (1, 0)
    # One word for MaskLID ("hmm-akşam" has no scores: the last label), two here; and one that it does not see.
    parts = MaskLidSolver(max_languages=1).solve(sentence("hmm-akşam 2024", "hmm", "akşam", "2024"))
    assert parts.assignment.languages == (2,)
    assert parts.assignment.ranks == (0, 0, -1)


def test_a_language_without_words_counts() -> None:
    solution = MaskLidSolver().solve(sentence("2024", "2024", penalty=1.5))
    assert solution.assignment.languages == (2,)
    assert solution.assignment.ranks == (-1,)
    assert solution.value == -1.5


def test_how_many_languages() -> None:
    text = "dün akşam meeting deadline"
    given: dict[str, Any] = {"keep": 1, "remove": 1, "min_prob": 0.5, "min_bytes": 5}
    one = sentence(text, *text.split(), max_languages=1)
    assert MaskLidSolver(**given).solve(one).assignment.languages == (0,)
    more = MaskLidSolver(max_languages=2, **given).solve(one)
    assert more.assignment.languages == (0, 1)
    assert more.value == 8 + 8 + 4 + 4
    assert MaskLidSolver(max_languages=0, **given).solve(one).assignment.languages == ()


@pytest.mark.parametrize("wrong", [{"words": "all"}, {"keep": -1}, {"min_bytes": -1}])
def test_parameters_that_make_no_sense(wrong: dict[str, Any]) -> None:
    with pytest.raises(SettingsError, match="MaskLID"):
        MaskLidSolver(**wrong)
