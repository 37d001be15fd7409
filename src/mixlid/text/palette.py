"""How languages look, in one place for the terminal, the page and notebooks.

The first four colours are close to those of Okabe and Ito. The others were chosen so that colour-blind readers can tell
any two apart (a test computes it), without yellow and black, which vanish on a white or a dark screen. Colour is never
the only sign: every style also has a face (bold, italic, …) on a terminal and a line of its own on the page.
"""

from __future__ import annotations

from typing import NamedTuple


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
    """The style of the language with this index; there may be more languages than colours.

    When the colours repeat, each gets another face and line, so that no two of the first `MANY` languages look alike.
    """
    turn, which = divmod(place % MANY, len(STYLES))
    other = STYLES[(which + turn) % len(STYLES)]
    return STYLES[which]._replace(face=other.face, line=other.line)


#: How many languages can be told apart.
MANY = len(STYLES) ** 2
