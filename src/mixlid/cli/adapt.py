"""`mixlid adapt`: what languages a corpus has and how much of it is mixed, for `mixlid identify --prior`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, get_args

from mixlid.cli.commands import default_model, note
from mixlid.cli.identify_options import add_input_arguments, add_model_arguments
from mixlid.engine.learning import SAMPLE
from mixlid.io.bulk.chunk_worker import OnError
from mixlid.text.labels import name_of

if TYPE_CHECKING:
    from mixlid.prior import Prior

_NOTES = """\
The texts need no labels. All are read, {size:,} of them are looked at (the same ones whatever their order, each text
once), and the prior is JSON: shares of languages, of sets that meet, of mixed text. It can also be written by hand, and
anything may be left out: {{"languages": {{"tur": 0.6, "eng": 0.4}}, "mixed": 0.3}}

examples:
  mixlid adapt tweets.jsonl -o prior.json
  mixlid identify --prior prior.json tweets.jsonl -o tweets.labelled.jsonl
  mixlid identify --adapt tweets.jsonl -o tweets.labelled.jsonl      both at once
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _NOTES.format(size=SAMPLE)
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="input, or a pattern for many; - or nothing is standard input")
    add("-o", "--output", default="-", metavar="FILE", help="where the prior goes; default: standard output")
    add_model_arguments(parser)
    add_input_arguments(parser)
    add("--size", type=int, default=SAMPLE, metavar="N", help=f"how many texts are looked at; default: {SAMPLE}")
    add("--languages-only", action="store_true", help="learn which languages there are, not how much is mixed")
    add(
        "--on-error",
        choices=get_args(OnError)[::2],
        default="fail",
        help="what to do with an unreadable record",
    )
    add("-q", "--quiet", action="store_true", help="do not say what was found")


def run(args: argparse.Namespace) -> None:
    from mixlid.configuration import Configuration
    from mixlid.io.bulk.input_texts import texts_of
    from mixlid.io.bulk.plan import make_plan
    from mixlid.io.encodings import check_encoding
    from mixlid.io.formats.records import ReadOptions
    from mixlid.io.output import open_output
    from mixlid.settings import parse

    encoding = check_encoding(args.encoding) if args.encoding else ""
    plan = make_plan(args.files, None, "-", None, args.source, None, encoding)
    for text in plan.notes:
        note(args, text)
    config = Configuration.of(
        {"preset": args.preset, "settings": dict(map(parse, args.set)), "model": args.model or default_model()}
    )
    texts = texts_of(plan, ReadOptions(args.key, args.header), args.on_error)
    prior = config.identifier().adapt(texts, mixed=not args.languages_only, size=args.size).prior
    assert prior is not None
    note(args, found(prior))
    with open_output(args.output) as stream:
        stream.write(prior.to_json().encode())


def found(prior: Prior) -> str:
    """What was learnt, in a sentence."""
    if not prior.languages:
        return "no text has a language, so there is nothing to adapt to"
    most = [f"{name_of(label)} {share:.0%}" for label, share in list(prior.languages.items())[:5] if share >= 0.005]
    mixed = "" if prior.mixed is None else f"; mixed {prior.mixed:.0%}"
    return f"adapted to {prior.texts:,} texts: {', '.join(most) or 'many languages'}{mixed}"
