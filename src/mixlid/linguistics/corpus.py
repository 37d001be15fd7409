"""The utterances of corpora, with the languages of their words: from any file that mixlid reads, and for all commands.

The languages come from the file (`mixlid.io.labelled`); if it has none, an identifier finds them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from mixlid.cli.commands import note
from mixlid.cli.identify_options import (
    add_model_arguments,
    add_reading_arguments,
    configuration_of,
    plan_of_inputs,
    read_options,
)
from mixlid.identifier import Identifier
from mixlid.io.bulk.inputs import records_of
from mixlid.io.formats.records import Record
from mixlid.io.labelled import Token, language_of, no_languages, tokens_of
from mixlid.mixing import LabelledWord
from mixlid.word_counts import is_word


@dataclass(frozen=True, slots=True)
class Utterance:
    """A text and its words."""

    text: str
    tokens: tuple[Token, ...]
    file: str
    line: int
    #: All fields of its record, such as `speaker` and `tier`.
    fields: Mapping[str, Any]
    #: Whether the languages come from the file.
    was_labelled: bool

    @property
    def labelled(self) -> list[LabelledWord]:
        """The words for `mixlid.mixing`."""
        return [LabelledWord(token.text, token.language) for token in self.tokens]

    def value(self, name: str) -> str:
        """The value to group by: the file, or a field."""
        value = self.fields.get(name, self.file if name == "file" else None)
        return "" if value is None else str(value)


def utterances(
    records: Iterable[tuple[str, Record]], load: Callable[[], Identifier] | None, relabel: bool = False
) -> Iterator[Utterance]:
    """The utterances of records, in order.

    `load` returns the identifier for records without labels; if None, these are an error. `relabel` ignores labels.
    """
    for file, record in records:
        known = None if relabel else tokens_of(record)
        tokens = known
        if tokens is None:
            if load is None:
                raise no_languages(file, record)
            words = filter(is_word, load().identify(record.text).words)
            tokens = tuple(Token(word.text, word.start, word.end, language_of(word.label)) for word in words)
        yield Utterance(record.text, tokens, file, record.line, record.fields, was_labelled=known is not None)


WHERE_LANGUAGES_COME_FROM = """\
The languages of words are taken from the file: output of `mixlid identify --words` (jsonl, parquet), CoNLL
and CoNLL-U, transcripts with marks or tiers of languages, sentences with tokens and tags. Where a record has none, the
model finds them; with --relabel, everywhere.
"""


def add_corpus_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="files or quoted patterns; standard input if there is none, or -")
    add_model_choice(parser)
    add("--relabel", action="store_true", help="find the languages even where a file has them")
    add_reading_arguments(parser)


def add_model_choice(parser: argparse.ArgumentParser) -> None:
    """The model that finds languages, and its options."""
    add_model_arguments(parser)
    parser.add_argument("--prior", metavar="FILE", help="what you know about the texts: a file from `mixlid adapt`")


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
    plan = plan_of_inputs(args, files, args.source)
    records = records_of(plan, read_options(args), args.on_error, partial(note, args))
    return utterances(records, load, relabel)


def loader(args: argparse.Namespace) -> Callable[[], Identifier]:
    """The identifier for the options, made on first use."""

    return cache(lambda: configuration_of(args).identifier())
