"""`mixlid kwic`: a concordance of switches, words or languages, on the screen or as a table."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from mixlid.cli.commands import note
from mixlid.cli.terminal import clean, table
from mixlid.errors import SettingsError
from mixlid.linguistics.commands.corpus_options import WHERE_LANGUAGES_COME_FROM, add_corpus_arguments, corpus
from mixlid.linguistics.commands.tables import add_table_arguments, table_format, write_rows, write_text

if TYPE_CHECKING:
    from mixlid.linguistics.kwic import Hit, Query

HELP = "show switches, words or languages in context"

#: Characters on each side.
_WIDTH = 40

_NOTES = f"""\
{WHERE_LANGUAGES_COME_FROM}
In --switch FROM:TO either language may be left out, for any (`:eng`, `tur:`, `:`). The hit is in the middle: the words
in the language that is switched to, a word, or the words in a language. If several options are given, all must hold:
`--switch :eng --word 'meet*'` finds English words at which the language changes.

examples:
  mixlid kwic talk.cha --switch tur:eng
  mixlid kwic 'talks/*.eaf' --word 'meeting*' -o meetings.csv
  mixlid kwic words.jsonl --language deu --width 60
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _NOTES
    add_corpus_arguments(parser)
    add = parser.add_argument
    add("--switch", metavar="FROM:TO", help="switches between languages: eng:tur, or : for any")
    add("--word", metavar="WORD", help="a word, in upper or lower case; * stands for any letters, ? for one")
    add("--language", metavar="CODE", help="words in a language: eng, en or English")
    add(
        "--width", type=int, metavar="N", help=f"characters on each side; default: {_WIDTH}, and all of them in a table"
    )
    add_table_arguments(parser, "a .csv, .tsv or .json; default: columns on the screen")


def run(args: argparse.Namespace) -> None:
    from mixlid.linguistics.kwic import Hit, concordance

    query, format = _query(args), table_format(args.output, args.format)
    if args.width is not None and args.width < 1:
        raise SettingsError(f"--width must be at least 1, not {args.width}")
    width = args.width or (_WIDTH if format == "text" else 0)
    hits = list(concordance(corpus(args), query, width))
    if format == "text":
        write_text("".join(f"{line}\n" for line in _shown(hits)), args.output)
        note(args, f"{len(hits):,} found")
    else:
        write_rows([hit._asdict() for hit in hits], Hit._fields, args.output, format)


def _query(args: argparse.Namespace) -> Query:
    from mixlid.linguistics.kwic import Query, asked_language

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
