"""Tables of figures as files: CSV for pandas and R, TSV, JSON."""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mixlid.cli.commands import add_output
from mixlid.errors import SettingsError
from mixlid.io.formats.cells import table_cell
from mixlid.io.output import Outputs

FORMATS = ("text", "csv", "tsv", "json")


def add_table_arguments(parser: argparse.ArgumentParser, output: str) -> None:
    """The options for where a table is written (`help` describes it) and in which format."""
    add_output(parser, "-o", "--output", default="-", metavar="FILE", help=output)
    parser.add_argument("-f", "--format", choices=FORMATS, help="output format; default: from the name of -o")


def table_format(output: str, said: str | None) -> str:
    """The format given, else that of the file's name; `text` for a screen."""
    suffix = Path(output).suffix.lower().removeprefix(".")
    format = said or ({"txt": "text"}.get(suffix, suffix) if output != "-" else "text")
    if format not in FORMATS:
        raise SettingsError(f"{output}: the name does not end in .csv, .tsv or .json; choose a format with -f")
    return format


def write_rows(
    rows: Sequence[Mapping[str, Any]], columns: Sequence[str], output: str, format: str, outputs: Outputs
) -> None:
    """Rows with the same columns, as csv, tsv or json."""
    if format == "json":
        text = json.dumps(list(rows), ensure_ascii=False, indent=2) + "\n"
    else:
        stream = io.StringIO()
        writer = csv.writer(stream, delimiter="\t" if format == "tsv" else ",", lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([_cell(row.get(name)) for name in columns] for row in rows)
        text = stream.getvalue()
    write_text(text, output, outputs)


def write_text(text: str, output: str, outputs: Outputs) -> None:
    with outputs.open(output) as stream:
        stream.write(text.encode("utf-8", "backslashreplace"))


def _cell(value: Any) -> str:
    """Counts by name are `tur=12,eng=7`."""
    if isinstance(value, Mapping):
        return ",".join(f"{name}={count}" for name, count in value.items())
    return table_cell(value)
