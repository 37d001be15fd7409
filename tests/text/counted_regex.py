"""Regular expressions that count: the interpreter's parser, and a backtracking matcher that reports the cost of a scan.

It tries what `re` tries, in the same order, and counts each character that is examined. This is the number of steps of
a scan, on any machine, and it grows with the length of a text exactly as the time does.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

if sys.version_info >= (3, 11):
    from re import _constants as ops
    from re import _parser as parser
else:
    import sre_constants as ops
    import sre_parse as parser

#: What remains to be matched after a part: from a place in the text to where the match ends.
Rest = Callable[[int], int | None]

_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    ops.CATEGORY_WORD: lambda char: char.isalnum() or char == "_",
    ops.CATEGORY_SPACE: str.isspace,
    ops.CATEGORY_DIGIT: str.isdecimal,
    ops.CATEGORY_NOT_WORD: lambda char: not (char.isalnum() or char == "_"),
    ops.CATEGORY_NOT_SPACE: lambda char: not char.isspace(),
    ops.CATEGORY_NOT_DIGIT: lambda char: not char.isdecimal(),
}
_SINGLE = (ops.LITERAL, ops.NOT_LITERAL, ops.IN, ops.ANY)


class CountedRegex:
    """A compiled pattern, parsed again; `steps` counts since it was made."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._tree = list(parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))
        self.steps = 0
        self._text = ""
        self._known: dict[tuple[int, str], bool] = {}
        self._groups: dict[int, tuple[int, int]] = {}

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where `finditer` finds matches."""
        self._text, place = text, 0
        while place <= len(text):
            self._groups = {}
            end = self._match(self._tree, 0, place, lambda end: end)
            if end is None:
                place += 1
            else:
                yield place, end
                place = max(end, place + 1)

    def _match(self, parts: list[Any], number: int, place: int, rest: Rest) -> int | None:
        if number == len(parts):
            return rest(place)
        op, given = parts[number]

        def following(here: int) -> int | None:
            return self._match(parts, number + 1, here, rest)

        if op in _SINGLE:
            return following(place + 1) if self._is(op, given, place) else None
        if op is ops.BRANCH:
            ends = (self._match(list(branch), 0, place, following) for branch in given[1])
            return next((end for end in ends if end is not None), None)
        if op is ops.SUBPATTERN:
            return self._group(given, place, following)
        if op is ops.MAX_REPEAT:
            low, high, inner = given
            if len(inner) == 1 and inner[0][0] in _SINGLE:
                return self._repeat_single(low, high, inner[0], place, following)
            return self._repeat(low, high, list(inner), place, following)
        if op in (ops.ASSERT, ops.ASSERT_NOT):
            return following(place) if self._looks(given, place) is (op is ops.ASSERT) else None
        if op is ops.GROUPREF:
            start, end = self._groups[given]
            self.steps += end - start
            same = self._text.startswith(self._text[start:end], place)
            return following(place + end - start) if same else None
        if op is ops.AT:
            return following(place) if place == len(self._text) else None
        raise NotImplementedError(op)

    def _is(self, op: Any, given: Any, place: int) -> bool:
        self.steps += 1
        if place >= len(self._text):
            return False
        char = self._text[place]
        if op is ops.ANY:
            return char != "\n"
        if op is ops.IN:
            key = (id(given), char)
            if key not in self._known:  # classes have hundreds of ranges
                self._known[key] = _in_class(given, char)
            return self._known[key]
        return (ord(char) == given) is (op is ops.LITERAL)

    def _group(self, given: Any, place: int, following: Rest) -> int | None:
        number, *_, inner = given

        def close(end: int) -> int | None:
            before = self._groups.get(number)
            self._groups[number] = (place, end)
            found = following(end)
            if found is None and before is not None:
                self._groups[number] = before
            return found

        return self._match(list(inner), 0, place, following if number is None else close)

    def _repeat_single(self, low: int, high: int, inner: Any, place: int, following: Rest) -> int | None:
        end = place
        while end - place < high and self._is(inner[0], inner[1], end):
            end += 1
        for here in range(end, place + low - 1, -1):
            found = following(here)
            if found is not None:
                return found
        return None

    def _repeat(self, low: int, high: int, inner: list[Any], place: int, following: Rest) -> int | None:
        def again(here: int) -> int | None:
            return self._repeat(max(low - 1, 0), high - 1, inner, here, following) if here > place else None

        found = self._match(inner, 0, place, again) if high else None
        return following(place) if found is None and not low else found

    def _looks(self, given: Any, place: int) -> bool:
        direction, inner = given
        if direction < 0:
            place -= inner.getwidth()[0]
        return place >= 0 and self._match(list(inner), 0, place, lambda end: end) is not None


def _in_class(given: Any, char: str) -> bool:
    wanted = given[0][0] is not ops.NEGATE
    return any(_among(kind, value, char) for kind, value in given if kind is not ops.NEGATE) is wanted


def _among(kind: Any, value: Any, char: str) -> bool:
    if kind is ops.LITERAL:
        return bool(ord(char) == value)
    if kind is ops.RANGE:
        return bool(value[0] <= ord(char) <= value[1])
    return _CATEGORIES[value](char)
