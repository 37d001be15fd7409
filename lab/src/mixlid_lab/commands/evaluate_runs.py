"""`mixlid evaluate runs`: runs of one language beside split-lang and lingua, in one process.

Of each corpus only the words count that people gave a language, and corpora in languages that lingua lacks are left
out; the figure of several corpora is the mean. Time is that of the processor, after one pass over a few texts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

import mixlid
from mixlid_lab.commands.printing import figure, print_table
from mixlid_lab.evaluation.datasets import labelled_sets
from mixlid_lab.evaluation.marked_runs import MarkedText, read_marked_runs
from mixlid_lab.evaluation.predictions import language_code
from mixlid_lab.evaluation.run_finders import RunFinder, lingua_languages, lingua_runs, mixlid_runs, split_lang_runs
from mixlid_lab.evaluation.run_metrics import RunScores, every, marked_text
from mixlid_lab.evaluation.set_metrics import mean
from mixlid_lab.report.pages import fill

HELP = "compare runs of one language with those of split-lang and lingua"

#: By name what makes a tool that knows which languages there are, or with None all that it has.
TOLD: Mapping[str, Callable[[Collection[str]], RunFinder]] = {
    "mixlid, told the languages": mixlid_runs,
    "split-lang, told the languages": split_lang_runs,
    "lingua, told the languages": lingua_runs,
}
ANY: Mapping[str, Callable[[None], RunFinder]] = {"mixlid": mixlid_runs, "lingua": lingua_runs}
_WARM_UP = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--marked", type=Path, required=True, metavar="FILE", help="texts with marks such as <zh> before each run")
    add("--data", type=Path, action="append", required=True, metavar="PATH", help="labelled data, for words with tags")
    add("--lines", type=int, default=100, metavar="N", help="of each corpus at most so many (default 100)")
    add("--page", type=Path, metavar="FILE", help="a page whose table between the marks figures:runs is renewed")


def run(args: argparse.Namespace) -> None:
    labels = mixlid.load().labels
    datasets = labelled_sets(args.data, {*map(language_code, labels)}, labels=labels)
    corpora = {
        one.name: every([marked_text(sample) for sample in one.samples if sample.has_gold_words], args.lines)
        for one in datasets
        if one.is_mixed and one.counts and one.languages <= lingua_languages()
    }
    corpora = {name: texts for name, texts in corpora.items() if texts}
    marked = read_marked_runs(args.marked)
    rows = []
    for name in (*TOLD, *ANY):
        cjk, scored = _score(name, [marked]), _score(name, list(corpora.values()))
        rows.append((f"**{name}**" if name == "mixlid" else name, *cjk, *scored))
    lines = sum(map(len, corpora.values()))
    head = ("", "CJK: characters", "boundaries", "ms", f"{len(corpora)} corpora: characters", "boundaries", "ms")
    print_table([head, *rows])
    if args.page is not None:
        about = (
            f"{len(marked)} lines of Chinese, Japanese, Korean and English, and {lines:,} of {len(corpora)} corpora "
            f"with labelled words ({', '.join(sorted(corpora))}); milliseconds of processor time a line, in one run."
        )
        write_table(args.page, "runs", [head, *rows], about)


def write_table(page: Path, section: str, rows: Sequence[Sequence[str]], about: str) -> None:
    """Write a table, whose first row is its head, and a sentence about it into a section of a page."""
    lines = (rows[0], ["---"] * len(rows[0]), *rows[1:])
    table = "\n".join("| " + " | ".join(row) + " |" for row in lines)
    page.write_text(fill(page.read_text("utf-8"), section, f"{table}\n\n{about}\n"), "utf-8")


def _score(name: str, corpora: Sequence[Sequence[MarkedText]]) -> tuple[str, str, str]:
    """The share of right characters, the F1 of boundaries, and the milliseconds of a line."""
    scores, seconds, lines = [], 0.0, 0
    for texts in corpora:
        languages = {one for text in texts for one in text.languages if one is not None}
        find = TOLD[name](languages) if name in TOLD else ANY[name](None)
        for text in texts[:_WARM_UP]:
            list(find(text.text))
        began = time.process_time()
        found = [list(find(text.text)) for text in texts]
        seconds, lines = seconds + time.process_time() - began, lines + len(texts)
        scores.append(RunScores())
        for text, runs in zip(texts, found, strict=True):
            scores[-1].add(text, runs)
    accuracy, f1 = (mean(values) for values in zip(*((one.accuracy, one.boundary_f1) for one in scores), strict=True))
    return figure(accuracy), figure(f1), f"{1000 * seconds / lines:.2f}"
