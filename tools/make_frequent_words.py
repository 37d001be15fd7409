"""Make `src/mixlid/data/frequent_words.bits`: `python tools/make_frequent_words.py CORPUS…` (as `mixlid train` reads).

The most frequent words of some thousand sentences of every label, in all of its sources; a word that is there once is
not one.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from mixlid.lab.training.corpus import CorpusSentence, read_corpora
from mixlid.text.frequent_words import BLOCK, FILE, PROBES, SIZE, WORDS, FrequentWords, bit_of
from mixlid.text.words import tokenize

TARGET = Path(__file__).parent.parent / "src" / "mixlid" / "data" / FILE
SENTENCES, LEAST = 20_000, 2


def frequent_words(sentences: Sequence[CorpusSentence]) -> Iterator[str]:
    """The most frequent first; words in small and capital letters count as one."""
    chosen = random.Random(1).sample(sentences, min(len(sentences), SENTENCES))
    counts = Counter(
        sentence.text[token.start : token.end].lower()
        for sentence in chosen
        for token in tokenize(sentence.text)
        if token.kind == "word"
    )
    for word, count in counts.most_common(WORDS):
        if count >= LEAST:
            yield word


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpora", type=Path, nargs="+", metavar="CORPUS")
    parser.add_argument("-o", "--output", type=Path, default=TARGET)
    args = parser.parse_args()
    made, count = bytearray(SIZE >> 3), 0
    for label, sentences in read_corpora(args.corpora):
        words = FrequentWords([label], b"")
        for word in frequent_words(sentences):
            if value := words.hash_of(0, word, 0, len(word)):
                count += 1
                for probe in range(PROBES):
                    made[bit_of(value, probe) >> 3] |= 1 << (bit_of(value, probe) & 7)
    args.output.write_bytes(made)
    width = 1 << BLOCK >> 3
    filled = [
        sum(byte.bit_count() for byte in made[at : at + width]) / (8 * width) for at in range(0, len(made), width)
    ]
    wrong = sum(share**PROBES for share in filled) / len(filled)
    print(f"{args.output}: {count:,} words, {wrong:.1%} of others taken for one")


if __name__ == "__main__":
    main()
