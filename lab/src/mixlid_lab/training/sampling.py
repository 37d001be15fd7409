"""Our own choice of training examples for a label: which sentences, and how often which single words.

*Kinds of text.* Bible and interface texts are capped if a label has other text; otherwise the model learns their style.
*Single words.* Running words with the frequent ones thinned: each occurrence of a word seen c times is kept with
probability min(1, √(200/c)), so a word's share still grows with its frequency, but slowly.
*Small labels.* Repeated up to a minimum, so that the amount of data does not decide between near languages.
*Word lists.* A fixed number of extra single words, drawn with probability ∝ the square root of their count.

Everything is drawn with a seeded generator. The paper's augmentation is in `examples.py`.

*Spellings.* Languages that their speakers romanise have no settled spelling: a copy of a sentence changes some of its
words by a few rules that are common to many languages. Others are also typed in haste, without diacritics.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mixlid_lab.training.bags import Bags, Int32Array, Ragged, single_words

IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class DrawSettings:
    """How many examples of each kind a label provides."""

    #: The most sentences of a kind of text, by kind.
    caps: Mapping[str, int] = field(default_factory=dict)
    #: A cap is raised if the label would have fewer sentences than this.
    enough_sentences: int = 20_000
    #: Labels with fewer sentences repeat them up to this number, at most `max_repeats` times.
    min_sentences: int = 0
    #: The most single words.
    words: int = 150_000
    max_repeats: int = 8
    #: Words that occur more often are thinned.
    thin_beyond: int = 200
    #: Single words drawn from a label's word lists, if it has any, and how many of a list's words are used.
    listed: int = 0
    list_size: int = 12_000
    #: Labels whose word lists are ignored.
    exclude_lists: tuple[str, ...] = ()
    #: Share of sentences that are held out, at least one and at most `max_held_out`.
    held_out: float = 0.01
    max_held_out: int = 500


def generator_for(label: str, *seeds: int) -> np.random.Generator:
    """Random numbers for a label, which are the same whatever other labels there are."""
    return np.random.default_rng([*seeds, zlib.crc32(label.encode())])


def cap_kinds(kinds: Sequence[str], settings: DrawSettings, generator: np.random.Generator) -> IntArray:
    """The indices of the sentences to use, ascending, given the kind of each."""
    by_kind: dict[str, list[int]] = {}
    for place, kind in enumerate(kinds):
        by_kind.setdefault(kind, []).append(place)
    kept = [np.array(places, dtype=np.int64) for kind, places in by_kind.items() if kind not in settings.caps]
    total = sum(map(len, kept))
    for kind in sorted(by_kind.keys() & settings.caps.keys(), key=lambda kind: (-settings.caps[kind], kind)):
        places = np.array(by_kind[kind], dtype=np.int64)
        size = min(len(places), max(settings.caps[kind], settings.enough_sentences - total))
        kept.append(generator.permutation(places)[:size])
        total += size
    return np.sort(np.concatenate(kept)) if kept else np.empty(0, dtype=np.int64)


def split_held_out(count: int, settings: DrawSettings, generator: np.random.Generator) -> tuple[IntArray, IntArray]:
    """The indices of the sentences to train on, and of those held out."""
    size = min(max(round(count * settings.held_out), 1), settings.max_held_out, count // 2) if settings.held_out else 0
    order = generator.permutation(count)
    return np.sort(order[size:]), np.sort(order[:size])


def keep_probability(counts: NDArray[np.float64], beyond: int) -> NDArray[np.float64]:
    """The probability that an occurrence of a word is kept."""
    kept: NDArray[np.float64] = np.minimum(1.0, np.sqrt(beyond / np.maximum(counts, 1.0)))
    return kept


def draw_words(running: Int32Array, settings: DrawSettings, generator: np.random.Generator) -> Int32Array:
    """Single words from all running words of a label: thinned, then cut to the wanted number."""
    counts = np.bincount(running) if len(running) else np.zeros(0, dtype=np.int64)
    chance = keep_probability(counts.astype(np.float64), settings.thin_beyond)
    drawn = np.repeat(np.arange(len(counts), dtype=np.int32), generator.binomial(counts, chance))
    words: Int32Array = generator.permutation(drawn)[: settings.words]
    return words


def draw_listed(
    words: Int32Array, counts: NDArray[np.float64], size: int, generator: np.random.Generator
) -> Int32Array:
    """`size` single words from a word list, drawn with probability ∝ the square root of their count."""
    if not len(words) or size <= 0:
        return np.empty(0, dtype=np.int32)
    share = np.sqrt(counts)
    drawn: Int32Array = generator.choice(words, size=size, p=share / share.sum()).astype(np.int32)
    return drawn


def repeat_up_to(items: Int32Array, least: int, most_repeats: int) -> Int32Array:
    """The items, repeated until there are `least` of them or each occurs `most_repeats` times."""
    if not len(items) or len(items) >= least:
        return items
    return np.resize(items, min(least, len(items) * most_repeats))


def bags_of_label(
    sentences: Ragged,
    label: int,
    settings: DrawSettings,
    generator: np.random.Generator,
    listed: Int32Array | None = None,
) -> Bags:
    """All training examples of a label, from the word numbers of its sentences."""
    chosen = repeat_up_to(np.arange(len(sentences), dtype=np.int32), settings.min_sentences, settings.max_repeats)
    repeated = Bags(sentences.take(chosen), np.full(len(chosen), label, dtype=np.int16))
    words = draw_words(sentences.flat, settings, generator)
    if listed is not None:
        words = np.concatenate([words, listed])
    return Bags.join([repeated, single_words(words, label)])


#: Share of words in a copy that are spelt differently, and how many rules may change one.
_CHANGED = 0.35
_MOST_RULES = 2

#: Interchangeable spellings; each pair works in both directions.
_PAIRS = (
    ("aa", "a"), ("ee", "i"), ("oo", "u"), ("ii", "i"), ("uu", "u"), ("ou", "u"), ("ai", "e"), ("ay", "ai"),
    ("sh", "s"), ("ch", "sh"), ("chh", "ch"), ("kh", "k"), ("gh", "g"), ("th", "t"), ("dh", "d"), ("bh", "b"),
    ("ph", "f"), ("zh", "j"), ("z", "j"), ("v", "w"), ("q", "k"), ("x", "ks"), ("y", "i"), ("ck", "k"),
    ("kk", "k"), ("tt", "t"), ("dd", "d"), ("ll", "l"), ("nn", "n"), ("mm", "m"), ("ss", "s"), ("pp", "p"), ("rr", "r"),
    ("7", "h"), ("3", "a"), ("9", "q"), ("5", "kh"), ("2", "a"),
)  # fmt: skip
_RULES = tuple(
    (re.compile(re.escape(a)), b) for pair in _PAIRS for a, b in (pair, pair[::-1]) if len(a) > 1 or a in "z7v3952qxy"
)
_WORD = re.compile(r"[^\W_]+")
#: Letters whose diacritic is not a separate character in any normal form, and apostrophes.
_PLAIN = str.maketrans("ıøØłŁđĐħĦŧŦ", "ioOlLdDhHtT", "'\u2019\u02bc\u2018`\u00b4")


def spelling_variants(text: str, generator: np.random.Generator) -> str:
    """The text with some words spelt as somebody else might spell them."""
    return _WORD.sub(lambda match: _respelt(match[0], generator), text)


def plainly_typed(text: str) -> str:
    """The text without diacritics and apostrophes."""
    letters = (letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))
    return "".join(letters).translate(_PLAIN)


def _respelt(word: str, generator: np.random.Generator) -> str:
    if len(word) < 3 or generator.random() >= _CHANGED:
        return word
    fitting = [rule for rule in _RULES if rule[0].search(word)]
    if not fitting:
        return word
    for place in generator.permutation(len(fitting))[: int(generator.integers(1, _MOST_RULES + 1))]:
        pattern, other = fitting[place]
        word = pattern.sub(other, word, count=1)
    return word
