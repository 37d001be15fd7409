"""What a setting is, and the settings that are rules of the problem.

A setting is defined where its field is, by `setting(…)`. The checks, `-s` and its help, the HTTP service, the controls
of the page and the tables of the documentation all come from that definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from mixlid.errors import SettingsError

Penalty = TypeVar("Penalty")
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Setting:
    """The definition of one setting. Its default also says of what type it is: None stands for a whole number."""

    default: Any
    #: the smallest and the largest number that are allowed
    limits: tuple[float, float]
    #: one sentence for people
    meaning: str
    #: in the paper's formulas; empty if the paper does not have it
    letter: str = ""
    #: the rule that it belongs to, as `docs/formulation.md` numbers them
    rule: str = ""
    #: where values usually lie, if not anywhere between the limits: the ends of a slider
    usual: tuple[float, float] | None = None
    #: the name of a setting that cannot be used together with this one
    excludes: str = ""
    #: whether there may be one number for each language in place of one for all
    by_language: bool = False
    #: words that may stand for some of its numbers
    named: Mapping[str, float] = field(default_factory=dict)

    @property
    def optional(self) -> bool:
        """Whether None turns it off."""
        return self.default is None

    @property
    def listed(self) -> bool:
        """Whether it is several numbers."""
        return isinstance(self.default, tuple)

    @property
    def whole(self) -> bool:
        return self.optional or isinstance(self.default, int)

    @property
    def letters(self) -> str:
        """The letter and the rule, as far as there are any."""
        return ", ".join(filter(None, (self.letter, self.rule)))

    @property
    def range(self) -> str:
        return " to ".join(f"{end:,}" if isinstance(end, int) else f"{end:g}" for end in self.limits)

    @property
    def values(self) -> str:
        """What it may be, in words."""
        kind = "numbers" if self.listed else "a whole number" if self.whole else "a number"
        words = ", ".join(["none"] * self.optional + [*self.named])
        return f"{kind} from {self.range}{f', or {words}' if words else ''}"

    def check(self, name: str, number: Any) -> None:
        """Refuse what is not a number of the right kind, or out of range (NaN is, too)."""
        fits = type(number) is int if self.whole else isinstance(number, int | float) and not isinstance(number, bool)
        low, high = self.limits
        if not fits or not low <= number <= high:
            raise SettingsError(f"{self.title(name)} must be {self.values}; it cannot be {number!r}")

    def title(self, name: str) -> str:
        """The name with the paper's letter, for messages."""
        return f"{name} ({self.letter})" if self.letter else name

    def parse(self, text: str) -> Any:
        """The value that was written on a command line; `ValueError` if it is of the wrong type."""
        if self.optional and text.lower() == "none":
            return None
        if self.listed:
            return tuple(float(part) for part in text.split(","))
        if text in self.named:
            return self.named[text]
        return int(text) if self.whole else float(text)


def setting(default: Any, limits: tuple[float, float], meaning: str, **more: Any) -> Any:
    """A field of a dataclass that is a setting; `more` as for `Setting`."""
    return field(default=default, metadata={"setting": Setting(default, limits, meaning, **more)})


@cache
def settings_of(kind: type) -> Mapping[str, Setting]:
    """The settings of a dataclass, by name and in order."""
    return MappingProxyType({one.name: one.metadata["setting"] for one in fields(kind) if "setting" in one.metadata})


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[Penalty]):
    """What `Settings` and `Problem` share; they differ in how a penalty names languages."""

    max_languages: int = setting(2, (1, 5), "How many languages a text may have.", letter="K", rule="C2")
    rank_weights: tuple[float, ...] = setting(
        (1.0,),
        (0.001, 1),
        "How much words of the first, second, … language count: their scores are multiplied by these numbers, which "
        "never rise; the last serves all further languages.",
        letter="α",
    )
    penalty: Penalty = setting(  # noqa: RUF009 (what stands for a type may be anything)
        0.0,
        (-_MILLION, _MILLION),
        "What each language costs, in the units of the model's scores: the more, the fewer languages.",
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
        "How many characters the words of a language must have in all.",
        letter="τ",
        rule="C3",
        usual=(0, 40),
    )
    only_top: int | None = setting(
        None,
        (1, _MILLION),
        "How many of its best languages a word may choose from; it takes one of these or none.",
        letter="M",
        rule="C4",
        usual=(1, 30),
        excludes="force_top",
    )
    force_top: int | None = setting(
        None,
        (1, _MILLION),
        "How many of a word's best languages are looked at for the text's first language, which it must take if it is "
        "among them.",
        letter="M",
        rule="C5",
        usual=(1, 30),
        excludes="only_top",
    )
    max_switches: int | None = setting(
        None,
        (0, _MILLION),
        "How many words may have another language than the word before.",
        letter="S",
        rule="C6",
        usual=(0, 15),
    )
    search_budget: int = setting(
        200,
        (1, _MILLION),
        "How many million steps the exact search may take; past that, the best answer so far is given, with a bound on "
        "what it may lack (`gap`).",
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
            for number in self._numbers(definition, value):
                definition.check(name, number)
            other = definition.excludes
            if other and getattr(self, other) is not None:
                both = f"{name} ({definition.rule}) and {other} ({definitions[other].rule})"
                raise SettingsError(f"{both} cannot be used together; set one of them to none")
        if not self.rank_weights or any(later > earlier for earlier, later in pairwise(self.rank_weights)):
            raise SettingsError(f"rank_weights (α) must fall or stay the same, not {self.rank_weights}")

    def _numbers(self, definition: Setting, value: Any) -> Iterable[Any]:
        """The numbers that a setting's value is made of."""
        return value if definition.listed else (value,)


#: What they are called.
RULES = tuple(field.name for field in fields(Rules))
