"""The looks of languages, once for the terminal, for the page and for notebooks.

The first four are near colours of Okabe and Ito, the others chosen so that no two come close for eyes that do not tell
red from green (a test computes it), without yellow and black, which vanish on a white or a dark screen. Colour is never
the only sign: every style has a face (bold, italic, …) on a terminal and a line of its own on the page.
"""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """How the words of one language look."""

    #: One of the 256 colours of a terminal; the page uses the same, darkened where it is light.
    colour: int
    #: What else a terminal does (SGR codes).
    face: str
    #: The line under words on the page (CSS `text-decoration`).
    line: str

    @property
    def sgr(self) -> str:
        """The terminal's code for the style."""
        return f"38;5;{self.colour}" + (f";{self.face}" if self.face else "")

    @property
    def decoration(self) -> str:
        """The line as CSS has it: `underline wavy`, `dashed overline`."""
        return self.line if "overline" in self.line else f"underline {self.line}"

    @property
    def hex(self) -> str:
        """The colour as the page has it. Colours 16 to 231 are a cube of six steps a side."""
        place = self.colour - 16
        return "#" + "".join(
            f"{55 + 40 * step if step else 0:02x}" for step in (place // 36, place // 6 % 6, place % 6)
        )


STYLES = (
    Style(38, "", "solid"),
    Style(172, "4", "double"),
    Style(35, "3", "dashed"),
    Style(169, "4;3", "wavy"),
    Style(99, "1", "dotted"),
    Style(160, "21", "solid overline"),
    Style(138, "1;4", "dashed overline"),
)


def style_at(place: int) -> Style:
    """The style of the language that comes at this place, from 0, where there may be more languages than colours.

    After the last colour they come again, each time with another face and another line, so that no two of the first
    `MANY` languages look alike.
    """
    turn, which = divmod(place % MANY, len(STYLES))
    other = STYLES[(which + turn) % len(STYLES)]
    return STYLES[which]._replace(face=other.face, line=other.line)


#: How many languages can be told apart.
MANY = len(STYLES) ** 2
