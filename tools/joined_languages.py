"""Texts with one to six languages in one string (docs/limits.md): `python tools/joined_languages.py`.

Sentences of `benchmarks/sentences.txt`, some of each language, in random order: how often all languages are found, how
often an answer has a confidence above 0.8, and how often mixlid says that there seem to be more languages.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import mixlid
from mixlid.cli.terminal import table
from mixlid.explain import seems_to_have_more
from mixlid.text.labels import split

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))
from text import sentences

TEXTS = 200
HEAD = ("languages", "sentences of each", "all found", "more than 0.8 sure", "said to have more", "of those found")


def main() -> None:
    lid, of_language, draw = mixlid.load(), sentences(), random.Random(3)
    rows: list[tuple[str, ...]] = [HEAD]
    for languages, each in ((1, 3), (2, 1), (2, 3), (3, 1), (3, 3), (4, 1), (4, 3), (6, 1), (6, 3)):
        found = sure = more = wrongly = 0
        for _ in range(TEXTS):
            chosen = draw.sample(sorted(of_language), languages)
            lines = [line for language in chosen for line in draw.sample(of_language[language], each)]
            draw.shuffle(lines)
            result = lid.identify(" ".join(lines))
            is_right = {split(label)[0] for label in result.labels} == {split(one)[0] for one in chosen}
            says_more = seems_to_have_more(lid, result)
            found += is_right
            sure += (result.confidence or 0.0) > 0.8
            more += says_more
            wrongly += is_right and says_more
        shares = (f"{count / TEXTS:.2f}" for count in (found, sure, more))
        rows.append((str(languages), str(each), *shares, str(wrongly)))
    print("\n".join(table(rows, right=frozenset(range(6)))))


if __name__ == "__main__":
    main()
