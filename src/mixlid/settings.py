"""Settings of the problem and of the scores, and the presets.

A model may have its own values for a preset, which override the paper's and may go beyond them (prices by language and
by word). `paper-cs`, `paper-avg` and `paper-mono` are the paper's configurations without overrides, except that the
penalty is in units of the model's scores. `default` is what the model recommends, or else `avg`; `one` is the same with
the main language alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from mixlid.errors import SettingsError, suggestion
from mixlid.rules import Rules, Setting, setting, settings_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The presets that every model has.
PresetName = Literal["default", "one", "cs", "avg", "mono", "paper-cs", "paper-avg", "paper-mono"]
#: Values of `group` by name: never answer with a group, only where the languages cannot be told apart, always.
GROUPING = MappingProxyType({"off": 0.0, "auto": 0.6, "always": 1.0})
#: How many languages the paper's M (C4, C5) is chosen among.
PAPER_LABELS = 125
#: Items of a mapping that are shown; of more only the number is.
_MOST_SHOWN = 4


class Changes(TypedDict, total=False):
    """Settings to change, for type checkers; a test makes sure that it agrees with `Settings`."""

    max_languages: int
    rank_weights: float | tuple[float, ...] | list[float]
    penalty: float | Mapping[str, float]
    length_exponent: float
    min_chars: int
    only_top: int | None
    force_top: int | None
    max_switches: int | None
    search_budget: int
    capital_weight: float
    word_price: float | Mapping[str, float]
    short_price: float
    switch_price: float
    mixed_threshold: float
    unknown_threshold: float
    group: float | Literal["off", "auto", "always"]
    standard_weight: float
    min_words: int
    count_hashtags: int
    count_names: int
    count_loanwords: int
    main_only: int


@dataclass(frozen=True, kw_only=True)
class Settings(Rules[float | Mapping[str, float]]):
    """How languages are chosen; `docs/formulation.md` has the mathematics."""

    capital_weight: float = setting(
        1.0,
        (0, 1),
        "Words with a capital letter inside a sentence are often names: their scores are multiplied by this.",
    )
    word_price: float | Mapping[str, float] = setting(
        0.0,
        (-1000, 1000),
        "Subtracted from a language's score for every word: more for rare languages, whose words are rare.",
        usual=(0, 2),
        by_language=True,
    )
    short_price: float = setting(
        0.0,
        (0, 100),
        "Raises the word price of short texts, by this many times the price for one word and 1/n² of that for n words: "
        "the rarity of a language counts for more where there is less evidence.",
        usual=(0, 5),
    )
    switch_price: float = setting(
        0.0,
        (0, 100),
        "Cost of a switch from one language to another between words of four letters, in units of scores, when the "
        "words of an answer are labelled jointly; lower between longer words and after punctuation. With 0 each word "
        "gets its best language.",
        usual=(0, 3),
    )
    mixed_threshold: float = setting(
        0.0,
        (0, 1),
        "How probable a further language must be, given all the evidence, to be kept; with 0, penalties alone decide.",
    )

    unknown_threshold: float = setting(
        0.0,
        (0, 1),
        "How probable it must be that the text is in one of the model's languages; below, the answer is `und`, or "
        "`zxx` if it is not language. With 0 every text with words gets a language.",
    )
    group: float = setting(
        0.0,
        (0, 1),
        "How probable a language must be among its near languages, such as Croatian among Bosnian and Serbian; below, "
        "the answer is their group (`hbs_Latn`).",
        named=GROUPING,
    )
    standard_weight: float = setting(
        0.0,
        (0, 10),
        "How much it counts that most text in some near languages is in the standard one, as in Standard Arabic among "
        "the spoken varieties: the logarithm of its odds is multiplied by this. With 0 and `group=off` the answer is "
        "the one that the search found.",
        usual=(0, 2),
    )
    # Annotators disagree on these, so they are policies, not evidence. They apply with `mixed_threshold`.
    min_words: int = setting(
        1, (1, 5), "How many words a further language must have; with 2, single inserted words do not count."
    )
    count_hashtags: int = setting(0, (0, 1), "Whether hashtags count as words of a further language.")
    count_names: int = setting(
        1,
        (0, 1),
        "Whether names count as words of a further language. These are known names of people, brands and "
        "places with a capital letter, other capitalised words inside a sentence, and words such as iPad.",
    )
    count_loanwords: int = setting(
        1,
        (0, 1),
        "Whether loanwords count as words of a further language. These are words that the main language "
        "uses about as often as the one that they come from.",
    )
    main_only: int = setting(
        0, (0, 1), "Whether the answer is the main language alone, which is found as in mixed text."
    )

    def __post_init__(self) -> None:
        for name in (name for name, definition in settings_of(Settings).items() if definition.by_language):
            if isinstance(value := getattr(self, name), Mapping):
                object.__setattr__(self, name, dict(value))  # a copy, which the caller cannot change
        super().__post_init__()

    def replace(self, **changes: Unpack[Changes]) -> Settings:
        """A copy with some values changed; `SettingsError` lists the names if one is unknown."""
        for name in sorted(changes.keys() - SETTINGS.keys()):
            _defined(name)
        values: dict[str, Any] = {**changes}
        return replace(self, **values)

    def __repr__(self) -> str:
        return short_repr(self)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {**asdict(self), "rank_weights": list(self.rank_weights)}


def short_repr(owner: Any) -> str:
    """Fields that differ from a new one of that class. It is no key: two that differ may look alike."""
    plain = type(owner)()
    values = {one.name: getattr(owner, one.name) for one in fields(owner)}
    said = [f"{name}={_shown(value)}" for name, value in values.items() if value != getattr(plain, name)]
    return f"{type(owner).__name__}({', '.join(said)})"


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return repr(dict(value)) if len(value) <= _MOST_SHOWN else f"{{{len(value)} values}}"
    return repr(value)


def for_labels(settings: Settings, labels: int, of: int = PAPER_LABELS) -> Settings:
    """The settings for fewer labels than they were made for: M shrinks in proportion, to at least 1.

    With M = 10 and only ten languages, every language is among a word's M best, and C5 would leave no choice.
    """
    if labels >= of:
        return settings
    only, force = (m and max(1, m * labels // of) for m in (settings.only_top, settings.force_top))
    return replace(settings, only_top=only, force_top=force)


#: The definition of every setting, by name.
SETTINGS = settings_of(Settings)

#: The largest search budget of a model's own presets: an untrusted file must not make a text take hours.
USUAL_BUDGET = int(SETTINGS["search_budget"].default)

#: The configurations of the paper (its section on best configurations), with its values.
PAPER = {
    "cs": Settings(),
    "avg": Settings(rank_weights=(1.0, 0.75), penalty=15.0, length_exponent=1.0, min_chars=5, force_top=10),
    "mono": Settings(rank_weights=(1.0, 0.7), penalty=20.0, length_exponent=1.0, min_chars=10, force_top=10),
}
#: The same as published, whatever a model says.
AS_PRINTED = {f"paper-{name}": settings for name, settings in PAPER.items()}


#: The presets of every model.
_PRESETS = ("default", "one", *PAPER, *AS_PRINTED)


def preset_names(from_model: Mapping[str, Any]) -> list[str]:
    """The presets of a model, in the order in which they are listed."""
    return list(dict.fromkeys(["default", "one", *PAPER, *from_model, *AS_PRINTED]))


def preset(
    name: str, from_model: Mapping[str, Mapping[str, Any]] | None = None, labels: int = PAPER_LABELS
) -> Settings:
    """The settings called `name` for a model with that many labels: the paper's, overridden by the model's."""
    stored = from_model or {}
    if name not in stored and name not in _PRESETS:
        meant = " ".join(filter(None, [suggestion(name, preset_names(stored)), "the presets are"]))
        raise SettingsError(f"there is no preset {name!r}; {meant} {', '.join(preset_names(stored))}")
    if name in AS_PRINTED:
        printed = for_labels(AS_PRINTED[name], labels)
        return printed.replace(penalty=round(_number(printed.penalty) * penalty_unit(stored), 4))
    if name == "one":
        return preset("default", stored, labels).replace(main_only=1)
    if name == "default" and name not in stored:
        name = "avg"
    settings = PAPER.get(name, PAPER["cs"])
    if labels < PAPER_LABELS:
        settings = for_labels(settings, labels)
    settings = settings.replace(**stored.get(name, {}))
    if settings.search_budget > USUAL_BUDGET:
        raise SettingsError(
            f"the preset {name!r} of the model has a search_budget of {settings.search_budget:,}, but a model may set "
            f"at most {USUAL_BUDGET:,}; set a larger one yourself (-s search_budget=…)"
        )
    return settings


def penalty_unit(from_model: Mapping[str, Mapping[str, Any]]) -> float:
    """The paper's unit of P on a model's score scale; 1 for a model without presets.

    It is the ratio of the model's P to the paper's, for `avg` or else `mono`. Where P is a price for each language, it
    already contains more than P, so the lowest of them is used.
    """
    own = {name: from_model[name]["penalty"] for name in ("avg", "mono") if "penalty" in from_model.get(name, {})}
    for name, value in own.items():
        if not isinstance(value, Mapping):
            return float(value) / _number(PAPER[name].penalty)
    return next((min(prices.values()) / _number(PAPER[name].penalty) for name, prices in own.items() if prices), 1.0)


def _number(penalty: float | Mapping[str, float]) -> float:
    assert not isinstance(penalty, Mapping)
    return penalty


def parse(text: str) -> tuple[str, Any]:
    """`name=value` as written on a command line."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise SettingsError(f"a setting is written name=value, not {text!r}; the names are {', '.join(SETTINGS)}")
    name = name.replace("-", "_")
    if name == "words":  # an option of the identifier, which checks it
        return name, value
    definition = _defined(name)
    try:
        return name, definition.parse(value)
    except ValueError:
        raise SettingsError(
            f"{value!r} is not a value for the setting {name}: it must be {definition.values}"
        ) from None


def _defined(name: str) -> Setting:
    if name not in SETTINGS:
        hint = suggestion(name, SETTINGS) or f"the settings are {', '.join(SETTINGS)}"
        raise SettingsError(f"there is no setting {name!r}; {hint}")
    return SETTINGS[name]
