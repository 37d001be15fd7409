"""`mixlid compare`: gold and output, or two annotators, word by word."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict

from mixlid.cli.identify_options import add_reading_arguments
from mixlid.cli.terminal import clean, table
from mixlid.linguistics.comparison import Comparison, Score, compare
from mixlid.linguistics.corpus import add_model_choice, loader, read_corpus
from mixlid.linguistics.tables import add_table_arguments, table_format, write_rows, write_text
from mixlid.text.labels import name_of

HELP = "compare the languages of words in two files, such as gold and output"

#: How many languages the confusion matrix has, and how many errors are shown.
_SHOWN, _ERRORS = 12, 10

_NOTES = """\
Takes any two files whose words have languages and whose texts are the same, in the same order: output with --words,
CoNLL, CoNLL-U, transcripts with marks or tiers, sentences with tokens and tags. `tr`, `tur` and `tur_Latn` are equal.

Words without a language in GOLD (names, other) are not scored. A switch point is a word in another language than the
one before it. Kappa is over words with a language in either file; no language is a category of its own.

examples:
  mixlid compare gold.cha talk.cha
  mixlid compare anna.eaf ben.eaf -o figures.json      with every word that differs, in context
  mixlid compare gold.conllu                    with what the model finds in its texts
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _NOTES
    add = parser.add_argument
    add("gold", metavar="GOLD", help="the file with the right languages, or one annotator's")
    add(
        "out",
        nargs="?",
        metavar="OUT",
        help="the file to compare with it; default: what the model finds in GOLD's texts",
    )
    add_table_arguments(parser, "a .json with all figures and differences, or a .csv with a row for each language")
    add_model_choice(parser)
    add_reading_arguments(parser)


def run(args: argparse.Namespace) -> None:
    format = table_format(args.output, args.format)
    gold = read_corpus(args, [args.gold], None)
    if args.out is None:
        out = read_corpus(args, [args.gold], loader(args), relabel=True)
    else:
        out = read_corpus(args, [args.out], None)
    found = compare(gold, out)
    if format == "text":
        write_text("".join(f"{clean(line)}\n" for line in _shown(found)), args.output, args.outputs)
    elif format == "json":
        write_rows([asdict(found)], [], args.output, format, args.outputs)
    else:
        rows = [{"language": name, **asdict(score)} for name, score in found.languages.items()]
        write_rows(rows, ["language", "precision", "recall", "f1", "support"], args.output, format, args.outputs)


def _shown(found: Comparison) -> Iterator[str]:
    yield f"{found.utterances:,} utterances, {found.words:,} words with a language"
    rows = [("", "precision", "recall", "F1", "support")]
    rows += [(f"{name} ({name_of(name)})", *_cells(score)) for name, score in found.languages.items()]
    rows.append(("switch points", *_cells(found.switch_points)))
    yield from table(rows, right=frozenset({1, 2, 3, 4}))
    yield ""
    figures = (("word accuracy", found.accuracy), ("kappa", found.kappa), ("same set", found.same_sets))
    yield "  " + " · ".join(f"{name} {_number(value)}" for name, value in figures)
    wrong = {name: row for name, row in found.confusion.items() if {*row} - {name}}
    if wrong:
        columns = list(dict.fromkeys(name for row in found.confusion.values() for name in row))[:_SHOWN]
        yield ""
        yield "  gold, and what it was taken for"
        counts = [["", *columns]]
        counts += [[name, *(f"{row.get(one, 0):,}" for one in columns)] for name, row in list(wrong.items())[:_SHOWN]]
        yield from table(counts, right=frozenset(range(1, len(columns) + 1)))
    if found.differences:
        yield ""
        shown = found.differences[:_ERRORS]
        more = "" if len(shown) == len(found.differences) else f", the first {len(shown)} of them"
        count = len(found.differences)
        yield f"  {count:,} word{' differs' if count == 1 else 's differ'}{more}"
        lines = [
            (f"{one.file}:{one.line}", one.gold, one.out, one.before[-30:], one.word, one.after[:30]) for one in shown
        ]
        yield from table(lines, right=frozenset({3}))


def _cells(score: Score) -> tuple[str, str, str, str]:
    return _number(score.precision), _number(score.recall), _number(score.f1), f"{score.support:,}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
