"""What a character of each script is worth in Latin letters; `mixlid.text.written_size` has these as whole numbers.

    python tools/characters_by_script.py DATA/dev/mono-flores.jsonl.xz DATA/dev-more/mono-flores-more.jsonl.xz

The data are translations of the same sentences into many languages. For each script, the median length of its
languages' sentences, in characters of words, is compared with that of all languages in Latin letters. Japanese uses
three scripts: what its Han characters leave is attributed to Kana.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path
from statistics import median

from mixlid.text.words import is_scored, tokenize
from mixlid_lab.evaluation.datasets import read_dataset


def main(files: list[str]) -> None:
    sizes: dict[str, list[Counter[str]]] = defaultdict(list)
    for name in files:
        for sentence in read_dataset(Path(name)).samples:
            label = sentence.label or min(sentence.languages)
            found: Counter[str] = Counter()
            for token in tokenize(sentence.text):
                if is_scored(token, sentence.text):
                    found[token.script] += token.end - token.start
            sizes[label].append(found)
    means = {label: {script: sum(one[script] for one in all) / len(all) for script in set().union(*all)}
             for label, all in sizes.items()}  # fmt: skip
    by_script: dict[str, list[float]] = defaultdict(list)
    for scripts in means.values():
        own = max(scripts, key=scripts.__getitem__)
        if scripts[own] > 0.9 * sum(scripts.values()):
            by_script[own].append(sum(scripts.values()))
    latin = median(by_script["Latn"])
    worth = {script: latin / median(found) for script, found in by_script.items()}
    for scripts in means.values():
        kana = scripts.get("Hira", 0.0) + scripts.get("Kana", 0.0)
        if kana > 0:
            worth["Hira, Kana"] = (latin - worth["Hani"] * scripts["Hani"]) / kana
    for script, value in sorted(worth.items(), key=lambda item: -item[1]):
        print(f"{script:12} {value:.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
