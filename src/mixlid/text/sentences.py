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
from functools import lru_cache

#: A longer sentence is cut at white space. Solving takes longer than in proportion to the words; 400 is several lines.
MAX_CHARS = 400

CLOSING = "\"'”’»›)]}」』）】》"
OPENING = "\"'“”„‘‚«»‹›(\\[{¿¡「『（【《–—-"
MARKS, DOTS = ".!?…‥؟۔։।॥", ".…‥"
#: What ends a sentence without white space after it, and what ends a line.
WIDE, LINE_ENDS = "。！？｡．", "\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
# A run of marks is tried from its first one only, so that no input makes the scan quadratic.
_CANDIDATE = re.compile(
    rf"""
    (?P<line>[{LINE_ENDS}]\s*)
    |(?P<marks>(?<![{MARKS}])[{MARKS}]+)(?P<close>[{re.escape(CLOSING)}]*)\s+
    |(?P<wide>[{WIDE}]+[{re.escape(CLOSING)}]*\s*)
    """,
    re.VERBOSE,
)
_DOTS = frozenset(DOTS)
_SPACE = re.compile(r"\s")
_ADDRESS = re.compile(r"[@＠/]|www\.")
#: What a word may have besides letters and digits, before a full stop.
IN_WORD = "_.'’&-"
#: How many characters before a full stop are looked at.
LOOK_BACK = 40
#: Words after which a full stop does not end a sentence, in languages with Latin letters; single letters need no list.
ABBREVIATIONS = frozenset(
    re.findall(
        r"\S+",
        """
    mr mrs ms dr prof st sr jr vs etc al fig vol pp ed eds inc ltd co corp dept est approx gen col capt lt rev hon
    jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun
    bzw ca evtl ggf inkl usw vgl nr str abs hrsg geb gest verh bspw sog tel
    sra srta dra ud uds av avda pág págs núm ej ee.uu
    mme mlle mm m env éd chap art
    vb vd örn sn dr doç yrd av cad mah sok
    sig dott ing egr pag ecc
    tzn np itp itd ul
    bijv enz mevr dhr blz
    bpk sdr dll dsb dst yth tgl
    """,
    )
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
    for match in _CANDIDATE.finditer(text):
        end = match.end()
        if end == len(text):
            return
        if match["marks"] and _DOTS.issuperset(match["marks"]) and not _ends_at_dot(text, match.start(), end):
            continue
        if match["close"] and text[end].islower():  # "Really?" she said.
            continue
        if match["wide"]:
            # With no white space after it, it may stand inside a URL or an @name.
            stretch = _SPACE.split(text[checked : match.start()])
            in_address = (in_address and len(stretch) == 1) or _ADDRESS.search(stretch[-1]) is not None
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
