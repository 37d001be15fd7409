"""Praat's TextGrids (`.TextGrid`), long and short.

Utterances are the intervals with text of all interval tiers, or of those that `-k` names, in order of time. Output adds
for each such tier A, after the others, a tier `lang@A` with the same intervals and the languages of their words
(`tur tur eng`, or one code if all are the same); nothing else changes but the number of tiers. A TextGrid in UTF-16 is
written as UTF-8, which Praat reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeVar

from mixlid.io.formats.records import WriteOptions
from mixlid.linguistics.formats.transcript import (
    LANGUAGES,
    TranscriptError,
    TranscriptReader,
    TranscriptWriter,
    Utterance,
    as_text,
    in_time,
    is_language_tier,
    join_codes,
    matching_tiers,
    replace_parts,
    split_codes,
)

#: Praat reads strings, flags and numbers between spaces, whatever else there is: a long TextGrid only has more else.
_VALUE = re.compile(r'"(?:[^"]|"")*"|<\w+>|(?<!\S)[-+]?[\d.]\S*')
_ITEM = re.compile(r"^[ \t]*item ?\[(\d+)\]", re.MULTILINE)

Number = TypeVar("Number", int, float)


class _Interval(NamedTuple):
    start: str
    end: str
    text: str
    #: The line of the text in the file.
    line: int


@dataclass(frozen=True, slots=True)
class _Tier:
    """A tier, and where it begins in the file; a tier of points has no intervals."""

    name: str
    whole: tuple[str, str]
    intervals: tuple[_Interval, ...]
    begin: int


class TextGridDocument:
    def __init__(self, data: bytes, tiers: str) -> None:
        self._text = as_text(data)
        if "ooTextFile" not in self._text[:200] or '"TextGrid"' not in self._text[:300]:
            raise TranscriptError(1, "this is not a TextGrid in text form; in Praat: Save as text file")
        self._values = _VALUE.finditer(self._text)
        #: The line of the last value that was read, and its place in the file.
        self._line, self._span = 1, (0, 0)
        self._count, self._tiers = self._read()
        names = [tier.name for tier in self._tiers]
        repeated = next((name for name in names if names.count(name) > 1), None)
        if repeated is not None:
            raise TranscriptError(1, f"there are two tiers {repeated!r}; give them names of their own in Praat")
        spoken = [tier.name for tier in self._tiers if any(one.text for one in tier.intervals)]
        self._spoken = [name for name in matching_tiers(spoken, tiers) if not is_language_tier(name, names)]

        said = in_time(self._utterances(tier) for tier in self._tiers if tier.name in self._spoken)
        self.utterances = [one for one, _ in said]
        self._intervals = [(one.tier, interval) for one, interval in said]

    def annotated(self, labels: Sequence[Sequence[str]], options: WriteOptions) -> bytes:
        given = dict(zip(self._intervals, labels, strict=True))
        if not given:
            return self._text.encode()
        is_long = _ITEM.match(self._text, self._tiers[0].begin) is not None
        names = {LANGUAGES + tier for tier in self._spoken}
        ends = [*(tier.begin for tier in self._tiers[1:]), len(self._text)]
        # New tiers look as Praat writes them, with the line ends of the first line.
        newline = "\r\n" if "\r\n" in self._text[: self._text.find("\n") + 1] else "\n"
        blocks = [
            self._text[tier.begin : end] for tier, end in zip(self._tiers, ends, strict=True) if tier.name not in names
        ]
        if is_long:
            blocks = [_numbered(block, number) for number, block in enumerate(blocks, 1)]
        if blocks and not blocks[-1].endswith("\n"):
            blocks[-1] += newline
        for tier in self._tiers:
            if tier.name in self._spoken:
                values = [join_codes(given[tier.name, one], options) if one.text else "" for one in tier.intervals]
                lines = _lines(tier, LANGUAGES + tier.name, values, len(blocks) + 1 if is_long else 0)
                blocks.append("".join(line + newline for line in lines))
        head = replace_parts(self._text[: self._tiers[0].begin], [(*self._count, str(len(blocks)))])
        return "".join([head, *blocks]).encode()

    def _read(self) -> tuple[tuple[int, int], list[_Tier]]:
        """The place of the number of tiers, and the tiers."""
        for _ in range(5):  # kinds of file and of object, start, end, <exists>
            self._next()
        tiers = []
        number, place = self._number(int), self._span
        for _ in range(number):
            before = self._span[1]
            kind = self._next()
            item = _ITEM.search(self._text, before, self._span[0])
            begin = self._text.rfind("\n", 0, self._span[0]) + 1 if item is None else item.start()
            name, whole, size = self._next(), (self._time(), self._time()), self._number(int)
            intervals = []
            for _ in range(size):
                if kind == "IntervalTier":
                    intervals.append(_Interval(self._time(), self._time(), self._next().strip(), self._line))
                else:
                    self._time()
                    self._next()
            tiers.append(_Tier(name, whole, tuple(intervals), begin))
        return place, tiers

    def _next(self) -> str:
        """The next value, a string without its quotes."""
        found = next(self._values, None)
        if found is None:
            raise TranscriptError(self._line, "the TextGrid cannot be read: it ends too early")
        self._line += self._text.count("\n", self._span[0], found.start())
        self._span = found.span()
        return found[0][1:-1].replace('""', '"') if found[0].startswith('"') else found[0]

    def _time(self) -> str:
        """The next value, a number, as it is written."""
        self._number(float)
        return self._text[slice(*self._span)]

    def _number(self, kind: Callable[[str], Number]) -> Number:
        value = self._next()
        try:
            return kind(value)
        except ValueError:
            raise TranscriptError(self._line, f"the TextGrid cannot be read: {value!r} is not a number") from None

    def _utterances(self, tier: _Tier) -> Iterator[tuple[Utterance, _Interval]]:
        own = [other for other in self._tiers if other.name == LANGUAGES + tier.name]
        codes = {one[:2]: one.text for other in own for one in other.intervals}
        names = frozenset({"lang"} if own else ())
        for one in tier.intervals:
            if one.text:
                annotations = split_codes(one.text, codes.get(one[:2], ""))
                times = (float(one.start), float(one.end))
                yield Utterance(one.text, one.line, tier.name, tier.name, *times, None, annotations, names), one


def _lines(like: _Tier, name: str, values: Sequence[str], number: int) -> Iterator[str]:
    """The lines of an interval tier; with a number, as in a long TextGrid."""
    if not number:
        yield from ('"IntervalTier"', _quoted(name), *like.whole, str(len(values)))
        for one, value in zip(like.intervals, values, strict=True):
            yield from (one.start, one.end, _quoted(value))
        return
    yield f"    item [{number}]:"
    head = ('class = "IntervalTier"', f"name = {_quoted(name)}", f"xmin = {like.whole[0]}", f"xmax = {like.whole[1]}")
    yield from (f"        {line} " for line in (*head, f"intervals: size = {len(values)}"))
    for place, (one, value) in enumerate(zip(like.intervals, values, strict=True), 1):
        yield f"        intervals [{place}]:"
        lines = (f"xmin = {one.start}", f"xmax = {one.end}", f"text = {_quoted(value)}")
        yield from (f"            {line} " for line in lines)


def _numbered(block: str, number: int) -> str:
    """A tier of a long TextGrid with another number."""
    found = _ITEM.match(block)
    return block if found is None else replace_parts(block, [(*found.span(1), str(number))])


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


reader = partial(TranscriptReader, "textgrid", TextGridDocument)
writer = partial(TranscriptWriter, TextGridDocument)
