"""Request types: incoming requests are checked against them, and the OpenAPI document describes them.

Every setting is a field; its type, limits and description come from its definition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from mixlid.configuration import Configuration
from mixlid.engine.document_pipeline import LONG, Unit
from mixlid.errors import SettingsError
from mixlid.prior import LIMITS, LONGEST, MOST, Prior
from mixlid.rules import Setting
from mixlid.settings import SETTINGS
from mixlid.text.labels import LONGEST_CODE

#: Without `ilp`, which takes seconds per sentence and starts other programs.
SolverName = Literal["exact", "masklid", "topk", "threshold"]
#: Fields that are lists; a query string separates their items by commas.
LISTED = frozenset({"languages", *(name for name, definition in SETTINGS.items() if definition.listed)})
#: Limits for the characters of a name and the items of a list, since options are checked outside the workers.
_NAME, _MOST = 200, 5_000
#: The limit for lists of numbers by rank: an answer has no more languages.
_RANKS = int(SETTINGS["max_languages"].limits[1])
_Code = Annotated[str, Meta(max_length=LONGEST_CODE)]


def _prior_field(name: str, hint: Any) -> tuple[str, Any, Any]:
    """A field of a prior: a share, another limited number, a count, or a mapping of codes to one of these."""
    kind, about = get_args(hint)
    low, high = LIMITS.get(name, (0, 1))
    number: Any = Annotated[int, Meta(ge=0)] if int in get_args(kind) else Annotated[float, Meta(ge=low, le=high)]
    if get_origin(kind) is Mapping:
        kind = Annotated[dict[Annotated[str, Meta(max_length=LONGEST[name])], number], Meta(max_length=MOST[name])]
    else:
        kind = number | None
    return name, Annotated[kind | UnsetType, Meta(description=about)], UNSET


if TYPE_CHECKING:
    GivenPrior = Struct
else:
    #: A prior as JSON.
    GivenPrior = msgspec.defstruct(
        "GivenPrior",
        [_prior_field(*item) for item in get_type_hints(Prior, include_extras=True).items()],
        namespace={"__doc__": "What is known about the texts. All fields are optional."},
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
        omit_defaults=True,
    )


class _WithoutSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    model: (
        Annotated[
            str,
            Meta(
                max_length=_NAME,
                description="One of GET /models; the first by default.",
            ),
        ]
        | None
    ) = None
    preset: Annotated[
        str,
        Meta(
            max_length=_NAME,
            description="default, cs, avg, mono, paper-cs, paper-avg, paper-mono, or another of the model's.",
        ),
    ] = "default"
    languages: (
        Annotated[
            list[_Code],
            Meta(
                min_length=1,
                max_length=_MOST,
                description="Answer only with these: eng, en, en-Latn, eng_Latn, @europe.",
            ),
        ]
        | None
    ) = None
    solver: Annotated[
        SolverName, Meta(description="The solver: exact, masklid, topk (the K most probable) or threshold.")
    ] = "exact"
    unit: Annotated[
        Unit,
        Meta(
            description="What a text is: one sentence; a document, which is split into sentences; or auto: a "
            f"document if it has more than {LONG} characters, else a sentence."
        ),
    ] = "auto"
    prior: Annotated[
        str | GivenPrior | None,
        Meta(description="What is known about the texts: the name of one of the service's priors, or JSON."),
    ] = None


def _field(name: str, definition: Setting) -> tuple[str, Any, Any]:
    low, high = definition.limits
    number: Any = Annotated[int if definition.whole else float, Meta(ge=low, le=high)]
    kind = Annotated[list[number], Meta(min_length=1, max_length=_RANKS)] if definition.listed else number
    if definition.by_language:
        kind |= Annotated[dict[_Code, number], Meta(max_length=_MOST)]
    if definition.named:
        kind |= Literal[tuple(definition.named)]
    if definition.optional:
        kind |= None
    about = ": ".join(filter(None, (definition.letters, definition.meaning)))
    if definition.by_language:
        about += " One number, or one by language, with * for the others."
    return name, Annotated[kind | UnsetType, Meta(description=about)], UNSET


if TYPE_CHECKING:
    _WithSettings = _WithoutSettings
else:
    _WithSettings = msgspec.defstruct(
        "_WithSettings", [_field(*item) for item in SETTINGS.items()], bases=(_WithoutSettings,), kw_only=True
    )


class IdentifierOptions(_WithSettings, frozen=True, kw_only=True):
    """How to identify. Settings that are not given are those of the preset; `null` turns a rule off."""

    def changes(self) -> dict[str, Any]:
        """The settings that the request gives."""
        given = {name: getattr(self, name) for name in SETTINGS if getattr(self, name) is not UNSET}
        # A preset may have one of two settings that exclude each other; a request for the other turns it off.
        for name in [name for name, value in given.items() if value is not None and SETTINGS[name].excludes]:
            given.setdefault(SETTINGS[name].excludes, None)
        return given

    def options(self) -> RequestOptions:
        """The options without the texts."""
        names = (name for name in RequestOptions.__struct_fields__ if name in self.__struct_fields__)
        return RequestOptions(**{name: getattr(self, name) for name in names})

    def configuration(self, priors: Mapping[str, Prior]) -> Configuration:
        """The configuration; `priors` are those of the service, by name."""
        codes = None if self.languages is None else tuple(self.languages)
        prior = self.prior
        if isinstance(prior, str) and prior not in priors:
            known = f"there are {', '.join(priors)}" if priors else "none was named when it was started (--prior)"
            raise SettingsError(f"the service has no prior {prior!r}; {known}")
        made = None if prior is None else priors[prior] if isinstance(prior, str) else _prior_of(prior)
        return Configuration(self.preset, self.solver, self.changes(), codes, self.model, made, self.unit)


class RequestOptions(IdentifierOptions, frozen=True, kw_only=True):
    """How to identify, and what to include in answers."""

    words: Annotated[bool, Meta(description="Include every word with its offsets, label, score and kind.")] = False
    parts: Annotated[
        bool, Meta(description="Include words, with the parts of those that mix two languages (meeting, 'e).")
    ] = False
    alternatives: Annotated[
        bool, Meta(description="Include other candidates for the dominant language, and confidences of near languages.")
    ] = False
    explain: Annotated[
        bool,
        Meta(description="Include, for every word, its best languages and the n-grams for and against its own."),
    ] = False
    csv: Annotated[
        bool,
        Meta(
            description="Include a CSV line of the text and its answer, as `mixlid identify -f csv --excel` writes it."
        ),
    ] = False


class IdentifyRequest(RequestOptions, frozen=True, kw_only=True):
    """One or more texts, and how to identify them."""

    text: Annotated[str | list[str], Meta(description="One text or several.")]
    settings: Annotated[bool, Meta(description="Include all settings in effect, some thousand characters.")] = False

    @property
    def texts(self) -> list[str]:
        return [self.text] if isinstance(self.text, str) else self.text


class StreamOptions(RequestOptions, frozen=True, kw_only=True):
    """The same for a stream, whose answers are added to the fields of its lines."""

    prefix: Annotated[
        str, Meta(max_length=_NAME, description="Put before the names of the answer's fields, such as mixlid_.")
    ] = ""
    replace: Annotated[bool, Meta(description="Replace fields of the same name, which are refused otherwise.")] = False


class LabelledText(Struct, frozen=True):
    """A text with its correct languages. Other fields are allowed, and ignored."""

    text: str
    langs: Annotated[list[_Code], Meta(min_length=1, max_length=_RANKS, description="Codes: tur, eng.")]


class AdaptRequest(IdentifierOptions, frozen=True, kw_only=True):
    """Texts to learn from, some perhaps with labels, and how to identify them."""

    text: Annotated[tuple[str, ...], Meta(description="Texts without labels.")] = ()
    labelled: Annotated[tuple[LabelledText, ...], Meta(description="Texts with their correct languages.")] = ()
    mixed: Annotated[bool, Meta(description="Learn how much is mixed, besides the languages.")] = True

    @property
    def texts(self) -> list[str]:
        return [*self.text, *(one.text for one in self.labelled)]


class FileRequest(IdentifierOptions, frozen=True, kw_only=True):
    """A file, and how to identify its texts."""

    name: Annotated[str, Meta(max_length=_NAME, description="The file name; its suffix tells the format.")]
    content: Annotated[bytes, Meta(description="The content, in base64.")]
    key: Annotated[str, Meta(max_length=_NAME, description="The column or field that has the texts.")] | None = None

    #: For `parse_request`; the texts of the file are counted when it is read.
    texts: ClassVar[tuple[str, ...]] = ()


def _prior_of(given: Any) -> Prior:
    return Prior.from_dict(msgspec.to_builtins(given))


decode_identify = msgspec.json.Decoder(IdentifyRequest).decode
decode_adapt = msgspec.json.Decoder(AdaptRequest).decode
decode_file = msgspec.json.Decoder(FileRequest).decode
