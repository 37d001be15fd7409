"""Text as a cell of a Markdown table."""

from __future__ import annotations

import re

_SIGNS = re.compile(r"([|*_<\[\]])")


def cell(text: str) -> str:
    """The text on one line, with special characters escaped; code in backticks stays as it is."""
    parts = " ".join(text.split()).split("`")
    parts[::2] = (_SIGNS.sub(r"\\\1", part) for part in parts[::2])
    parts[1::2] = (part.replace("|", "\\|") for part in parts[1::2])
    return "`".join(parts)
