"""Concordances (keyword in context) of switches, words or languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import groupby, pairwise
from typing import NamedTuple

from mixlid.errors import LabelError
from mixlid.io.labelled import Token, language_of
from mixlid.linguistics.utterances import Utterance
from mixlid.text.labels import split
from mixlid.text.language_codes import codes_named, near_names


class Hit(NamedTuple):
    """A match with the text on both sides of it."""

    file: str
    line: int
    speaker: str
    #: The languages before and of the match; the first is empty unless the query is for switches.
    language_before: str
    language: str
    before: str
    match: str
    after: str


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for. All conditions that are not None must hold."""

    #: Switches from one language to another; None is any language.
    switch: tuple[str | None, str | None] | None = None
    #: A word, ignoring case; `*` and `?` are wildcards.
    word: str | None = None
    language: str | None = None


def concordance(utterances: Iterable[Utterance], query: Query, width: int = 0) -> Iterator[Hit]:
    """Every hit; `width` is the number of characters on each side, 0 for all."""
    for one in utterances:
        for run, before in _runs(one):
            if query.switch is not None and not _switches(query.switch, before, run[0].language):
                continue
            if query.language is not None and run[0].language != query.language:
                continue
            if query.word is None:
                yield _hit(one, run, before, width)
                continue
            # With a switch, the word is the one at which the language changes.
            for token in run[:1] if query.switch is not None else run:
                if fnmatchcase(token.text.casefold(), query.word.casefold()):
                    yield _hit(one, (token,), before if query.switch is not None else None, width)


def _runs(one: Utterance) -> Iterator[tuple[tuple[Token, ...], str | None]]:
    """Runs of words in one language, with the language before each."""
    known = (token for token in one.tokens if token.language is not None)
    runs = [tuple(group) for _, group in groupby(known, key=lambda token: token.language)]
    if runs:
        yield runs[0], None
    for last, run in pairwise(runs):
        yield run, last[0].language


def _switches(asked: tuple[str | None, str | None], before: str | None, language: str | None) -> bool:
    return before is not None and asked[0] in (None, before) and asked[1] in (None, language)


def _hit(one: Utterance, tokens: tuple[Token, ...], before: str | None, width: int) -> Hit:
    start, end = tokens[0].start, tokens[-1].end
    left = one.text[max(start - width, 0) if width else 0 : start]
    right = one.text[end : end + width if width else len(one.text)]
    speaker = one.value("speaker")
    return Hit(one.file, one.line, speaker, before or "", tokens[0].language or "", left, one.text[start:end], right)


def asked_language(text: str) -> str | None:
    """The language that a user gives by code or name; None for an empty string, `any` and `*`."""
    if text.strip().lower() in ("", "any", "*"):
        return None
    codes = codes_named(text)
    if codes:
        return split(codes[0])[0]
    if re.fullmatch(r"[A-Za-z]{2,3}([-_].*)?", text.strip()):
        return language_of(text)
    near = ", ".join(near_names(text))
    raise LabelError(f"there is no language called {text!r}" + (f"; did you mean {near}?" if near else "; give a code"))
