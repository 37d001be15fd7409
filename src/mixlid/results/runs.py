"""Runs of one language as people need them: they cover the text, and none is too short to be read aloud by itself.

A run ends only between two words. What has no language (numbers, URLs, emoji) goes with the nearest word. Runs that are
too short are divided between the long ones before and after them, so that it costs least in all; where none is long,
the whole text is one. A word costs its margin, by which its score is better than that for any other language; one in no
known language costs the probability of its guess, unless it becomes that. A run in letters that neither language uses
stays as it is, since no voice beside it could read it; all voices read Latin letters.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise
from operator import itemgetter
from typing import Any, Literal, NamedTuple, get_args

from mixlid.errors import SettingsError
from mixlid.results.result import Word
from mixlid.text.labels import NO_LANGUAGE, is_unknown, scripts_of
from mixlid.text.language_tags import language_tag
from mixlid.text.words import script_of

#: With which run the punctuation and spaces between two runs go: with the one before them, with the one after them, or
#: what opens (brackets, quotation marks), or is in a new line, with the one after it and all else with the one before.
Punctuation = Literal["before", "after", "split"]
#: What becomes of words in no known language: they join a run beside them, or are runs of their own.
Unknown = Literal["join", "keep"]
#: Scores are counted in millionths, so that sums are exact.
_UNITS = 1_000_000
#: More than any score costs.
_UNREAD = 1 << 64
#: Signs that are read aloud with the number beside them, besides those of currencies.
_READ_WITH_NUMBERS = frozenset("%‰°№")
#: What is between two tokens that are read as one.
_JOINING = frozenset(["", *"-–/:@_'’"])


class Run(NamedTuple):
    """A part of a text in one language. The runs of a result cover its text."""

    text: str
    #: Offsets in code points of the text as given; the next run begins at `end`.
    start: int
    end: int
    #: Its language, as in `Span`.
    label: str

    @property
    def tag(self) -> str:
        """Its language as a BCP 47 tag: `tr`, `zh-Hans`, `hi-Latn`."""
        return language_tag(self.label)

    def to_dict(self) -> dict[str, Any]:
        return {**self._asdict(), "tag": self.tag}


class RunOptions(NamedTuple):
    """What a run must have, and where it begins and ends."""

    min_words: int = 1
    #: Characters of its words, without spaces and punctuation.
    min_chars: int = 1
    punctuation: Punctuation = "split"
    unknown: Unknown = "join"

    @classmethod
    def parse(cls, text: str) -> RunOptions:
        """`min_words=2,punctuation=split`, or `default`."""
        given: dict[str, Any] = {}
        for part in [] if text == "default" else text.split(","):
            name, _, value = map(str.strip, part.partition("="))
            if name not in cls._fields:
                raise SettingsError(f"runs have no option {name!r}; there are {', '.join(cls._fields)}, or default")
            given[name] = int(value) if name.startswith("min_") and value.isdecimal() and len(value) < 10 else value
        options = cls(**given)
        options.check()
        return options

    def check(self) -> None:
        """`SettingsError` if a value makes no sense."""
        for name in ("min_words", "min_chars"):
            value = getattr(self, name)
            if type(value) is not int or value < 0:
                raise SettingsError(f"{name} of runs must be a whole number from 0, not {value!r}")
        for name, known in (("punctuation", get_args(Punctuation)), ("unknown", get_args(Unknown))):
            if getattr(self, name) not in known:
                raise SettingsError(f"{name} of runs must be {' or '.join(known)}, not {getattr(self, name)!r}")


@dataclass(slots=True)
class _Part:
    """Words of one language that follow each other, with the numbers and the like that go with them."""

    label: str
    start: int
    end: int
    words: list[Word]

    def cost(self, label: str) -> int:
        """What it costs to read it as another language: the score, and `_UNREAD` for words in its letters."""
        if label == self.label:
            return 0
        own, other = scripts_of((self.label,)), scripts_of((label,))
        scripts = (own or {script_of(word.text) for word in self.words}) - (other or own or set()) - {"Latn", ""}
        unread = sum(script_of(word.text) in scripts for word in self.words)
        if is_unknown(self.label):
            lost = sum(word.guess_score or 0.0 for word in self.words if word.guess != label)
        else:
            lost = sum(max(word.margin, 0.0) for word in self.words)
        return unread * _UNREAD + round(lost * _UNITS)

    def is_long(self, options: RunOptions) -> bool:
        chars = sum(word.end - word.start for word in self.words)
        return len(self.words) >= options.min_words and chars >= options.min_chars


def find_runs(text: str, words: Sequence[Word], label: str, options: RunOptions) -> tuple[Run, ...]:
    """The runs of a text; `label` is for a text without words. An empty text has none."""
    options.check()
    parts = _parts(text, words)
    if not parts:
        return (Run(text, 0, len(text), label),) if text else ()
    while len(runs := _merged(parts, _labels(parts, options))) < len(parts):
        parts = runs
    inner = [_boundary(text, one.end, other.start, options.punctuation) for one, other in pairwise(runs)]
    places = pairwise([0, *inner, len(text)])
    return tuple(Run(text[start:end], start, end, run.label) for run, (start, end) in zip(runs, places, strict=True))


def _merged(parts: Sequence[_Part], labels: Sequence[str]) -> list[_Part]:
    """The parts with these languages, those that follow each other in the same one as one."""
    runs = []
    for label, group in groupby(zip(labels, parts, strict=True), itemgetter(0)):
        run = [part for _, part in group]
        runs.append(_Part(label, run[0].start, run[-1].end, [word for part in run for word in part.words]))
    return runs


def _parts(text: str, words: Sequence[Word]) -> list[_Part]:
    read = [word for word in words if word.kind not in ("punctuation", "markup") or _is_number(word)]
    spoken = [place for place, word in enumerate(read) if word.label != NO_LANGUAGE]
    cuts = [_cut(text, read, one, other) for one, other in pairwise(spoken)]
    parts: list[_Part] = []
    for place, (first, last) in zip(spoken, pairwise([0, *cuts, len(read)]), strict=False):
        word = read[place]
        if not parts or (parts[-1].label != word.label and not _is_abbreviation(text, parts[-1].words[-1], word)):
            parts.append(_Part(word.label, read[first].start, 0, []))
        parts[-1].words.append(word)
        parts[-1].end = read[last - 1].end
    return parts


def _labels(parts: Sequence[_Part], options: RunOptions) -> list[str]:
    """The language of the run that each part is in."""
    joins = options.unknown == "join" and not all(is_unknown(part.label) for part in parts)
    known = [place for place, part in enumerate(parts) if not (joins and is_unknown(part.label))]
    kept = [place for place in known if parts[place].is_long(options)]
    if not kept:
        wholes = {label: sum(parts[at].cost(label) for at in known) for label in {parts[at].label: 0 for at in known}}
        cheapest = min(wholes, key=wholes.__getitem__)
        if wholes[cheapest] < _UNREAD:
            return [cheapest] * len(parts)
        kept = known

    def beside(place: int) -> Sequence[int]:
        return kept[max(bisect(kept, place) - 1, 0) : bisect(kept, place) + 1]

    while unread := [at for at in known if all(parts[at].cost(parts[near].label) >= _UNREAD for near in beside(at))]:
        kept = sorted({*kept, *unread})
    found = [parts[kept[0]].label] * kept[0]
    for one, other in pairwise(kept):
        before, after, between = parts[one].label, parts[other].label, parts[one + 1 : other]
        costs = [*accumulate((part.cost(before) - part.cost(after) for part in between), initial=0)]
        joined = min(range(len(costs)), key=costs.__getitem__)
        found += [before] * (1 + joined) + [after] * (len(between) - joined)
    return found + [parts[kept[-1]].label] * (len(parts) - len(found))


def _is_abbreviation(text: str, one: Word, other: Word) -> bool:
    """Whether two words are letters of one abbreviation ("p.m.")."""
    return len(one.text) == len(other.text) == 1 and text[one.end : other.start] == "."


def _is_number(word: Word) -> bool:
    if word.kind == "punctuation":
        return word.text in _READ_WITH_NUMBERS or unicodedata.category(word.text[0]) == "Sc"
    return word.kind == "number"


def _cut(text: str, read: Sequence[Word], one: int, other: int) -> int:
    """The first word that goes with the second of two: that after the widest gap; punctuation is wider than space.

    A sign that joins what is beside it ("3-1", "me@home") is no gap.
    Among equal gaps, numbers go with what they stand before ("3 tane"), and all else with what it follows.
    """
    gaps = (text[read[place].end : read[place + 1].start] for place in range(one, other))
    widths = [0 if gap in _JOINING else 2 if gap.strip() else 1 for gap in gaps]
    widest = [one + place for place, width in enumerate(widths) if width == max(widths)]
    numbers = other
    while numbers > one + 1 and _is_number(read[numbers - 1]):
        numbers -= 1
    return 1 + next((place for place in widest if place + 1 >= numbers), widest[-1])


def _boundary(text: str, end: int, start: int, punctuation: Punctuation) -> int:
    """Where one run ends and the next begins, between their words."""
    if punctuation == "after":
        return end
    place = start
    if punctuation == "split" and (line := text.rfind("\n", end, start) + 1):
        return line
    while punctuation == "split" and place > end and _opens(text[place - 1], text[place - 2]):
        place -= 1
    return place


def _opens(char: str, before: str) -> bool:
    """Whether a sign belongs to the word after it; a plain quotation mark does after a space or an opening bracket."""
    if char in "\"'":
        return before.isspace() or _opens_always(before)
    return _opens_always(char)


def _opens_always(char: str) -> bool:
    return char in "¿¡" or unicodedata.category(char) in ("Ps", "Pi")
