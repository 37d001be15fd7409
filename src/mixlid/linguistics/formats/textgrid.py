"""Praat's TextGrids (`.TextGrid`), long and short.

Utterances are the intervals with text of all interval tiers, or of those that `-k` names, in order of time. Output is
the same tiers in Praat's short form (UTF-8), and for each such tier A, after the others, a tier `lang@A` with the same
intervals and the languages of their words (`tur tur eng`, or one code if all are the same).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
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
    split_codes,
)

#: Praat reads strings, flags and numbers between spaces, whatever else there is: a long TextGrid only has more else.
_VALUE = re.compile(r'"(?:[^"]|"")*"|<\w+>|(?<!\S)[-+]?[\d.]\S*')
_INTERVALS = "IntervalTier"

Number = TypeVar("Number", int, float)


class _Item(NamedTuple):
    """An interval, or a point, which has one time. Numbers are as written."""

    times: tuple[str, ...]
    text: str
    #: The line of the text in the file.
    line: int


class _Tier(NamedTuple):
    kind: str
    name: str
    whole: tuple[str, str]
    items: tuple[_Item, ...]


class TextGridDocument:
    def __init__(self, data: bytes, tiers: str) -> None:
        self._text = as_text(data)
        if "ooTextFile" not in self._text[:200] or '"TextGrid"' not in self._text[:300]:
            raise TranscriptError(1, "this is not a TextGrid in text form; in Praat: Save as text file")
        self._values = _VALUE.finditer(self._text)
        #: The last value that was read, and its line and place in the file.
        self._value, self._line, self._place = "", 1, 0
        for _ in ("kind of file", "kind of object"):
            self._next()
        self._whole = self._time(), self._time()
        self._next()  # <exists>
        self._tiers = [self._tier() for _ in range(self._number(int))]
        names = [tier.name for tier in self._tiers]
        repeated = next((name for name in names if names.count(name) > 1), None)
        if repeated is not None:
            raise TranscriptError(1, f"there are two tiers {repeated!r}; give them names of their own in Praat")
        filled = [
            tier.name for tier in self._tiers if tier.kind == _INTERVALS and any(one.text.strip() for one in tier.items)
        ]
        self._spoken = [name for name in matching_tiers(filled, tiers) if not is_language_tier(name, names)]
        said = in_time(map(self._utterances, self._said))
        self.utterances = [one for one, _ in said]
        self._intervals = [(one.tier, interval) for one, interval in said]

    def annotated(self, labels: Sequence[Sequence[str]], options: WriteOptions) -> bytes:
        given = dict(zip(self._intervals, labels, strict=True))
        if not given:
            return self._text.encode()
        replaced = {LANGUAGES + name for name in self._spoken}
        tiers = [tier for tier in self._tiers if tier.name not in replaced]
        for tier in self._said:
            codes = (join_codes(given[tier.name, one], options) if one.text.strip() else "" for one in tier.items)
            items = tuple(one._replace(text=code) for one, code in zip(tier.items, codes, strict=True))
            tiers.append(tier._replace(name=LANGUAGES + tier.name, items=items))
        lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", *self._whole, "<exists>", str(len(tiers))]
        for tier in tiers:
            lines += [_quoted(tier.kind), _quoted(tier.name), *tier.whole, str(len(tier.items))]
            for one in tier.items:
                lines += [*one.times, _quoted(one.text)]
        return "\n".join([*lines, ""]).encode()

    @property
    def _said(self) -> list[_Tier]:
        """The tiers whose intervals are utterances."""
        return [tier for tier in self._tiers if tier.name in self._spoken]

    def _tier(self) -> _Tier:
        kind, name, whole, size = self._next(), self._next(), (self._time(), self._time()), self._number(int)
        times = 2 if kind == _INTERVALS else 1
        items = (_Item(tuple(self._time() for _ in range(times)), self._next(), self._line) for _ in range(size))
        return _Tier(kind, name, whole, tuple(items))

    def _next(self) -> str:
        """The next value, a string without its quotes."""
        found = next(self._values, None)
        if found is None:
            raise TranscriptError(self._line, "the TextGrid cannot be read: it ends too early")
        self._line += self._text.count("\n", self._place, found.start())
        self._value, self._place = found[0], found.start()
        return found[0][1:-1].replace('""', '"') if found[0].startswith('"') else found[0]

    def _time(self) -> str:
        """The next value, a number, as it is written."""
        self._number(float)
        return self._value

    def _number(self, kind: Callable[[str], Number]) -> Number:
        value = self._next()
        with suppress(ValueError):
            if abs(number := kind(self._value)) < 1e15:  # a string in quotes is no number, nor is 1e999
                return number
        raise TranscriptError(self._line, f"the TextGrid cannot be read: {value!r} is not a number")

    def _utterances(self, tier: _Tier) -> Iterator[tuple[Utterance, _Item]]:
        own = [other for other in self._tiers if other.name == LANGUAGES + tier.name]
        codes = {one.times: one.text for other in own for one in other.items}
        names = frozenset({"lang"} if own else ())
        for one in tier.items:
            text, (start, end) = one.text.strip(), map(float, one.times)
            if text:
                annotations = split_codes(text, codes.get(one.times, ""))
                yield Utterance(text, one.line, tier.name, tier.name, start, end, None, annotations, names), one


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


reader = partial(TranscriptReader, "textgrid", TextGridDocument)
writer = partial(TranscriptWriter, TextGridDocument)
