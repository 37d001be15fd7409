"""Word lists as extra single words: `LABEL.tsv[.xz|.zst|.gz]` with `source<TAB>word<TAB>count`.

Lists drawn from subtitles and the web hold English in every language. A word is therefore dropped from another
language's list if the English list gives it a larger share; and a recipe can leave whole lists out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import InputError
from mixlid.io.compression import numbered_lines
from mixlid.text.words import Scheme, script_of, words_of

ENGLISH = "eng_Latn"


@dataclass(frozen=True, slots=True)
class WordList:
    """Words of one source, the most frequent first."""

    words: list[str]
    counts: NDArray[np.float64]

    def only(self, script: str) -> WordList:
        """The words in one script."""
        kept = np.array([script_of(word) == script for word in self.words], dtype=bool)
        return WordList([word for word, keep in zip(self.words, kept, strict=True) if keep], self.counts[kept])

    def shares(self) -> dict[str, float]:
        return dict(zip(self.words, self.counts / self.counts.sum(), strict=True))


def without_english(lists: Mapping[str, Sequence[WordList]]) -> dict[str, list[WordList]]:
    """The lists by label, those of other languages cleaned of English."""
    english: dict[str, float] = {}
    for one in lists.get(ENGLISH, []):
        for word, share in one.shares().items():
            english[word] = max(share, english.get(word, 0.0))
    return {
        label: list(found) if label == ENGLISH else [_without(item, english) for item in found]
        for label, found in lists.items()
    }


def _without(given: WordList, english: Mapping[str, float]) -> WordList:
    shares = given.shares()
    kept = np.array([shares[word] > english.get(word, 0.0) for word in given.words], dtype=bool)
    return WordList([word for word, keep in zip(given.words, kept, strict=True) if keep], given.counts[kept])


def read_word_list(path: Path, most: int, scheme: Scheme = "words-1") -> list[WordList]:
    """The `most` most frequent words of each source in a file."""
    by_source: dict[str, dict[str, float]] = {}
    for number, line in numbered_lines(path):
        parts = line.split("\t")
        if len(parts) != 3 or not parts[1].strip() or not parts[2].replace(".", "", 1).isdigit():
            raise InputError(f"{path}, line {number}: it is not source<TAB>word<TAB>count.")
        words = words_of(parts[1], scheme)
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
