"""`mixlid adapt`: which languages a corpus has, for `mixlid identify --prior`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mixlid.cli.commands import add_output, note
from mixlid.cli.identify_options import (
    add_model_arguments,
    add_reading_arguments,
    configuration_of,
    plan_of_inputs,
    read_options,
)
from mixlid.errors import InputError, LabelError
from mixlid.prior import SAMPLE
from mixlid.text.labels import name_of

if TYPE_CHECKING:
    from mixlid.adapt.labelled import Sample
    from mixlid.adapt.learning_labels import LabelGain
    from mixlid.identifier import Identifier
    from mixlid.prior import Prior

HELP = "learn which languages a corpus has, for `identify --prior`"

#: How many languages are printed, and the least share of one.
_SHOWN, _LEAST_SHOWN = 5, 0.005
#: A prior with less weight is said to be weak.
_WEAK = 0.25

_NOTES = """\
The texts need no labels. A sample of {size:,} distinct texts is used, whatever their order. The prior is JSON: shares
of languages, and an offset for mixed text. You can also write it by hand: {{"languages": {{"tur": 0.6, "eng": 0.4}}}}

Labels help from ten sentences on: lines such as {{"text": "bizim team", "langs": ["tur", "eng"]}}, or a transcript,
CoNLL or CoNLL-U whose words have languages. They show what counts as mixed in this corpus. Estimates are shrunk
towards those made without labels, and the gain, by cross-validation, is printed. With labels, no other file is needed.

examples:
  mixlid adapt tweets.jsonl -o prior.json
  mixlid identify --prior prior.json tweets.jsonl -o tweets.labelled.jsonl
  mixlid identify --adapt tweets.jsonl -o tweets.labelled.jsonl      both at once
  mixlid adapt --labelled hundred.jsonl tweets.jsonl -o prior.json
  mixlid adapt --labelled corrected.cha 'talks/*.cha' -o prior.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _NOTES.format(size=SAMPLE)
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="files or quoted patterns; standard input if there is none, or -")
    labelled = "sentences with their languages: JSON lines with text and langs, or a transcript"
    add("--labelled", type=Path, metavar="FILE", help=labelled)
    add_output(parser, "-o", "--output", default="-", metavar="FILE", help="the prior; default: standard output")
    add_model_arguments(parser)
    add_reading_arguments(parser)
    add("--size", type=int, default=SAMPLE, metavar="N", help=f"how many texts to use; default: {SAMPLE}")


def run(args: argparse.Namespace) -> None:
    from mixlid.io.bulk.inputs import texts_of

    identifier = configuration_of(args).identifier()
    if args.files or not args.labelled:
        plan = plan_of_inputs(args, args.files, args.source)
        texts = texts_of(plan, read_options(args), args.on_error, partial(note, args))
        identifier = identifier.adapt(texts, size=args.size)
    if args.labelled:
        labelled = _labelled(args, identifier)
        gain = identifier.label_gain(labelled)
        identifier = identifier.adapt(labelled=labelled)
    prior = identifier.prior
    assert prior is not None
    for line in found(identifier):
        note(args, line)
    if args.labelled:
        note(args, _gained(gain, prior))
    with args.outputs.open(args.output) as stream:
        stream.write(prior.to_json().encode())


def found(identifier: Identifier) -> list[str]:
    """What an adapted identifier has learnt: languages, and how much they count."""
    prior, weight = identifier.prior, identifier.prior_weight
    assert prior is not None
    if not prior.languages:
        return ["no language is clearly in several texts, so there is nothing to adapt to"]
    listed = _listed({name_of(code): share for code, share in prior.languages.items()})
    lines = [f"adapted to {prior.texts or 0:,} texts: {listed or 'many languages'}"]
    if weight < _WEAK:
        lines.append(f"this changes little (weight {weight:.2f} of 1), as there are many languages for so few texts")
    return lines


def _listed(shares: Mapping[str, float]) -> str:
    """The largest."""
    return ", ".join(f"{name} {share:.0%}" for name, share in list(shares.items())[:_SHOWN] if share >= _LEAST_SHOWN)


def _gained(gain: LabelGain, prior: Prior) -> str:
    decision = "" if prior.offset is None else f"; {prior.offset:+.2f} is added to the evidence for a further language"
    return (
        f"{gain.labels:,} labels: exact match {gain.before:.3f} without them, {gain.after:.3f} with them "
        f"(cross-validation){decision}"
    )


def _from_words(args: argparse.Namespace) -> tuple[list[Sample], int]:
    """The sentences of a file whose words have languages, and the number of sentences without any."""
    from mixlid.io.bulk.inputs import records_of
    from mixlid.io.formats.records import ReadOptions
    from mixlid.io.labelled import read_labelled_words

    plan = plan_of_inputs(args, [str(args.labelled)], None)
    return read_labelled_words(records_of(plan, ReadOptions(), args.on_error, partial(note, args)))


def _labelled(args: argparse.Namespace, identifier: Identifier) -> list[Sample]:
    """The sentences of a file that are in languages of the model."""
    from mixlid.adapt.labelled import known_sample
    from mixlid.io.formats.file_types import input_type
    from mixlid.io.labelled import has_languages_of_sentences, read_labelled

    by_words = input_type(args.labelled.name, None).format not in ("jsonl", "txt")
    by_words = by_words or not has_languages_of_sentences(args.labelled)
    samples, skipped = _from_words(args) if by_words else read_labelled(args.labelled)
    if skipped:
        note(
            args, f"{args.labelled}: {skipped} of {len(samples) + skipped} sentences skipped, as they have no language"
        )
    known = []
    for sample in samples:
        with suppress(LabelError):
            known.append(known_sample(sample, identifier.labels))
    answerable = "languages of the model" if args.languages is None else "the languages of -l"
    if unknown := len(samples) - len(known):
        note(args, f"{args.labelled}: {unknown} of {len(samples)} sentences skipped, as they are not in {answerable}")
    if not known:
        raise InputError(f"{args.labelled} has no sentence in {answerable}")
    return known
