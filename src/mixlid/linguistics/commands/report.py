"""`mixlid report`: an HTML page about a corpus."""

from __future__ import annotations

import argparse
from pathlib import Path

from mixlid.cli.commands import note
from mixlid.errors import InputError
from mixlid.linguistics.commands.corpus_options import WHERE_LANGUAGES_COME_FROM, add_corpus_arguments, corpus
from mixlid.linguistics.commands.tables import write_text

HELP = "write an HTML page about a corpus: languages, switches, examples"

_NOTES = f"""\
{WHERE_LANGUAGES_COME_FROM}
The page has languages and switches, the languages over the course of the conversation by speaker, which languages are
mixed, lengths of runs, examples and the figures of `mixlid stats`. It needs neither a network nor scripts, and has a
light and a dark mode.

examples:
  mixlid report talk.cha -o talk.html
  mixlid report 'talks/*.eaf' -l tur,deu --title "Talks at home" -o talks.html
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _NOTES
    add_corpus_arguments(parser)
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="the page, such as report.html; - is standard output"
    )
    parser.add_argument("--title", metavar="TEXT", help="title of the page; default: the names of the files")


def run(args: argparse.Namespace) -> None:
    from mixlid.linguistics.report import report

    utterances = list(corpus(args))
    if not any(token.language for one in utterances for token in one.tokens):
        raise InputError("no word of the input has a language, so there is nothing to report")
    names = list(dict.fromkeys(Path(one.file).name for one in utterances))
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    write_text(report(utterances, args.title or shown), args.output)
    if args.output != "-":
        note(args, f"{args.output} is a page on {len(utterances):,} utterances")
