"""What `identify` returns: one frozen, picklable, JSON-able type, whatever model and solver made it.

Words and spans, of which there are many, are named tuples; a result is one of its kind.

Labels are `eng_Latn` (ISO 639-3, ISO 15924). Two special ones: `und` means language, but not known (`und_Cyrl` when at
least the script is); `zxx` means nothing linguistic (numbers, emoji, punctuation, an empty text).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from mixlid.text.words import Kind

UNKNOWN = "und"
NO_LANGUAGE = "zxx"


class Word(NamedTuple):
    """A token of the text, where it stands, and the language it was given."""

    text: str
    #: Code points into the text as given, half-open: `result.text[word.start:word.end] == word.text`.
    start: int
    end: int
    #: A language, `und` for a word that was given none, `und_Cyrl` for an unknown script, `zxx` for a non-word.
    label: str
    #: The model's score of the word for `label`; 0 for what carries no score.
    score: float
    #: `score` minus the word's best score for any other language: negative where the sentence overruled the word.
    margin: float
    kind: Kind
    #: Probability that `label` is right; None if it is no language, or if `Result.confidence` is None.
    confidence: float | None = None

    def to_dict(self) -> dict[str, Any]:
        return self._asdict()


class Span(NamedTuple):
    """A run of text in one language; the spans of a result tile its text."""

    start: int
    end: int
    label: str

    def to_dict(self) -> dict[str, Any]:
        return self._asdict()


@dataclass(frozen=True, slots=True)
class Result:
    """Every language of a text, and which words are in which."""

    text: str
    #: Ranked, the dominant language first; `("zxx",)` if there is no word, `("und",)` if no word is known.
    languages: tuple[str, ...]
    words: tuple[Word, ...]
    spans: tuple[Span, ...]
    #: Share of the letters of all words that each label has; sums to 1 if there is any word.
    proportions: dict[str, float]
    #: Value of the objective for this answer (`docs/formulation.md`).
    objective: float
    #: `objective` minus the best value with another set of languages; None if the solver does not look for it.
    margin: float | None
    #: Whether the solver has proved that no answer has a larger objective.
    optimal: bool
    #: The programme preferred to name no language, so the best single one was taken.
    fallback: bool
    solver: str
    #: Probability that the set of languages is exactly right, on text of which half is mixed (`docs/confidence.md`).
    #: None if there is no word to judge, the solver gives no margin, or these settings were never calibrated.
    confidence: float | None = None
    #: Probability that `language` is one of the text's languages, with the same exceptions.
    language_score: float | None = None

    @property
    def is_mixed(self) -> bool:
        """Whether the text has more than one language."""
        return len(self.languages) > 1

    @property
    def language(self) -> str:
        """The dominant language."""
        return self.languages[0]

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts, lists, strings and numbers, ready for JSON."""
        return {
            "text": self.text,
            "languages": list(self.languages),
            "is_mixed": self.is_mixed,
            "confidence": self.confidence,
            "language_score": self.language_score,
            "proportions": dict(self.proportions),
            "spans": [span.to_dict() for span in self.spans],
            "words": [word.to_dict() for word in self.words],
            "objective": self.objective,
            "margin": self.margin,
            "optimal": self.optimal,
            "fallback": self.fallback,
            "solver": self.solver,
        }


class Answer(Protocol):
    """What `Result` and `DocumentResult` both have; the names mean what they mean in `Result`."""

    @property
    def text(self) -> str: ...
    @property
    def languages(self) -> tuple[str, ...]: ...
    @property
    def language(self) -> str: ...
    @property
    def is_mixed(self) -> bool: ...
    @property
    def proportions(self) -> dict[str, float]: ...
    @property
    def words(self) -> tuple[Word, ...]: ...
    @property
    def spans(self) -> tuple[Span, ...]: ...
    @property
    def confidence(self) -> float | None: ...
    @property
    def language_score(self) -> float | None: ...
    @property
    def fallback(self) -> bool: ...

    def to_dict(self) -> dict[str, Any]: ...


def letters_by_label(words: Iterable[Word]) -> dict[str, int]:
    """How many characters of words each label has; what has no language is not counted."""
    counts: dict[str, int] = {}
    for word in words:
        if word.label != NO_LANGUAGE:
            counts[word.label] = counts.get(word.label, 0) + word.end - word.start
    return counts


def cmi(languages: Iterable[str | None]) -> float:
    """Code-mixing index of a sentence (Das and Gambäck 2014) from its words' languages; None is no language.

    100 · (1 − words of the main language / words of any language): 0 for one language, near 50 for two evenly mixed.
    """
    counts = Counter(language for language in languages if language is not None)
    return 100 * (1 - max(counts.values()) / counts.total()) if counts else 0.0
