"""Whether a change changed answers: write those of one tree and of another, and compare them.

    PYTHONPATH=old/src python tools/compare_answers.py write before
    PYTHONPATH=src     python tools/compare_answers.py write after
    python tools/compare_answers.py compare before after --allow 'http-* results.language changed code'

`write` asks the mixlid that Python finds about 20,000 lines (`answer_texts.py`), with its command in every format, over
HTTP and in Python. It writes one file for each of these parts, and a list of them with exit codes (`parts.jsonl`).
`compare` requires all parts to be equal byte for byte, and Parquet files to have equal schemas and rows. Allowed
changes are listed, as options or in a file, one `PART FIELD KIND [RULE]` per line (`answer_differences.py`). The
answers contain texts of the development data, which are not ours to publish: keep them out of the repository.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from answer_differences import Allowed, Difference, differences, parse_allowed
from answer_parts import write

DATA = (Path("../shared/eval/dev"), Path("../shared/eval/dev-more"))


def compare(old: Path, new: Path, allowed: Sequence[Allowed], ignored: Sequence[str], examples: int) -> bool:
    """Print what differs; return whether everything is equal except for what is allowed."""
    names = sorted({path.relative_to(folder).as_posix() for folder in (old, new) for path in folder.rglob("*.*")})
    if not names:
        raise SystemExit(f"there are no answers in {old} and {new}; make them with `write`")
    fine, used = True, Counter[Allowed]()
    for name in names:
        if any(fnmatchcase(name, pattern) for pattern in ignored):
            print(f"ignored  {name}")
            continue
        missing = [folder for folder in (old, new) if not (folder / name).is_file()]
        if missing:
            print(f"MISSING  {name}: not in {missing[0]}")
            fine = False
            continue
        groups, records = _grouped(name, old, new, allowed, used)
        bad = [key for key in groups if not key[2]]
        fine = fine and not bad
        print(
            f"{'DIFFERS' if bad else 'allowed' if groups else 'equal':8} {name}"
            + (f" ({records} records)" if records else "")
        )
        for (field, kind, by), found in groups.items():
            print(f"    {field or '-'} {kind}: {len(found)}" + (f" (allowed: {' '.join(by).strip()})" if by else ""))
            for number, difference in found[: 0 if by else examples]:
                print(f"        record {number}: {_short(difference.old)} -> {_short(difference.new)}")
    for entry in allowed:
        if not used[entry]:
            print(f"note: nothing changed by {' '.join(entry).strip()!r}")
    print("equal, except for what is allowed" if fine and used else "equal" if fine else "NOT equal")
    return fine


Groups = dict[tuple[str, str, Allowed | None], list[tuple[int, Difference]]]


def _grouped(name: str, old: Path, new: Path, allowed: Sequence[Allowed], used: Counter[Allowed]) -> tuple[Groups, int]:
    """The differences by field, kind and what allows them, and the number of records that differ."""
    groups: Groups = {}
    records = 0
    for number, found in differences(
        old / name, new / name, [entry for entry in allowed if fnmatchcase(name, entry.part)]
    ):
        records += 1
        for difference in found:
            by = next((entry for entry in allowed if entry.covers(name, difference)), None)
            if by is not None:
                used[by] += 1
            groups.setdefault((difference.field, difference.kind, by), []).append((number, difference))
    return groups, records


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 150 else f"{text[:150]}…"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="write|compare")
    writing = commands.add_parser("write", help="make the answers of the mixlid that Python finds")
    writing.add_argument("out", type=Path, metavar="OUT", help="folder for them")
    writing.add_argument("--data", type=Path, nargs="+", default=DATA, metavar="FOLDER", help="development data")
    writing.set_defaults(run=lambda args: write(args.out, args.data))
    comparing = commands.add_parser("compare", help="compare two folders of answers")
    comparing.add_argument("old", type=Path, metavar="OLD")
    comparing.add_argument("new", type=Path, metavar="NEW")
    comparing.add_argument(
        "--allow", action="append", default=[], metavar="WHAT", help="'PART FIELD KIND [RULE]', or a file of such lines"
    )
    comparing.add_argument("--ignore", action="append", default=[], metavar="PART", help="leave parts out, by a glob")
    comparing.add_argument("--examples", type=int, default=3, metavar="N", help="of each difference; default: 3")
    comparing.set_defaults(run=_compare_by)
    args = parser.parse_args()
    args.run(args)


def _compare_by(args: argparse.Namespace) -> None:
    lines = [
        line
        for what in args.allow
        for line in (Path(what).read_text().splitlines() if Path(what).is_file() else [what])
    ]
    allowed = [entry for entry in map(parse_allowed, lines) if entry is not None]
    if not compare(args.old, args.new, allowed, args.ignore, args.examples):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
