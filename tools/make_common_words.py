"""Make `src/mixlid/data/common_words.txt`: `python tools/make_common_words.py CORPUS…` (as `mixlid train` reads).

The most common words in some thousand sentences of each label of our own model, as the model sees them.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from make_affixes import most_frequent, written
from mixlid.models.loading import load_model
from mixlid.text.labels import scripts_of
from mixlid.text.words import script_of, words_of
from mixlid_lab.training.common_words import FILE
from mixlid_lab.training.corpus import CorpusSentence, corpus_files, read_file
from mixlid_lab.training.encoding import SCHEME

TARGET = Path(__file__).parent.parent / "src" / "mixlid" / "data" / FILE
SENTENCES, WORDS = 4_000, 120


def common_words(label: str, sentences: Sequence[CorpusSentence]) -> list[tuple[str, float]]:
    """The words with their share of the words in the label's script, most common first."""
    chosen = random.Random(1).sample(sentences, min(len(sentences), SENTENCES))
    scripts = scripts_of([label]) or frozenset()
    words = (word for sentence in chosen for word in words_of(sentence.text, SCHEME) if script_of(word) in scripts)
    counts = Counter(words)
    return most_frequent({word: count / counts.total() for word, count in counts.items()}, 0.0)[:WORDS]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpora", type=Path, nargs="+", metavar="CORPUS")
    parser.add_argument("-o", "--output", type=Path, default=TARGET)
    args = parser.parse_args()
    labels, lines = load_model().labels, []
    for label, files in corpus_files(args.corpora).items():
        if label in labels:
            sentences = [sentence for file in files for sentence in read_file(file, label)]
            lines.append(f"{label}\t{written(common_words(label, sentences))}\n")
    args.output.write_text("".join(lines), "utf-8")
    print(f"{args.output}: {len(lines)} labels, {args.output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
