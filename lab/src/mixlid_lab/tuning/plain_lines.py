"""Lines in one language that look mixed: with the name of a person, place or product from another, or with a loanword.

Corpora of text in one language have few of them, and people who label mixed text disagree about them. A name is a run
of capitalised words from inside a sentence in another language; it is put into a clause in place of nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from mixlid.adapt.labelled import Sample
from mixlid.text.frequent_words import salt_of
from mixlid.text.function_words import loanwords
from mixlid.text.groups import group_of
from mixlid.text.labels import split
from mixlid.text.names import CAPITAL_NOUNS, is_name
from mixlid.text.word_hashes import hash_word

#: The most words of a name, and of what stands on either side of it or of a loanword.
LONGEST_NAME, AROUND = 3, 5
#: How often a line is tried, since the two languages may be the same.
TRIALS = 2
_SIGNS = " ,.;:!?()\"'«»„“”"

Clauses = Mapping[str, Sequence[list[str]]]


def with_names(clauses: Clauses, labels: Sequence[str], count: int, draw: np.random.Generator) -> list[Sample]:
    """At most `count` lines with a name each; names come from languages in Latin letters."""
    names = {label: found for label in labels if label.endswith("Latn") and (found := _names(label, clauses[label]))}
    made: list[Sample] = []
    for _ in range(TRIALS * count if names else 0):
        label, other = _any_of(labels, draw), _any_of([*names], draw)
        words = clauses[label][int(draw.integers(len(clauses[label])))]
        if group_of(label) != group_of(other) and len(words) > 2:
            place = int(draw.integers(1, len(words)))
            name = names[other][int(draw.integers(len(names[other])))]
            before, after = words[max(place - AROUND, 0) : place], words[place : place + AROUND]
            made.append(_sample(label, [*before, *name, *after]))
    return made[:count]


def with_loanwords(clauses: Clauses, labels: Sequence[str], count: int, draw: np.random.Generator) -> list[Sample]:
    """At most `count` lines with an established loanword each."""
    known, found = set(loanwords()), []
    for label in labels:
        salt = salt_of(label)
        for words in clauses[label]:
            for place, word in enumerate(words):
                small = word.strip(_SIGNS)
                if small.islower() and hash_word(salt, small, 0, len(small)) >> 32 in known:
                    found.append(_sample(label, words[max(place - AROUND, 0) : place + AROUND]))
                    break
    return [found[int(place)] for place in draw.permutation(len(found))[:count]]


def _any_of(labels: Sequence[str], draw: np.random.Generator) -> str:
    return labels[int(draw.integers(len(labels)))]


def _sample(label: str, words: Sequence[str]) -> Sample:
    return Sample(" ".join(words), frozenset({split(label)[0]}))


def _names(label: str, sentences: Sequence[list[str]]) -> list[list[str]]:
    """Runs of capitalised words inside sentences; of known names where nouns have capital letters too."""
    found = []
    for words in sentences:
        name: list[str] = []
        for word in [*words[1:], ""]:
            bare = word.strip(_SIGNS)
            if bare[:1].isupper() and bare[1:].islower() and (is_name(bare) or split(label)[0] not in CAPITAL_NOUNS):
                name.append(bare)
            elif name:
                if len(name) <= LONGEST_NAME and (len(name) > 1 or is_name(name[0])):
                    found.append(name)
                name = []
    return found
