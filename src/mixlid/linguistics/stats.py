"""`mixlid stats`: how languages are mixed in a corpus, by speaker, file or any other field, and in total."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from mixlid.cli.terminal import clean, table
from mixlid.errors import InputError
from mixlid.linguistics.corpus import WHERE_LANGUAGES_COME_FROM, add_corpus_arguments, corpus
from mixlid.linguistics.tables import add_table_arguments, table_format, write_rows, write_text
from mixlid.mixing import LabelledWord, statistics

HELP = "measure how languages are mixed in a corpus, by speaker, by file, …"

#: The value of the --by columns in the row for everything.
ALL = "all"
#: How many pairs and inserted words are shown, and how many a table has.
_SHOWN, _KEPT = 3, 50

_NOTES = f"""\
{WHERE_LANGUAGES_COME_FROM}
docs/linguists.md has the formulas and their sources. Words without a language are skipped; a switch is between two
words of one utterance. In a csv, counts are `tur>eng=12,eng>tur=11`, and undefined measures are empty.

examples:
  mixlid stats talk.cha
  mixlid stats 'talks/*.eaf' --by speaker,file -o stats.csv
  mixlid identify --words tweets.jsonl -o words.jsonl && mixlid stats words.jsonl
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _NOTES
    add_corpus_arguments(parser)
    add = parser.add_argument
    add(
        "--by",
        default="",
        metavar="FIELDS",
        help="a row for each speaker, file, tier or other field; separated by commas",
    )
    add_table_arguments(parser, "a .csv, .tsv or .json; default: a table on the screen")


def run(args: argparse.Namespace) -> None:
    format = table_format(args.output, args.format)
    by = [name.strip() for name in args.by.split(",") if name.strip()]
    groups: dict[tuple[str, ...], list[list[LabelledWord]]] = {(ALL,) * len(by): []}
    everything = groups[(ALL,) * len(by)]
    seen: set[str] = set()
    for one in corpus(args):
        everything.append(one.labelled)
        seen |= {"file", *one.fields}
        if by:
            groups.setdefault(tuple(one.value(name) for name in by), []).append(one.labelled)
    if not everything:
        raise InputError("there is no utterance in the input")
    missing = [name for name in by if name not in seen]
    if missing:
        raise InputError(f"--by {missing[0]}: no record has this; there are {', '.join(sorted(seen - {'words'}))}")
    rows = [_row(dict(zip(by, key, strict=True)), statistics(texts).to_dict()) for key, texts in groups.items()]
    if format == "text":
        write_text("".join(f"{line}\n" for line in _shown(rows, by)), args.output, args.outputs)
    else:
        write_rows(rows, list(rows[0]), args.output, format, args.outputs)


def _row(key: Mapping[str, str], found: dict[str, Any]) -> dict[str, Any]:
    """Group and figures; of long lists only the most frequent items."""
    for name in ("pairs", "inserted"):
        found[name] = dict(list(found[name].items())[:_KEPT])
    return {**key, **found}


def _shown(rows: list[dict[str, Any]], by: list[str]) -> list[str]:
    """A line for each figure, and a column for each group."""
    names = [name for name in rows[0] if name not in by]
    lines = [["", *(" ".join(row[name] for name in by) or ALL for row in rows)]]
    lines += [[name.replace("_", " "), *(_value(row[name]) for row in rows)] for name in names]
    return table([tuple(map(clean, line)) for line in lines], indent="")


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        shown = [f"{name} {count:,}" for name, count in list(value.items())[:_SHOWN]]
        return ", ".join([*shown, "…"] if len(value) > _SHOWN else shown) or "-"
    if isinstance(value, float):
        return f"{value:.3f}"
    return "-" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
