"""What requests and answers look like: checked on the way in, and described in the OpenAPI document.

The answers are written by `worker.py` from results; these types only describe them, and a test holds both together.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from mixlid.settings import MAX_LANGUAGES

#: Without `ilp`, which takes seconds a sentence and starts programmes of its own.
SolverName = Literal["exact", "masklid", "topk", "threshold"]
_Few = Annotated[int, Meta(ge=1, le=MAX_LANGUAGES)]
_Count = Annotated[int, Meta(ge=1, le=1_000_000)]
_Whole = Annotated[int, Meta(ge=0, le=1_000_000)]
_Finite = Annotated[float, Meta(ge=-1e6, le=1e6)]


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How to identify. What is not given is as the preset has it; `null` turns a rule off."""

    model: Annotated[str, Meta(description="One of GET /models; the first of them if not given.")] | None = None
    preset: Annotated[str, Meta(description="default, cs, avg, mono, or another of the model's.")] = "default"
    languages: (
        Annotated[list[str], Meta(min_length=1, description="Answer only with these: eng, en, en-Latn, eng_Latn.")]
        | None
    ) = None
    solver: Annotated[SolverName, Meta(description="Who shares the words out.")] = "exact"
    max_languages: Annotated[_Few | UnsetType, Meta(description="K: at most so many languages.")] = UNSET
    penalty: Annotated[
        _Finite | dict[str, _Finite] | UnsetType,
        Meta(description="P: the price of a language, for all of them, or by code with * for the others."),
    ] = UNSET
    min_chars: Annotated[_Whole | UnsetType, Meta(description="τ: a language has at least so many characters.")] = UNSET
    only_top: Annotated[
        _Count | UnsetType | None, Meta(description="M (C4): a word takes only one of its M best languages.")
    ] = UNSET
    force_top: Annotated[
        _Count | UnsetType | None,
        Meta(description="M (C5): a word takes the first language if that is one of its M best."),
    ] = UNSET
    max_switches: Annotated[_Whole | UnsetType | None, Meta(description="S: at most so many switches.")] = UNSET
    words: Annotated[bool, Meta(description="Answer with every word as well.")] = False
    explain: Annotated[bool, Meta(description="Say of every word why it has its language; implies words.")] = False

    def changes(self) -> dict[str, Any]:
        """The settings that the request names."""
        names = ("max_languages", "penalty", "min_chars", "only_top", "force_top", "max_switches")
        given = {name: getattr(self, name) for name in names if getattr(self, name) is not UNSET}
        # Of C4 and C5 a preset may have one, and who asks for the other wants that one alone.
        for one, other in (("only_top", "force_top"), ("force_top", "only_top")):
            if given.get(one) is not None:
                given.setdefault(other, None)
        return given


class IdentifyRequest(Options, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One text or a list of them, and how to identify them."""

    text: Annotated[str | list[str], Meta(description="One text or several.")]

    @property
    def texts(self) -> list[str]:
        return [self.text] if isinstance(self.text, str) else self.text

    def options(self) -> Options:
        return Options(**{name: getattr(self, name) for name in Options.__struct_fields__})


class LabelScore(Struct):
    label: str
    score: float


class NgramScore(Struct):
    ngram: str
    score: float


class WordExplanation(Struct):
    """The word's best languages, and the n-grams that count most for and against `label`."""

    best: list[LabelScore]
    label: str
    speaking_for: list[NgramScore]
    speaking_against: list[NgramScore]
    weight: float
    note: str


class AnswerWord(Struct):
    """A token, with offsets in code points, and its label: a language, und, und_Cyrl and the like, or zxx."""

    text: str
    start: int
    end: int
    label: str
    score: float
    margin: float
    kind: str
    confidence: float | None
    explanation: WordExplanation | UnsetType | None = UNSET


class AnswerSpan(Struct):
    start: int
    end: int
    label: str


class Answer(Struct):
    """The languages of one text, the dominant one first."""

    languages: list[str]
    language: str
    is_mixed: bool
    confidence: float | None
    language_score: float | None
    proportions: dict[str, float]
    spans: list[AnswerSpan]
    objective: float
    margin: float | None
    optimal: bool
    fallback: bool
    solver: str
    words: list[AnswerWord] | UnsetType = UNSET


class Identified(Struct):
    """One result for each text, in order, and what they were made with."""

    model: str
    preset: str
    solver: str
    settings: dict[str, Any]
    results: list[Answer]


class LanguageEntry(Struct):
    label: str
    name: str


class Languages(Struct):
    model: str
    languages: list[LanguageEntry]


class ModelEntry(Struct):
    """A model of this service: the settings that its presets stand for, and how it came to be."""

    name: str
    labels: int
    licence: str | None
    about: str | None
    presets: dict[str, dict[str, Any]]


class Models(Struct):
    models: list[ModelEntry]
    solvers: list[str]
    limits: dict[str, float]


class Health(Struct):
    status: str
    version: str


class Error(Struct):
    """One sentence that says what was wrong and what would work."""

    error: str


decode_request = msgspec.json.Decoder(IdentifyRequest).decode
