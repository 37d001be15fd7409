"""The cost of each stage of the compiled pipeline by kind of text: `make bench-stages DATA="DEV MORE" CORPUS=CORPUS`.

Valgrind's callgrind counts the instructions of each function, so the figures are the same on a busy machine. Time is
roughly in proportion, except that reading rows and cached words from memory takes longer than its instructions
suggest, and so does a branch misprediction. Counting begins with texts in Python's memory
and ends with a batch of answers. Cutting documents into sentences is not included.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from by_kind import TITLES
from kinds import kinds
from mixlid_lab.report.table import Cell, Row, Table
from report import add_data, arguments, save, written

WHOLE = "PipelineWorker_answer_all"
#: Of a simple branch predictor; real ones do better.
MISPREDICTIONS = "branch mispredictions"
#: By stage: the functions whose instructions, and those of what they call, are counted. None calls another.
STAGES: Mapping[str, Sequence[str]] = {
    "cutting into words": ("Tokens_cut",),
    "looking up cached words ahead": ("Scoring_prefetch",),
    "finding and adding up rows": ("Scoring_prefetch_found", "Scoring_score"),
    "which labels matter": ("WordScores_make_list",),
    "the search for at most two languages": ("CompiledKernel_find",),
    "whether a third can pay": ("CompiledKernel_look_further",),
    "evidence for a further language": ("Evidence_gather",),
    "the common language of a word or two": ("CommonLanguages_apply",),
    "whether it is language at all": ("RejectUnknown_apply",),
    "labels and shares of words": ("Labelling_apply",),
    "the batch of answers": ("BatchBuilder_add",),
}
#: A document is worth so many lines; texts that fill the word cache before.
LINES, DOCUMENT, BEFORE = 800, 100, 800
#: Regular expressions are compiled for the first text that needs them, which takes as long as thousands of texts.
MARKUP = "<p>see you <b>demain</b></p>"


def answer(path: Path, count: int) -> None:
    """In the process that is watched: what comes before is answered sentence by sentence, which is another function."""
    import mixlid
    from mixlid.text.sentences import split_sentences

    texts = path.read_text(encoding="utf-8").split("\n")[:-1]
    lid = mixlid.load()
    for text in (MARKUP, *texts[count:]):
        for start, end in split_sentences(text):
            lid.identify(text[start:end])
    lid.identify_columns(texts[:count])


def instructions(texts: Sequence[str], count: int) -> dict[str, int]:
    """By function: those of the first `count` texts."""
    with tempfile.TemporaryDirectory() as folder:
        path, counted = Path(folder, "texts.txt"), Path(folder, "counted")
        path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        command = [sys.executable, __file__, "--text", str(path), "--count", str(count), "--watched"]
        valgrind = ["valgrind", "--tool=callgrind", "--branch-sim=yes", f"--callgrind-out-file={counted}"]
        valgrind.append(f"--toggle-collect=*{WHOLE}*")
        subprocess.run([*valgrind, *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        listed = subprocess.run(
            ["callgrind_annotate", "--inclusive=yes", "--threshold=100", "--show=Ir", str(counted)],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        named, totals = (
            line.split()[1:] for line in counted.read_text().splitlines() if line.startswith(("events:", "totals:"))
        )
    found = {MISPREDICTIONS: int(totals[named.index("Bcm")])}
    for number, name in re.findall(
        r"^ *([\d,]+) \(.*?\)  .*?:__pyx_f_6mixlid_\w*?_\d+([A-Z]\w+) \[", listed, re.MULTILINE
    ):
        found[name] = found.get(name, 0) + int(number.replace(",", ""))
    return found


def stages_tables(results: Mapping[str, Any]) -> list[Table]:
    texts = results["texts"]
    rows = [
        Row((stage,), {text["title"]: Cell(text["stages"][stage] / text["whole"]) for text in texts})
        for stage in texts[0]["stages"]
    ]
    totals, mispredictions = (
        {text["title"]: Cell(round(text[name] / text["count"])) for text in texts}
        for name in ("whole", "mispredictions")
    )
    return [
        Table("Share of the instructions", ("stage",), rows),
        Table(
            "Instructions and branch mispredictions a text",
            ("all stages",),
            (Row(("instructions",), totals), Row(("branch mispredictions, simulated",), mispredictions)),
        ),
    ]


def measure(kind: str, texts: Sequence[str]) -> dict[str, Any]:
    count, before = (LINES // DOCUMENT, BEFORE // DOCUMENT) if kind == "documents" else (LINES, BEFORE)
    found = instructions(texts[: count + before], count)
    stages = {stage: sum(found.get(name, 0) for name in names) for stage, names in STAGES.items()}
    stages["everything else"] = found[WHOLE] - sum(stages.values())
    return {
        "title": TITLES[kind],
        "count": count,
        "whole": found[WHOLE],
        "mispredictions": found[MISPREDICTIONS],
        "stages": stages,
    }


def main() -> None:
    parser = arguments(__doc__ or "")
    add_data(parser)
    parser.add_argument("--text", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--watched", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.watched:
        answer(args.text, args.count)
        return
    texts = kinds(args.data, args.corpus)
    measured = [measure(kind, texts[kind]) for kind in TITLES if texts.get(kind)]
    for stage in STAGES:
        if not any(one["stages"][stage] for one in measured):
            raise SystemExit(f"no function of the stage {stage!r} was called: STAGES has other names than the code")
    print(written(stages_tables(save(args.json, "stages", {"texts": measured}))))


if __name__ == "__main__":
    main()
