"""Compares two annotations of the same texts: gold and output, or two annotators.

Utterances are aligned by order, words by the characters that they share, whatever the white space and tokenisation. A
word of the first annotation gets from the second the language of most of its characters there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import NamedTuple

from mixlid.errors import InputError
from mixlid.linguistics.corpus import Utterance
from mixlid.text.labels import means

#: The name of no language in tables.
NONE = "none"
#: Words shown on each side of an error.
CONTEXT = 6


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and their harmonic mean; None if there is nothing to divide by."""

    precision: float | None
    recall: float | None
    f1: float | None
    #: The number in the first annotation.
    support: int

    @classmethod
    def of(cls, right: int, found: int, support: int) -> Score:
        f1 = 2 * right / (found + support) if found + support else None
        return cls(right / found if found else None, right / support if support else None, f1, support)


@dataclass(frozen=True, slots=True)
class Difference:
    """A word whose languages differ."""

    file: str
    line: int
    word: str
    gold: str
    out: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of `compare`. Words are those of the first annotation."""

    utterances: int
    #: Words with a language in the first annotation, and the share with the same language in the second.
    words: int
    accuracy: float | None
    #: Agreement beyond chance, over words with a language in either; no language counts as a category.
    kappa: float | None
    languages: Mapping[str, Score]
    #: Counts by language in the first annotation, then by language in the second.
    confusion: Mapping[str, Mapping[str, int]]
    #: Points between two words where the language changes.
    switch_points: Score
    #: The share of utterances with the same set of languages.
    same_sets: float | None
    differences: Sequence[Difference]


class _Word(NamedTuple):
    """A word, with offsets that do not count white space."""

    text: str
    start: int
    end: int
    language: str | None


def compare(gold: Iterable[Utterance], out: Iterable[Utterance]) -> Comparison:
    """Compare two annotations of the same texts; `InputError` if the texts differ."""
    pairs = Counter[tuple[str, str]]()
    points, same, count = [0, 0, 0], 0, 0
    differences: list[Difference] = []
    for one, other in _aligned(gold, out):
        count += 1
        words, others = _words(one), _words(other)
        theirs = _as_named(_languages_of(words, others), {word.language for word in words})
        known = {word.language for word in words} - {None}
        found = {*_as_named([word.language for word in others], known)} - {None}
        same += known == found
        switches, others_switches = _switches(words), _switches(others)
        for place, points_of in enumerate((switches & others_switches, others_switches, switches)):
            points[place] += len(points_of)
        for place, (word, language) in enumerate(zip(words, theirs, strict=True)):
            if word.language or language:
                pairs[word.language or NONE, language or NONE] += 1
            if word.language and word.language != language:
                texts = [each.text for each in words]
                before, after = texts[max(place - CONTEXT, 0) : place], texts[place + 1 : place + 1 + CONTEXT]
                where = (one.file, one.line, word.text, word.language, language or NONE)
                differences.append(Difference(*where, " ".join(before), " ".join(after)))
    scored = Counter({pair: number for pair, number in pairs.items() if pair[0] != NONE})
    rows, columns = _margins(scored)
    names = [name for name, _ in (rows + columns).most_common() if name != NONE]
    return Comparison(
        utterances=count,
        words=rows.total(),
        accuracy=sum(scored[name, name] for name in rows) / rows.total() if rows else None,
        kappa=kappa(pairs),
        languages={name: Score.of(scored[name, name], columns[name], rows[name]) for name in names},
        confusion={
            first: {second: scored[first, second] for second, _ in columns.most_common() if scored[first, second]}
            for first, _ in rows.most_common()
        },
        switch_points=Score.of(*points),
        same_sets=same / count if count else None,
        differences=differences,
    )


def kappa(pairs: Mapping[tuple[str, str], int]) -> float | None:
    """Cohen's kappa (1960) from counts of pairs of labels; None if agreement by chance is certain."""
    total = sum(pairs.values())
    if not total:
        return None
    first, second = _margins(pairs)
    seen = sum(number for (one, other), number in pairs.items() if one == other) / total
    chance = sum(first[name] * second[name] for name in first) / total**2
    return (seen - chance) / (1 - chance) if chance < 1 else None


def _margins(pairs: Mapping[tuple[str, str], int]) -> tuple[Counter[str], Counter[str]]:
    """The counts of first and of second labels."""
    firsts, seconds = Counter[str](), Counter[str]()
    for (first, second), number in pairs.items():
        firsts[first] += number
        seconds[second] += number
    return firsts, seconds


def _aligned(gold: Iterable[Utterance], out: Iterable[Utterance]) -> Iterator[tuple[Utterance, Utterance]]:
    for number, (one, other) in enumerate(zip_longest(gold, out), 1):
        if one is None or other is None:
            more = one or other
            assert more is not None
            raise InputError(
                f"{more.file}, line {more.line}: the other file has only {number - 1} utterances; the two must have "
                "the same ones in the same order"
            )
        if _characters(one.text) != _characters(other.text):
            raise InputError(
                f"utterance {number} is {_short(one)} in {one.file}, line {one.line}, and {_short(other)} in "
                f"{other.file}, line {other.line}; the two files must have the same texts in the same order"
            )
        yield one, other


def _characters(text: str) -> str:
    return "".join(text.split())


def _short(one: Utterance) -> str:
    return repr(one.text if len(one.text) <= 40 else f"{one.text[:40]}…")


def _words(one: Utterance) -> list[_Word]:
    # The number of characters before each, without white space.
    before = [0]
    for char in one.text:
        before.append(before[-1] + (not char.isspace()))
    size = len(one.text)
    words = (
        _Word(token.text, before[min(token.start, size)], before[min(token.end, size)], token.language)
        for token in one.tokens
    )
    return [word for word in words if word.start < word.end]


def _languages_of(words: Sequence[_Word], others: Sequence[_Word]) -> list[str | None]:
    """For each word, the language of most of its characters in the other annotation."""
    found: list[str | None] = []
    first = 0
    for word in words:
        while first < len(others) and others[first].end <= word.start:
            first += 1
        shares = Counter[str | None]()
        for other in others[first:]:
            if other.start >= word.end:
                break
            shares[other.language] += min(word.end, other.end) - max(word.start, other.start)
        found.append(max(shares, key=lambda one: shares[one], default=None))
    return found


def _as_named(languages: Sequence[str | None], names: Iterable[str | None]) -> list[str | None]:
    """Languages by their codes in the first annotation: `arb` becomes `ara` if that has it."""
    known = [name for name in names if name is not None]
    return [
        one if one is None or one in known else next((name for name in known if means(name, one)), one)
        for one in languages
    ]


def _switches(words: Sequence[_Word]) -> set[int]:
    """The starts of words that are in another language than the word before."""
    known = [word for word in words if word.language is not None]
    return {after.start for before, after in pairwise(known) if before.language != after.language}
