"""What is counted over the words of an answer: letters by language, and how much languages are mixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from mixlid.results.result import NO_LANGUAGE, UNKNOWN, Answer, Word
from mixlid.text.words import script_of, written_size


def is_word(word: Word) -> bool:
    """Whether a token is a word, with letters; a text without a language may have words too."""
    return word.label != NO_LANGUAGE or (word.kind in ("word", "hashtag") and any(map(str.isalpha, word.text)))


def letters_by_label(words: Iterable[Word]) -> dict[str, int]:
    """How many letters (`written_size`) the words of each label have; other tokens are not counted."""
    counts: dict[str, int] = {}
    for word in words:
        if is_word(word):
            size = written_size(word.end - word.start, script_of(word.text))
            counts[word.label] = counts.get(word.label, 0) + size
    return counts


def language_of_most(languages: Iterable[str | None], everywhere: Mapping[str, int] | None = None) -> str | None:
    """The language of most words, the main language of a text; None if no word has one.

    In a tie it is the one that more words of all texts are in (`everywhere`), and then the one that comes first.
    """
    counts, total = Counter(language for language in languages if language is not None), everywhere or {}
    return max(counts, key=lambda language: (counts[language], total.get(language, 0)), default=None)


def cmi(languages: Iterable[str | None]) -> float:
    """The code-mixing index of a sentence (Das and Gambäck 2014), from the languages of its words; None is no language.

    100 · (1 − words of the main language / words of any language): 0 for one language, near 50 for two evenly mixed.
    """
    counts = Counter(language for language in languages if language is not None)
    return 100 * (1 - max(counts.values()) / counts.total()) if counts else 0.0


def code_mixing(answer: Answer) -> float | None:
    """The index of an answer, for a document the mean over its sentences; None without a word of a known language."""
    if hasattr(answer, "_batch"):
        value: float | None = answer._batch.value(answer._row, "code_mixing")
        return value
    known = [word.label for word in answer.words if not word.label.startswith((UNKNOWN, NO_LANGUAGE))]
    return cmi(known) if known else None
