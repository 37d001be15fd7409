"""Which texts a filter keeps: the same conditions for the filters of all engines, on the values of `columns.py`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

from mixlid.errors import SettingsError
from mixlid.identifier import Identifier
from mixlid.text.labels import as_codes, find_all

#: `any`: one of the languages is in the text; `all`: every one of them is; `only`: no other language is.
Match = Literal["any", "all", "only"]

#: Why a text is dropped.
NO_TEXT, WRONG_LANGUAGE, LOW_SCORE, NOT_MIXED, MIXED = "no_text", "language", "score", "not_mixed", "mixed"


@dataclass(frozen=True)
class Wanted:
    """What is kept. `Wanted.of` makes one from codes such as `en`; a code may stand for several labels."""

    #: The labels of each given code; None for any language.
    codes: tuple[frozenset[str], ...] | None
    match: Match
    threshold: float
    mixed: bool | None

    @classmethod
    def of(
        cls,
        lid: Identifier,
        languages: Iterable[str] | str | None,
        match: Match = "any",
        threshold: float = 0.0,
        mixed: bool | None = None,
    ) -> Wanted:
        """`LabelError` for an unknown language, `SettingsError` for a threshold that no text could pass."""
        if match not in get_args(Match):
            raise SettingsError(f"match is {', '.join(get_args(Match)[:-1])} or {get_args(Match)[-1]}, not {match!r}")
        if threshold > 0 and lid.calibration is None:
            raise SettingsError(
                f"this model has no scores for these settings, so no text would pass a threshold of {threshold}; use a "
                "preset without changes, or a threshold of 0"
            )
        codes = None if languages is None else tuple(labels_of(lid, code) for code in as_codes(languages))
        return cls(codes, match, threshold, mixed)

    @cached_property
    def labels(self) -> frozenset[str] | None:
        """All of them together."""
        return None if self.codes is None else frozenset().union(*self.codes)

    def reason(self, record: Mapping[str, Any] | None) -> str | None:
        """Why a text is dropped, from its values by name; None if it is kept."""
        if record is None:
            return NO_TEXT
        if not self._has_languages(set(record["labels"])):
            return WRONG_LANGUAGE
        if self.threshold > 0 and not (self._score(record) or 0.0) > self.threshold:
            return LOW_SCORE
        if self.mixed is not None and record["is_mixed"] != self.mixed:
            return NOT_MIXED if self.mixed else MIXED
        return None

    def _has_languages(self, found: set[str]) -> bool:
        if self.codes is None or self.labels is None:
            return True
        if self.match == "only":
            return found <= self.labels
        return (any if self.match == "any" else all)(found & code for code in self.codes)

    def _score(self, record: Mapping[str, Any]) -> float | None:
        """That of the first language if it is wanted; otherwise that of the whole set, which then must be right."""
        first = self.labels is None or (self.match == "any" and record["labels"][0] in self.labels)
        score: float | None = record["language_score" if first else "confidence"]
        return score


def labels_of(lid: Identifier, code: str) -> frozenset[str]:
    """The labels that a code stands for."""
    return frozenset(lid.labels[index] for index in find_all([code], lid.labels))
