"""`mixlid evaluate --labelled N`: each corpus by what a user knows of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mixlid.cli.terminal import clean, table
from mixlid.errors import InputError, SettingsError
from mixlid.identifier import Identifier
from mixlid.lab.commands.data_options import print_silver
from mixlid.lab.evaluation.datasets import Dataset, silver_names
from mixlid.lab.evaluation.user_knowledge import DRAWS, Exact, average, by_knowledge


def label_counts(given: str) -> list[int]:
    """The numbers of labels that an option names."""
    try:
        counts = [int(part) for part in given.split(",") if part.strip()]
    except ValueError:
        counts = [0]
    if min(counts, default=1) < 1:
        raise SettingsError(f"--labelled takes numbers of sentences, such as 25,100,300, not {given!r}")
    return counts


def report_labelled(identifier: Identifier, corpora: Sequence[Dataset], counts: Sequence[int]) -> dict[str, Any]:
    """Print a table, and return its figures."""
    if not corpora:
        raise InputError("--labelled needs a corpus in its natural mixture, with mixed and monolingual sentences")
    found = {corpus.name: by_knowledge(identifier, corpus, counts) for corpus in corpora}
    ways = ["as it comes", "-l", "--adapt", "-l --adapt", *(f"{count} labels" for count in counts)]
    counted = [found[corpus.name] for corpus in corpora if corpus.counts]
    rows = [("", *ways)]
    for corpus in corpora:
        name = clean(corpus.name) if corpus.counts else f"({clean(corpus.name)})"
        rows.append((name, *(_cell(found[corpus.name].get(way)) for way in ways)))
    if counted:
        averages = [[one[way] for one in counted if way in one] for way in ways]
        rows.append(("average", *(_cell(average(members) if members else None) for members in averages)))
    print("\nexact match by what is known of a corpus: mixed / monolingual / all sentences (docs/adaptation.md)")
    print("\n".join(table(rows, right=frozenset(range(1, len(ways) + 1)))))
    print(f"with labels: means over {DRAWS} draws, judged on the sentences that were not drawn")
    print_silver(silver_names(corpora))
    return {name: {way: _figures(exact) for way, exact in by_way.items()} for name, by_way in found.items()}


def _figures(exact: Exact) -> dict[str, float | None]:
    values = {"mixed": exact.mixed, "mono": exact.mono, "all": exact.all}
    return {name: None if value is None else round(value, 4) for name, value in values.items()}


def _cell(exact: Exact | None) -> str:
    if exact is None:
        return "-"
    return " / ".join("-" if value is None else f"{value:.3f}" for value in (exact.mixed, exact.mono, exact.all))
