"""Sentences per second of mixlid and others, on the same lines in one run: `make bench-speed`.

One core, one system at a time, new lines in each round (`timing.py`). Peers that are not installed are left out with a
note. Without `--fasttext FILE`, a classifier of the usual size is trained on made-up text; it is as slow as a real one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import mixlid
from results import arguments, save
from stand_ins import latin_table, write_fasttext, write_padded
from systems import PROCESSES
from tables import speed_tables, written
from text import EXPONENTS, lines
from timing import EFFORT, WARM_UP, Effort, compare, start


def write_lines(path: Path, texts: Iterable[str]) -> int:
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for text in texts:
            file.write(f"{text}\n")
            count += 1
    return count


def model_files(args: Any, folder: Path) -> tuple[dict[str, str], list[str]]:
    """The model files by option, some of them made here, and notes about them."""
    notes = []
    files = {"model": args.model, "fasttext": args.fasttext, "ftz": args.ftz}
    options = {name: str(Path(file).absolute()) for name, file in files.items() if file}
    if "padded" in args.systems and args.padded_labels:
        model = latin_table(mixlid.load(args.model).model)
        if model is not None:
            write_padded(model, args.padded_labels, folder / "padded.mixlid")
            options |= {"padded": str(folder / "padded.mixlid"), "padded_labels": str(args.padded_labels)}
    if "fasttext" in args.systems and not args.fasttext and args.buckets:
        try:
            write_fasttext(folder / "made.bin", args.labels, args.dimensions, args.buckets)
        except ImportError:
            notes.append("fastText is not installed: pip install 'mixlid-lab[peers]'")
        else:
            options["fasttext"] = str(folder / "made.bin")
            notes.append(
                f"fastText: made up, {args.labels} labels, {args.dimensions} dimensions, {args.buckets:,} buckets"
            )
    return options, notes


def add_arguments(parser: Any) -> None:
    add = parser.add_argument
    add("--fasttext", metavar="FILE", help="a fastText .bin; best the one that the table was made from")
    add("--ftz", metavar="FILE", help="lid.176.ftz")
    add("--characters", type=int, nargs="+", default=[40, 80, 160], help="lengths of lines (default 40 80 160)")
    add("--repetition", nargs="+", choices=EXPONENTS, default=["usual", "rare"], help="how often words come again")
    add("--systems", nargs="+", choices=PROCESSES, default=list(PROCESSES), help="default: all")
    add("--rounds", type=int, default=EFFORT.rounds, help=f"default {EFFORT.rounds}")
    add("--lines", type=int, default=EFFORT.lines, help=f"lines of a round, at most (default {EFFORT.lines})")
    add("--seconds", type=float, default=EFFORT.seconds, help=f"of a system in a round (default {EFFORT.seconds})")
    add("--slow-lines", type=int, default=EFFORT.slow_lines, help="for what takes longer than that for one line")
    add("--padded-labels", type=int, default=2000, help="labels of the padded table; 0 for none (default 2000)")
    add("--labels", type=int, default=125, help="of a made-up fastText model (default 125)")
    add("--dimensions", type=int, default=256, help="of a made-up fastText model (default 256)")
    add("--buckets", type=int, default=1_000_000, help="of a made-up fastText model; 0 for none (default a million)")


def measure(args: Any) -> dict[str, Any]:
    effort = Effort(args.rounds, args.lines, args.seconds, args.slow_lines)
    wanted = WARM_UP + effort.rounds * effort.lines
    results: dict[str, Any] = {"texts": []}
    with TemporaryDirectory() as name:
        folder = Path(name)
        options, results["notes"] = model_files(args, folder)
        workers, results["skipped"] = start(args.systems, options)
        try:
            for title, characters, texts in passages(args, wanted):
                file = folder / "lines.txt"
                count = write_lines(file, texts)
                fewer = Effort(effort.rounds, min(effort.lines, (count - WARM_UP) // effort.rounds), *_rest(effort))
                chosen = {name: worker for name, worker in workers.items() if title != "rare" or name != "ilp"}
                systems = compare(chosen, file, fewer)
                results["texts"].append({"title": title, "characters": characters, "lines": count, "systems": systems})
                print(f"{title}, {characters} characters: done", file=sys.stderr, flush=True)
        finally:
            for worker in workers.values():
                worker.close()
    return results


def _rest(effort: Effort) -> tuple[float, int]:
    return effort.seconds, effort.slow_lines


def passages(args: Any, wanted: int) -> Iterable[tuple[str, int, Iterable[str]]]:
    """What is timed: a title, about how many characters a line has, and the lines."""
    if args.text is not None:
        given = [line for line in args.text.read_text(encoding="utf-8").splitlines() if line.strip()][:wanted]
        if len(given) < WARM_UP + args.rounds:
            raise SystemExit(
                f"{args.text} has {len(given)} lines with text; at least {WARM_UP + args.rounds} are needed"
            )
        yield args.text.name, round(sum(map(len, given)) / len(given)), given
        return
    for repetition in args.repetition:
        # How length changes times is told by one kind of text.
        usual = [min(args.characters, key=lambda length: abs(length - 80))]
        for characters in args.characters if repetition == args.repetition[0] else usual:
            yield repetition, characters, (line.text for line in lines(wanted, characters, repetition))


def main() -> None:
    parser = arguments(__doc__)
    add_arguments(parser)
    args = parser.parse_args()
    results = measure(args)
    results = save(args.json, "speed" if args.text is None else "given", results)
    print(written(speed_tables(results)))


if __name__ == "__main__":
    main()
