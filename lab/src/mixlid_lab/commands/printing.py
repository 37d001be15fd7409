"""How the commands print figures: three decimals, `-` for a missing one, numbers aligned to the right."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from mixlid.cli.commands import note
from mixlid.cli.terminal import clean, table
from mixlid_lab.evaluation.datasets import dataset_names


def figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def print_table(rows: Sequence[Sequence[str]], left: int = 1) -> None:
    """Print a table; every column but the first `left` ones is aligned to the right."""
    cells = [[clean(cell) for cell in row] for row in rows]
    print("\n".join(table(cells, right=frozenset(range(left, len(rows[0]))))))


def print_silver(names: Collection[str]) -> None:
    """Say below a table which data sets its averages leave out."""
    if names:
        print(f"in no average, because people have not labelled them (silver): {clean(', '.join(names))}")


def add_data_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--silver", metavar="NAME,…", default="",
        help="data sets that people have not labelled: reported, but in no average (like a field silver in the data)",
    )  # fmt: skip
    add("--silver-words", metavar="NAME,…", default="", help="data sets whose words people have not labelled")
    add(
        "--mono-languages", metavar="CODE,…", default="",
        help="the languages whose monolingual sentences count, or all; default: those of the code-switched data, or "
        "the paper's ten if these include them",
    )  # fmt: skip


def data_options(args: argparse.Namespace, known: Collection[str]) -> dict[str, Any]:
    """The keyword arguments for `labelled_sets`, for a model that knows these languages."""
    languages = _names(args.mono_languages)
    return {
        "silver": _names(args.silver),
        "silver_words": _names(args.silver_words),
        "mono_languages": (known if languages == ["all"] else languages) if languages else None,
        "tell": partial(note, args),
    }


def in_folder(which: dict[str, Any], folder: Path, others: Iterable[Path]) -> dict[str, Any]:
    """The options for one of several folders, without the names of data sets that only the others have."""
    elsewhere = {name for other in others for name in dataset_names(other)} - dataset_names(folder)
    silver = {key: [name for name in which[key] if name not in elsewhere] for key in ("silver", "silver_words")}
    return which | silver


def _names(given: str) -> list[str]:
    return [name.strip() for name in given.split(",") if name.strip()]
