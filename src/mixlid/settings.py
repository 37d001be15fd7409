"""Settings of the problem and of the scores, and the presets.

A model may bring its own values for a preset; they are laid over the paper's, and may go beyond them (prices by
language and by word). `paper-cs`, `paper-avg` and `paper-mono` are the paper's programmes with nothing laid over,
except that the penalty is in the units of the model's scores. `default` is what a model recommends; without a
recommendation it is `avg`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from mixlid.errors import SettingsError
from mixlid.rules import Rules, Setting, setting, settings_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The presets that every model has.
PresetName = Literal["default", "cs", "avg", "mono", "paper-cs", "paper-avg", "paper-mono"]
#: Words for `group`: never a group, where nobody can tell, always.
GROUPING = MappingProxyType({"off": 0.0, "auto": 0.6, "always": 1.0})
#: How many languages the paper's M (C4, C5) is chosen among.
PAPER_LABELS = 125


class Changes(TypedDict, total=False):
    """Settings to change, for type checkers: each setting by its name, which a test holds to `Settings`."""

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
    min_words: int
    count_hashtags: int
    count_names: int
    count_loanwords: int


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
        "What is taken off the scores of a language for every word: more for rare languages, whose words are rare.",
        usual=(0, 2),
        by_language=True,
    )
    short_price: float = setting(
        0.0,
        (0, 100),
        "How many times the word price is added to itself in a text of one word; in one of n words it is 1/n² of that: "
        "how rare a language is counts for more where there is less to go by.",
        usual=(0, 5),
    )
    switch_price: float = setting(
        0.0,
        (0, 100),
        "What a switch from one language to another costs between words of four letters, in the units of scores, when "
        "the words of an answer are labelled jointly; less between longer words and after punctuation. With 0 each "
        "word has its best language.",
        usual=(0, 3),
    )
    mixed_threshold: float = setting(
        0.0,
        (0, 1),
        "How probable a further language must be, all evidence weighed, to be kept; with 0 the prices alone decide.",
    )

    unknown_threshold: float = setting(
        0.0,
        (0, 1),
        "How probable it must be that the text is in one of the model's languages; below, it is `und`, or `zxx` if it "
        "is not language. With 0 every text with words is given a language.",
    )
    group: float = setting(
        0.0,
        (0, 1),
        "How probable a language must be among those near to it, such as Croatian beside Bosnian and Serbian; below, "
        "the answer is their group (`hbs_Latn`).",
        named=GROUPING,
    )
    # Annotators disagree on these, so they are policies and not evidence. They go with `mixed_threshold`.
    min_words: int = setting(
        1, (1, 5), "How many words a further language must have that count; with 2, single inserted words do not."
    )
    count_hashtags: int = setting(0, (0, 1), "Whether hashtags count as words of a further language: 0 no, 1 yes.")
    count_names: int = setting(
        1, (0, 1), "Whether known names of people and brands count as words of a further language: 0 no, 1 yes."
    )
    count_loanwords: int = setting(
        1,
        (0, 1),
        "Whether words that are frequent in the dominant language too, as established loanwords are, count as words of "
        "a further language: 0 no, 1 yes.",
    )

    def __post_init__(self) -> None:
        for name in (name for name, definition in settings_of(Settings).items() if definition.by_language):
            if isinstance(value := getattr(self, name), Mapping):
                object.__setattr__(self, name, dict(value))  # ours, so that nobody else's changes reach it
        super().__post_init__()

    def _numbers(self, definition: Setting, value: Any) -> Iterable[Any]:
        named = definition.by_language and isinstance(value, Mapping)
        return value.values() if named else super()._numbers(definition, value)

    def replace(self, **changes: Unpack[Changes]) -> Settings:
        """A copy with some values changed; an unknown name gets an error that lists the names."""
        return self.changed(changes)

    def changed(self, changes: Mapping[str, Any]) -> Settings:
        """The same with names that are only known when it runs."""
        for name in sorted(changes):
            _defined(name)
        return replace(self, **changes)

    def among(self, labels: int, of: int) -> Settings:
        """The settings for fewer labels than they were made for: M shrinks in proportion, and is at least 1.

        With ten of ten languages every language is among a word's M best, and C5 would leave nothing to choose.
        """
        if labels >= of:
            return self
        only, force = (m and max(1, m * labels // of) for m in (self.only_top, self.force_top))
        return replace(self, only_top=only, force_top=force)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {**asdict(self), "rank_weights": list(self.rank_weights)}


#: What every setting is, by name.
SETTINGS = settings_of(Settings)

#: The most that a model's own presets may have: a file from elsewhere must not make a text take hours.
USUAL_BUDGET = int(SETTINGS["search_budget"].default)

#: The configurations of the paper (its section on best configurations), with its values.
PAPER = {
    "cs": Settings(),
    "avg": Settings(rank_weights=(1.0, 0.75), penalty=15.0, length_exponent=1.0, min_chars=5, force_top=10),
    "mono": Settings(rank_weights=(1.0, 0.7), penalty=20.0, length_exponent=1.0, min_chars=10, force_top=10),
}
#: The same as printed, whatever a model says.
AS_PRINTED = {f"paper-{name}": settings for name, settings in PAPER.items()}


def preset_names(from_model: Mapping[str, Any]) -> list[str]:
    """The presets of a model, in the order of showing them."""
    return list(dict.fromkeys(["default", *PAPER, *from_model, *AS_PRINTED]))


#: What is ours in `default`, unless the model's own preset says otherwise; the paper's presets label words one by one,
#: as printed. Fitted with the other numbers of `mixlid.engine.word_labels`.
DEFAULT = {"switch_price": 1.03}


def preset(
    name: str, from_model: Mapping[str, Mapping[str, Any]] | None = None, labels: int = PAPER_LABELS
) -> Settings:
    """The settings called `name` for a model with that many labels: the paper's, with what the model says laid over."""
    stored = from_model or {}
    if name not in preset_names(stored):
        raise SettingsError(f"there is no preset {name!r}; the presets are {', '.join(preset_names(stored))}")
    if name in AS_PRINTED:
        printed = AS_PRINTED[name].among(labels, PAPER_LABELS)
        return printed.replace(penalty=round(_number(printed.penalty) * penalty_unit(stored), 4))
    if name == "default" and name not in stored:
        name = "avg"
    ours = DEFAULT if name == "default" else {}
    settings = PAPER.get(name, PAPER["cs"]).among(labels, PAPER_LABELS).changed({**ours, **stored.get(name, {})})
    if settings.search_budget > USUAL_BUDGET:
        raise SettingsError(
            f"the preset {name!r} of the model has a search_budget of {settings.search_budget:,}; a model may have "
            f"{USUAL_BUDGET:,} at most, and more is for whoever runs it to ask for (-s search_budget=…)"
        )
    return settings


def penalty_unit(from_model: Mapping[str, Mapping[str, Any]]) -> float:
    """What the paper's unit of P is on a model's score scale: 1 for a model that says nothing.

    It is the ratio of the model's own P to the paper's, of `avg` or else of `mono`, where that is one number; prices by
    language are prices beyond P, so that of them only the lowest is left to go by.
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
    if name == "words":  # of an identifier, which checks it, rather than of the programme
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
        raise SettingsError(f"there is no setting {name!r}; the settings are {', '.join(SETTINGS)}")
    return SETTINGS[name]
