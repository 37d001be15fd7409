"""Make `src/mixlid/data/frequent_words.bits`: `python tools/make_frequent_words.py CORPUS…` (as `mixlid train` reads).

The most frequent words in some thousand sentences of each label, from all its sources; words that occur once do not
count.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from mixlid.text.frequent_word_bits import set_bits
from mixlid.text.frequent_words import FILE
from mixlid.text.word_hashes import BLOCK, PROBES, SIZE
from mixlid_lab.training.common_words import frequent_words
from mixlid_lab.training.corpus import read_corpora

TARGET = Path(__file__).parent.parent / "src" / "mixlid" / "data" / FILE
SENTENCES = 20_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpora", type=Path, nargs="+", metavar="CORPUS")
    parser.add_argument("-o", "--output", type=Path, default=TARGET)
    args = parser.parse_args()
    made, count = bytearray(SIZE >> 3), 0
    for label, sentences in read_corpora(args.corpora):
        chosen = random.Random(1).sample(sentences, min(len(sentences), SENTENCES))
        count += set_bits(made, label, frequent_words([sentence.text for sentence in chosen]))
    args.output.write_bytes(made)
    width = 1 << BLOCK >> 3
    filled = [
        sum(byte.bit_count() for byte in made[at : at + width]) / (8 * width) for at in range(0, len(made), width)
    ]
    wrong = sum(share**PROBES for share in filled) / len(filled)
    print(f"{args.output}: {count:,} words, {wrong:.1%} of others taken for one")


if __name__ == "__main__":
    main()
