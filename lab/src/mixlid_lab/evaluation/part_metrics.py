"""How well the parts of mixed words are found (`Word.parts`): which words are mixed, and where their stems are.

There are two kinds of data: sentences with mixed words marked by brackets around the stem (`Yarınki [meeting]'e geç
kalma`), and corpora with word labels, where mixed words are tagged but their boundaries are unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from mixlid.adapt.labelled import Sample
from mixlid.identifier import Identifier
from mixlid.io.streams import numbered_lines
from mixlid.results.result import Word
from mixlid_lab.evaluation.word_metrics import align

#: The tag of mixed words, and the tags that are not judged.
MIXED, NOT_JUDGED = "mixed", frozenset({"other", "ne", "unk"})
_STEM = re.compile(r"\[([^\]]+)\]")

Stretch = tuple[int, int]


class MarkedText(NamedTuple):
    """A text in a language (ISO 639-3). `stems` maps the start of each mixed word to its stem, or to None if unknown.

    Only words that start at a place in `judged` are judged; all if it is None.
    """

    language: str
    text: str
    stems: Mapping[int, Stretch | None]
    judged: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class PartScores:
    """Counts of words: mixed words found, others taken for mixed, mixed words missed, correct boundaries, all words."""

    found: int = 0
    wrong: int = 0
    missed: int = 0
    placed: int = 0
    words: int = 0

    def __add__(self, other: PartScores) -> PartScores:
        return PartScores(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    @property
    def precision(self) -> float | None:
        return self.found / (self.found + self.wrong) if self.found + self.wrong else None

    @property
    def recall(self) -> float | None:
        return self.found / (self.found + self.missed) if self.found + self.missed else None

    @property
    def boundaries(self) -> float | None:
        """Of the mixed words that were found, the share whose stem has the right boundaries."""
        return self.placed / self.found if self.found else None


def read_marked_texts(path: Path) -> Iterator[MarkedText]:
    """Read a file with a language, a tab and a marked sentence on each line."""
    for _, line in numbered_lines(path):
        language, _, marked = line.partition("\t")
        text, stems = "", {}
        for word in marked.split(" "):
            start = len(text) + bool(text)
            if found := _STEM.search(word):
                stems[start] = (start + found.start(), start + found.end() - 2)
            text = " ".join(filter(None, (text, _STEM.sub(r"\1", word))))
        yield MarkedText(language, text, stems)


def tagged_text(sample: Sample) -> MarkedText:
    """A sentence of a corpus with word labels."""
    placed = align(sample.text, sample.tokens)
    tags = {stretch[0]: tag for stretch, tag in zip(placed, sample.tags, strict=True) if stretch is not None}
    mixed = {start: None for start, tag in tags.items() if tag == MIXED}
    judged = frozenset(start for start, tag in tags.items() if tag not in NOT_JUDGED)
    return MarkedText("", sample.text, mixed, judged)


def score_parts(lid: Identifier, texts: Iterable[MarkedText]) -> PartScores:
    """Score the parts that an identifier finds in the texts."""
    return sum((_scores(one, lid.find_parts(lid.identify(one.text)).words) for one in texts), PartScores())


def _scores(text: MarkedText, words: Iterable[Word]) -> PartScores:
    judged = [word for word in words if text.judged is None or word.start in text.judged]
    cut = {word.start: word for word in judged if word.parts}
    found = [start for start in text.stems if start in cut]
    placed = sum((stem := text.stems[start]) is not None and stem in _stretches(cut[start]) for start in found)
    wrong, missed = len(cut) - len(found), len(text.stems) - len(found)
    return PartScores(len(found), wrong, missed, placed, sum(word.kind == "word" for word in judged))


def _stretches(word: Word) -> set[Stretch]:
    return {(part.start, part.end) for part in word.parts}
