"""Processor time by kind of text, compared with heliport and pycld2: `make bench-kinds DATA="DEV DEV-MORE"
CORPUS=CORPUS`.

The texts are those of `kinds.py`, timed as in `bulk.py`: each system in a process of its own, in turn, after loading;
commands minus the median time for one line. Columns with at most one or two languages show what looking for more
languages costs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import bulk
from bulk import Taken, commands, in_formats, of_call, of_command, usual
from bulk_tables import COLUMNS, HELIPORT
from kinds import kinds
from mixlid_lab.report.table import Cell, Column, Row, Table
from results import arguments, save
from tables import written

TITLES = {
    "mixed": "mixed corpora",
    "english": "English",
    "languages": "many languages",
    "scripts": "many scripts",
    "words": "one word",
    "documents": "documents",
}
AT_MOST = {f"{COLUMNS}, at most {name}": number for name, number in (("one language", 1), ("two languages", 2))}
TSV, JSONL, AS_DOCUMENTS = (
    f"mixlid identify {what}" for what in ("FILE.txt -o OUT.tsv", "FILE.txt -o OUT.jsonl", "--unit document, to JSONL")
)


def calls(system: str, lines: Sequence[str]) -> tuple[Callable[[], object], Callable[[], object]]:
    """Like `bulk.calls`, with fewer languages."""
    import mixlid

    lid = mixlid.load().replace(max_languages=AT_MOST[system])
    return lambda: lid.identify_columns(lines[: bulk.WARM_UP]), lambda: lid.identify_columns(lines)


def by_kind_tables(results: Mapping[str, Any]) -> list[Table]:
    texts = results["texts"]
    names = list(dict.fromkeys(system["system"] for text in texts for system in text["systems"]))
    times = [{one["system"]: one["processor"] / text["lines"] for one in text["systems"]} for text in texts]
    columns = tuple(Column(f"{text['title']}, {text['characters']:.0f} characters") for text in texts)
    rows = [Row((name,), tuple(Cell(1e6 * each[name], digits=1) for each in times)) for name in names]
    peers = {name: HELIPORT if "identify" in name else "heliport" for name in names}
    ratios = [
        Row((name,), tuple(Cell(each[peers[name]] / each[name]) for each in times))
        for name in names
        if peers[name] in names
    ]
    note = f"Processor time, the median of {results['rounds']} rounds."
    return [
        Table("kinds", "Microseconds a text", ("system",), columns, tuple(rows), (note,)),
        Table(
            "kinds-rates", "Rate, heliport's (its command's for commands) being 1", ("system",), columns, tuple(ratios)
        ),
    ]


def measure(
    path: Path, files: Mapping[str, Path], ones: Mapping[str, Path], found: dict[str, list[Taken]], with_commands: bool
) -> None:
    """Measure every system once."""
    peers = [peer for peer in ("heliport", "pycld2") if find_spec(peer)]
    for name in ["mixlid, results", COLUMNS, *AT_MOST, *peers]:
        found.setdefault(name, []).append(of_call(name, path, __file__ if name in AT_MOST else bulk.__file__))
    known = commands()
    known[AS_DOCUMENTS] = [*known[JSONL], "--unit", "document"]
    for name in (TSV, JSONL, AS_DOCUMENTS, HELIPORT) if with_commands else ():
        if name in known:
            found.setdefault(name, []).append(of_command(known[name], files, ones))


def with_common_starts(found: Mapping[str, Mapping[str, list[Taken]]]) -> dict[str, dict[str, list[Taken]]]:
    """The start of a command is the same for all kinds, so the median of all its starts is taken.

    heliport reads a gigabyte at its start, which takes 1.4 to 2.9 seconds: single starts differ by more than some files
    take.
    """
    starts: dict[str, list[tuple[float, float]]] = {}
    for systems in found.values():
        for name, taken in systems.items():
            starts.setdefault(name, []).extend(one.start for one in taken)
    common = {name: (median(one[0] for one in all_), median(one[1] for one in all_)) for name, all_ in starts.items()}
    return {
        kind: {name: [one._replace(start=common[name]) for one in taken] for name, taken in systems.items()}
        for kind, systems in found.items()
    }


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.add_argument("--data", type=Path, nargs="*", default=[], metavar="FOLDER", help="of labelled sentences")
    parser.add_argument("--corpus", type=Path, metavar="FOLDER", help="of training text")
    parser.add_argument("-n", "--count", type=int, default=10_000, help="lines of a kind; a hundredth of it documents")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--calls-only", action="store_true", help="no commands, whose time to start hides that of few lines"
    )
    parser.add_argument("--system", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.system:
        bulk.time_calls(args.system, args.text, calls)
        return
    texts = kinds(args.data, args.corpus)
    texts = {kind: lines[: args.count // 100 if kind == "documents" else args.count] for kind, lines in texts.items()}
    found: dict[str, dict[str, list[Taken]]] = {kind: {} for kind in texts}
    with tempfile.TemporaryDirectory() as folder:
        ones = in_formats(Path(folder, "one"), ["one line"])
        files = {kind: in_formats(Path(folder, kind), lines) for kind, lines in texts.items()}
        for number in range(args.rounds):
            for kind in texts:
                measure(files[kind]["txt"], files[kind], ones, found[kind], not args.calls_only)
            print(f"round {number + 1} of {args.rounds}: done", file=sys.stderr, flush=True)
    found = with_common_starts(found)
    results = {
        "rounds": args.rounds,
        "texts": [
            {
                "title": TITLES[kind],
                "lines": len(texts[kind]),
                "characters": sum(map(len, texts[kind])) / len(texts[kind]),
                "systems": usual(found[kind]),
            }
            for kind in TITLES
            if texts.get(kind)
        ],
    }
    print(written(by_kind_tables(save(args.json, "kinds", results))))


if __name__ == "__main__":
    main()
