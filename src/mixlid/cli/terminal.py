"""Text on a terminal: no control character of the input reaches it, and columns are aligned."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

# C0, DEL and C1 can move the cursor or worse; the rest reorders or breaks a line.
_UNSAFE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def clean(text: str) -> str:
    """The text with control characters made visible: ␛ for an escape, `\\x9b` for those that have no picture."""
    return _UNSAFE.sub(lambda match: _picture(ord(match[0])), text)


def _picture(code: int) -> str:
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def width(text: str) -> int:
    """Columns that a text takes on a terminal: two for wide letters, none for marks."""
    return sum(
        0 if unicodedata.category(char) in ("Mn", "Me", "Cf") else 1 + (unicodedata.east_asian_width(char) in "WF")
        for char in text
    )


def table(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset(), indent: str = "  ") -> list[str]:
    """Rows as aligned lines; the columns in `right` are aligned to the right."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for place, cell in enumerate(row):
            gap = " " * (widths[place] - width(cell))
            cells.append(gap + cell if place in right else cell + gap)
        lines.append((indent + "  ".join(cells)).rstrip())
    return lines


def size(count: int) -> str:
    """A number of bytes such as `31.2 MB`."""
    for unit, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if count >= unit:
            return f"{count / unit:.1f} {name}"
    return f"{count} bytes"


def print_table(rows: Sequence[Sequence[str]]) -> None:
    print("\n".join(table([tuple(map(clean, row)) for row in rows])))
