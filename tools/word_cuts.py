"""How often splitting at white space, as the paper does, changes the set of languages: by preset and kind of sentence.

python tools/word_cuts.py MODEL DATA [MONO-SHARE]
"""

from __future__ import annotations

import sys
from pathlib import Path

from mixlid.identifier import Identifier
from mixlid.settings import PAPER
from mixlid.text.labels import split
from mixlid_lab.evaluation.contenders import load_among
from mixlid_lab.evaluation.datasets import labelled_sets


def main() -> None:
    source, folder, *rest = sys.argv[1:]
    model = load_among(source, "@paper")
    known = {split(label)[0] for label in model.labels}
    datasets = labelled_sets(Path(folder), known, mono_share=int(rest[0]) if rest else 5)
    print("| preset | sentences | sets that differ | exact match, own words | exact match, white space |")
    print("|---|---|---|---|---|")
    for preset in PAPER:
        own = Identifier.with_preset(model, preset)
        cut = own.replace(words="whitespace")
        for kind, mixed in (("mixed", True), ("single-language", False)):
            samples = [sample for dataset in datasets if dataset.is_mixed is mixed for sample in dataset.samples]
            pairs = [
                tuple({split(label)[0] for label in one.identify(sample.text).labels} for one in (own, cut))
                for sample in samples
            ]
            differ = sum(first != second for first, second in pairs) / len(pairs)
            right = [
                sum(pair[place] == sample.languages for pair, sample in zip(pairs, samples, strict=True)) / len(pairs)
                for place in (0, 1)
            ]
            print(f"| {preset} | {kind} ({len(pairs)}) | {differ:.1%} | {right[0]:.3f} | {right[1]:.3f} |")


if __name__ == "__main__":
    main()
