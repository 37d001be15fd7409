"""`mixlid evaluate --labelled N`: accuracy on each corpus, by what the user knows about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mixlid.errors import InputError, SettingsError
from mixlid.identifier import Identifier
from mixlid_lab.commands.data_options import print_silver
from mixlid_lab.commands.figures import joined_figures, print_figures, rounded, shown_name
from mixlid_lab.evaluation.datasets import Dataset, silver_names
from mixlid_lab.evaluation.user_knowledge import DRAWS, Exact, average, by_knowledge

_FIGURES = ("mixed", "mono", "all")


def label_counts(given: str) -> list[int]:
    """Parse the numbers of labelled sentences given with the option."""
    try:
        counts = [int(part) for part in given.split(",") if part.strip()]
    except ValueError:
        counts = [0]
    if min(counts, default=1) < 1:
        raise SettingsError(f"--labelled takes numbers of sentences, such as 25,100,300, not {given!r}")
    return counts


def report_labelled(identifier: Identifier, corpora: Sequence[Dataset], counts: Sequence[int]) -> dict[str, Any]:
    """Print the table and return its figures."""
    if not corpora:
        raise InputError("--labelled needs a corpus in its natural mixture, with mixed and monolingual sentences")
    found = {corpus.name: by_knowledge(identifier, corpus, counts) for corpus in corpora}
    methods = ["as it comes", "-l", "--adapt", "-l --adapt", *(f"{count} labels" for count in counts)]
    counted = [found[corpus.name] for corpus in corpora if corpus.counts]
    rows = [("", *methods)]
    rows += [
        (shown_name(corpus.name, corpus.counts), *(_cell(found[corpus.name].get(method)) for method in methods))
        for corpus in corpora
    ]
    if counted:
        averages = [[one[method] for one in counted if method in one] for method in methods]
        rows.append(("average", *(_cell(average(members) if members else None) for members in averages)))
    print("\nexact match by what is known of a corpus: mixed / monolingual / all sentences (docs/adaptation.md)")
    print_figures(rows)
    print(f"with labels: means over {DRAWS} draws, judged on the sentences that were not drawn")
    print_silver(silver_names(corpora))
    return {
        name: {method: rounded(exact, _FIGURES) for method, exact in by_method.items()}
        for name, by_method in found.items()
    }


def _cell(exact: Exact | None) -> str:
    return "-" if exact is None else joined_figures(" / ", (getattr(exact, name) for name in _FIGURES))
