"""What is known about a corpus in advance: its languages, which of them are mixed, and how much of it is mixed.

A prior is learnt from texts (`Identifier.adapt`, `mixlid adapt`) or written by hand, as a readable JSON file. Any field
may be left out; then nothing is assumed about it. `mixlid.adapt.prior_effects` applies a prior and
`mixlid.adapt.learning` learns one.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from mixlid._files import complete_file
from mixlid.errors import InputError, SettingsError, suggestion
from mixlid.settings import short_repr
from mixlid.text.label_sets import SIGN
from mixlid.text.labels import LONGEST_CODE

#: How many texts a prior is learnt from, unless requested otherwise.
SAMPLE = 4000
#: Between the languages of a set.
TOGETHER = "+"
#: Of a file, more than any prior has that is learnt.
_MOST_BYTES = 10_000_000
_EXAMPLE = '{"languages": {"tur": 0.6, "eng": 0.4}, "mixed": 0.3}'
#: The most languages and sets that a prior may have, and languages of a set: more than any model or text has.
MOST = {"languages": 5_000, "sets": 5_000, "factors": 100}
MOST_TOGETHER = 8
#: The longest name of either, in characters.
LONGEST = {"languages": LONGEST_CODE, "sets": MOST_TOGETHER * (LONGEST_CODE + len(TOGETHER)), "factors": LONGEST_CODE}
#: The smallest and largest value of a field; shares are from 0 to 1.
LIMITS = {"offset": (-100.0, 100.0), "factors": (-10.0, 10.0)}
#: Shares are rounded in the file, so they may add up to a little more than 1.
_SLACK = 0.001


def _nothing() -> Mapping[str, float]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Prior:
    """Shares from 0 to 1. Immutable and picklable."""

    languages: Annotated[
        Mapping[str, float], "The share of the texts in each language; a mixed text is split among its languages."
    ] = field(default_factory=_nothing)
    sets: Annotated[
        Mapping[str, float], "The share of the texts that mix exactly these languages (tur+eng), for common sets."
    ] = field(default_factory=_nothing)
    mixed: Annotated[float | None, "The share of the texts that have several languages; null if not known."] = None
    texts: Annotated[int | None, "How many texts this was learnt from; null if it was written by hand."] = None
    labels: Annotated[int | None, "How many of them were labelled by people; null if none."] = None
    offset: Annotated[
        float | None, "What is added to the sum of evidence for a further language; null without labels."
    ] = None
    factors: Annotated[
        Mapping[str, float], "Factors for the weights of evidence, by its name; 1 for evidence not named."
    ] = field(default_factory=_nothing)

    def __post_init__(self) -> None:
        for name in ("languages", "sets"):
            object.__setattr__(self, name, MappingProxyType(_checked_shares(name, getattr(self, name))))
        object.__setattr__(self, "factors", MappingProxyType(_checked_factors(self.factors)))
        for key in self.sets:
            _check_set(key)
        if self.mixed is not None:
            _check_share("mixed", self.mixed)
        for name in ("texts", "labels"):
            count = getattr(self, name)
            if count is not None and (type(count) is not int or count < 0):
                raise SettingsError(f"prior: {name} must be a whole number from 0, or null, not {count!r}")
        if self.offset is not None and not _is_within(self.offset, *LIMITS["offset"]):
            low, high = LIMITS["offset"]
            raise SettingsError(f"prior: offset must be from {low:g} to {high:g}, or null, not {self.offset!r}")

    @classmethod
    def from_dict(cls, values: Any) -> Prior:
        """From a mapping of plain values; `SettingsError` says what is wrong with them."""
        if not isinstance(values, Mapping):
            raise SettingsError(
                f"prior: expected an object such as {_EXAMPLE}, or the name of a file, not {values!r:.40}"
            )
        known = [one.name for one in fields(cls)]
        for name in values:
            if name not in known:
                hint = suggestion(name, known) or f"the fields are {', '.join(known)}"
                raise SettingsError(f"prior: there is no field {name!r}; {hint}")
        return cls(**{name: value for name, value in values.items() if value is not None})

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: dict(value) if isinstance(value, Mapping) else value for name, value in values.items()}

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Prior:
        """From a JSON file; an error names the file and says what is wrong with it."""
        name = os.fspath(path)
        try:
            with Path(path).open("rb") as stream:
                content = stream.read(_MOST_BYTES + 1)
            if len(content) > _MOST_BYTES:
                raise InputError(
                    f"{name} has more than {_MOST_BYTES:,} bytes, or never ends; a prior is a file like {_EXAMPLE}"
                )
            values = json.loads(content)
        except OSError as error:
            raise SettingsError(f"{name} cannot be read: {error.strerror}") from error
        except (ValueError, RecursionError) as error:
            raise SettingsError(f"{name} is not JSON ({error}); a prior is written like {_EXAMPLE}") from error
        try:
            return cls.from_dict(values)
        except SettingsError as error:
            raise SettingsError(f"{name}: {str(error).removeprefix('prior: ')}") from None

    def save(self, path: str | os.PathLike[str]) -> None:
        """To a JSON file, which appears only when it is complete."""
        with complete_file(path) as stream:
            stream.write(self.to_json().encode())

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=2) + "\n"

    def __reduce__(self) -> tuple[Any, ...]:
        return Prior.from_dict, (self.to_dict(),)  # views of mappings cannot be pickled

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __repr__(self) -> str:
        return short_repr(self)


def as_prior(given: Prior | Mapping[str, Any] | str | os.PathLike[str]) -> Prior:
    """A prior, given as such, as plain values or as a file."""
    if isinstance(given, Prior):
        return given
    return Prior.load(given) if isinstance(given, str | os.PathLike) else Prior.from_dict(given)


def together(key: str) -> list[str]:
    """The codes of a set."""
    return [code.strip() for code in key.split(TOGETHER)]


def _check_set(key: str) -> None:
    codes = together(key)
    if len(set(codes)) < 2 or not all(codes):
        raise SettingsError(
            f"prior: {key!r} is not a set of languages; write two or more codes with {TOGETHER} between, "
            f"such as tur{TOGETHER}eng"
        )
    if len(codes) > MOST_TOGETHER:
        raise SettingsError(f"prior: {key[:40]!r}… has {len(codes)} languages; a set may have at most {MOST_TOGETHER}")
    for code in codes:
        if code.startswith(SIGN):
            raise SettingsError(
                f"prior: {key!r} has {code}, which stands for several languages; write the set that is mixed, such as "
                f"tur{TOGETHER}eng"
            )


def _checked_shares(name: str, given: Any) -> dict[str, float]:
    if not isinstance(given, Mapping):
        raise SettingsError(f"prior: {name} must be an object of shares, as in {_EXAMPLE}, not {given!r}")
    if len(given) > MOST[name]:
        raise SettingsError(f"prior: {name} has {len(given):,} shares; at most {MOST[name]:,} are allowed")
    for key, share in given.items():
        if not isinstance(key, str):
            raise SettingsError(f"prior: the keys of {name} must be codes of languages, not {key!r}")
        if len(key) > LONGEST[name]:
            raise SettingsError(
                f"prior: {name}, {key[:20]!r}… has {len(key):,} characters; {LONGEST[name]} are allowed"
            )
        _check_share(f"{name}, {key}", share)
    total = math.fsum(given.values())
    if total > 1 + _SLACK:
        raise SettingsError(f"prior: the shares of {name} add up to {total:g}; they may add up to at most 1")
    return dict(given)


def _checked_factors(given: Any) -> dict[str, float]:
    low, high = LIMITS["factors"]
    if not isinstance(given, Mapping) or not all(
        isinstance(name, str) and _is_within(factor, low, high) for name, factor in given.items()
    ):
        raise SettingsError(f"prior: factors must be an object of numbers from {low:g} to {high:g}, not {given!r}")
    return dict(given)


def _check_share(name: str, share: Any) -> None:
    if not _is_within(share, 0, 1):
        raise SettingsError(f"prior: {name} must be a share from 0 to 1, such as 0.3, not {share!r}")


def _is_within(value: Any, low: float, high: float) -> bool:
    return not isinstance(value, bool) and isinstance(value, int | float) and low <= value <= high
