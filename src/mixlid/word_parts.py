"""Parts of words: stems of one language, the guest, with affixes of another, the host ("meeting'e", "gedownloadet").

A word is split in every way that leaves a stem between affixes of the host (`text/affixes.py`). For each way, the
scores of the stem and of the whole word, whether these are frequent words, and how frequent the affixes are (`SIGNS`)
are weighed, and the best one is taken if it is more probable than not. `mixlid_lab.tuning.word_parts` fits the
weights, which the model's file has, in units of its scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import ModelError
from mixlid.models.added import fitted_for, frequent_bits
from mixlid.models.interface import FloatArray, Model
from mixlid.results.result import NO_LANGUAGE, Span, Word
from mixlid.text.affixes import JOINTS, LONGEST, knows_affixes, level, prefix_level, suffix_level
from mixlid.text.frequent_words import FREQUENT, FrequentWords

#: Stems of this language are looked for in every text, as it is mixed into all others; its affixes in none.
EVERYWHERE = "eng_Latn"
#: With at most this many labels, which the user has then chosen, stems may be in any of them, whether the text is or
#: not.
FEW_LABELS = 5
#: The fewest letters of a stem, and of a word that may be split.
SHORTEST_STEM, SHORTEST_WORD, LONGEST_WORD = 3, 5, 40
#: The level of a string that is not an affix of the language.
NOT_AN_AFFIX = -12.0
#: Words of a long text that are processed together: all their stems are scored for all labels.
_AT_A_TIME = 256
#: Letters of a stem beyond this number do not count.
_LONG_STEM = 8
#: The signs, in the order of a row: scores of the stem and of the whole word (the best is that of any label), whether
#: they are frequent words of either language, the level of the affixes in both, and their form.
SIGNS = (
    "stem_guest", "stem_host", "word_guest", "word_host", "word_best",
    "stem_frequent", "stem_frequent_letters", "stem_frequent_host", "word_frequent_host", "word_frequent_guest",
    "level_host", "level_guest", "affix_letters", "joint", "prefix_only", "both_sides", "one_letter_prefix",
)  # fmt: skip


class Cut(NamedTuple):
    """A way to split a word: where its stem begins and ends, and the level of its affixes in the host."""

    host: str
    guest: str
    start: int
    end: int
    level: float


class WeighedWord(NamedTuple):
    """A word, the ways to split it, and a row of signs for each."""

    word: Word
    cuts: list[Cut]
    signs: NDArray[np.float64]


def parts_of_words(
    model: Model, words: Sequence[Word], hosts: Sequence[str], guests: Sequence[str]
) -> list[tuple[Span, ...]]:
    """The parts of each word, which cover it; empty for words of one language."""
    fitted = fitted_for(model).word_parts
    if not fitted:
        raise ModelError("the model has no numbers for parts of words; `mixlid_lab.tuning.word_parts` fits them")
    constant, weights = fitted["constant"], np.array([fitted.get(name, 0.0) for name in SIGNS])
    found: dict[int, tuple[Span, ...]] = {}
    for first in range(0, len(words), _AT_A_TIME):
        for word, cuts, signs in weigh_words(model, words[first : first + _AT_A_TIME], hosts, guests):
            odds = constant + signs @ weights
            best = int(odds.argmax())
            if odds[best] > 0:
                found[word.start] = _spans(word, cuts[best])
    return [found.get(word.start, ()) for word in words]


def weigh_words(
    model: Model, words: Sequence[Word], hosts: Sequence[str], guests: Sequence[str]
) -> Iterator[WeighedWord]:
    """Every word that can be split; hosts whose affixes are unknown are left out, and so is English."""
    hosts = [label for label in hosts if knows_affixes(label) and label != EVERYWHERE]
    labels = tuple(dict.fromkeys((*hosts, *guests)))
    cut = [(word, list(_cuts(word.text, hosts, guests))) for word in words if _may_be_cut(word)]
    cut = [(word, cuts) for word, cuts in cut if cuts]
    if not cut:
        return
    texts = list(dict.fromkeys(text for word, cuts in cut for text in (word.text, *_stems(word, cuts))))
    known = _Known(model, labels, texts)
    for word, cuts in cut:
        signs = np.array([known.signs(word.text, one) for one in cuts])
        signs[~np.isfinite(signs).all(axis=1)] = 0.0  # the model has no score for a word
        yield WeighedWord(word, cuts, signs)


def _may_be_cut(word: Word) -> bool:
    return word.kind == "word" and word.label != NO_LANGUAGE and SHORTEST_WORD <= len(word.text) <= LONGEST_WORD


def _stems(word: Word, cuts: Sequence[Cut]) -> Iterator[str]:
    return (word.text[cut.start : cut.end] for cut in cuts)


def _cuts(word: str, hosts: Sequence[str], guests: Sequence[str]) -> Iterator[Cut]:
    small, size = in_small_letters(word), len(word)
    for host in hosts:
        starts, ends = [(0, 0.0)], [(size, 0.0)]
        for place in range(1, min(size - SHORTEST_STEM, LONGEST) + 1):
            found = prefix_level(host, small, place)
            starts += [] if found is None else [(place, found)]
        for place in range(size - 1, max(SHORTEST_STEM, size - LONGEST) - 1, -1):
            found = suffix_level(host, small, place)
            ends += [] if found is None else [(place, found)]
        for start, before in starts:
            for end, after in ends:
                is_cut = end - start < size and end - start >= SHORTEST_STEM
                if is_cut and small[start:end].isalpha():
                    yield from (Cut(host, guest, start, end, before + after) for guest in guests if guest != host)


def in_small_letters(word: str) -> str:
    """The word in lower case and of the same length: a letter whose lower case is two characters is kept."""
    if len(small := word.lower()) == len(word):
        return small
    return "".join(small if len(small := letter.lower()) == 1 else letter for letter in word)


class _Known:
    """Scores and frequencies of words and stems in some languages."""

    def __init__(self, model: Model, labels: tuple[str, ...], texts: Sequence[str]) -> None:
        scores: FloatArray = model.word_scores(texts)
        self._best = dict(zip(texts, scores.max(axis=1).tolist(), strict=True))
        chosen = scores[:, [model.labels.index(label) for label in labels]]
        self._scores = dict(zip(texts, chosen.tolist(), strict=True))
        self._columns = {label: column for column, label in enumerate(labels)}
        self._frequent, self._looked_up = FrequentWords(labels, frequent_bits(model)), dict[tuple[int, str], bool]()

    def signs(self, word: str, cut: Cut) -> list[float]:
        stem, host, guest = word[cut.start : cut.end], self._columns[cut.host], self._columns[cut.guest]
        prefix, suffix = _affixes(in_small_letters(word), cut.start, cut.end)
        stems, words = self._scores[stem], self._scores[word]
        frequent = self._is_frequent(guest, stem)
        return [
            stems[guest],
            stems[host],
            words[guest],
            words[host],
            self._best[word],
            frequent,
            frequent * (min(len(stem), _LONG_STEM) - SHORTEST_STEM),
            self._is_frequent(host, stem),
            self._is_frequent(host, word),
            self._is_frequent(guest, word),
            cut.level,
            _level_in(cut.guest, prefix, suffix),
            len(prefix) + len(suffix),
            len(prefix) + len(suffix) + len(stem) < len(word),
            bool(prefix and not suffix),
            bool(prefix and suffix),
            len(prefix) == 1,
        ]

    def _is_frequent(self, column: int, text: str) -> bool:
        found = self._looked_up.get((column, text))
        if found is None:
            found = self._looked_up[column, text] = self._frequent.look_up(column, text, 0, len(text)) == FREQUENT
        return found


def _affixes(word: str, start: int, end: int) -> tuple[str, str]:
    """What is before and after a stem, without joints such as hyphens."""
    before = start - (start > 0 and word[start - 1] in JOINTS)
    after = end + (end < len(word) and word[end] in JOINTS)
    return word[:before], word[after:]


def _level_in(label: str, prefix: str, suffix: str) -> float:
    """How frequent the same affixes are in another language."""
    total = 0.0
    for affix, found in (
        (prefix, level(label, "prefix", prefix)),
        (suffix, level(label, "suffix", suffix)),
    ):
        total += 0.0 if not affix else NOT_AN_AFFIX if found is None else max(found, NOT_AN_AFFIX)
    return total


def _spans(word: Word, cut: Cut) -> tuple[Span, ...]:
    ends = (0, cut.host), (cut.start, cut.guest), (cut.end, cut.host)
    places = (*(start for start, _ in ends), len(word.text))
    return tuple(
        Span(word.start + start, word.start + end, label)
        for (start, label), end in zip(ends, places[1:], strict=True)
        if start < end
    )
