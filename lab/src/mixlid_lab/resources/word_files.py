"""Make the word files in src/mixlid/data from a corpus (as `mixlid train` reads) or a gazetteer.

    python -m mixlid_lab.resources.word_files affixes CORPUS…        affixes.txt
    python -m mixlid_lab.resources.word_files common CORPUS…         common_words.txt
    python -m mixlid_lab.resources.word_files frequent CORPUS…       frequent_words.bits
    python -m mixlid_lab.resources.word_files names NAMES.tsv.xz     names.crc32

*Affixes.* A stem is followed by at least three frequent suffixes (no suffix counts as one); a suffix is as frequent as
the stems that have it. A prefix stands before other words of the language. Either counts only if what remains of the
words is a stem or a word about as often as would be expected by chance, or more. *Common words* are those in some
thousand sentences of each label of our own model, as the model sees them; *frequent words* those of all labels. Each
line of the gazetteer has a kind, a source and a *name*: given names and surnames are split at spaces and hyphens;
brands of several words are left out, since their words are mostly ordinary ones.
"""

from __future__ import annotations

import argparse
import lzma
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from importlib import resources
from pathlib import Path

import numpy as np

from mixlid.models.loading import load_model
from mixlid.text import affixes, frequent_words, names
from mixlid.text.frequent_word_bits import set_bits
from mixlid.text.labels import scripts_of
from mixlid.text.word_hashes import SIZE
from mixlid.text.words import script_of, tokenize, words_of
from mixlid_lab.training.added_column import FILE as COMMON_FILE
from mixlid_lab.training.added_column import frequent_words as most_frequent_words
from mixlid_lab.training.corpus import CorpusSentence, corpus_files, read_corpora, read_file
from mixlid_lab.training.encoding import SCHEME

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
#: Common words of a label.
COMMON = 120

Shares = list[tuple[str, float]]


def _sample(sentences: Sequence[CorpusSentence], most: int) -> list[CorpusSentence]:
    return random.Random(1).sample(sentences, min(len(sentences), most))


def _read(corpora: Sequence[Path]) -> Iterable[tuple[str, list[CorpusSentence]]]:
    for label, files in corpus_files(corpora).items():
        yield label, [sentence for file in files for sentence in read_file(file, label)]


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


def suffixes_of(words: set[str]) -> Shares:
    """Suffixes with the share of stems that have them, most frequent first."""
    free, _ = endings(words, words, STEM)
    telling = {"", *(suffix for suffix, _ in free.most_common(TELLING))}
    cuts = ((word, len(word) - size) for word in words for size in range(min(LONGEST, len(word) - STEM) + 1))
    followed = Counter(word[:at] for word, at in cuts if word[at:] in telling)
    stems = {stem for stem, count in followed.items() if count >= NEEDED}
    found, lifts = endings(words, stems, STEM)
    shares = {one: count / len(stems) for one, count in found.items() if count and lifts[one] >= LIFTS[0]}
    return _most_frequent(shares, RAREST_SUFFIX)[:SUFFIXES]


def prefixes_of(words: set[str]) -> Shares:
    """Prefixes with the share of words that have them."""
    backwards = {word[::-1] for word in words}
    found, lifts = endings(backwards, backwards, WORD)
    least = {one: LIFTS[1 if len(one) > 1 else 2] for one in found}
    shares = {one[::-1]: count / len(words) for one, count in found.items() if count and lifts[one] >= least[one]}
    return _most_frequent(shares, RAREST_PREFIX)[:PREFIXES]


def _most_frequent(shares: dict[str, float], least: float) -> Shares:
    return sorted((one for one in shares.items() if one[1] >= least), key=lambda one: (-one[1], one[0]))


def _written(shares: Shares) -> str:
    """The line for the file, with a mark where words or affixes get half as frequent."""
    parts, halves = [], 0
    for affix, share in shares:
        marks = math.floor(-math.log2(share)) - halves
        parts += [affixes.HALF] * marks + [affix]
        halves += max(marks, 0)
    return " ".join(parts)


def make_affixes(corpora: Sequence[Path]) -> bytes:
    lines = []
    for label, sentences in _read(corpora):
        if label.endswith("_Latn"):
            texts = [one.text for one in _sample(sentences, 25_000)]
            tokens = (text[token.start : token.end].lower() for text in texts for token in tokenize(text))
            words = {word for word in tokens if word.isalpha()}
            if len(words) >= LEAST_WORDS:
                lines.append(f"{label}\t{_written(prefixes_of(words))}\t{_written(suffixes_of(words))}\n")
    return "".join(lines).encode()


def make_common(corpora: Sequence[Path]) -> bytes:
    labels, lines = load_model().labels, []
    for label, sentences in _read(corpora):
        if label in labels:
            scripts = scripts_of([label]) or frozenset()
            words = (word for one in _sample(sentences, 4_000) for word in words_of(one.text, SCHEME))
            counts = Counter(word for word in words if script_of(word) in scripts)
            shares = {word: count / counts.total() for word, count in counts.items()}
            lines.append(f"{label}\t{_written(_most_frequent(shares, 0.0)[:COMMON])}\n")
    return "".join(lines).encode()


def make_frequent(corpora: Sequence[Path]) -> bytes:
    made = bytearray(SIZE >> 3)
    for label, sentences in read_corpora(corpora):
        set_bits(made, label, most_frequent_words([one.text for one in _sample(sentences, 20_000)]))
    return bytes(made)


def make_names(files: Sequence[Path]) -> bytes:
    found = set[str]()
    for path in files:
        for line in lzma.decompress(path.read_bytes()).decode().splitlines():
            kind, _, name = line.split("\t")
            parts = [name] if kind == "brand" else re.split(r"[\s\-]+", name)
            found |= {one.casefold() for one in parts if len(one) > 1 and re.sub("['’]", "", one).isalpha()}
    return np.array(sorted(set(map(names.fingerprint, found))), dtype="<u4").tobytes()


MAKERS: dict[str, tuple[str, Callable[[Sequence[Path]], bytes]]] = {
    "affixes": (affixes.FILE, make_affixes),
    "common": (COMMON_FILE, make_common),
    "frequent": (frequent_words.FILE, make_frequent),
    "names": (names.FILE, make_names),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=MAKERS)
    parser.add_argument("sources", type=Path, nargs="+", metavar="SOURCE")
    parser.add_argument("-o", "--output", type=Path)
    args = parser.parse_args()
    file, make = MAKERS[args.what]
    output = args.output or Path(str(resources.files("mixlid"))) / "data" / file
    output.write_bytes(make(args.sources))
    print(f"{output}: {output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
