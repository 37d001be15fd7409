"""Word lists as extra single words: `LABEL.tsv[.xz|.zst|.gz]` with `source<TAB>word<TAB>count`.

Lists from subtitles and the web contain English in every language. So a word is dropped from another language's list if
its share in the English list is larger; and a recipe can ignore whole lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import InputError
from mixlid.io.streams import numbered_lines
from mixlid.text.words import script_of, words_of

ENGLISH = "eng_Latn"


@dataclass(frozen=True, slots=True)
class WordList:
    """The words of one source, most frequent first."""

    source: str
    words: list[str]
    counts: NDArray[np.float64]

    def only(self, script: str) -> WordList:
        """The words in one script."""
        return self.where(lambda word: script_of(word) == script)

    def where(self, wanted: Callable[[str], bool]) -> WordList:
        kept = [place for place, word in enumerate(self.words) if wanted(word)]
        return WordList(self.source, [self.words[place] for place in kept], self.counts[kept])

    def shares(self) -> dict[str, float]:
        return dict(zip(self.words, self.counts / self.counts.sum(), strict=True))


def without_english(lists: Mapping[str, Sequence[WordList]]) -> dict[str, list[WordList]]:
    """The lists by label, with English removed from those of other languages."""
    english: dict[str, float] = {}
    for one in lists.get(ENGLISH, []):
        for word, share in one.shares().items():
            english[word] = max(share, english.get(word, 0.0))
    return {
        label: list(found) if label == ENGLISH else [_without(one, english) for one in found]
        for label, found in lists.items()
    }


def _without(given: WordList, english: Mapping[str, float]) -> WordList:
    shares = given.shares()
    return given.where(lambda word: shares[word] > english.get(word, 0.0))


def read_word_list(path: Path, most: int) -> list[WordList]:
    """The `most` most frequent words of each source in a file."""
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
    for source, counts in by_source.items():
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]
        lists.append(WordList(source, [word for word, _ in ranked], np.array([count for _, count in ranked])))
    return lists
