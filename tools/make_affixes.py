"""Make `src/mixlid/data/affixes.txt`: `python tools/make_affixes.py CORPUS…` (as `mixlid train` reads).

A stem is followed by at least three frequent suffixes (no suffix counts as one); a suffix is as frequent as the stems
that have it. A prefix stands before other words of the language. Either counts only if what remains of the words is a
stem or a word about as often as would be expected by chance, or more.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from mixlid.text.affixes import FILE, HALF
from mixlid.text.words import tokenize
from mixlid_lab.training.corpus import CorpusSentence, corpus_files, read_file

TARGET = Path(__file__).parent.parent / "src" / "mixlid" / "data" / FILE
SENTENCES = 25_000
#: Labels with fewer words are left out: what looks like an affix there is chance.
LEAST_WORDS = 8_000
#: Letters of an affix, and of what remains.
LONGEST, STEM, WORD = 7, 3, 4
#: Suffixes that identify a stem, and how many of them it needs.
TELLING, NEEDED = 60, 3
#: The most affixes, and the share of stems or words that one needs.
SUFFIXES, PREFIXES = 120, 40
RAREST_SUFFIX, RAREST_PREFIX = 0.0015, 0.001
#: How often the rest must be a stem or a word, as a multiple of the average: for suffixes, for prefixes, and for
#: prefixes of one letter.
LIFTS = 0.4, 0.7, 1.5


def words_of(sentences: Sequence[CorpusSentence]) -> set[str]:
    chosen = random.Random(1).sample(sentences, min(len(sentences), SENTENCES))
    words = (one.text[token.start : token.end].lower() for one in chosen for token in tokenize(one.text))
    return {word for word in words if word.isalpha()}


def endings(words: Iterable[str], known: Collection[str], shortest: int) -> tuple[Counter[str], dict[str, float]]:
    """How many words end so and leave something known; and how often that is, as a multiple of the average."""
    found, all_of = Counter[str](), Counter[str]()
    for word in words:
        for size in range(1, min(LONGEST, len(word) - shortest) + 1):
            all_of[word[-size:]] += 1
            found[word[-size:]] += word[:-size] in known
    by_size, all_by_size = Counter[int](), Counter[int]()
    for ending, count in all_of.items():
        all_by_size[len(ending)] += count
        by_size[len(ending)] += found[ending]
    usual = {size: by_size[size] / count for size, count in all_by_size.items()}
    return found, {one: found[one] / all_of[one] / usual[len(one)] for one in all_of if found[one]}


def suffixes_of(words: set[str]) -> list[tuple[str, float]]:
    """Suffixes with the share of stems that have them, most frequent first."""
    free, _ = endings(words, words, STEM)
    telling = {"", *(suffix for suffix, _ in free.most_common(TELLING))}
    followed = Counter(
        word[: len(word) - size]
        for word in words
        for size in range(min(LONGEST, len(word) - STEM) + 1)
        if word[len(word) - size :] in telling
    )
    stems = {stem for stem, count in followed.items() if count >= NEEDED}
    found, lifts = endings(words, stems, STEM)
    shares = {one: count / len(stems) for one, count in found.items() if count and lifts[one] >= LIFTS[0]}
    return most_frequent(shares, RAREST_SUFFIX)[:SUFFIXES]


def prefixes_of(words: set[str]) -> list[tuple[str, float]]:
    """Prefixes with the share of words that have them."""
    reversed_words = {word[::-1] for word in words}
    found, lifts = endings(reversed_words, reversed_words, WORD)
    shares = {
        one[::-1]: count / len(words)
        for one, count in found.items()
        if count and lifts[one] >= LIFTS[1 if len(one) > 1 else 2]
    }
    return most_frequent(shares, RAREST_PREFIX)[:PREFIXES]


def most_frequent(shares: dict[str, float], least: float) -> list[tuple[str, float]]:
    return sorted((one for one in shares.items() if one[1] >= least), key=lambda one: (-one[1], one[0]))


def written(affixes: Iterable[tuple[str, float]]) -> str:
    """The line for the file, with a mark where affixes get half as frequent."""
    parts, halves = [], 0
    for affix, share in affixes:
        while halves < math.floor(-math.log2(share)):
            parts.append(HALF)
            halves += 1
        parts.append(affix)
    return " ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpora", type=Path, nargs="+", metavar="CORPUS")
    parser.add_argument("-o", "--output", type=Path, default=TARGET)
    args = parser.parse_args()
    lines = []
    for label, files in corpus_files(args.corpora).items():
        if label.endswith("_Latn"):
            words = words_of([sentence for file in files for sentence in read_file(file, label)])
            if len(words) >= LEAST_WORDS:
                lines.append(f"{label}\t{written(prefixes_of(words))}\t{written(suffixes_of(words))}\n")
    args.output.write_text("".join(lines), "utf-8")
    print(f"{args.output}: {len(lines)} labels, {args.output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
