"""EuskañolDS: `gold.tsv` and `silver.tsv`, with one column `text` of sentences in both Basque and Spanish.

People have checked the sentences of `gold.tsv`. Those of `silver.tsv` were found by language identifiers, so they are
silver here too. Words are not labelled.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from mixlid.errors import InputError
from mixlid_lab.corpora.reading import CorpusOptions, Entry, Fault, Format, RawSentence, text_lines

PAIR = ("eus", "spa")
_COLUMN = "text"


def read(path: Path, options: CorpusOptions) -> Iterator[Entry]:
    del options  # the format leaves nothing open
    # Tweets have unbalanced quotation marks, so these do not quote.
    rows = csv.reader((line for _, line in text_lines(path)), delimiter="\t", quoting=csv.QUOTE_NONE)
    header = [name.strip().lower() for name in next(rows, [])]
    if _COLUMN not in header:
        raise InputError(f"{path}, line 1: expected a table with a column {_COLUMN}, as EuskañolDS has")
    place, silver = header.index(_COLUMN), path.name.startswith("silver")
    for number, row in enumerate(rows, start=2):
        text = row[place].strip() if len(row) > place else ""
        if text:
            yield RawSentence(path, number, tuple(text.split()), (), text, frozenset(PAIR), silver=silver)
        elif row:
            yield (Fault(path, number, f"the row has no {_COLUMN}"),)


def looks_like(path: Path, head: str) -> bool:
    """By name and only column: many tables have a column `text`, and nothing here says Basque or Spanish."""
    name = path.name.partition(".")[0], path.suffixes[:1]
    return name in (("gold", [".tsv"]), ("silver", [".tsv"])) and head.partition("\n")[0].strip().lower() == _COLUMN


FORMAT = Format("euskanolds", "EuskañolDS (Basque-Spanish): gold.tsv and silver.tsv", read, looks_like, PAIR)
