"""Runs of one language as people need them: they cover the text, and none is too short to be read aloud by itself.

A run ends only between two words. What has no language (numbers, URLs, emoji) goes with the nearest word. Then runs
that are too short are merged, the cheapest first. A merger costs what its words lose: for each its margin, by which its
score is better than that for any other language; nothing for a word that has no language, or that gets its own. Equal
costs are told apart by how many words the neighbour cannot read, as they are in another script, and by its size.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, pairwise
from typing import Any, Literal, NamedTuple, get_args

from mixlid.errors import SettingsError
from mixlid.results.result import Word
from mixlid.text.labels import NO_LANGUAGE, is_unknown, scripts_of
from mixlid.text.language_tags import language_tag
from mixlid.text.words import script_of

#: With which run the punctuation and spaces between two runs go: with the one before them, with the one after them, or
#: what opens (brackets, quotation marks) with the one after it and all else with the one before.
Punctuation = Literal["before", "after", "split"]
#: What becomes of words in no known language: they join a run beside them, or are runs of their own.
Unknown = Literal["join", "keep"]
#: Signs that are read aloud with the number beside them, besides those of currencies.
_READ_WITH_NUMBERS = frozenset("%‰°№")


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
    punctuation: Punctuation = "before"
    unknown: Unknown = "join"

    def check(self) -> None:
        """`SettingsError` if a value makes no sense."""
        for name in ("min_words", "min_chars"):
            value = getattr(self, name)
            if type(value) is not int or value < 0:
                raise SettingsError(f"{name} of runs must be a whole number from 0, not {value!r}")
        for name, known in (("punctuation", get_args(Punctuation)), ("unknown", get_args(Unknown))):
            if getattr(self, name) not in known:
                raise SettingsError(f"{name} of runs must be {' or '.join(known)}, not {getattr(self, name)!r}")


@dataclass(slots=True, eq=False)
class _Part:
    """Words that follow each other and become a run, if they are not merged with others."""

    label: str
    start: int
    end: int
    words: int
    chars: int
    #: By language, what the words that are in it lose in another one.
    worth: dict[str, float]
    #: How many words are in which script.
    scripts: dict[str, int]
    before: _Part | None = None
    after: _Part | None = None
    #: How often it has changed, since offers to merge it are for one state; negative once it is merged.
    state: int = 0

    def take(self, other: _Part) -> None:
        """Merge a neighbour into this part."""
        self.start, self.end = min(self.start, other.start), max(self.end, other.end)
        self.words, self.chars = self.words + other.words, self.chars + other.chars
        for label, value in other.worth.items():
            self.worth[label] = self.worth.get(label, 0.0) + value
        for script, many in other.scripts.items():
            self.scripts[script] = self.scripts.get(script, 0) + many
        if other is self.after:
            self.after = other.after
            if self.after is not None:
                self.after.before = self
        else:
            self.before = other.before
            if self.before is not None:
                self.before.after = self
        self.state, other.state = self.state + 1, -1

    def cost(self, into: _Part) -> tuple[float, int, int]:
        """What merging it into a neighbour costs: score, words that the neighbour cannot read, a small neighbour."""
        readable = scripts_of((into.label,))
        unread = (
            0 if readable is None else sum(many for one, many in self.scripts.items() if one and one not in readable)
        )
        return self.worth.get(self.label, 0.0) - self.worth.get(into.label, 0.0), unread, -into.chars


def find_runs(text: str, words: Sequence[Word], label: str, options: RunOptions) -> tuple[Run, ...]:
    """The runs of a text; `label` is for a text without words. An empty text has none."""
    options.check()
    parts = list(_parts(text, words))
    if not parts:
        return (Run(text, 0, len(text), label),) if text else ()
    for one, other in pairwise(parts):
        one.after, other.before = other, one
    _merge(parts, options)
    left = [part for part in parts if part.state >= 0]
    inner = [_boundary(text, one.end, other.start, options.punctuation) for one, other in pairwise(left)]
    places = pairwise([0, *inner, len(text)])
    return tuple(Run(text[start:end], start, end, part.label) for part, (start, end) in zip(left, places, strict=True))


def _parts(text: str, words: Sequence[Word]) -> Iterator[_Part]:
    """A part for each word that may be in a language, with the numbers and the like that go with it."""
    read = [word for word in words if word.kind not in ("punctuation", "markup") or _is_number(word)]
    spoken = [place for place, word in enumerate(read) if word.label != NO_LANGUAGE]
    cuts = [_cut(text, read, one, other) for one, other in pairwise(spoken)]
    for place, (first, last) in zip(spoken, pairwise([0, *cuts, len(read)]), strict=False):
        word = read[place]
        if is_unknown(word.label):
            worth = {word.guess: word.guess_score or 0.0} if word.guess else {}
        else:
            worth = {word.label: max(word.margin, 0.0)}
        start, end, size = read[first].start, read[last - 1].end, word.end - word.start
        yield _Part(word.label, start, end, 1, size, worth, {script_of(word.text): 1})


def _is_number(word: Word) -> bool:
    if word.kind == "punctuation":
        return word.text in _READ_WITH_NUMBERS or unicodedata.category(word.text[0]) == "Sc"
    return word.kind == "number"


def _cut(text: str, read: Sequence[Word], one: int, other: int) -> int:
    """The first word that goes with the second of two: that after the widest gap; punctuation is wider than space.

    Among equal gaps, numbers go with what they stand before ("3 tane"), and all else with what it follows.
    """
    gaps = (text[read[place].end : read[place + 1].start] for place in range(one, other))
    widths = [2 if gap.strip() else len(gap) > 0 for gap in gaps]
    widest = [one + place for place, width in enumerate(widths) if width == max(widths)]
    numbers = other
    while numbers > one + 1 and _is_number(read[numbers - 1]):
        numbers -= 1
    return 1 + next((place for place in widest if place + 1 >= numbers), widest[-1])


def _merge(parts: Sequence[_Part], options: RunOptions) -> None:
    """Merge neighbours of one language, and then runs that are too short, the cheapest first."""
    joins = options.unknown == "join" and not all(is_unknown(part.label) for part in parts)
    number = count()  # tells equal offers apart
    offers: list[tuple[tuple[float, int, int], int, bool, int, int, int, _Part, _Part]] = []

    def offer(part: _Part) -> None:
        """Offer a part that is too short to its neighbours."""
        lacks = joins and is_unknown(part.label)
        if not lacks and part.words >= options.min_words and part.chars >= options.min_chars:
            return
        for into, is_after in ((part.before, False), (part.after, True)):
            if into is not None and not (joins and is_unknown(into.label)):
                place = (part.start, is_after, next(number))
                heappush(offers, (part.cost(into), *place, part.state, into.state, part, into))

    def grow(part: _Part) -> None:
        """Merge neighbours of the same language into a part, and offer whatever has changed."""
        for near in (part.before, part.after):
            if near is not None and near.label == part.label:
                part.take(near)
        for one in (part.before, part, part.after):
            if one is not None:
                offer(one)

    for part in parts:
        if part.before is not None and part.before.label == part.label:
            part.take(part.before)
    for part in parts:
        if part.state >= 0:
            offer(part)
    while offers:
        *_, state, into_state, part, into = heappop(offers)
        if part.state == state and into.state == into_state:
            into.take(part)
            grow(into)


def _boundary(text: str, end: int, start: int, punctuation: Punctuation) -> int:
    """Where one run ends and the next begins, between their words."""
    if punctuation == "after":
        return end
    place = start
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
