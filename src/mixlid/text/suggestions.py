"""Suggestions for misspelt words."""

from __future__ import annotations

from collections.abc import Iterable


def suggestion(word: str, known: Iterable[str]) -> str:
    """`did you mean tur?` for the nearest of the known words, or an empty string if none is near."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1, cutoff=0.7)
    return f"did you mean {near[0]}?" if near else ""
