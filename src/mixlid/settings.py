"""Settings of the problem and of the scores, and the paper's three presets.

A model may bring its own values for a preset (the penalty only makes sense on one model's score scale); they are laid
over the paper's. `default` is what a model recommends; without a recommendation it is `avg`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from mixlid.errors import SettingsError

MAX_LANGUAGES = 5
#: How many languages the paper's M (C4, C5) is chosen among.
PAPER_LABELS = 125
_OPTIONAL = ("only_top", "force_top", "max_switches")


@dataclass(frozen=True, slots=True)
class Settings:
    """How languages are chosen; `docs/formulation.md` has the mathematics. The letters are the paper's."""

    #: K: how many languages a text may have, from 1 to 5
    max_languages: int = 2
    #: α: what the scores of the first, second, … language are multiplied by; the last one serves all further ranks
    rank_weights: tuple[float, ...] = (1.0,)
    #: P: what a language costs, in the units of the model's scores: one number, or by label with `"*"` for the others
    penalty: float | Mapping[str, float] = 0.0
    #: γ: scores are divided by (number of words)^γ; the paper's core model has 0, its extended model 1
    length_exponent: float = 0.0
    #: C3, τ: a language needs words of at least this many characters in all
    min_chars: int = 0
    #: C4, M: a word takes only one of its M best languages, or none
    only_top: int | None = None
    #: C5, M: a word takes the first language whenever that is one of its M best
    force_top: int | None = None
    #: C6, S: at most this many words may have another language than the word before
    max_switches: int | None = None
    #: Weight of words with a capital letter inside a sentence, which are often names; 1 changes nothing
    capital_weight: float = 1.0

    def __post_init__(self) -> None:
        for name in ("max_languages", "min_chars", "only_top", "force_top", "max_switches"):
            value = getattr(self, name)
            if not (type(value) is int or (value is None and name in _OPTIONAL)):
                raise SettingsError(f"{name} must be a whole number{' or None' * (name in _OPTIONAL)}, not {value!r}")
        values = self.penalty.values() if isinstance(self.penalty, Mapping) else [self.penalty]
        for value in (self.length_exponent, self.capital_weight, *self.rank_weights, *values):
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise SettingsError(f"{value!r} is not a number, as length_exponent, penalty and the weights must be")
        if isinstance(self.penalty, Mapping):
            object.__setattr__(self, "penalty", dict(self.penalty))  # ours, so that nobody else's changes reach it
        if not 1 <= self.max_languages <= MAX_LANGUAGES:
            raise SettingsError(f"max_languages must be from 1 to {MAX_LANGUAGES}, not {self.max_languages}")
        if not 0 <= self.capital_weight <= 1:
            raise SettingsError(f"capital_weight must be from 0 to 1, not {self.capital_weight}")
        if not 0 <= self.length_exponent <= 2:
            raise SettingsError(f"length_exponent must be from 0 to 2, not {self.length_exponent}")
        if self.only_top is not None and self.force_top is not None:
            raise SettingsError("only_top (C4) and force_top (C5) cannot be used together; set one of them to none")

    def replace(self, **changes: Any) -> Settings:
        """A copy with some values changed; an unknown name gets an error that lists the names."""
        unknown = sorted(set(changes) - set(SETTING_NAMES))
        if unknown:
            raise SettingsError(f"there is no setting {unknown[0]!r}; the settings are {', '.join(SETTING_NAMES)}")
        if "rank_weights" in changes:
            given = changes["rank_weights"]
            changes["rank_weights"] = (given,) if isinstance(given, int | float) else tuple(given)
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


SETTING_NAMES = tuple(field.name for field in fields(Settings))

#: The configurations of the paper (its section on best configurations), with its values.
PAPER = {
    "cs": Settings(),
    "avg": Settings(rank_weights=(1.0, 0.75), penalty=15.0, length_exponent=1.0, min_chars=5, force_top=10),
    "mono": Settings(rank_weights=(1.0, 0.7), penalty=20.0, length_exponent=1.0, min_chars=10, force_top=10),
}


def preset(
    name: str, from_model: Mapping[str, Mapping[str, Any]] | None = None, labels: int = PAPER_LABELS
) -> Settings:
    """The settings called `name` for a model with so many labels: the paper's, with what the model says laid over."""
    stored = from_model or {}
    if name not in PAPER and name not in stored and name != "default":
        known = ", ".join(dict.fromkeys(["default", *PAPER, *stored]))
        raise SettingsError(f"there is no preset {name!r}; the presets are {known}")
    if name == "default" and name not in stored:
        name = "avg"
    return PAPER.get(name, PAPER["cs"]).among(labels, PAPER_LABELS).replace(**stored.get(name, {}))


def parse(text: str) -> tuple[str, Any]:
    """`name=value` as written on a command line."""
    name, equals, value = text.partition("=")
    if not equals:
        raise SettingsError(f"a setting is written name=value, not {text!r}; the names are {', '.join(SETTING_NAMES)}")
    name = name.strip().replace("-", "_")
    return name, _value(name, value.strip())


def _value(name: str, text: str) -> Any:
    try:
        if text.lower() == "none" and name in _OPTIONAL:
            return None
        if name == "rank_weights":
            return tuple(float(part) for part in text.split(","))
        if name in ("penalty", "length_exponent", "capital_weight"):
            return float(text)
        return int(text)
    except ValueError:
        raise SettingsError(f"{text!r} is not a value for the setting {name}") from None
