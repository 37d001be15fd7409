"""`mixlid kwic`: a concordance (keyword in context) of switches, words or languages, on the screen or as a table."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import groupby
from typing import NamedTuple

from mixlid.cli.commands import note
from mixlid.cli.terminal import clean, table
from mixlid.errors import LabelError, SettingsError
from mixlid.io.labelled import Token, language_of
from mixlid.linguistics.corpus import WHERE_LANGUAGES_COME_FROM, Utterance, add_corpus_arguments, corpus
from mixlid.linguistics.tables import add_table_arguments, table_format, write_rows, write_text
from mixlid.text.language_codes import codes_named, near_names

HELP = "show switches, words or languages in context"

#: Characters on each side on the screen; a table has all.
_WIDTH = 40

_NOTES = f"""\
{WHERE_LANGUAGES_COME_FROM}
In --switch FROM:TO either language may be left out, for any (`:eng`, `tur:`, `:`). The hit is in the middle: the words
in the language that is switched to, a word, or the words in a language. If several options are given, all must hold:
`--switch :eng --word 'meet*'` finds English words at which the language changes.

examples:
  mixlid kwic talk.cha --switch tur:eng
  mixlid kwic 'talks/*.eaf' --word 'meeting*' -o meetings.csv
  mixlid kwic words.jsonl --language deu
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _NOTES
    add_corpus_arguments(parser)
    add = parser.add_argument
    add("--switch", metavar="FROM:TO", help="switches between languages: eng:tur, or : for any")
    add("--word", metavar="WORD", help="a word, in upper or lower case; * stands for any letters, ? for one")
    add("--language", metavar="CODE", help="words in a language: eng, en or English")
    add_table_arguments(parser, "a .csv, .tsv or .json; default: columns on the screen")


def run(args: argparse.Namespace) -> None:
    query, format = _query(args), table_format(args.output, args.format)
    hits = list(concordance(corpus(args), query, _WIDTH if format == "text" else 0))
    if format == "text":
        write_text("".join(f"{line}\n" for line in _shown(hits)), args.output, args.outputs)
        note(args, f"{len(hits):,} found")
    else:
        write_rows([hit._asdict() for hit in hits], Hit._fields, args.output, format, args.outputs)


def _query(args: argparse.Namespace) -> Query:
    if args.switch is None and args.word is None and args.language is None:
        raise SettingsError("give something to look for: --switch eng:tur, --word WORD or --language CODE")
    switch = None
    if args.switch is not None:
        sides = args.switch.split(":")
        if len(sides) != 2:
            raise SettingsError(
                f"--switch takes two languages separated by a colon, such as eng:tur, not {args.switch}"
            )
        switch = (asked_language(sides[0]), asked_language(sides[1]))
    return Query(switch, args.word, asked_language(args.language or ""))


def _shown(hits: list[Hit]) -> list[str]:
    rows = [
        (
            _on_one_line(f"{hit.file}:{hit.line}"),
            _on_one_line(hit.speaker),
            f"{hit.language_before}>{hit.language}" if hit.language_before else hit.language,
            _on_one_line(hit.before).strip(),
            _on_one_line(hit.match),
            _on_one_line(hit.after).strip(),
        )
        for hit in hits
    ]
    return table(rows, right=frozenset({3}), indent="") if rows else []


def _on_one_line(text: str) -> str:
    return clean(re.sub(r"\s+", " ", text))


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
            language = run[0].language
            source, target = query.switch or (None, None)
            if query.switch is not None and (before is None or source not in (None, before)):
                continue
            if target not in (None, language) or query.language not in (None, language):
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
    before = None
    for language, run in groupby(known, key=lambda token: token.language):
        yield tuple(run), before
        before = language


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
    code = (codes_named(text) or (text,))[0]
    if re.fullmatch(r"[A-Za-z]{2,3}([-_].*)?", code.strip()):
        return language_of(code)
    near = ", ".join(near_names(text))
    raise LabelError(f"there is no language called {text!r}" + (f"; did you mean {near}?" if near else "; give a code"))
