"""What answers look like, for the OpenAPI document.

They are written by `worker.py` from results; these types only describe them, and a test holds both together.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType


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


class SettingEntry(Struct):
    """A setting: what it means, what it may be, and where its values usually lie.

    `whole`: it takes whole numbers. `listed`: it is several of them. `by_language`: it may be one for each language.
    `optional`: null turns it off. `excludes` names the setting that cannot be used together with it.
    """

    name: str
    letters: str
    meaning: str
    default: Any
    limits: list[float]
    usual: list[float]
    whole: bool
    listed: bool
    optional: bool
    by_language: bool
    excludes: str


class Models(Struct):
    models: list[ModelEntry]
    solvers: list[str]
    settings: list[SettingEntry]
    limits: dict[str, float]


class Health(Struct):
    status: str
    version: str


class Error(Struct):
    """One sentence that says what was wrong and what would work."""

    error: str
