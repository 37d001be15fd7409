"""Whether a change changed answers: write those of one tree and of another, and compare them.

    PYTHONPATH=old/src python tools/compare_answers.py write before
    PYTHONPATH=src     python tools/compare_answers.py write after
    python tools/compare_answers.py compare before after --allow 'http-* results.language changed code'

`write` asks the mixlid that Python finds about 20,000 lines (`answer_inputs.py`), with its command in every format,
over HTTP and in Python. It writes one file for each of these parts, and a list of them with exit codes (`parts.jsonl`).
`compare` requires all parts to be equal byte for byte, and Parquet files to have equal schemas and rows. Allowed
changes are listed, as options or in a file, one `PART FIELD KIND [RULE]` per line (`Allowed`). The answers contain
texts of the development data, which are not ours to publish: keep them out of the repository.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from answer_parts import write

DATA = (Path("../shared/eval/dev"), Path("../shared/eval/dev-more"))
#: A missing value on one side.
_NOTHING: Any = object()
RENAMED = "renamed"
#: Fields whose keys are data.
_MAPS = ("proportions",)


class Difference(NamedTuple):
    #: The path of names, joined by dots; lists add none. Empty for a whole record.
    field: str
    #: added, removed, changed, renamed, order (of names), or bytes (the same values, written differently).
    kind: str
    old: Any = None
    new: Any = None


class Allowed(NamedTuple):
    """A change that is allowed: globs for part and field, a kind, and optionally how new follows from old.

    For `renamed` the rule is the new name: the field is compared with the one of that name.
    """

    part: str
    field: str
    kind: str
    rule: str = ""

    def covers(self, part: str, difference: Difference) -> bool:
        return (
            fnmatchcase(part, self.part)
            and fnmatchcase(difference.field or "-", self.field)
            and difference.kind == self.kind
            and (not self.rule or self._is_met(difference))
        )

    def _is_met(self, difference: Difference) -> bool:
        if self.kind == RENAMED:
            return bool(difference.new == self.rule)
        return RULES[self.rule](difference.old, difference.new)


#: What `Allowed.rule` can require of an old and a new value.
RULES: dict[str, Callable[[Any, Any], bool]] = {
    "code": lambda old, new: isinstance(old, str) and new == old.partition("_")[0],
    "label": lambda old, new: isinstance(new, str) and old == new.partition("_")[0],
    "int": lambda old, new: {str(old), str(new)} == {"int32", "int64"},
}


def parse_allowed(line: str) -> Allowed | None:
    """Parse `PART FIELD KIND [RULE]`, ignoring anything after a #; None for an empty line."""
    words = line.partition("#")[0].split()
    if not words:
        return None
    kinds = ("added", "removed", "changed", "order", "bytes", RENAMED)
    if len(words) not in (3, 4) or words[2] not in kinds or not _is_rule(words[2], words[3:]):
        raise SystemExit(
            f"{line.strip()!r} does not say what is allowed; expected: PART FIELD KIND [RULE], where KIND is one of "
            f"{', '.join(kinds)} and RULE one of {', '.join(RULES)}; after {RENAMED}, the new name"
        )
    return Allowed(*words)


def _is_rule(kind: str, rule: Sequence[str]) -> bool:
    return len(rule) == 1 if kind == RENAMED else not rule or rule[0] in RULES


def differences(old: Path, new: Path, allowed: Sequence[Allowed] = ()) -> Iterator[tuple[int, list[Difference]]]:
    """The number of each record that differs, and its differences; those of `allowed` that rename tell what to pair."""
    renames = [entry for entry in allowed if entry.kind == RENAMED]
    if old.suffix != ".parquet" and old.read_bytes() == new.read_bytes():
        return
    any_found = False
    for number, (one, other) in enumerate(zip_longest(_records(old), _records(new), fillvalue=_NOTHING)):
        of_record = list(_compare("", one, other, renames))
        if of_record:
            any_found = True
            yield number, of_record
    if not any_found and old.suffix != ".parquet":
        yield 0, [Difference("", "bytes", *_first_other_bytes(old.read_bytes(), new.read_bytes()))]


def _records(path: Path) -> Iterator[Any]:
    if path.suffix == ".parquet":
        yield from _parquet_records(path)
        return
    with path.open(encoding="utf-8", errors="surrogateescape", newline="" if path.suffix == ".csv" else "\n") as file:
        if path.suffix == ".csv":
            rows = csv.reader(file)
            names = next(rows, [])
            yield {"header": names}
            yield from (dict(zip_longest(names, row, fillvalue="")) for row in rows)
        elif path.suffix == ".jsonl":
            yield from map(json.loads, file)
        elif path.suffix == ".tsv":
            yield {"header": next(file, "").split("\t")}
            yield from file
        else:
            yield from file


def _parquet_records(path: Path) -> Iterator[Any]:
    """The types and the metadata as a first record, then the rows."""
    import pyarrow.parquet

    with pyarrow.parquet.ParquetFile(path) as file:
        schema = file.schema_arrow
        metadata = {key.decode(): value.decode() for key, value in (schema.metadata or {}).items()}
        yield {"types": {field.name: _type(field.type) for field in schema}, "metadata": metadata}
        for batch in file.iter_batches(10_000):
            yield from batch.to_pylist(maps_as_pydicts="strict")


def _type(kind: Any) -> Any:
    """A type in a form that can be compared field by field."""
    if str(kind).startswith("list<"):
        return _type(kind.value_type)
    if str(kind).startswith("struct<"):
        return {kind.field(place).name: _type(kind.field(place).type) for place in range(kind.num_fields)}
    return str(kind)


def _compare(field: str, old: Any, new: Any, renames: Sequence[Allowed]) -> Iterator[Difference]:
    if old is _NOTHING or new is _NOTHING:
        yield Difference(field, "added" if old is _NOTHING else "removed", *_shown(old, new))
    elif isinstance(old, dict) and isinstance(new, dict) and field.rpartition(".")[2] not in _MAPS:
        names = {name: _new_name(f"{field}.{name}" if field else str(name), renames) for name in old}
        names = {name: other if other in new and other not in old else name for name, other in names.items()}
        yield from (Difference(f"{field}.{a}" if field else a, RENAMED, a, b) for a, b in names.items() if a != b)
        old = {names[name]: value for name, value in old.items()}
        common = [name for name in old if name in new]
        if common != [name for name in new if name in old]:
            yield Difference(field, "order", list(old), list(new))
        for name in (*old, *(name for name in new if name not in old)):
            path = f"{field}.{name}" if field else str(name)
            yield from _compare(path, old.get(name, _NOTHING), new.get(name, _NOTHING), renames)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for one, other in zip(old, new, strict=True):
            yield from _compare(field, one, other, renames)
    elif type(old) is not type(new) or repr(old) != repr(new):  # repr: NaN equals NaN, and 0.0 differs from -0.0
        yield Difference(field, "changed", old, new)


def _new_name(path: str, renames: Sequence[Allowed]) -> str:
    return next((entry.rule for entry in renames if fnmatchcase(path, entry.field)), "")


def _shown(old: Any, new: Any) -> tuple[Any, Any]:
    return (None if old is _NOTHING else old), (None if new is _NOTHING else new)


def _first_other_bytes(old: bytes, new: bytes) -> tuple[bytes, bytes]:
    shorter = min(len(old), len(new))
    place = next((place for place in range(shorter) if old[place] != new[place]), shorter)
    return old[max(place - 20, 0) : place + 20], new[max(place - 20, 0) : place + 20]


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
