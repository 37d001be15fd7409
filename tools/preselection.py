"""What preselection changes (docs/paper.md): `python tools/preselection.py DEV`, on mixed sentences of a labelled
folder.

The paper's programmes, restricted to the languages among the N best of at least one word, are compared with the optimum
over all of the paper's labels: how many languages are left, and how often value and set are the same. Both are solved
by `exact`, which tests compare with the integer programme; the seconds are the integer programme's, on a few sentences.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from time import process_time

import numpy as np

from mixlid.cli.terminal import table
from mixlid.identifier import Identifier
from mixlid.solvers import exact, ilp
from mixlid.solvers.exact import ExactSolver
from mixlid.solvers.problem import Problem, Solution
from mixlid.solvers.solver import Sentence
from mixlid_lab.evaluation.contenders import load_among
from mixlid_lab.evaluation.datasets import read_folder

HEAD = ("programme", "N", "languages", "same value", "same set", "seconds a sentence")


class _Keeping:
    """The exact solver; it records what it has solved."""

    name = "keeping"

    def __init__(self) -> None:
        self.solved: list[tuple[Problem, Solution]] = []

    def solve(self, sentence: Sentence) -> Solution:
        found = ExactSolver().solve(sentence)
        self.solved.append((sentence.problem, found))
        return found


def among_preselected(problem: Problem, best: int) -> Problem:
    """The problem in which words can only take preselected languages; their M best are still those of all languages."""
    chosen = np.zeros(len(problem.scores), dtype=bool)
    chosen[ilp.preselected(problem, best)] = True
    floors = np.where(problem.top, problem.scores, np.inf).min(axis=0)
    return replace(problem, scores=np.where(chosen[:, None], problem.scores, -np.inf), floors=floors)


def row(preset: str, solved: list[tuple[Problem, Solution]], best: int, timed: int) -> tuple[str, ...]:
    values, sets, languages = 0, 0, 0
    for problem, optimum in solved:
        found = exact.solve(among_preselected(problem, best))
        values += abs(found.value - optimum.value) < 1e-6
        sets += set(found.assignment.languages) == set(optimum.assignment.languages)
        languages += len(ilp.preselected(problem, best))
    shares = (f"{same / len(solved):.1%}" for same in (values, sets))
    some = solved[:: max(len(solved) // timed, 1)][:timed] if timed else []
    started = process_time()
    for problem, _ in some:
        ilp.solve(problem, preselect=best, runner_up=False)
    seconds = f"{(process_time() - started) / len(some):.2f}" if some else "–"
    return preset, str(best or "all"), f"{languages / len(solved):.0f}", *shares, seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, metavar="FOLDER")
    parser.add_argument("--sentences", type=int, default=1400, metavar="N", help="of all data sets together (1400)")
    parser.add_argument("--timed", type=int, default=24, metavar="N", help="of these, for the integer programme (24)")
    parser.add_argument("--best", type=int, nargs="+", default=[1, 2, 3, 5], metavar="N", help="1 2 3 5; 0 for all")
    args = parser.parse_args()
    model = load_among(None, "@paper")
    texts = [one.text for dataset in read_folder(args.data) if dataset.is_mixed for one in dataset.samples]
    chosen = texts[:: max(len(texts) // args.sentences, 1)][: args.sentences]
    rows: list[tuple[str, ...]] = [HEAD]
    for preset in ("paper-cs", "paper-avg"):
        keeping = _Keeping()
        identifier = Identifier.with_preset(model, preset, keeping)
        for text in chosen:
            identifier.identify(text)
        rows += [row(preset, keeping.solved, best, args.timed) for best in args.best]
    print(f"{len(chosen)} sentences")
    print("\n".join(table(rows, right=frozenset(range(1, 6)))))


if __name__ == "__main__":
    main()
