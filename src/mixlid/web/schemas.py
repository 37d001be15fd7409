"""What requests and answers look like: checked on the way in, and described in the OpenAPI document.

The answers are written by `worker_process.py` from results; these types, made from the same fields, only describe them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from mixlid.fields import ON_REQUEST, Field, fields, names
from mixlid.result import Result, Word
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


#: The fields of a result that are always sent; the text is not, since whoever asks has it.
ANSWERED = tuple(name for name in names(Result) if name not in ("text", ON_REQUEST))


def _struct(owner: type, wanted: Iterable[str], *more: tuple[str, Any, Any]) -> type[Struct]:
    """Fields of a result, or of a part of one, as JSON has them."""
    declared = fields(owner)
    taken = [(name, _type(declared[name])) for name in wanted]
    return msgspec.defstruct(owner.__name__, [*taken, *more], namespace={"__doc__": owner.__doc__})


def _type(field: Field) -> Any:
    kind: Any = dict[str, float] if field.kind is dict else field.kind
    if field.has_parts:
        kind = _struct(field.kind, fields(field.kind))
    kind = _list_of(kind) if field.many else kind
    return Annotated[kind | None if field.optional else kind, Meta(description=field.meaning)]


def _list_of(kind: Any) -> Any:
    return list[kind]


_word = _struct(Word, fields(Word), ("explanation", WordExplanation | UnsetType | None, UNSET))
_words: Any = Annotated[_list_of(_word) | UnsetType, Meta(description=fields(Result)[ON_REQUEST].meaning)]
_result = _struct(Result, ANSWERED, (ON_REQUEST, _words, UNSET))

Identified = msgspec.defstruct(
    "Identified",
    [("model", str), ("preset", str), ("solver", str), ("settings", dict[str, Any]), ("results", _list_of(_result))],
    namespace={"__doc__": "One result for each text, in order, and what they were made with."},
)


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
