"""Filters for `--only` and `--min-confidence`. Records that do not pass are counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from mixlid.errors import LabelError, SettingsError, suggestion
from mixlid.results.result import NO_LANGUAGE, UNKNOWN, Answer
from mixlid.text.groups import with_groups
from mixlid.text.labels import find

#: Values of `--only` besides languages.
_WORDS = ("mixed", "mono")


class Filter(NamedTuple):
    """All conditions must hold. By default everything passes."""

    #: More than one language.
    mixed: bool = False
    #: Exactly one language, which is known (neither `und`, `und_Cyrl` and the like, nor `zxx`).
    mono: bool = False
    #: For each code the labels that it stands for; the record must have at least one of them.
    having: tuple[frozenset[str], ...] = ()
    #: A record without a confidence does not pass; nor does one that is only `und` or `zxx`, however certain, unless
    #: these were asked for.
    min_confidence: float | None = None

    def passes(self, answer: Answer) -> bool:
        labels = answer.labels
        if self.mixed and len(labels) < 2:
            return False
        if self.mono and (len(labels) > 1 or _is_special(labels[0])):
            return False
        if not all(codes.intersection(labels) for codes in self.having):
            return False
        if self.min_confidence is None:
            return True
        if all(map(_is_special, labels)) and not any(map(_is_special, chain(*self.having))):
            return False
        return answer.confidence is not None and answer.confidence >= self.min_confidence


def parse_filter(only: Iterable[str], min_confidence: float | None, labels: Sequence[str]) -> Filter:
    """Parse `mixed`, `mono`, or codes separated by commas (a record must have all of them)."""
    words = [word.strip() for text in only for word in text.split(",")]
    if "mixed" in words and "mono" in words:
        raise SettingsError("--only mixed and --only mono exclude each other; choose one of them")
    if not all(words):
        raise SettingsError("--only takes mixed, mono, or language codes such as tur,eng")
    if min_confidence is not None and not 0 <= min_confidence <= 1:
        raise SettingsError(f"--min-confidence must be a probability from 0 to 1, not {min_confidence:g}")
    codes = [word for word in words if word not in _WORDS]
    having = tuple(_labels_of(code, labels) for code in codes)
    return Filter("mixed" in words, "mono" in words, having, min_confidence)


def _labels_of(code: str, labels: Sequence[str]) -> frozenset[str]:
    if _is_special(code):
        return frozenset({code})
    try:
        return with_groups((labels[index] for index in find(code, labels)), labels)
    except LabelError as error:
        hint = suggestion(code, _WORDS)
        if hint:
            raise LabelError(f"--only {code}: {hint}") from error
        raise


def _is_special(label: str) -> bool:
    return label in (UNKNOWN, NO_LANGUAGE) or label.startswith(f"{UNKNOWN}_")
