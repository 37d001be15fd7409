"""What `identify` returns: one frozen, hashable, picklable type for every model and solver.

`to_dict` is ready for JSON: `json.dumps(result, default=Result.to_dict)`.

The class bodies declare the fields of an answer: name, type, meaning and the outputs that show it (`fields.py`). An
answer is a view of one row of a batch of columns (`batch.py`); its values are read on first access.

Labels are `eng_Latn` (ISO 639-3, ISO 15924). Two are special: `und` is an unknown language (`und_Cyrl` if at least the
script is known); `zxx` is no language at all (numbers, emoji, punctuation, an empty text).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Protocol

from mixlid.results import fields
from mixlid.results.fields import DOCUMENTS, EVERYWHERE, LINES, TSV, Aggregate
from mixlid.text.labels import NO_LANGUAGE as NO_LANGUAGE  # exported for users of results
from mixlid.text.labels import UNKNOWN as UNKNOWN
from mixlid.text.labels import language_and_script
from mixlid.text.words import Kind

if TYPE_CHECKING:
    from typing_extensions import Self

    from mixlid.results.runs import Punctuation, Run, Unknown

#: How much of a text the `repr` of its result shows, in characters.
_SHOWN = 40


class Span(NamedTuple):
    """A run of text in one language. The spans of a result cover its text."""

    start: Annotated[int, "Where it begins, in code points of the text as given."]
    end: Annotated[int, "Where it ends, exclusive, which is where the next one begins."]
    label: Annotated[str, "Its language; `und`, `und_Cyrl` and `zxx` as for words."]

    def to_dict(self) -> dict[str, Any]:
        return self._asdict()


class Word(NamedTuple):
    """A token of the text, its position and its language."""

    text: Annotated[str, "The word as written in the text."]
    start: Annotated[int, "Where it begins, in code points of the text as given."]
    end: Annotated[int, "Where it ends, exclusive: the word is `text[start:end]` of the result's text."]
    label: Annotated[
        str, "Its language; `und` if unknown, `und_Cyrl` if the model lacks its script, `zxx` if it is not a word."
    ]
    score: Annotated[float, "The model's score of the word for `label`; 0 if it has none."]
    margin: Annotated[
        float, "`score` minus its best score for another language: negative where the sentence overruled the word."
    ]
    kind: Annotated[
        Kind, "Kind of token: `word`, `number`, `url`, `user`, `hashtag`, `emoji`, `punctuation` or `markup`."
    ]
    confidence: Annotated[
        float | None,
        "Probability that `label` is right; none if it is not a language or the result has no `confidence`.",
    ] = None
    guess: Annotated[
        str | None,
        "For a word that is `und`: the language outside `labels` that it is most probably in; none otherwise.",
    ] = None
    guess_score: Annotated[float | None, "Probability that `guess` is right."] = None

    def to_dict(self) -> dict[str, Any]:
        return self._asdict()


class Values(Protocol):
    """What an answer is a view of: a batch of columns (`mixlid.results.batch`)."""

    def value(self, row: int, name: str) -> Any:
        """A field of one row."""

    def only(self, row: int) -> Values:
        """A batch of that row alone."""


class _Value:
    """A stored field, read from the batch on first access and kept in the answer's `__dict__`."""

    def __init__(self, field: fields.Field) -> None:
        self.name, self.derive = field.name, field.derive

    def __get__(self, answer: Answer | None, owner: type | None = None) -> Any:
        if answer is None:
            return self
        if self.derive is not None:
            return self.derive(answer.labels)
        value = answer._batch.value(answer._row, self.name)
        return answer.__dict__.setdefault(self.name, value)  # the same one to every thread


# Fields derived from the labels.


def _label(labels: tuple[str, ...]) -> str:
    return labels[0]


def _language(labels: tuple[str, ...]) -> str:
    return language_and_script(labels[0])[0]


def languages_of(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Labels without their scripts, each language once."""
    return tuple(dict.fromkeys([language_and_script(label)[0] for label in labels]))


def _script(labels: tuple[str, ...]) -> str:
    return language_and_script(labels[0])[1]


def _is_mixed(labels: tuple[str, ...]) -> bool:
    return len(labels) > 1


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Answer:
    """The languages of a text: what results for sentences and for documents share. A view of one row of a batch."""

    #: `_given` holds values that the batch does not have
    __slots__ = ("__dict__", "_batch", "_given", "_row")

    text: Annotated[str, "The text as given."]
    labels: Annotated[
        tuple[str, ...],
        "Every language with its script, the main one first; `zxx` if there is no word, `und` if unknown.",
        EVERYWHERE | TSV,
    ]
    language: Annotated[
        str, "The main language without its script: `tur`; also `und` and `zxx`.", EVERYWHERE, _language
    ]
    language_script: Annotated[
        str, "The script of the main language: `Latn`; empty for `und` and `zxx`.", EVERYWHERE, _script
    ]
    # Calibrated on text half of which is mixed (docs/words.md).
    language_score: Annotated[
        float | None,
        "Probability that `language` is the main language of the text, of a document the mean over the sentences it "
        "leads; 1 or none as for `confidence`.",
        EVERYWHERE,
        Aggregate.MEAN_OF_DOMINANT,
    ]
    confidence: Annotated[
        float | None,
        "Probability that `labels` is exactly right, of a document the mean over its sentences; 1 if it has no word to "
        "judge, none if the model was never calibrated.",
        EVERYWHERE,
        Aggregate.MEAN,
    ]
    is_mixed: Annotated[bool, "Whether the text has more than one language.", EVERYWHERE, _is_mixed]
    words: Annotated[tuple[Word, ...], "Every token with its label."]
    spans: Annotated[tuple[Span, ...], "Runs of one label, which cover the text.", DOCUMENTS]
    proportions: Annotated[
        dict[str, float],
        "Share of each label in the letters of all words, where a Han character counts as three letters, and one of "
        "Kana, Hangul or Ethiopic as two. Words in no language (`zxx`) do not count; sums to 1 if there are others.",
        EVERYWHERE | TSV,
    ]
    fallback: Annotated[
        bool, "Whether no language was worth its penalty, so that the best single one was taken.", Aggregate.ALL
    ]
    label: Annotated[
        str,
        "The main language and its script, the first of `labels`: `tur_Latn`; also `und_Cyrl`, `und`, `zxx`.",
        _label,
    ]
    languages: Annotated[
        tuple[str, ...], "Every language without its script (`tur`), each once, in the order of `labels`.", languages_of
    ]

    if TYPE_CHECKING:
        _batch: Values
        _row: int
        _given: dict[str, Any]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        owner: type = cls
        for field in fields.fields(owner).values():
            setattr(cls, field.name, _Value(field))

    def __init__(self, text: str, labels: Iterable[str] = (NO_LANGUAGE,), **values: Any) -> None:
        """An answer made by hand, as for tests: fields that are left out are empty or None, those derived computed."""
        owner: type = type(self)
        values |= {"text": text, "labels": tuple(labels)}
        for field in fields.fields(owner).values():
            if field.derive is None:
                self.__dict__[field.name] = values.get(field.name, field.empty)
        unknown = values.keys() - fields.fields(owner).keys()
        if unknown:
            raise TypeError(f"{owner.__name__} has no field {min(unknown)!r}")

    @classmethod
    def _view(cls, batch: Values, row: int, values: dict[str, Any] | None = None) -> Self:
        """The answer in a row of a batch, with values that the batch does not have."""
        made = _new(cls)
        _set_batch(made, batch)
        _set_row(made, row)
        if values:
            made.__dict__.update(values)
            _set_given(made, values)
        return made

    def with_words(self, words: tuple[Word, ...]) -> Self:
        """The same answer with other words."""
        if hasattr(self, "_batch"):
            return self._view(self._batch, self._row, getattr(self, "_given", {}) | {"words": words})
        return type(self)(**self.__dict__ | {"words": words})

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        owner: type = type(self)
        return all(getattr(self, name) == getattr(other, name) for name in _stored(owner))

    def __hash__(self) -> int:  # proportions, which cannot be hashed, follow from the words
        owner: type = type(self)
        return hash(tuple(getattr(self, name) for name in _stored(owner) if name != "proportions"))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only this answer's row of the batch."""
        if hasattr(self, "_batch"):
            return _viewed, (type(self), self._batch.only(self._row), getattr(self, "_given", {}))
        return _made, (type(self), self.__dict__.copy())

    def __repr__(self) -> str:
        text = self.text if len(self.text) <= _SHOWN else f"{self.text[: _SHOWN - 1]}…"
        sure = "" if self.confidence is None else f", confidence={self.confidence:.2f}"
        return f"<{type(self).__name__} {', '.join(self.labels)}: {text!r}{sure}>"

    def __str__(self) -> str:
        """The languages, and the text with everything that is not in the main one in brackets."""
        from mixlid.results.marked import bracketed

        return f"{', '.join(self.labels)}: {bracketed(self.text, self.words, self.label)}"

    def _repr_html_(self) -> str:
        """For notebooks: the words in the colours of their languages, with a legend."""
        from mixlid.results.marked import as_html

        sure = "" if self.confidence is None else f"{self.confidence:.0%} sure"
        return as_html(self.text, self.words, self.proportions, sure)

    def runs(
        self, *, min_words: int = 1, min_chars: int = 1, punctuation: Punctuation = "split", unknown: Unknown = "join"
    ) -> tuple[Run, ...]:
        """Runs that cover the text, for reading it aloud: like `spans`, and none too short.

        A run with fewer words, or fewer characters in words, is merged into the neighbour where that costs least score.
        `punctuation` between two runs goes with the one `before` it, the one `after` it, or is `split`: what opens a
        quotation or bracket, or is in a new line, goes with the run after it. Words in no known language `join` a run
        beside them, or `keep` makes runs of them.
        """
        from mixlid.results.runs import RunOptions, find_runs

        return find_runs(self.text, self.words, self.label, RunOptions(min_words, min_chars, punctuation, unknown))

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts, lists, strings and numbers, ready for JSON."""
        owner: type = type(self)
        return fields.values(self, fields.names(owner))


_new = object.__new__
_set_batch, _set_row, _set_given = (
    vars(Answer)[name].__set__ for name in ("_batch", "_row", "_given")
)  # the class is frozen


@cache
def _stored(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields.fields(kind).values() if field.derive is None)


def _viewed(kind: type[Answer], batch: Values, values: dict[str, Any]) -> Answer:
    return kind._view(batch, 0, values)


def _made(kind: type[Answer], values: dict[str, Any]) -> Answer:
    return kind(**values)


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Result(Answer):
    """Every language of a text, and which words are in which."""

    __slots__ = ()

    objective: Annotated[float, "Value of the objective for this answer.", Aggregate.SUM]
    margin: Annotated[
        float | None,
        "`objective` minus the best value with another set of languages; none for a document, or if the solver does "
        "not look for it.",
        LINES,
        Aggregate.NONE,
    ]
    optimal: Annotated[bool, "Whether the solver proved that no answer has a larger objective.", Aggregate.ALL]
    gap: Annotated[
        float | None,
        "How much larger the best objective may be at most: 0 if `optimal`; none if no bound is known.",
        Aggregate.SUM,
    ]
    solver: Annotated[str, "The solver that assigned the words to languages."]


class Alternative(NamedTuple):
    """A language that the words of the main language might be in."""

    label: Annotated[str, "A language, which may be the main one itself."]
    probability: Annotated[float, "Its probability for these words among all labels of the model."]

    def to_dict(self) -> dict[str, Any]:
        return self._asdict()


class Alternatives(NamedTuple):
    """How probable the main language is among similar ones. What `Identifier.alternatives` returns."""

    alternatives: Annotated[
        tuple[Alternative, ...],
        "The most probable labels for the words of the main language, best first, that language always among "
        "them; empty if it is not known.",
    ]
    group: Annotated[
        str, "The group of near languages that the main language is in, such as `Arabic`; its label if in none."
    ]
    group_score: Annotated[
        float | None, "Probability of all labels of that group together; none if the language is not known."
    ]

    def to_dict(self) -> dict[str, Any]:
        return fields.values(self, self._fields)
