"""The text that is timed: lines of a given length in one or two languages, made of words from `sentences.txt`.

A language has the words of its sentences, frequent ones first, followed by words that nobody uses, made letter by
letter from the letter sequences in those sentences. Words are drawn by rank as in running text (Zipf): `usual` repeats
words about as often as shuffled text in many languages does; `rare` draws all words equally and hardly ever repeats
one, which is the worst case for a word cache. `floor.py` prints the share of words that mixlid finds in its cache.

`python benchmarks/text.py -n 1000 > lines.txt` writes such lines.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

SENTENCES = Path(__file__).with_name("sentences.txt")
#: Exponents of Zipf's law: how much rarer words of higher rank are.
EXPONENTS = {"usual": 1.05, "rare": 0.0}
#: The size of a language's vocabulary.
VOCABULARY = 20_000
#: Share of lines with two languages, and of words in the second one.
MIXED, INSERTED = 1 / 3, 0.35
_ENDS = (".", ".", ".", "?", "!", "", "", "")


class Line(NamedTuple):
    text: str
    #: ISO 639-3 codes, the one with more words first
    languages: tuple[str, ...]


def sentences() -> dict[str, list[str]]:
    """The sentences that all words come from, by language."""
    by_language: dict[str, list[str]] = defaultdict(list)
    language = ""
    for line in SENTENCES.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            language = line.strip("[]")
        elif line:
            by_language[language].append(line)
    return by_language


class Words:
    """The words of a language by rank: those of its sentences, then distinct made-up ones, made when needed."""

    def __init__(self, language: str, lines: Sequence[str]) -> None:
        self.rng = random.Random(language)
        counts = Counter(word.strip(".,?!¿").lower() for line in lines for word in line.split())
        self.known = dict(enumerate(word for word, _ in counts.most_common() if word))
        self.taken = set(self.known.values())
        self.follows: dict[str, list[str]] = defaultdict(list)
        for word in self.known.values():
            framed = f"^^{word}$"
            for place in range(2, len(framed)):
                self.follows[framed[place - 2 : place]].append(framed[place])

    def __getitem__(self, rank: int) -> str:
        if rank not in self.known:
            self.known[rank] = self._invent()
        return self.known[rank]

    def _invent(self) -> str:
        """A new word of 3 to 11 letters, each drawn given the two before it."""
        while True:
            letters = "^^"
            while not letters.endswith("$") and len(letters) < 14:
                choices = self.follows[letters[-2:]]
                letters += choices[int(self.rng.random() * len(choices))]  # `choice` takes twice as long
            word = letters[2:-1]
            if letters.endswith("$") and len(word) > 2 and word not in self.taken:
                self.taken.add(word)
                return word


def lines(count: int, characters: int, repetition: str = "usual", seed: int = 0) -> Iterator[Line]:
    """`count` lines of about `characters` characters; the same for the same seed."""
    rng = random.Random(f"{seed} {characters} {repetition}")
    words = {language: Words(language, own) for language, own in sentences().items()}
    languages, ranks = list(words), range(VOCABULARY)
    weights = list(accumulate((rank + 3) ** -EXPONENTS[repetition] for rank in ranks))
    for _ in range(count):
        first, second = rng.sample(languages, 2)
        drawn = [words[first][rank] for rank in rng.choices(ranks, cum_weights=weights, k=characters // 4)]
        spoken: tuple[str, ...] = (first,)
        size = _fitting(drawn, characters)
        if rng.random() < MIXED and size > 3:
            inserted = max(1, round(INSERTED * size))
            place = rng.randint(0, size - inserted)
            others = rng.choices(ranks, cum_weights=weights, k=inserted)
            drawn[place : place + inserted] = [words[second][rank] for rank in others]
            size = _fitting(drawn, characters)
            spoken = (first, second)
        if size > 6 and rng.random() < 0.3:
            drawn[size // 2] += ","
        text = " ".join(drawn[:size]) + rng.choice(_ENDS)
        yield Line(text[0].upper() + text[1:], spoken)


def _fitting(words: Sequence[str], characters: int) -> int:
    """How many of the words, with spaces, come closest to this length."""
    length = -1
    for number, word in enumerate(words):
        longer = length + 1 + len(word)
        if abs(longer - characters) > abs(length - characters):
            return max(number, 1)
        length = longer
    return len(words)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=1000, help="lines (default 1000)")
    parser.add_argument("--characters", type=int, default=80, help="length of a line (default 80)")
    parser.add_argument("--repetition", choices=EXPONENTS, default="usual")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for line in lines(args.n, args.characters, args.repetition, args.seed):
        print(line.text)


if __name__ == "__main__":
    main()
