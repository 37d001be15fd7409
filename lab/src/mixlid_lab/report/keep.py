"""Make the answers that the pages with figures are made from, in models/predictions:

    python -m mixlid_lab.report.keep DEV DEV-MORE TEST WORK                        (`make predictions`)
    python -m mixlid_lab.report.keep paper DEV TEST WORK v2-1=FILE v2-2=FILE …     (`make baselines`)

WORK keeps what is done, so that an interrupted run can go on. `pages.py` makes the pages.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import mixlid
from mixlid.cli.main import main as mixlid_command
from mixlid.configuration import Configuration
from mixlid_lab.evaluation.adapting import before_and_after, corpora
from mixlid_lab.evaluation.calibration_metrics import JOINED, LONG
from mixlid_lab.evaluation.datasets import Dataset, dataset_names, is_silver, labelled_sets
from mixlid_lab.evaluation.predictions import language_code
from mixlid_lab.evaluation.runner import ModelContender, run
from mixlid_lab.evaluation.saved import pack, save_answers, save_labels, save_system
from mixlid_lab.paper.systems import MASKED_WORDS
from mixlid_lab.tuning.calibrate import cut_to_mixed_lengths, joined_texts

KEPT = Path("models/predictions")
#: Data sets that people have not labelled, and those whose words they have not.
SILVER, SILVER_WORDS = ("npi-eng",), ("wol-fra",)
#: LinCE's lang1 and lang2.
LINCE = ("eng", "spa")
#: The bundled model with all its labels; `litelid` is the same with the paper's.
WHOLE = "litelid-254"
#: What the files of models by the paper's recipes begin with, and of which systems they have words.
PAPERS = "paper-"
PAPERS_WORDS = ("CS", "AVG", "MaskLID τ=5", MASKED_WORDS)
#: The systems whose words are kept.
WORDS = (
    *(f"litelid {name}" for name in (*PAPERS_WORDS, "own cs", "default")),
    *(f"{WHOLE} {name}" for name in ("default", "cs", "told")),
)


def silver_in(folders: Sequence[str]) -> tuple[list[str], list[str]]:
    """Those of the silver data sets, and of those with silver words, that are in some folders."""
    there = {name for folder in folders for name in dataset_names(Path(folder))}
    return [name for name in SILVER if name in there], [name for name in SILVER_WORDS if name in there]


def main(dev: str, more: str, test: str, work: str) -> None:
    lid = mixlid.load()
    known = {language_code(label) for label in lid.labels}

    def sets(*folders: str, every_language: bool = False) -> list[Dataset]:
        silver, words = silver_in(folders)
        mono = known if every_language else None
        return labelled_sets(list(map(Path, folders)), known, mono, silver=silver, silver_words=words)

    folder = Path(work) / "predictions"
    answer_paper(dev, test, work, "litelid")
    presets = {name: Configuration(name) for name in ("default", "cs")}
    run(folder / "test", [ModelContender(WHOLE, None, presets)], sets(test))
    told = {"told": Configuration("default", languages=LINCE)}
    run(folder / "lince", [ModelContender(WHOLE, None, told)], [one for one in sets(test) if one.languages == {*LINCE}])
    for corpus in corpora(sets(test, every_language=True)):
        save_labels(folder / "adapted", corpus.dataset)
        for way, answers in before_and_after(lid, corpus).items():
            save_system(folder / "adapted", way, {"model": WHOLE})
            save_answers(folder / "adapted", way, corpus.dataset, answers)
    for name, folders in (("dev", [dev]), ("dev-more", [dev, more]), ("test", [test])):
        run(
            folder / f"calibration-{name}",
            [ModelContender(WHOLE, None, {"default": Configuration("default")})],
            calibration_sets(sets(*folders)),
        )
    for part in folder.iterdir():
        pack(part, KEPT / f"{part.name}.tar.xz", WORDS, confidence=part.name.startswith("calibration"))
        print(KEPT / f"{part.name}.tar.xz")


def answer_paper(dev: str, test: str, work: str, *models: str) -> None:
    """The answers of models under the paper's systems."""
    silver, words = map(",".join, silver_in((dev, test)))
    named = [option for model in models for option in ("-m", model)]
    marks = ["--silver", silver, "--silver-words", words]
    command = ["evaluate", "paper", "--data", dev, "--test", test, *marks, *named, "--peers", "-o", work]
    if status := mixlid_command(command):
        sys.exit(status)


def keep_paper(dev: str, test: str, work: str, *models: str) -> None:
    """Keep the answers of models by the paper's recipes."""
    answer_paper(dev, test, work, *models)
    words = [f"{model.partition('=')[0]} {name}" for model in models for name in PAPERS_WORDS]
    for part in ("dev", "test"):
        pack(Path(work) / "predictions" / part, KEPT / f"{PAPERS}{part}.tar.xz", words, confidence=False)


def calibration_sets(datasets: Sequence[Dataset]) -> list[Dataset]:
    """What confidence is judged on: sentences without their words, and long texts made of them.

    Monolingual sentences are cut to the lengths of mixed ones; otherwise length alone would tell the two apart.
    """
    kept = [
        replace(one, samples=tuple(replace(sample, tokens=(), tags=()) for sample in one.samples))
        for one in datasets
        if not is_silver(one.samples)
    ]
    long = [replace(one, name=f"{one.name}{JOINED}{words}") for words in LONG for one in joined_texts(kept, words)]
    return [*cut_to_mixed_lengths(kept), *long]


if __name__ == "__main__":
    arguments = sys.argv[1:]
    keep_paper(*arguments[1:]) if arguments[:1] == ["paper"] else main(*arguments)
