"""Request types: requests are checked against them, and the OpenAPI document describes them.

Every setting is a field; its type, limits and description come from its definition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from mixlid.configuration import Configuration
from mixlid.engine.document_pipeline import LONG, Unit
from mixlid.errors import SettingsError
from mixlid.prior import Prior
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


def _setting_field(name: str, definition: Setting) -> tuple[str, Any, Any]:
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
    GivenSettings = Struct
else:
    GivenSettings = msgspec.defstruct(
        "GivenSettings",
        [_setting_field(*item) for item in SETTINGS.items()],
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
        omit_defaults=True,
    )


class RequestOptions(GivenSettings, frozen=True, kw_only=True):
    """How to identify, and what to include. Settings not given are those of the preset; `null` turns a rule off."""

    model: Annotated[str, Meta(max_length=_NAME, description="One of GET /models; the first by default.")] | None = None
    preset: Annotated[
        str,
        Meta(
            max_length=_NAME,
            description="default, one, cs, avg, mono, paper-cs, paper-avg, paper-mono, or another of the model's.",
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
        str | dict[str, Any] | None,
        Meta(description="What is known about the texts: the name of one of the service's priors, or a prior as JSON."),
    ] = None
    words: Annotated[bool, Meta(description="Include every word with its offsets, label, score and kind.")] = False
    alternatives: Annotated[
        bool, Meta(description="Include other candidates for the main language, and confidences of near languages.")
    ] = False
    runs: Annotated[
        Annotated[str, Meta(max_length=_NAME)] | None,
        Meta(description="Include the runs: `default`, or their options (`min_words=2,unknown=keep`)."),
    ] = None
    explain: Annotated[
        bool, Meta(description="Include, for every word, its best languages and the n-grams for and against its own.")
    ] = False

    def changes(self) -> dict[str, Any]:
        """The settings that the request gives."""
        given = {name: getattr(self, name) for name in SETTINGS if getattr(self, name) is not UNSET}
        # A preset may have one of two settings that exclude each other; a request for the other turns it off.
        for name in [name for name, value in given.items() if value is not None and SETTINGS[name].excludes]:
            given.setdefault(SETTINGS[name].excludes, None)
        return given

    def options(self) -> RequestOptions:
        """The options alone, without the texts."""
        return RequestOptions(**{name: getattr(self, name) for name in RequestOptions.__struct_fields__})

    def configuration(self, priors: Mapping[str, Prior]) -> Configuration:
        """The configuration; `priors` are those of the service, by name."""
        codes = None if self.languages is None else tuple(self.languages)
        prior = None if self.prior is None else self._prior(self.prior, priors)
        return Configuration(self.preset, self.solver, self.changes(), codes, self.model, prior, self.unit)

    @staticmethod
    def _prior(given: str | dict[str, Any], priors: Mapping[str, Prior]) -> Prior:
        if not isinstance(given, str):
            return Prior.from_dict(given)
        if given not in priors:
            known = f"there are {', '.join(priors)}" if priors else "none was named when it was started (--prior)"
            raise SettingsError(f"the service has no prior {given!r}; {known}")
        return priors[given]


class StreamOptions(RequestOptions, frozen=True, kw_only=True):
    """How to identify the lines of a stream."""

    pieces: Annotated[
        bool, Meta(description="The texts are pieces of one; each of its runs is a line, once nothing can change it.")
    ] = False


class IdentifyRequest(RequestOptions, frozen=True, kw_only=True):
    """One or more texts, and how to identify them."""

    text: Annotated[str | list[str], Meta(description="One text or several.")]

    @property
    def texts(self) -> list[str]:
        return [self.text] if isinstance(self.text, str) else self.text


decode_identify = msgspec.json.Decoder(IdentifyRequest).decode
