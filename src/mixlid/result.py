"""What `identify` returns: one frozen, hashable, picklable type, whatever model and solver made it.

`to_dict` is ready for JSON: `json.dumps(result, default=Result.to_dict)`.

Words and spans, of which there are many, are named tuples; a result is one of its kind.

Labels are `eng_Latn` (ISO 639-3, ISO 15924). Two special ones: `und` means language, but not known (`und_Cyrl` when at
least the script is); `zxx` means nothing linguistic (numbers, emoji, punctuation, an empty text).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Protocol, TypeVar

from mixlid import fields
from mixlid.text.labels import NO_LANGUAGE as NO_LANGUAGE  # for all rooms above, whose labels come from results
from mixlid.text.labels import UNKNOWN as UNKNOWN
from mixlid.text.labels import language_and_script
from mixlid.text.markup import as_html, bracketed
from mixlid.text.words import Kind

#: Characters of a text that stand in the `repr` of its result.
_SHOWN = 40


class Word(NamedTuple):
    """A token of the text, where it stands, and the language it was given."""

    text: Annotated[str, "As it stands in the text."]
    start: Annotated[int, "Where it begins, in code points of the text as given."]
    end: Annotated[int, "Where it ends, exclusive: `text[start:end]` of the result's text is the word."]
    label: Annotated[
        str, "A language, `und` if it was given none, `und_Cyrl` for an unknown script, `zxx` if it is not a word."
    ]
    score: Annotated[float, "The model's score of the word for `label`; 0 for what carries no score."]
    margin: Annotated[
        float, "`score` minus its best score for another language: negative where the sentence overruled the word."
    ]
    kind: Annotated[Kind, "`word`, or what else it is: `number`, `url`, `user`, `hashtag`, `emoji`, `punctuation`."]
    confidence: Annotated[
        float | None,
        "Probability that `label` is right; none if it is not a language or the result has no `confidence`.",
    ] = None

    def to_dict(self) -> dict[str, Any]:
        return self._asdict()


class Span(NamedTuple):
    """A run of text in one language; the spans of a result tile its text."""

    start: Annotated[int, "Where it begins, in code points of the text as given."]
    end: Annotated[int, "Where it ends, exclusive, which is where the next one begins."]
    label: Annotated[str, "Its language; `und`, `und_Cyrl` and `zxx` as for words."]

    def to_dict(self) -> dict[str, Any]:
        return self._asdict()


class Later(Protocol):
    """What some fields of an answer are made from when somebody asks for them."""

    def make(self, answer: Answer, name: str) -> Any:
        """Set a field, and give it back."""


class MadeLater:
    """Words and spans cost more than all the rest, and often nobody looks at them: they may be made when they are asked
    for. Nobody else sees the difference."""

    __slots__ = ("_later",)
    _later: Later

    if not TYPE_CHECKING:  # to which every name would be known

        def __getattr__(self, name: str) -> Any:
            if name in _LATER:
                return self._later.make(self, name)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


_LATER = ("words", "spans")
AnswerType = TypeVar("AnswerType", bound="Answer")


def with_words_later(kind: type[AnswerType], later: Later, **values: Any) -> AnswerType:
    """An answer of all its fields but those that are made later."""
    made = object.__new__(kind)
    for name, value in {**values, "_later": later}.items():
        object.__setattr__(made, name, value)
    return made


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Answer(MadeLater):
    """The languages of a text: what the results of a sentence and of a document share."""

    text: Annotated[str, "The text as given."]
    languages: Annotated[
        tuple[str, ...],
        "Every language, the dominant one (with the most letters) first; `zxx` if there is no word, `und` if unknown.",
    ]
    words: Annotated[tuple[Word, ...], "Every token with its label."]
    spans: Annotated[tuple[Span, ...], "Runs of one label, which tile the text."]
    proportions: Annotated[
        dict[str, float], "Share of the letters of all words that each label has; sums to 1 if there is any word."
    ] = field(hash=False)  # a dict, and it follows from the words
    fallback: Annotated[bool, "The programme preferred to name no language, so the best single one was taken."]
    # On text of which half is mixed (docs/confidence.md). Neither can be judged if there is no word, the solver gives
    # no margin, or these settings were never calibrated.
    confidence: Annotated[
        float | None, "Probability that `languages` is exactly right; none if it cannot be judged."
    ] = None
    language_score: Annotated[
        float | None, "Probability that `language` is one of the text's languages; none if it cannot be judged."
    ] = None

    @property
    def label(self) -> str:
        """The dominant language and its script, the first of `languages`: `tur_Latn`; also `und_Cyrl`, `und`, `zxx`."""
        return self.languages[0]

    @property
    def language(self) -> str:
        """The dominant language without its script: `tur`; also `und` and `zxx`."""
        return language_and_script(self.label)[0]

    @property
    def language_script(self) -> str:
        """The script of the dominant language: `Latn`; empty for `und` and `zxx`."""
        return language_and_script(self.label)[1]

    @property
    def is_mixed(self) -> bool:
        """Whether the text has more than one language."""
        return len(self.languages) > 1

    def __repr__(self) -> str:
        text = self.text if len(self.text) <= _SHOWN else f"{self.text[: _SHOWN - 1]}…"
        sure = "" if self.confidence is None else f", confidence={self.confidence:.2f}"
        return f"<{type(self).__name__} {', '.join(self.languages)}: {text!r}{sure}>"

    def __str__(self) -> str:
        """The languages, and the text with what is not in the first of them in brackets."""
        return f"{', '.join(self.languages)}: {bracketed(self.text, self.words, self.label)}"

    def _repr_html_(self) -> str:
        """For notebooks: the words in the colours of their languages, with a legend."""
        sure = "" if self.confidence is None else f"{self.confidence:.0%} sure"
        return as_html(self.text, self.words, self.proportions, sure)

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts, lists, strings and numbers, ready for JSON."""
        owner: type = type(self)
        return fields.values(self, fields.names(owner))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Result(Answer):
    """Every language of a text, and which words are in which."""

    objective: Annotated[float, "Value of the objective for this answer."]
    margin: Annotated[
        float | None,
        "`objective` minus the best value with another set of languages; none if the solver does not look for it.",
    ]
    optimal: Annotated[bool, "Whether the solver has proved that no answer has a larger objective."]
    gap: Annotated[
        float | None, "How much larger an objective could be at most: 0 if `optimal`; none if nothing is known of it."
    ] = None
    solver: Annotated[str, "The solver that shared the words out."]


class Alternative(NamedTuple):
    """A language that the words of the dominant one might be in."""

    label: Annotated[str, "A language, which may be the dominant one itself."]
    probability: Annotated[float, "How probable the model finds it for these words, among all its labels."]

    def to_dict(self) -> dict[str, Any]:
        return self._asdict()


class Alternatives(NamedTuple):
    """How sure the dominant language is among languages like it. What `Identifier.alternatives` returns."""

    alternatives: Annotated[
        tuple[Alternative, ...],
        "The most probable labels for the words of the dominant language, best first, that language always among "
        "them; empty if it is not known.",
    ]
    group: Annotated[
        str, "The group of near languages that the dominant language is in, such as `Arabic`; its label if in none."
    ]
    group_score: Annotated[
        float | None, "Probability of all labels of that group together; none if the language is not known."
    ]

    def to_dict(self) -> dict[str, Any]:
        return fields.values(self, self._fields)


def is_word(word: Word) -> bool:
    """Whether it is a word, which has letters: also one of a text that is not language."""
    return word.label != NO_LANGUAGE or (word.kind in ("word", "hashtag") and any(map(str.isalpha, word.text)))


def letters_by_label(words: Iterable[Word]) -> dict[str, int]:
    """How many characters of words each label has; what is not a word is not counted."""
    counts: dict[str, int] = {}
    for word in words:
        if is_word(word):
            counts[word.label] = counts.get(word.label, 0) + word.end - word.start
    return counts


def cmi(languages: Iterable[str | None]) -> float:
    """Code-mixing index of a sentence (Das and Gambäck 2014) from its words' languages; None is no language.

    100 · (1 − words of the main language / words of any language): 0 for one language, near 50 for two evenly mixed.
    """
    counts = Counter(language for language in languages if language is not None)
    return 100 * (1 - max(counts.values()) / counts.total()) if counts else 0.0
