"""A text with the languages of its words marked: in brackets for a line of text, in colours for a notebook.

How languages look is the same on a terminal, the page and in notebooks. The first four colours are close to those of
Okabe and Ito. The others were chosen so that colour-blind readers can tell any two apart (a test computes it), without
yellow and black, which vanish on a white or a dark screen. Colour is never the only sign: every style also has a face
(bold, italic, …) on a terminal and a line of its own on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, Protocol

from mixlid.text.labels import NO_LANGUAGE, autonym_of, is_unknown, name_of

#: Words without a known language: the same grey in a light and in a dark notebook.
_GREY = "#888888"


class Style(NamedTuple):
    """How the words of one language look."""

    #: One of the 256 colours of a terminal; the page uses the same, darkened where it is light.
    colour: int
    #: Bold, italic, underlined and so on (SGR codes).
    face: str
    #: The line under words on the page (CSS `text-decoration`).
    line: str

    @property
    def sgr(self) -> str:
        """The terminal's code for the style."""
        return f"38;5;{self.colour}" + (f";{self.face}" if self.face else "")

    @property
    def decoration(self) -> str:
        """The line as CSS: `underline wavy`, `dashed overline`."""
        return self.line if "overline" in self.line else f"underline {self.line}"

    @property
    def hex(self) -> str:
        """The colour in hexadecimal. Colours 16 to 231 are a cube of six steps a side."""
        place = self.colour - 16
        return "#" + "".join(
            f"{55 + 40 * step if step else 0:02x}" for step in (place // 36, place // 6 % 6, place % 6)
        )


#: In an order in which no two that are alike have the same line.
COLOURS = (38, 172, 35, 169, 99, 160, 138, 127, 57, 105, 23, 125)
#: Faces with their lines. Since 7 and 12 have no common factor, each occurs with every colour before both repeat.
LINES = (
    ("", "solid"),
    ("4", "double"),
    ("3", "dashed"),
    ("4;3", "wavy"),
    ("1", "dotted"),
    ("21", "solid overline"),
    ("1;4", "dashed overline"),
)
#: How many languages can be told apart.
MANY = len(COLOURS) * len(LINES)


def style_at(place: int) -> Style:
    """The style of the language with this index. The first 12 differ in colour, the first `MANY` in colour or line."""
    return Style(COLOURS[place % len(COLOURS)], *LINES[place % len(LINES)])


class Labelled(Protocol):
    """What this module needs of a word."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def label(self) -> str: ...


class Run(NamedTuple):
    """Neighbouring words in one language."""

    start: int
    end: int
    label: str


def runs(words: Iterable[Labelled]) -> Iterator[Run]:
    """Runs of neighbouring words in one language, with everything between them."""
    known = (word for word in words if word.label != NO_LANGUAGE)
    for label, group in groupby(known, key=attrgetter("label")):
        together = list(group)
        yield Run(together[0].start, together[-1].end, label)


def marked(text: str, words: Iterable[Labelled], paint: Callable[[str, str], str], clean: Callable[[str], str]) -> str:
    """The text with `paint(label, run)` for each run; `clean` is applied to everything that comes from the text."""
    parts, place = [], 0
    for start, end, label in runs(words):
        parts += [clean(text[place:start]), paint(label, clean(text[start:end]))]
        place = end
    return "".join(parts) + clean(text[place:])


def bracketed(text: str, words: Iterable[Labelled], first: str) -> str:
    """`yarınki [eng_Latn meeting] için`: runs that are not in the first language stand in brackets with their label."""
    return marked(text, words, lambda label, run: run if label == first else f"[{label} {run}]", str)


def as_html(text: str, words: Sequence[Labelled], shares: Mapping[str, float], sure: str) -> str:
    """The text with coloured words, and a legend below. It works on light and dark pages."""
    from html import escape  # slow to import

    known = [label for label in shares if not is_unknown(label)]
    styles = {label: style_at(place) for place, label in enumerate(known)}

    def paint(label: str, run: str) -> str:
        return f'<span style="{_css(styles.get(label))}" title="{escape(_title(label))}">{run}</span>'

    body = marked(text, words, paint, escape)
    legend = [f"{paint(label, escape(name_of(label)))} {share:.0%}" for label, share in shares.items()]
    about = " · ".join([*(legend or [escape(name_of(NO_LANGUAGE))]), *([escape(sure)] if sure else [])])
    return (
        f'<div dir="auto" style="white-space: pre-wrap; line-height: 1.8">{body}</div>'
        f'<div style="font-size: smaller; opacity: 0.8">{about}</div>'
    )


def _css(style: Style | None) -> str:
    """Text keeps the notebook's colour; a language is shown by a tint and a line."""
    if style is None:
        return f"text-decoration: underline dotted {_GREY}"
    return f"background: {style.hex}33; text-decoration: {style.decoration} {style.hex}; text-underline-offset: 3px"


def _title(label: str) -> str:
    own = autonym_of(label)
    name = name_of(label)
    return f"{name} · {own} ({label})" if own and own != name else f"{name} ({label})"
