"""Long texts to sentences, by rules of our own after Unicode's (UAX #29), for language identification.

Why no library: those that split well are made for one language at a time (Punkt, pySBD, spaCy) and want to be told
which, while here the language is what is asked for and changes inside the text; ICU knows no abbreviations without it,
and is a large dependency. A missed end of a sentence costs us little, since a sentence may have several languages; an
end where there is none costs context. So in doubt nothing is cut. Scripts written like Latin come first; the full
stops of Chinese, Japanese, Devanagari, Arabic and Armenian are known.

Sentences tile the text: nothing is dropped. A stretch without any end is cut at white space after about `MAX_CHARS`
characters, and within a word, URL or @name only where none comes for `MOST_CHARACTERS`.

This file runs as Python, and is compiled as `_sentences`, where `_sentences.pxd` declares C types.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.text import characters
from mixlid.text.data_files import read_table

Ints = NDArray[np.int64]
Spans = list[tuple[int, int]]

#: A longer sentence is cut at white space. Solving takes longer than in proportion to the words; 400 is several lines.
MAX_CHARS = 400
#: Further than this no white space is looked for: all scores of a sentence are in memory, words times labels.
MOST_CHARACTERS = 1 << 15

CLOSING = "\"'”’»›)]}」』）】》"
OPENING = "\"'“”„‘‚«»‹›(\\[{¿¡「『（【《–—-"
MARKS, DOTS = ".!?…‥؟۔։।॥", ".…‥"
#: What ends a sentence without white space after it, and what ends a line.
WIDE, LINE_ENDS = "。！？｡．", "\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
#: What a word may have besides letters and digits, before a full stop.
IN_WORD = "_.'’&-"
#: How many characters before a full stop, and how many of `OPENING` after it, are looked at.
LOOK_BACK, LOOK_AHEAD = 40, 4
LONGEST_WWW = 4
#: Words after which a full stop does not end a sentence, in languages with Latin letters; single letters need no list.
ABBREVIATIONS = frozenset(read_table("languages")["abbreviations"].split())
LONGEST_ABBREVIATION = max(map(len, ABBREVIATIONS))

#: By character below `KNOWN`: which of the above it is among, as bits.
KNOWN = 1 << 16
LINE_END, MARK, DOT, WIDE_MARK, CLOSES, OPENS, IS_IN_WORD = 1, 2, 4, 8, 16, 32, 64
ENDS = LINE_END | MARK | WIDE_MARK


def _kinds() -> bytes:
    kinds = bytearray(KNOWN)
    for listed, bit in (
        (LINE_ENDS, LINE_END),
        (MARKS, MARK),
        (DOTS, DOT),
        (WIDE, WIDE_MARK),
        (CLOSING, CLOSES),
        (OPENING, OPENS),
        (IN_WORD, IS_IN_WORD),
    ):
        for char in listed:
            kinds[ord(char)] |= bit
    return bytes(kinds)


KINDS = _kinds()


def split_sentences(text: str, max_chars: int = MAX_CHARS) -> Spans:
    """Where sentences begin and end (half-open, code points). They tile the text; an empty text has none."""
    held = characters.held(text)
    codes, size = held.codes, len(text)
    spans: Spans = []
    start = place = checked = 0
    in_address = False  # whether an address or a user's name went on at `checked`
    while True:
        while place < size and not kind_at(codes, place) & ENDS:
            place += 1
        if place == size:
            break
        first, kinds = place, kind_at(codes, place)
        kind, closes = kinds & ENDS, False
        place += 1
        if kind != LINE_END:
            while place < size and kind_at(codes, place) & kind:
                kinds &= kind_at(codes, place)
                place += 1
            while place < size and kind_at(codes, place) & CLOSES:
                closes = True
                place += 1
        if kind == MARK and (place == size or not characters.is_space(codes, place)):
            continue
        while place < size and characters.is_space(codes, place):
            place += 1
        if place == size:
            break
        if kind == MARK and kinds & DOT and not ends_at_dot(text, codes, first, place):
            continue
        if kind == MARK and closes and codes[place].islower():  # "Really?" she said.
            continue
        if kind == WIDE_MARK:
            # With no white space after it, it may stand inside a URL or an @name.
            in_address = is_in_address(codes, checked, first, in_address)
            checked = first
            if in_address and not characters.is_space(codes, place - 1):
                continue
        add_pieces(spans, codes, start, place, max_chars)
        start = place
    if start < size:
        add_pieces(spans, codes, start, size, max_chars)
    return spans


def kind_at(codes: str, place: int) -> int:
    code = ord(codes[place])
    return KINDS[code] if code < KNOWN else 0


def is_in_address(codes: str, start: int, end: int, before: bool) -> bool:
    """Whether an address or a user's name goes on at `end`, if it is known whether one did at `start`."""
    place, dots = end, 0
    while place > start and not characters.is_space(codes, place - 1):
        place -= 1
        if codes[place] in "@＠/":
            return True
        # Backwards: the full stop of `www.`, and how many letters before it fit.
        dots = 1 if codes[place] == "." else dots + 1 if dots and codes[place] == "w" else 0
        if dots == LONGEST_WWW:
            return True
    return before and place == start


def ends_at_dot(text: str, codes: str, dot: int, after: int) -> bool:
    """A full stop followed by white space: is it the end of a sentence, or an abbreviation, or a number?"""
    size, place, start, is_plain = len(text), after, dot, True
    while place < size and place < after + LOOK_AHEAD and kind_at(codes, place) & OPENS:
        place += 1
    if place < size and codes[place].islower():
        return False
    while start > 0 and start > dot - LOOK_BACK:
        if not codes[start - 1].isalnum():
            if not kind_at(codes, start - 1) & IS_IN_WORD:
                break
            is_plain = False
        start -= 1
    if start == dot or (codes[dot] == "." and codes[dot + 1] == "."):
        return True
    return (is_plain and dot - start > LONGEST_ABBREVIATION) or ends_after(text[start:dot])


@lru_cache(4096)
def ends_after(word: str) -> bool:
    """Whether a full stop after this ends a sentence, as far as the word says."""
    _, _, word = word.rpartition("-")
    bare = word.lower().strip(".'’")
    if len(bare) == 1 and bare.isalpha():  # initials: J. Smith
        return False
    if bare.isdigit() and len(bare) <= 2:  # ordinals: 3. Oktober
        return False
    return bare not in ABBREVIATIONS and not ("." in word.strip(".") and len(word) <= 6)  # e.g., z.B., U.S.


def add_pieces(spans: Spans, codes: str, start: int, end: int, limit: int) -> None:
    """Add a sentence, cut at white space if it is longer than `limit`."""
    while end - start > limit:
        cut = piece_end(codes, start, end, limit)
        if cut == end:
            break
        spans.append((start, cut))
        start = cut
    spans.append((start, end))


def piece_end(codes: str, start: int, end: int, limit: int) -> int:
    """After the last white space before the limit, else after the next that follows, if it is not far."""
    cut = start + limit
    while cut > start and not characters.is_space(codes, cut - 1):
        cut -= 1
    for place in range(start, cut):
        if not characters.is_space(codes, place):
            return cut
    cut = start + limit  # white space alone is not a piece: it goes with what is before it
    for is_space in (True, False, True):
        far = end if is_space else min(end, cut + MOST_CHARACTERS)
        while cut < far and characters.is_space(codes, cut) == is_space:
            cut += 1
    return cut


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
    counts = np.ones(len(starts), np.int64)
    cut: list[tuple[int, Spans, Ints]] = []
    for row in np.flatnonzero(ends - starts > longest).tolist():
        try:
            text = str(memoryview(data)[starts[row] : ends[row]], "utf-8")
        except UnicodeDecodeError:
            return None
        spans = split_sentences(text) if len(text) > longest else []
        if len(spans) > 1:
            sizes = [end - start if text.isascii() else len(text[start:end].encode()) for start, end in spans]
            cut.append((row, spans, np.cumsum([starts[row], *sizes])))
            counts[row] = len(spans)
    if not cut:
        return None
    places, first, last = (np.repeat(one, counts) for one in (np.zeros(len(starts), np.int64), starts, ends))
    begins = np.cumsum(counts) - counts
    for row, spans, offsets in cut:
        here = slice(begins[row], begins[row] + len(spans))
        places[here] = [start for start, _ in spans]
        first[here], last[here] = offsets[: len(spans)], offsets[1:]
    return SentenceOffsets(counts, places, first, last)
