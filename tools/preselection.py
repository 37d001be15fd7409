"""What preselection changes (docs/paper.md): `python tools/preselection.py DEV`, mixed sentences of a labelled folder.

The integer programme over the languages that are among the N best of at least one word, beside the exact optimum over
all of the paper's labels: how many languages are left, how often value and set are the same, and seconds a sentence.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import process_time

from mixlid.assign import ilp
from mixlid.assign.exact import ExactSolver
from mixlid.assign.problem import Problem, Solution
from mixlid.assign.solver import Sentence
from mixlid.cli.terminal import table
from mixlid.identifier import Identifier
from mixlid.lab.evaluation.contenders import load_among
from mixlid.lab.evaluation.datasets import read_folder

HEAD = ("programme", "N", "languages", "same value", "same set", "seconds a sentence")


class _Keeping:
    """The exact solver, which keeps what it has solved."""

    name = "keeping"

    def __init__(self) -> None:
        self.solved: list[tuple[Problem, Solution]] = []

    def solve(self, sentence: Sentence) -> Solution:
        found = ExactSolver().solve(sentence)
        self.solved.append((sentence.problem, found))
        return found


def row(preset: str, solved: list[tuple[Problem, Solution]], best: int) -> tuple[str, ...]:
    started, values, sets, languages = process_time(), 0, 0, 0
    for problem, exact in solved:
        found = ilp.solve(problem, preselect=best, runner_up=False)
        values += abs(found.value - exact.value) < 1e-6
        sets += set(found.assignment.languages) == set(exact.assignment.languages)
        languages += len(ilp.preselected(problem, best))
    shares = (f"{same / len(solved):.0%}" for same in (values, sets))
    seconds = (process_time() - started) / len(solved)
    return preset, str(best or "all"), f"{languages / len(solved):.0f}", *shares, f"{seconds:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, metavar="FOLDER")
    parser.add_argument("--sentences", type=int, default=24, metavar="N", help="of all data sets together (24)")
    parser.add_argument("--best", type=int, nargs="+", default=[1, 2, 3, 5], metavar="N", help="1 2 3 5; 0 for all")
    args = parser.parse_args()
    model = load_among(None, "@paper")
    texts = [one.text for dataset in read_folder(args.data) if dataset.is_mixed for one in dataset.samples]
    chosen = texts[:: max(len(texts) // args.sentences, 1)][: args.sentences]
    rows: list[tuple[str, ...]] = [HEAD]
    for preset in ("cs", "avg"):
        keeping = _Keeping()
        identifier = Identifier.with_preset(model, preset, keeping)
        for text in chosen:
            identifier.identify(text)
        rows += [row(preset, keeping.solved, best) for best in args.best]
    print("\n".join(table(rows, right=frozenset(range(1, 6)))))


if __name__ == "__main__":
    main()
