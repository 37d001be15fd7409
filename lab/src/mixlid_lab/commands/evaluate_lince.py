"""`mixlid evaluate lince`: words of LinCE's language identification, judged as by Iliescu et al. (CALCS 2021).

A file has a token and a tag on each line and a blank line after each sentence. The figure is the weighted F1 of
`lang1`, `lang2` and `other`; tokens with any other tag (`ne`, `mixed`, `ambiguous`, …) stay in their sentences and are
not judged. A word that was given no language is `other`.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sklearn.metrics import f1_score

from mixlid.adapt.labelled import Sample
from mixlid.configuration import Configuration
from mixlid.errors import InputError, SettingsError
from mixlid.io.streams import numbered_lines
from mixlid.models.loading import load_model
from mixlid_lab.commands.printing import figure, print_table
from mixlid_lab.evaluation.predictions import Prediction, answers_of
from mixlid_lab.evaluation.word_metrics import align, assigned_languages

HELP = "judge the words of LinCE's .conll files"

JUDGED = ("lang1", "lang2", "other")
_COMMENT = re.compile(r"#\s+\w+\s*=")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("files", nargs="+", type=Path, metavar="FILE", help=".conll of LinCE or CALCS: token and tag")
    add("--pair", required=True, metavar="CODES", help="the languages of lang1 and lang2, such as eng,spa")
    add("-m", "--model", metavar="MODEL", help="a model file or name; default: the one that ships")
    add("-p", "--preset", default="default", metavar="NAME", help="default: default")
    add("--any-language", action="store_true", help="do not tell the model which two languages there are")


def run(args: argparse.Namespace) -> None:
    pair = args.pair.split(",")
    if len(pair) != 2:
        raise SettingsError(f"--pair is two codes, such as eng,spa, and not {args.pair!r}")
    languages = None if args.any_language else tuple(pair)
    identifier = Configuration(args.preset, languages=languages).identifier(load_model(args.model))
    samples = (sample for file in args.files for sample in read_lince(file, pair))
    found = weighted_f1(answers_of(identifier, samples), pair)
    print_table([(name, str(value) if name == "tokens" else figure(value)) for name, value in found.items()])


def read_lince(path: Path, pair: Iterable[str]) -> Iterator[Sample]:
    """The sentences of a file; `InputError` names a line that is not a token and a tag."""
    rows: list[tuple[str, str]] = []
    for number, line in (*numbered_lines(path), (0, "")):
        fields = line.split()
        if not fields and rows:
            tokens, tags = zip(*rows, strict=True)
            yield Sample(" ".join(tokens), frozenset(pair), tokens, tags)
            rows = []
        elif fields and not _COMMENT.match(line):
            if len(fields) != 2:
                raise InputError(f"{path}, line {number}: expected a token and a tag, found {line!r}")
            rows.append((fields[0], fields[1]))


def weighted_f1(answers: Iterable[Prediction], pair: Sequence[str]) -> dict[str, float]:
    """The number of tokens judged, the weighted F1, and F1 by tag; `pair` are the languages of the first two."""
    names = dict(zip(pair, JUDGED, strict=False))
    right: list[str] = []
    given: list[str] = []
    for answer in answers:
        placed = align(answer.sample.text, answer.sample.tokens)
        for tag, language in zip(answer.sample.tags, assigned_languages(placed, answer.words or ()), strict=True):
            if (own := names.get(tag, tag)) in JUDGED:
                right.append(own)
                given.append("other" if language is None else names.get(language, "another"))
    if not right:
        raise InputError(f"there is no token tagged {', '.join(JUDGED)}")
    options = {"labels": JUDGED, "zero_division": 0}
    by_tag = f1_score(right, given, average=None, **options)
    whole = float(f1_score(right, given, average="weighted", **options))
    return {"tokens": len(right), "weighted F1": whole, **dict(zip(JUDGED, by_tag.tolist(), strict=True))}
