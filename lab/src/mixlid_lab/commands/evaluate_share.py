"""`mixlid evaluate share`: how well a threshold on `share_in` tells whether a text is in the language asked for.

Every monolingual text is asked for its own language and for English (English ones for German). A miss is a text in the
language asked for that falls below the threshold, a false alarm one in another language that does not. The threshold is
the best of steps of 0.05 on these data; lingua's 0.75 is what EuroEval takes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import mixlid
from mixlid.mixing import share_in
from mixlid_lab.commands.evaluate_runs import write_table
from mixlid_lab.commands.printing import figure, print_table
from mixlid_lab.evaluation.datasets import read_marked
from mixlid_lab.evaluation.predictions import iso639_3, language_code
from mixlid_lab.evaluation.run_finders import lingua_languages
from mixlid_lab.evaluation.run_metrics import every

HELP = "measure how well share_in tells whether a text is in the language asked for"

#: How sure a tool is that a text is in a language (ISO 639-3).
Judge = Callable[[str, str], float]
_STEPS = [step / 20 for step in range(1, 20)]
_FIXED = 0.75


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--data", type=Path, action="append", required=True, metavar="PATH", help="monolingual labelled data")
    add("--texts", type=int, default=2000, metavar="N", help="at most so many (default 2000)")
    add("--page", type=Path, metavar="FILE", help="a page whose table between the marks figures:share is renewed")


def run(args: argparse.Namespace) -> None:
    known = lingua_languages() & {language_code(label) for label in mixlid.load().labels}
    samples = [one for data in read_marked(args.data) for one in data.samples if not one.is_mixed]
    texts = [(one.text, language) for one in samples for language in one.languages if language in known]
    chosen = every(texts, args.texts)
    head = ("", "threshold", "misses", "false alarms", "ms")
    rows: list[tuple[str, ...]] = []
    for name, judge in (("mixlid, `share_in`", _mixlid_judge()), ("lingua, confidence", _lingua_judge())):
        began = time.process_time()
        own = [judge(text, language) for text, language in chosen]
        other = [judge(text, "deu" if language == "eng" else "eng") for text, language in chosen]
        milliseconds = f"{1000 * (time.process_time() - began) / (2 * len(chosen)):.2f}"
        best = min(_STEPS, key=lambda step: sum(_errors(own, other, step)))
        rows += (
            (name, f"{threshold:.2f}", *map(figure, _errors(own, other, threshold)), milliseconds)
            for threshold in sorted({best, _FIXED} if name.startswith("lingua") else {best})
        )
    print_table([head, *rows])
    if args.page is not None:
        languages = len({language for _, language in chosen})
        about = f"{len(chosen):,} development texts in {languages} languages, each asked for twice; ms a question."
        write_table(args.page, "share", [head, *rows], about)


def _errors(own: Sequence[float], other: Sequence[float], threshold: float) -> tuple[float, float]:
    """The share of misses, and that of false alarms."""
    return sum(one < threshold for one in own) / len(own), sum(one >= threshold for one in other) / len(other)


def _mixlid_judge() -> Judge:
    lid = mixlid.load()
    return lambda text, language: share_in(lid.identify(text), language) or 0.0


def _lingua_judge() -> Judge:
    lingua: Any = import_module("lingua")
    detector = lingua.LanguageDetectorBuilder.from_all_languages().build()
    by_code = {iso639_3(one.iso_code_639_3.name): one for one in lingua.Language.all()}
    return lambda text, language: float(detector.compute_language_confidence(text, by_code[language]))
