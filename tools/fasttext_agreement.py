"""Whether our reader of fastText files agrees with fastText: `python tools/fasttext_agreement.py MODEL DEV`.

On sentences of a labelled folder: the largest difference between probabilities, how often the most probable label is
the same, and the processor time of both, beside that of a result with the preset `avg`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import process_time

import fasttext

from mixlid.identifier import Identifier
from mixlid.models.fasttext import FastTextModel
from mixlid.text.labels import LABEL_PREFIX
from mixlid_lab.evaluation.datasets import read_folder

#: What fastText adds to a probability before taking the logarithm.
ADDED = 1e-5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path, metavar="MODEL")
    parser.add_argument("data", type=Path, metavar="FOLDER")
    parser.add_argument("--sentences", type=int, default=2000, metavar="N", help="of all data sets together (2000)")
    args = parser.parse_args()
    ours, theirs = FastTextModel.load(args.model), fasttext.load_model(str(args.model))
    texts = [one.text.replace("\n", " ") for dataset in read_folder(args.data) for one in dataset.samples]
    chosen = texts[:: max(len(texts) // args.sentences, 1)][: args.sentences]
    worst, same = 0.0, 0
    for text in chosen:
        labels, values = theirs.predict(text, k=-1)
        found = dict(zip(labels, values, strict=True))
        mine = ours.probabilities(text)
        worst = max(
            worst,
            *(
                abs(p - found.get(LABEL_PREFIX + name, ADDED) + ADDED)
                for name, p in zip(ours.labels, mine, strict=True)
            ),
        )
        same += LABEL_PREFIX + ours.labels[int(mine.argmax())] == labels[0]
    print(f"{len(chosen):,} sentences: same best label for {same:,}; probabilities differ by {worst:.1e} at most")
    lid = Identifier.with_preset(ours, "avg")
    calls = {"fastText predict": theirs.predict, "our probabilities": ours.probabilities, "a result": lid.identify}
    for name, call in calls.items():
        begin = process_time()
        for text in chosen:
            call(text)
        print(f"{name}: {(process_time() - begin) / len(chosen) * 1e6:,.0f} µs a sentence")


if __name__ == "__main__":
    main()
