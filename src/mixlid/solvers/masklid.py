"""MaskLID (Kargaran et al., 2024): find a language, mask its words, look at what is left, and so on.

`trace` makes the tries of the authors' code, call for call. What that does and its description does not say:

* The first prediction reads the text as it is. Words come from a cleaned copy: `_:•#{|}`, ASCII digits and all white
  space become spaces. Later predictions read those words.
* A word that is masked (the language is among its `remove` best) leaves the text; a word that is reported (among its
  `keep` best) need not, so it may be reported again under a later language. `words` says which of them has it.
* A failed try restores the text but not the masked words: they are in no later try.
* `keep` and `remove` grow after a failed try only, and keep their size for the languages that follow.
* The first language is accepted whatever its support. Later ones need more than `min_bytes` bytes of UTF-8 and a
  probability above `min_prob`; the search ends when less than `min_bytes` is left.
* A language can be found twice; its words are then merged.
* Among equal probabilities it takes the last label (`argsort` puts equals in order and it reads the end). NumPy does
  not promise that order; we do. Among equal word scores the earlier label ranks higher.

A search that has used up its budget (`budget`), as with very many tries, keeps what it has found.

Departures: the published code fails on a newline, which here is a space, and on a word without features, which here
has all scores 0. With a subset of languages its label order is not fixed; here it is the scorer's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import SettingsError
from mixlid.solvers.baselines import unproved
from mixlid.solvers.budget import CALL_STEPS, CHARACTER_STEPS, Budget, BudgetSpentError
from mixlid.solvers.problem import Assignment, Solution
from mixlid.solvers.solver import Scorer, Sentence

#: A run of what is neither cleaned away nor a separator to fastText (NUL is one).
_TOKEN = re.compile(r"[^\s\0_:•#{|}0-9]+")
#: fastText reads no further than its end-of-sentence mark, even when that stands in the text.
_END = "</s>"


@dataclass(frozen=True)
class MaskLidSolver:
    """MaskLID with its parameters; the defaults are the authors' recommendation."""

    #: A word supports the language if that is among its `keep` best ("Gang", the code's beta) …
    keep: int = 15
    #: … and is masked if it is among its `remove` best ("Mask", the code's alpha).
    remove: int = 3
    keep_step: int = 5
    remove_step: int = 5
    min_prob: float = 0.9
    #: τ
    min_bytes: int = 20
    #: K; the problem's, unless given
    max_languages: int | None = None
    #: Failed tries before it gives up.
    max_retries: int = 3
    #: Which language gets a word that is reported under several: the `first`, or the one with the `best` score. With
    #: `masked` a language gets only the words that it masks, as in the ILP4LID paper's description. The languages of
    #: the sentence are the same in any case.
    words: Literal["first", "best", "masked"] = "first"

    def __post_init__(self) -> None:
        if self.words not in ("first", "best", "masked"):
            raise SettingsError(f"MaskLID's words must be first, best or masked, not {self.words}")
        for field in ("keep", "remove", "keep_step", "remove_step", "min_bytes", "max_retries"):
            if getattr(self, field) < 0:
                raise SettingsError(f"MaskLID's {field} cannot be negative; it is {getattr(self, field)}")

    @property
    def name(self) -> str:
        return "masklid"

    def solve(self, sentence: Sentence) -> Solution:
        most = sentence.problem.max_languages if self.max_languages is None else self.max_languages
        if not sentence.scorer.labels or most < 1:
            return unproved(sentence.problem, Assignment((), (-1,) * len(sentence.spans)))
        scorer = _PaidScorer(sentence.scorer, Budget.of(sentence.problem))
        index = {label: language for language, label in enumerate(scorer.labels)}
        accepted: list[Step] = []
        with suppress(BudgetSpentError):
            for step in trace(sentence.text, scorer, self, most):
                accepted += [step] if step.accepted else []
        languages = tuple(dict.fromkeys(index[step.label] for step in accepted))
        claims = [(index[step.label], step.masked if self.words == "masked" else step.reported) for step in accepted]
        language_of = _owners(claims, self.words, sentence)
        ranks = _ranks_of_spans(sentence, {token: languages.index(one) for token, one in language_of.items()})
        return unproved(sentence.problem, Assignment(languages, ranks))


class _PaidScorer:
    """A scorer whose probabilities are charged to a budget; one more is allowed as long as any steps are left."""

    def __init__(self, scorer: Scorer, budget: Budget) -> None:
        self.labels, self.word_scores = scorer.labels, scorer.word_scores
        self._ask, self._budget = scorer.probabilities, budget

    def probabilities(self, text: str) -> NDArray[np.float64]:
        self._budget.spend(0)
        self._budget.left -= CALL_STEPS + CHARACTER_STEPS * len(text)
        return self._ask(text)


def tokens(text: str) -> list[tuple[int, int]]:
    """Offsets of MaskLID's own words. Cleaning replaces characters one by one, so they point into the text as given."""
    spans = []
    for match in _TOKEN.finditer(text):
        if match.group() == _END:
            break
        spans.append(match.span())
    return spans


#: The rank of a language for which a word has no score.
_NO_PLACE = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class Step:
    """One try of the published code. Words are given by their index in `tokens(text)`."""

    label: str
    #: Words with the label among their `keep` best: what is reported if the try succeeds.
    reported: tuple[int, ...]
    #: Words with the label among their `remove` best: gone from now on, even if the try fails.
    masked: tuple[int, ...]
    accepted: bool
    #: What the next try predicts from.
    rest: str


def trace(text: str, scorer: Scorer, parameters: MaskLidSolver | None = None, max_languages: int = 2) -> Iterator[Step]:
    """The tries of the published code, one by one."""
    settings = parameters or MaskLidSolver()
    text = text.replace("\n", " ")
    words = [text[start:end] for start, end in tokens(text)]
    places = _places(words, scorer)
    left = list(range(len(words)))
    keep, remove, accepted, failed = settings.keep, settings.remove, 0, 0

    while accepted < max_languages and failed < settings.max_retries:
        language, _ = _predict(text, scorer)
        reported = [t for t in left if places[t, language] < keep]
        masked = [t for t in left if places[t, language] < remove]
        left = [t for t in left if places[t, language] >= remove]
        good = accepted == 0 or _supported(" ".join(words[t] for t in reported), language, scorer, settings)
        if good:
            text = " ".join(words[t] for t in left)
            accepted += 1
        else:
            keep, remove = keep + settings.keep_step, remove + settings.remove_step
            failed += 1
        yield Step(scorer.labels[language], tuple(reported), tuple(masked), good, text)
        if _bytes(text) < settings.min_bytes:
            return


def _supported(support: str, language: int, scorer: Scorer, settings: MaskLidSolver) -> bool:
    """Whether the reported words alone are enough text and speak for the language."""
    if _bytes(support) <= settings.min_bytes:
        return False
    again, probability = _predict(support, scorer)
    return again == language and probability > settings.min_prob


def _predict(text: str, scorer: Scorer) -> tuple[int, float]:
    """The most probable language, the last one in a tie, and its probability."""
    probabilities = scorer.probabilities(text)
    language = len(probabilities) - 1 - int(np.argmax(probabilities[::-1]))
    return language, float(probabilities[language])


def _places(words: list[str], scorer: Scorer) -> NDArray[np.int64]:
    """places[t, l]: how many languages come before l for word t."""
    if not words:
        return np.zeros((0, len(scorer.labels)), dtype=np.int64)
    scores = scorer.word_scores(words)
    order = np.argsort(-scores, axis=1, kind="stable")
    # A language that a word has no score for comes after any number of others.
    return np.where(np.isneginf(scores), _NO_PLACE, np.argsort(order, axis=1, kind="stable"))


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _owners(claims: list[tuple[int, tuple[int, ...]]], rule: str, sentence: Sentence) -> dict[int, int]:
    """The language of each claimed word, chosen by the rule if several claim it; claims are in the order found."""
    claimants: dict[int, list[int]] = {}
    for language, words in claims:
        for token in words:
            claimants.setdefault(token, []).append(language)
    if rule == "best":
        offsets = tokens(sentence.text)
        disputed = [token for token, languages in claimants.items() if len(languages) > 1]
        scores = sentence.scorer.word_scores([sentence.text[slice(*offsets[token])] for token in disputed])
        for token, row in zip(disputed, scores, strict=True):
            claimants[token].sort(key=lambda language, row=row: -row[language])  # type: ignore[misc]
    return {token: languages[0] for token, languages in claimants.items()}


def _ranks_of_spans(sentence: Sentence, rank_of: dict[int, int]) -> tuple[int, ...]:
    """Each span takes the language of the MaskLID words it overlaps: that of most characters, then the earlier."""
    at = np.full(len(sentence.text), -1, dtype=np.int64)
    offsets = tokens(sentence.text)
    for token, rank in rank_of.items():
        at[slice(*offsets[token])] = rank
    votes = (at[start:end] for start, end in sentence.spans)
    return tuple(int(np.bincount(span[span >= 0]).argmax()) if (span >= 0).any() else -1 for span in votes)
