"""What a setting is, and the settings that are rules of the problem.

A setting is defined with its field, by `setting(…)`. Validation, `-s` and its help, the HTTP service, the controls of
the page and the tables of the documentation all come from that definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import pairwise
from math import isnan
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeVar

from mixlid.errors import SettingsError

Penalty = TypeVar("Penalty")
_MILLION = 1_000_000

#: What a rule ties together: the languages that a `word` may have by itself, whatever the others have; all words of a
#: `language`, in any order; or the `sequence` of words. Whatever may set words aside, label them again or take a short
#: cut asks for this. `tests/engine/test_rules_hold.py` derives it from `Problem.violations`, and refuses a wrong one.
Scope = Literal["word", "language", "sequence"]


@dataclass(frozen=True, slots=True)
class Setting:
    """The definition of one setting. Its type is that of its default; None stands for a whole number."""

    default: Any
    #: the smallest and largest numbers allowed
    limits: tuple[float, float]
    #: one sentence for people
    meaning: str
    #: its letter in the paper's formulas; empty if the paper does not have it
    letter: str = ""
    #: the rule that it belongs to, as numbered in `docs/formulation.md`
    rule: str = ""
    #: what that rule ties together; None if it says nothing about words
    scope: Scope | None = None
    #: the range of usual values, if narrower than the limits: the ends of a slider
    usual: tuple[float, float] | None = None
    #: the name of a setting that cannot be combined with this one
    excludes: str = ""
    #: whether there may be a number for each language instead of one for all
    by_language: bool = False
    #: words that may stand for some of its numbers
    named: Mapping[str, float] = field(default_factory=dict)
    #: whether None turns it off, whether it is a list of numbers, and whether these are whole; all by its default
    optional: bool = False
    listed: bool = False
    whole: bool = False

    @property
    def is_switch(self) -> bool:
        """Whether it is 0 for no or 1 for yes."""
        return self.whole and not self.optional and self.limits == (0, 1)

    @property
    def letters(self) -> str:
        """The letter and the rule, if it has them."""
        return ", ".join(filter(None, (self.letter, self.rule)))

    @property
    def range(self) -> str:
        if self.is_switch:
            return "0 (no) or 1 (yes)"
        return " to ".join(f"{end:,}" if isinstance(end, int) else f"{end:g}" for end in self.limits)

    @property
    def values(self) -> str:
        """What it may be, in words."""
        if self.is_switch:
            return self.range
        kind = "numbers" if self.listed else "a whole number" if self.whole else "a number"
        words = ", ".join(["none"] * self.optional + [*self.named])
        return f"{kind} from {self.range}{f', or {words}' if words else ''}"

    def check(self, name: str, number: Any) -> None:
        """Raise `SettingsError` for a number of the wrong kind or out of range (NaN is, too)."""
        fits = type(number) is int if self.whole else isinstance(number, int | float) and not isinstance(number, bool)
        low, high = self.limits
        if not fits or not low <= number <= high:
            raise SettingsError(f"{self.title(name)} must be {self.values}; it cannot be {number!r}")

    def allows_all(self, numbers: tuple[Any, ...]) -> bool:
        """Whether these are certainly fractions within the limits, which is quickly said of hundreds of prices."""
        if self.whole or set(map(type, numbers)) != {float} or isnan(sum(numbers)):
            return False
        low, high = self.limits
        return bool(low <= min(numbers) and max(numbers) <= high)

    def title(self, name: str) -> str:
        """The name and the paper's letter, for messages."""
        return f"{name} ({self.letter})" if self.letter else name

    def parse(self, text: str) -> Any:
        """The value of an argument of the command line; `ValueError` if it has the wrong type."""
        if self.optional and text.lower() == "none":
            return None
        if self.listed:
            return tuple(float(part) for part in text.split(","))
        if text in self.named:
            return self.named[text]
        return int(text) if self.whole else float(text)


def setting(default: Any, limits: tuple[float, float], meaning: str, **more: Any) -> Any:
    """A field of a dataclass that is a setting; `more` as for `Setting`."""
    more |= {"optional": default is None, "listed": isinstance(default, tuple)}
    more["whole"] = default is None or isinstance(default, int)
    return field(default=default, metadata={"setting": Setting(default, limits, meaning, **more)})


@cache
def settings_of(kind: type) -> Mapping[str, Setting]:
    """The settings of a dataclass, by name and in order."""
    return MappingProxyType({one.name: one.metadata["setting"] for one in fields(kind) if "setting" in one.metadata})


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[Penalty]):
    """What `Settings` and `Problem` share; they differ in the type of the penalty."""

    max_languages: int = setting(2, (1, 5), "The largest number of languages of a text.", letter="K", rule="C2")
    rank_weights: tuple[float, ...] = setting(
        (1.0,),
        (0.001, 1),
        "Weights of the first, second, … language, by which the scores of its words are multiplied. They never rise; "
        "the last one is used for all further languages.",
        letter="α",
    )
    penalty: Penalty = setting(  # noqa: RUF009 (what stands for a type may be anything)
        0.0,
        (-_MILLION, _MILLION),
        "Penalty for each language, in units of the model's scores: the higher, the fewer languages.",
        letter="P",
        usual=(0, 4),
        by_language=True,
    )
    length_exponent: float = setting(
        0.0,
        (0, 2),
        "Scores are divided by the number of words to this power, so that a further language must earn more in a long "
        "text; 0 is the paper's core model, 1 its extended model.",
        letter="γ",
    )
    min_chars: int = setting(
        0,
        (0, _MILLION),
        "How many characters the words of a language must have in total.",
        letter="τ",
        rule="C3",
        scope="language",
        usual=(0, 40),
    )
    only_top: int | None = setting(
        None,
        (1, _MILLION),
        "How many of its best languages a word may be assigned to; it gets one of these or none.",
        letter="M",
        rule="C4",
        scope="word",
        usual=(1, 30),
        excludes="force_top",
    )
    force_top: int | None = setting(
        None,
        (1, _MILLION),
        "How many of a word's best languages are checked for the text's first language; the word must get that "
        "language if it is among them.",
        letter="M",
        rule="C5",
        scope="word",
        usual=(1, 30),
        excludes="only_top",
    )
    max_switches: int | None = setting(
        None,
        (0, _MILLION),
        "The largest number of switches from one language to another.",
        letter="S",
        rule="C6",
        scope="sequence",
        usual=(0, 15),
    )
    search_budget: int = setting(
        200,
        (1, _MILLION),
        "Limit of the exact search, in millions of steps. Beyond it, the best answer so far is returned, with a bound "
        "on how much better an answer could be (`gap`).",
        usual=(1, 1000),
    )

    def __post_init__(self) -> None:
        kind: Any = type(self)
        definitions = settings_of(kind)
        given: Any = self.rank_weights
        object.__setattr__(self, "rank_weights", tuple(given) if isinstance(given, list | tuple) else (given,))
        for name, definition in definitions.items():
            value = getattr(self, name)
            if value is None and definition.optional:
                continue
            if isinstance(value, str) and value in definition.named:
                value = definition.named[value]
                object.__setattr__(self, name, value)
            numbers = tuple(self._numbers(definition, value))
            if not definition.allows_all(numbers):
                for number in numbers:
                    definition.check(name, number)
            other = definition.excludes
            if other and getattr(self, other) is not None:
                both = f"{name} ({definition.rule}) and {other} ({definitions[other].rule})"
                raise SettingsError(f"{both} cannot be used together; set one of them to none")
        if not self.rank_weights or any(later > earlier for earlier, later in pairwise(self.rank_weights)):
            raise SettingsError(f"rank_weights (α) must fall or stay the same, not {self.rank_weights}")

    @property
    def in_force(self) -> dict[str, Scope]:
        """The rules about words that have a value other than their default, with their scopes."""
        declared = settings_of(Rules).items()
        return {name: one.scope for name, one in declared if one.scope and getattr(self, name) != one.default}

    @property
    def scopes(self) -> frozenset[Scope]:
        """The scopes of the rules that are in force. Without any, words are free to have any chosen language."""
        return frozenset(self.in_force.values())

    def _numbers(self, definition: Setting, value: Any) -> Iterable[Any]:
        """The numbers in a setting's value."""
        if definition.by_language and isinstance(value, Mapping):
            return value.values()
        return value if definition.listed else (value,)


#: What they are called.
RULES = tuple(field.name for field in fields(Rules))
