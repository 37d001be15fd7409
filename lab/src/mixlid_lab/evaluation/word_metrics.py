"""Accuracy of the languages of single words, on code-switched sentences whose tokens people have labelled.

Gold tokens and a system's words are matched by character offsets, since the two may split the text differently. As in
the paper, only tokens in the sentence's own languages are scored; a token left unassigned is a false negative and never
a false positive; and the figures of a corpus are means over its two languages. Names and `other` tokens are ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sklearn.metrics import precision_recall_fscore_support

from mixlid.adapt.labelled import Sample
from mixlid.results.result import NO_LANGUAGE, UNKNOWN
from mixlid_lab.evaluation.predictions import FoundWord, Prediction
from mixlid_lab.evaluation.set_metrics import mean

Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True)
class WordScores:
    precision: float
    recall: float
    #: mean of the languages' F1
    f1: float
    #: share of the scored tokens that were given no language
    unassigned: float
    tokens: int


def align(text: str, tokens: Sequence[str]) -> list[Stretch | None]:
    """Where the tokens are in the text, in order and without overlap; None for a token that is not there.

    Each is searched for after the end of the one before. If some cannot be placed, as many as possible are: a token
    that cleaning removed must not match later letters, which would push all that follow out of the text.
    """
    placed: list[Stretch | None] = []
    end = 0
    for token in tokens:
        start = text.find(token, end) if token else -1
        placed.append(None if start < 0 else (start, end := start + len(token)))
    return placed if None not in placed else _align_most(text, tokens)


def _align_most(text: str, tokens: Sequence[str]) -> list[Stretch | None]:
    """The alignment that places the most tokens; among those, the one that ends earliest."""
    # After each token, ends[n] is the earliest end of n placed tokens; chosen[t][n] is how token t got there, if it
    # did.
    ends = [0]
    chosen: list[dict[int, Stretch]] = []
    for token in tokens:
        improved: dict[int, Stretch] = {}
        for count in range(len(ends), 0, -1):
            start = text.find(token, ends[count - 1]) if token else -1
            if start >= 0 and (count == len(ends) or start + len(token) < ends[count]):
                improved[count] = (start, start + len(token))
        for count, stretch in sorted(improved.items()):
            ends[count : count + 1] = [stretch[1]]
        chosen.append(improved)
    placed: list[Stretch | None] = []
    count = len(ends) - 1
    for improved in reversed(chosen):
        placed.append(improved.get(count))
        count -= count in improved
    return placed[::-1]


def main_languages(sample: Sample) -> frozenset[str]:
    """The languages with the most labelled words; all where none is labelled."""
    counts = Counter(tag for tag in sample.tags if tag in sample.languages)
    most = max(counts.values(), default=0)
    return frozenset(language for language in sample.languages if counts[language] == most)


def main_first(predictions: Iterable[Prediction]) -> float | None:
    """How often a main language comes first: of mixed sentences whose languages are right, and words labelled."""
    right = [one for one in predictions if one.is_right and one.sample.is_mixed and one.sample.has_gold_words]
    return mean(one.languages[0] in main_languages(one.sample) for one in right) if right else None


def assigned_languages(stretches: Iterable[Stretch | None], words: Sequence[FoundWord]) -> list[str | None]:
    """The language that a system gave to each stretch (in order, without overlap), or None.

    It is the language of most of the stretch's characters; the one found first if there is a tie.
    """
    ordered = sorted((word for word in words if word.language not in (UNKNOWN, NO_LANGUAGE)), key=lambda word: word[:2])
    languages: list[str | None] = []
    first = 0
    for stretch in stretches:
        if stretch is None:
            languages.append(None)
            continue
        start, end = stretch
        while first < len(ordered) and ordered[first].end <= start:
            first += 1
        shares: Counter[str] = Counter()
        for index in range(first, len(ordered)):
            word = ordered[index]
            if word.start >= end:
                break
            if (overlap := min(end, word.end) - max(start, word.start)) > 0:
                shares[word.language] += overlap
        # `most_common` keeps the order of insertion in a tie.
        languages.append(shares.most_common(1)[0][0] if shares else None)
    return languages


def word_scores(predictions: Sequence[Prediction]) -> WordScores | None:
    """The scores of one data set; None if it has no labelled code-switched sentence, or the system labels no words.

    If only some predictions label words, all tokens of the others are unassigned. Tokens are left out that cleaning has
    removed from the text, and those in no language of the sentence.
    """
    labelled = [one for one in predictions if one.sample.is_mixed and one.sample.has_gold_words]
    gold: list[str] = []
    given: list[str] = []
    for one in labelled:
        placed = align(one.sample.text, one.sample.tokens)
        languages = assigned_languages(placed, one.words or ())
        for tag, stretch, language in zip(one.sample.tags, placed, languages, strict=True):
            if tag in one.sample.languages and stretch is not None:
                gold.append(tag)
                given.append(language or UNKNOWN)
    if not gold or all(one.words is None for one in labelled):
        return None
    by_language = precision_recall_fscore_support(gold, given, labels=sorted(set(gold)), zero_division=0)
    precision, recall, f1 = (float(values.mean()) for values in by_language[:3])
    return WordScores(precision, recall, f1, given.count(UNKNOWN) / len(gold), len(gold))
