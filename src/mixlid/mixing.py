"""How mixed a sentence is, from the languages of its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def cmi(languages: Iterable[str | None]) -> float:
    """Code-mixing index of a sentence (Das and Gambäck 2014) from its words' languages; None is no language.

    100 · (1 − words of the main language / words of any language): 0 for one language, near 50 for two evenly mixed.
    """
    counts = Counter(language for language in languages if language is not None)
    return 100 * (1 - max(counts.values()) / counts.total()) if counts else 0.0
