"""What the corpus commands share: which files, how they are read, and the model for files without languages."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, get_args

from mixlid.cli.commands import note
from mixlid.cli.identify_options import (
    add_input_arguments,
    add_model_arguments,
    configuration_of,
    plan_of_inputs,
    read_options,
)
from mixlid.io.bulk.chunk_worker import OnError

if TYPE_CHECKING:
    from mixlid.identifier import Identifier
    from mixlid.linguistics.utterances import Utterance

WHERE_LANGUAGES_COME_FROM = """\
The languages of words are taken from the file: output of `mixlid identify --words` (jsonl, csv, tsv, parquet), CoNLL
and CoNLL-U, transcripts with marks or tiers of languages, sentences with tokens and tags. Where a record has none, the
model finds them; with --relabel, everywhere.
"""


def add_corpus_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="input, or a pattern for many; - or nothing is standard input")
    add_model_choice(parser)
    add("--relabel", action="store_true", help="find the languages even where a file has them")
    add_reading_arguments(parser)


def add_model_choice(parser: argparse.ArgumentParser) -> None:
    """The model that finds languages, and its options."""
    add_model_arguments(parser)
    parser.add_argument("--prior", metavar="FILE", help="what is known about the texts: a file from `mixlid adapt`")


def add_reading_arguments(parser: argparse.ArgumentParser) -> None:
    add_input_arguments(parser)
    errors = get_args(OnError)[::2]
    parser.add_argument("--on-error", choices=errors, default="fail", help="what to do with an unreadable record")
    parser.add_argument("-q", "--quiet", action="store_true", help="no notes on standard error")


def corpus(args: argparse.Namespace) -> Iterator[Utterance]:
    """The utterances of all files, with a note on how many the model has labelled."""
    found = 0
    for one in read_corpus(args, args.files, loader(args), args.relabel):
        found += not one.was_labelled
        yield one
    if found:
        note(args, f"the languages of {found:,} utterances were found by the model")


def read_corpus(
    args: argparse.Namespace, files: list[str], load: Callable[[], Identifier] | None, relabel: bool = False
) -> Iterator[Utterance]:
    from mixlid.io.bulk.inputs import records_of
    from mixlid.linguistics.utterances import utterances

    plan = plan_of_inputs(args, files, args.source)
    records = records_of(plan, read_options(args), args.on_error, partial(note, args))
    return utterances(records, load, relabel)


def loader(args: argparse.Namespace) -> Callable[[], Identifier]:
    """The identifier for the options, made on first use."""

    return cache(lambda: configuration_of(args).identifier())
