"""The cost of a sentence as labels, words and K grow: `make bench-growth`.

The whole way from text to result is timed, on the same sentences in every round, so that words are scored once and the
search is what grows. Fewer labels are a restriction; more are near copies (`stand_ins.py`). The integer programme
solves one sentence of about 80 characters for each number of labels up to 125; larger ones take minutes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import mixlid
from mixlid import Identifier
from mixlid.adapt.labelled import Sample
from mixlid.models.table import TableModel
from mixlid_lab.evaluation.runtimes import Effort, seconds_each, sentences_of_length
from results import arguments, save
from stand_ins import latin_table, write_padded
from systems import Call, integer_programme
from tables import growth_tables, usual, written
from text import lines, sentences


def identifiers(model: TableModel, sizes: list[int], folder: Path) -> Iterator[tuple[int, Identifier, str]]:
    """The `cs` preset for each number of labels, which include the text's languages, and the file of its table."""
    spoken = [label for label in model.labels if label.split("_")[0] in sentences()]
    others = [label for label in model.labels if label not in spoken]
    for size in sorted(sizes):
        if size < len(model.labels):
            yield size, mixlid.load(model, "cs").restrict([*spoken, *others][:size]), ""
        else:
            file = folder / f"{size}.mixlid"
            write_padded(model, size, file)
            yield size, mixlid.load(file, "cs"), str(file)


def measure(args: Any, model: TableModel, folder: Path) -> dict[str, Any]:
    samples = [
        Sample(line.text, frozenset(line.languages))
        for characters in args.characters
        for line in lines(20 * args.sentences, characters, seed=1)
    ]
    chosen = {length: sentences_of_length(samples, length, args.sentences) for length in args.characters}
    effort, once = Effort(args.sentences, args.repeats, float("inf")), Effort(1, 1, float("inf"))
    points = []
    for size, lid, file in identifiers(model, args.labels, folder):
        systems: dict[str, Call] = {f"cs, K={k}": lid.replace(max_languages=k).identify for k in args.k}
        systems["MaskLID, our arrays"] = lid.replace("masklid").identify
        for length, texts in chosen.items():
            for name, call in systems.items():
                tasks = [partial(call, sample.text) for sample in texts]
                seconds = seconds_each(tasks, effort, time.process_time)
                points.append({"system": name, "labels": size, "characters": length, "seconds": seconds})
        if file and size <= args.ilp_labels:
            length = usual(chosen, "characters")
            call = next(iter(integer_programme({"model": file}).values()))
            seconds = seconds_each([partial(call, chosen[length][0].text)], once, time.process_time)
            points.append(
                {"system": "integer programme, default", "labels": size, "characters": length, "seconds": seconds}
            )
    return {"points": points, "sentences": args.sentences, "repeats": args.repeats}


def main() -> None:
    parser = arguments(__doc__)
    add = parser.add_argument
    add("--labels", type=int, nargs="+", default=[25, 125, 500, 1000, 2000], help="default 25 125 500 1000 2000")
    add("--characters", type=int, nargs="+", default=[40, 80, 160, 320], help="default 40 80 160 320")
    add("--k", type=int, nargs="+", default=[1, 2, 3, 4, 5], help="largest number of languages (default 1 2 3 4 5)")
    add("--sentences", type=int, default=30, help="of each length (default 30)")
    add("--repeats", type=int, default=5, help="rounds through them (default 5)")
    add("--ilp-labels", type=int, default=125, help="most labels for the integer programme; 0: none (default 125)")
    args = parser.parse_args()
    model = latin_table(mixlid.load(args.model).model)
    if model is None:
        raise SystemExit("growth needs a .mixlid table")
    with TemporaryDirectory() as folder:
        results = measure(args, model, Path(folder))
    results = save(args.json, "growth", results)
    print(written(growth_tables(results)))


if __name__ == "__main__":
    main()
