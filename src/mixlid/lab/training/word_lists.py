"""Word lists as extra single words: `LABEL.tsv[.xz|.zst|.gz]` with `source<TAB>word<TAB>count`.

Lists drawn from subtitles and the web hold English in every language. A word is therefore dropped from another
language's list if the English list gives it a larger share; and a recipe can leave whole lists out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import InputError
from mixlid.io.packed import numbered_lines
from mixlid.lab.training.corpus import files_by_label
from mixlid.text.words import words_of

ENGLISH = "eng_Latn"


@dataclass(frozen=True, slots=True)
class WordList:
    """Words of one source, the most frequent first."""

    words: list[str]
    counts: NDArray[np.float64]

    def shares(self) -> dict[str, float]:
        return dict(zip(self.words, self.counts / self.counts.sum(), strict=True))


def read_word_lists(folder: Path, most: int, exclude: Collection[str] = ()) -> dict[str, list[WordList]]:
    """The `most` most frequent words of every source, by label, cleaned of English."""
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder: word lists are files like eng.tsv in a folder.")
    lists = {
        label: [item for file in files for item in _read(file, most)]
        for label, files in files_by_label(folder).items()
        if label not in exclude
    }
    english: dict[str, float] = {}
    for item in lists.get(ENGLISH, []):
        for word, share in item.shares().items():
            english[word] = max(share, english.get(word, 0.0))
    return {
        label: items if label == ENGLISH else [_without(item, english) for item in items]
        for label, items in lists.items()
    }


def _without(given: WordList, english: Mapping[str, float]) -> WordList:
    shares = given.shares()
    kept = np.array([shares[word] > english.get(word, 0.0) for word in given.words], dtype=bool)
    return WordList([word for word, keep in zip(given.words, kept, strict=True) if keep], given.counts[kept])


def _read(path: Path, most: int) -> list[WordList]:
    by_source: dict[str, dict[str, float]] = {}
    for number, line in numbered_lines(path):
        parts = line.split("\t")
        if len(parts) != 3 or not parts[1].strip() or not parts[2].replace(".", "", 1).isdigit():
            raise InputError(f"{path}, line {number}: it is not source<TAB>word<TAB>count.")
        words = words_of(parts[1])
        if len(words) == 1:
            counts = by_source.setdefault(parts[0], {})
            counts[words[0]] = counts.get(words[0], 0.0) + float(parts[2])
    if not by_source:
        raise InputError(f"{path} has no words. Remove the file, or fill it.")
    lists = []
    for counts in by_source.values():
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]
        lists.append(WordList([word for word, _ in ranked], np.array([count for _, count in ranked])))
    return lists
