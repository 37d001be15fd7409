"""Runs of one language as people need them: they cover the text, and none is too short to be read aloud by itself.

A run ends only between two words. What has no language (numbers, URLs, emoji) goes with the nearest word. Where runs
are too short, whole runs become another language of the text, so that all are long enough at the least cost, exactly.
A word costs its margin, by which its score is better than that for any other language; one in no known language costs
the probability of its guess, unless it becomes that. Among equals, fewer words are in a script that their language does
not use, and then there are fewer runs.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
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
    punctuation: Punctuation = "split"
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


@dataclass(slots=True)
class _Part:
    """Words of one language that follow each other, with the numbers and the like that go with them."""

    label: str
    start: int
    end: int
    words: list[Word]

    def cost(self, label: str, many: int) -> int:
        """What it costs to read it as another language: the score, and then how many words are in another script."""
        scripts = scripts_of((label,))
        unread = sum(script_of(word.text) not in (*scripts, "") for word in self.words) if scripts else 0
        if is_unknown(self.label):
            lost = sum(word.guess_score or 0.0 for word in self.words if word.guess != label)
        else:
            lost = sum(max(word.margin, 0.0) for word in self.words)
        return 0 if label == self.label else (round(lost * _UNITS) + 1) * many**2 + unread * many


def find_runs(text: str, words: Sequence[Word], label: str, options: RunOptions) -> tuple[Run, ...]:
    """The runs of a text; `label` is for a text without words. An empty text has none."""
    options.check()
    parts = _parts(text, words)
    if not parts:
        return (Run(text, 0, len(text), label),) if text else ()
    runs = [(parts[first], parts[last - 1], label) for first, last, label in _chosen(parts, options)]
    inner = [
        _boundary(text, one.end, other.start, options.punctuation) for (_, one, _), (other, _, _) in pairwise(runs)
    ]
    places = pairwise([0, *inner, len(text)])
    return tuple(
        Run(text[start:end], start, end, label) for (_, _, label), (start, end) in zip(runs, places, strict=True)
    )


def _parts(text: str, words: Sequence[Word]) -> list[_Part]:
    read = [word for word in words if word.kind not in ("punctuation", "markup") or _is_number(word)]
    spoken = [place for place, word in enumerate(read) if word.label != NO_LANGUAGE]
    cuts = [_cut(text, read, one, other) for one, other in pairwise(spoken)]
    parts: list[_Part] = []
    for place, (first, last) in zip(spoken, pairwise([0, *cuts, len(read)]), strict=False):
        if not parts or parts[-1].label != read[place].label:
            parts.append(_Part(read[place].label, read[first].start, 0, []))
        parts[-1].words.append(read[place])
        parts[-1].end = read[last - 1].end
    return parts


def _chosen(parts: Sequence[_Part], options: RunOptions) -> list[tuple[int, int, str]]:
    """The runs, each as its first part, the one after its last, and its language: those that cost least in all.

    Of those that cost the same there are as few as possible. Dynamic programming over the place where a run ends.
    """
    joins = options.unknown == "join" and not all(is_unknown(part.label) for part in parts)
    labels = dict.fromkeys(part.label for part in parts if not (joins and is_unknown(part.label)))
    many = 1 + sum(len(part.words) for part in parts)
    costs = {label: [0, *accumulate(part.cost(label, many) for part in parts)] for label in labels}
    words = [0, *accumulate(len(part.words) for part in parts)]
    chars = [0, *accumulate(sum(word.end - word.start for word in part.words) for part in parts)]
    #: By end of a run: the cost of everything before it, where its last run begins, and the language of that.
    best: list[tuple[int, int, str] | None] = [(0, 0, "")]
    #: By language, the cheapest beginning of a run that is long enough: its cost if what comes before it cost nothing.
    begun: dict[str, tuple[int, int]] = {}
    first = 0
    for end in range(1, len(parts) + 1):
        while (
            first < end
            and words[end] - words[first] >= options.min_words
            and chars[end] - chars[first] >= options.min_chars
        ):
            if (before := best[first]) is not None:
                for label in labels:
                    offer = (before[0] - costs[label][first], first)
                    begun[label] = min(begun.get(label, offer), offer)
            first += 1
        found = ((begun[label][0] + costs[label][end] + 1, begun[label][1], label) for label in begun)
        best.append(min(found, key=itemgetter(0), default=None))
    if best[-1] is None:  # the whole text is shorter than a run should be
        return [(0, len(parts), min(labels, key=lambda label: costs[label][-1]))]
    runs, end = [], len(parts)
    while (step := best[end]) is not None and end:
        runs.append((step[1], end, step[2]))
        end = step[1]
    return runs[::-1]


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
