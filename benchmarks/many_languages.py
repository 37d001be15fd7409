"""Made-up lines in all languages that the model has in Latin letters, to measure speed without real text.

They contain nobody's corpus. The words of a language are made letter by letter: a letter may follow four others if the
model knows the five, and is the more likely, the more the model takes them for that language; words that it takes for
many other languages are dropped. So most n-grams are known, many words exist, and lines are about as clear as real
ones. Languages come in random order. Words are drawn by rank, frequent ones being short, so that the word cache holds
about as many as for real lines. `bulk.py` compares the times on these and on real lines.

`python benchmarks/many_languages.py -n 60000 > lines.txt` writes such lines.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

import mixlid
from mixlid.models.ngrams import hash_bytes
from mixlid.models.table import TableModel
from stand_ins import latin_table

LETTERS = "abcdefghijklmnopqrstuvwxyzáàâãäåąāæçćčđéèêëęėğíìîïłñńóòôõöøřśšşúùûüūýžżźıɛɔŋẹọị"
#: The marks for the beginning and the end of a word in its n-grams.
BEGIN, END = "<", ">"
#: How many letters decide on the next one, and how closely it follows the model.
BEFORE, CLOSENESS = 4, 0.7
#: The most letters in a word; how much less likely it is to end early than in the model, and how that changes.
LONGEST, ENDS, MORE_ENDS = 16, 0.7, 1.4
#: The number of languages that may score higher than a word's own.
NEAREST = 14
#: Words drawn for the vocabulary of a language; Zipf's exponent: how much rarer words of higher rank are; and the share
#: of words that are drawn uniformly, since many real words occur once.
DRAWN, EXPONENT, RARE = 16_000, 0.9, 0.2
#: Share of lines with two languages, of capitalised words, of numbers, and of words before a comma.
MIXED, CAPITALS, NUMBERS, COMMAS = 0.01, 0.08, 0.02, 0.06
#: Share of words with a wrong letter, since real lines have names and forms that no model knows.
ODD = 0.2


class Spelling:
    """What the model knows about letters that begin a word, and about letters that follow others."""

    def __init__(self, model: TableModel) -> None:
        buckets = model.header.ngrams.buckets
        self.model = model

        def row(text: str) -> int:
            return int(model.index[hash_bytes(text.encode()) % buckets])

        # Buckets are shared, so some unknown n-grams have a row; an n-gram counts if all of its parts do.
        known = {a + b for a in BEGIN + LETTERS for b in LETTERS + END if a + b != BEGIN + END and row(a + b) >= 0}
        while len(next(iter(known))) < BEFORE:
            known = {text for text in _longer(known) if row(text) >= 0}
        self.parts = sorted(known)
        longer = sorted(text for text in _longer(known) if row(text) >= 0)
        self.letters = np.array([list(map(ord, text)) for text in self.parts], np.uint32)
        place = {text: number for number, text in enumerate(self.parts)}
        self.starts = np.array([place[text] for text in self.parts if text[0] == BEGIN])
        self.start_weights = likely(model, [row(self.parts[start]) for start in self.starts])
        #: For each context, where its continuations begin; each continuation is the number of the next context.
        self.begins = np.searchsorted([place[text[:-1]] for text in longer], np.arange(len(self.parts) + 1))
        self.nexts = np.array([place[text[1:]] for text in longer])
        self.weights = likely(model, [row(text) for text in longer])
        self.ends = np.array([text.endswith(END) for text in longer])

    def words(self, label: int, rng: np.random.Generator) -> list[str]:
        """Words of a label, most frequent first."""
        weights = self.start_weights[:, label]
        at = rng.choice(self.starts, DRAWN, p=weights / weights.sum())
        weights = self.weights[:, label].copy()
        weights[self.ends] *= ENDS
        made = [at]
        for _ in range(LONGEST):
            reach = np.concatenate([[0.0], weights.cumsum()])
            low, high = reach[self.begins[at]], reach[self.begins[at + 1]]
            found = np.searchsorted(reach, low + (high - low) * rng.random(DRAWN), side="right") - 1
            at = np.where(low < high, self.nexts[np.minimum(found, len(self.nexts) - 1)], at)
            made.append(at)
            weights[self.ends] *= MORE_ENDS
        # An array of code points, which NumPy views as strings.
        letters = np.concatenate([self.letters[made[0]], self.letters[np.stack(made[1:], axis=1), -1]], axis=1)
        texts = np.ascontiguousarray(letters).view(f"U{letters.shape[1]}")[:, 0].tolist()
        spelt = Counter(text[1:].partition(END)[0] for text in texts if END in text)
        scores = self.model.word_scores(list(spelt))
        near = (scores > scores[:, [label]]).sum(axis=1) < NEAREST
        fitting = {word for word, fits in zip(spelt, near.tolist(), strict=True) if fits}
        return [word for word, _ in spelt.most_common() if word in fitting]


def likely(model: TableModel, rows: list[int]) -> NDArray[np.float64]:
    """How probable each label is for these rows, more or less sharply."""
    scores = CLOSENESS * model.header.scale * model.rows[rows].astype(float)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    made: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return made


def _longer(known: Iterable[str]) -> Iterator[str]:
    """Texts one letter longer whose parts are all known."""
    after = defaultdict(list)
    for text in known:
        after[text[:-1]].append(text[-1])
    return (text + sign for text in known for sign in after.get(text[1:], ()))


def frequencies(size: int) -> list[float]:
    """The frequency of words by rank."""
    ranked = [(rank + 3) ** -EXPONENT for rank in range(size)]
    total = sum(ranked)
    return [(1 - RARE) * value / total + RARE / size for value in ranked]


def lines(count: int, characters: int = 96, seed: int = 0) -> Iterator[str]:
    """`count` lines of about `characters` characters; the same for the same seed and model."""
    model = latin_table(mixlid.load().model)
    if model is None:
        raise SystemExit("the model has no table of Latin letters")
    rng, spelling = random.Random(seed), Spelling(model)
    known = [spelling.words(label, np.random.default_rng((seed, label))) for label in range(len(model.labels))]
    weights = [list(accumulate(frequencies(len(words)))) for words in known]

    def draw(language: int, size: int) -> list[str]:
        return rng.choices(known[language], cum_weights=weights[language], k=size)

    for _ in range(count):
        first, second = rng.sample(range(len(known)), 2)
        drawn = draw(first, characters // 2)
        if rng.random() < MIXED:
            drawn[4:8] = draw(second, 4)
        line, length = [], 0
        for word in drawn:
            if rng.random() < ODD:
                place = rng.randrange(len(word))
                word = word[:place] + rng.choice(LETTERS) + word[place + 1 :]
            line.append(str(rng.randrange(3000)) if rng.random() < NUMBERS else word)
            line[-1] = line[-1].capitalize() if length == 0 or rng.random() < CAPITALS else line[-1]
            length += len(line[-1]) + 1
            if length > characters - 4:
                break
            if rng.random() < COMMAS:
                line[-1] += ","
        yield " ".join(line) + "."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=1000, help="lines (default 1000)")
    parser.add_argument("--characters", type=int, default=96, help="length of a line (default 96)")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for line in lines(args.n, args.characters, args.seed):
        print(line)


if __name__ == "__main__":
    main()
