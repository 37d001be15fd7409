"""What is known about a corpus in advance: its languages, and how readily a further one is found in a text.

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
from mixlid.text.labels import LONGEST_CODE

#: How many texts a prior is learnt from, unless requested otherwise.
SAMPLE = 4000
#: Of a file, more than any prior has that is learnt.
_MOST_BYTES = 10_000_000
_EXAMPLE = '{"languages": {"tur": 0.6, "eng": 0.4}}'
#: The most languages that a prior may have: more than any model has.
MOST_LANGUAGES = 5_000
#: The offset is from minus this to this.
LARGEST_OFFSET = 100.0
#: Shares are rounded in the file, so they may add up to a little more than 1.
_SLACK = 0.001


def read_json(path: str | os.PathLike[str], remedy: str) -> Any:
    """The value in a small JSON file; an error names the file and ends with the remedy."""
    name = os.fspath(path)
    try:
        with Path(path).open("rb") as stream:
            content = stream.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            raise InputError(f"{name} has more than {_MOST_BYTES:,} bytes, or never ends; {remedy}")
        return json.loads(content)
    except OSError as error:
        raise SettingsError(f"{name} cannot be read: {error.strerror}; {remedy}") from error
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{name} is not JSON ({error}); {remedy}") from error


def _nothing() -> Mapping[str, float]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Prior:
    """Shares from 0 to 1. Immutable and picklable."""

    languages: Annotated[
        Mapping[str, float], "The share of the texts in each language; a mixed text is split among its languages."
    ] = field(default_factory=_nothing)
    offset: Annotated[
        float | None, "What is added to the sum of evidence for a further language; null if nothing is."
    ] = None
    texts: Annotated[int | None, "How many texts this was learnt from; null if it was written by hand."] = None
    labels: Annotated[int | None, "How many of them were labelled by people; null if none."] = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "languages", MappingProxyType(_checked_shares(self.languages)))
        for name in ("texts", "labels"):
            count = getattr(self, name)
            if count is not None and (type(count) is not int or count < 0):
                raise SettingsError(f"prior: {name} must be a whole number from 0, or null, not {count!r}")
        if self.offset is not None and not _is_within(self.offset, -LARGEST_OFFSET, LARGEST_OFFSET):
            raise SettingsError(
                f"prior: offset must be from {-LARGEST_OFFSET:g} to {LARGEST_OFFSET:g}, or null, not {self.offset!r}"
            )

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
        values = read_json(path, f"a prior is written like {_EXAMPLE}")
        try:
            return cls.from_dict(values)
        except SettingsError as error:
            raise SettingsError(f"{os.fspath(path)}: {str(error).removeprefix('prior: ')}") from None

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


def _checked_shares(given: Any) -> dict[str, float]:
    if not isinstance(given, Mapping):
        raise SettingsError(f"prior: languages must be an object of shares, as in {_EXAMPLE}, not {given!r}")
    if len(given) > MOST_LANGUAGES:
        raise SettingsError(f"prior: languages has {len(given):,} shares; at most {MOST_LANGUAGES:,} are allowed")
    for code, share in given.items():
        if not isinstance(code, str):
            raise SettingsError(f"prior: the keys of languages must be codes of languages, not {code!r}")
        if len(code) > LONGEST_CODE:
            raise SettingsError(
                f"prior: languages, {code[:20]!r}… has {len(code):,} characters; {LONGEST_CODE} are allowed"
            )
        if not _is_within(share, 0, 1):
            raise SettingsError(f"prior: languages, {code} must be a share from 0 to 1, such as 0.3, not {share!r}")
    total = math.fsum(given.values())
    if total > 1 + _SLACK:
        raise SettingsError(f"prior: the shares of languages add up to {total:g}; they may add up to at most 1")
    return dict(given)


def _is_within(value: Any, low: float, high: float) -> bool:
    return not isinstance(value, bool) and isinstance(value, int | float) and low <= value <= high
