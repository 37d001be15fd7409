"""Long texts to sentences, by rules of our own after Unicode's (UAX #29), for language identification.

Why no library: those that split well are made for one language at a time (Punkt, pySBD, spaCy) and want to be told
which, while here the language is what is asked for and changes inside the text; ICU knows no abbreviations without it,
and is a large dependency. A missed end of a sentence costs us little, since a sentence may have several languages; an
end where there is none costs context. So in doubt nothing is cut. Scripts written like Latin come first; the full
stops of Chinese, Japanese, Devanagari, Arabic and Armenian are known.

Sentences tile the text: nothing is dropped, and no word, URL or @name is cut. A stretch without any end is cut at
white space after about `MAX_CHARS` characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.text.data_files import read_table

Ints = NDArray[np.int64]

#: A longer sentence is cut at white space. Solving takes longer than in proportion to the words; 400 is several lines.
MAX_CHARS = 400

CLOSING = "\"'”’»›)]}」』）】》"
OPENING = "\"'“”„‘‚«»‹›(\\[{¿¡「『（【《–—-"
MARKS, DOTS = ".!?…‥؟۔։।॥", ".…‥"
#: What ends a sentence without white space after it, and what ends a line.
WIDE, LINE_ENDS = "。！？｡．", "\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_DOTS = frozenset(DOTS)
#: What a word may have besides letters and digits, before a full stop.
IN_WORD = "_.'’&-"
#: How many characters before a full stop are looked at.
LOOK_BACK = 40
#: Words after which a full stop does not end a sentence, in languages with Latin letters; single letters need no list.
ABBREVIATIONS = frozenset(read_table("languages")["abbreviations"].split())


@cache
def _candidates() -> re.Pattern[str]:
    """Where a sentence may end. A run of marks is tried from its first one only, or it might take quadratic time."""
    return re.compile(
        rf"""
        (?P<line>[{LINE_ENDS}]\s*)
        |(?P<marks>(?<![{MARKS}])[{MARKS}]+)(?P<close>[{re.escape(CLOSING)}]*)\s+
        |(?P<wide>[{WIDE}]+[{re.escape(CLOSING)}]*\s*)
        """,
        re.VERBOSE,
    )


def split_sentences(text: str, max_chars: int = MAX_CHARS) -> list[tuple[int, int]]:
    """Where sentences begin and end (half-open, code points). They tile the text; an empty text has none."""
    spans: list[tuple[int, int]] = []
    start = 0
    for end in _ends(text):
        spans += pieces(text, start, end, max_chars)
        start = end
    if start < len(text):
        spans += pieces(text, start, len(text), max_chars)
    return spans


def _ends(text: str) -> Iterator[int]:
    checked, in_address = 0, False
    for match in _candidates().finditer(text):
        end = match.end()
        if end == len(text):
            return
        if match["marks"] and _DOTS.issuperset(match["marks"]) and not _ends_at_dot(text, match.start(), end):
            continue
        if match["close"] and text[end].islower():  # "Really?" she said.
            continue
        if match["wide"]:
            # With no white space after it, it may stand inside a URL or an @name.
            stretch = re.split(r"\s", text[checked : match.start()])
            in_address = (in_address and len(stretch) == 1) or re.search(r"[@＠/]|www\.", stretch[-1]) is not None
            checked = match.start()
            if in_address and not text[end - 1].isspace():
                continue
        yield end


def _ends_at_dot(text: str, dot: int, after: int) -> bool:
    """A full stop followed by white space: is it the end of a sentence, or an abbreviation, or a number?"""
    place = after
    while place < len(text) and place < after + 4 and text[place] in OPENING:
        place += 1
    if place < len(text) and text[place].islower():
        return False
    start = dot  # of the word before it
    while start > max(dot - LOOK_BACK, 0) and (text[start - 1].isalnum() or text[start - 1] in IN_WORD):
        start -= 1
    if start == dot or text.startswith("..", dot):
        return True
    return ends_after(text[start:dot])


@lru_cache(4096)
def ends_after(word: str) -> bool:
    """Whether a full stop after this ends a sentence, as far as the word says."""
    word = word.rsplit("-", 1)[-1]
    bare = word.lower().strip(".'’")
    if len(bare) == 1 and bare.isalpha():  # initials: J. Smith
        return False
    if bare.isdigit() and len(bare) <= 2:  # ordinals: 3. Oktober
        return False
    return bare not in ABBREVIATIONS and not ("." in word.strip(".") and len(word) <= 6)  # e.g., z.B., U.S.


def ends_in_utf8(text: str, spans: list[tuple[int, int]], place: int) -> list[int]:
    """Where the sentences of a text end in bytes, if its UTF-8 begins at `place`."""
    return [place := place + len(text[start:end].encode()) for start, end in spans]


def pieces(text: str, start: int, end: int, limit: int) -> Iterator[tuple[int, int]]:
    """A sentence, cut at white space if it is longer than `limit`."""
    while end - start > limit:
        cut = _after_space(text, start, min(start + limit, end), end)
        if cut >= end:
            break
        yield start, cut
        start = cut
    yield start, end


def _after_space(text: str, start: int, wanted: int, end: int) -> int:
    """After the last white space before `wanted`, else after the next that follows: a word is never cut."""
    for place in range(wanted, start, -1):
        if text[place - 1].isspace():
            # White space alone is not a piece: it goes with what is before it.
            return place if text[start:place].strip() else _past(text, wanted, end)
    return _past(text, wanted, end)


def _past(text: str, place: int, end: int) -> int:
    for is_space in (True, False, True):
        while place < end and text[place].isspace() is is_space:
            place += 1
    return place


class SentenceOffsets(NamedTuple):
    #: How many sentences each text has.
    counts: Ints
    #: Of all sentences, text after text: where each begins in its text, in characters,
    starts: Ints
    #: and where it begins and ends in the data, in bytes.
    first: Ints
    last: Ints


def sentence_offsets(data: Any, starts: Ints, ends: Ints, longest: int) -> SentenceOffsets | None:
    """A text of up to `longest` characters is one sentence. None if all are, or if one that may not be is not UTF-8."""
    counts, places, first, last = list[int](), list[int](), list[int](), list[int]()
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        cut, here = [(0, 0)], [end]
        if end - start > longest:
            try:
                text = str(memoryview(data)[start:end], "utf-8")
            except UnicodeDecodeError:
                return None
            if len(text) > longest:
                cut = split_sentences(text)
                here = ends_in_utf8(text, cut, start)
        counts.append(len(cut))
        places += [place for place, _ in cut]
        first += [start, *here[:-1]]  # sentences tile the text
        last += here
    if len(places) == len(counts):
        return None
    return SentenceOffsets(*(np.array(one, np.int64) for one in (counts, places, first, last)))
