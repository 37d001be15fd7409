"""The tables in the documentation that list the fields of results, and the groups and sets of labels.

`python tools/field_tables.py` rewrites each between its marks: `<!-- fields: Result -->`, `<!-- end -->`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from mixlid.documents import DocumentResult, SentenceResult
from mixlid.io.arrow_fields import arrow_fields
from mixlid.io.formats.added_fields import ERROR
from mixlid.results.fields import ON_REQUEST, Field, fields, names, shown
from mixlid.results.result import Alternative, Alternatives, Result, Span, Word
from mixlid.text.groups import GROUPS
from mixlid.text.label_sets import MEANINGS, SIGN

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = ("api/result.md", "bulk.md", "near-languages.md")
_MARKED = re.compile(r"(?<=<!-- fields: )(\w+)( -->\n).*?(?=<!-- end -->)", re.DOTALL)


def answer_table(owner: type, *units: str) -> str:
    """Every field of a result, and whether files have it for these units."""
    declared = fields(owner)
    rows = [
        (f"`{name}`", _python(declared[name]), _where(declared[name], units), declared[name].meaning)
        for name in names(owner)
    ]
    return _table(("field", "type", "also in", "meaning"), rows)


def part_table(owner: type) -> str:
    """Every field of a part of a result, such as a word."""
    rows = [(f"`{field.name}`", _python(field), _arrow(field), field.meaning) for field in fields(owner).values()]
    return _table(("field", "type", "in Arrow and Parquet", "meaning"), rows)


def file_table() -> str:
    """The fields that a file can have, for all units."""
    declared = fields(DocumentResult) | fields(Result)
    units = ((Result, "line"), (Result, "document"), (DocumentResult, "sentences"))
    wanted = dict.fromkeys((*(name for unit in units for name in shown(*unit)), ON_REQUEST))
    rows = [(f"`{name}`", _arrow(declared[name]), _asked(declared[name]), declared[name].meaning) for name in wanted]
    rows.append((f"`{ERROR.name}`", _arrow(ERROR), "`--on-error keep`", ERROR.meaning))
    return _table(("field", "in Parquet", "only with", "meaning"), rows)


def group_table() -> str:
    """The groups of near languages."""
    rows = [
        (f"`{group.label}`", name, " ".join(f"`{label}`" for label in group.labels), group.reason)
        for name, group in GROUPS.items()
    ]
    return _table(("label", "group", "members", "why"), rows)


def set_table() -> str:
    """The named sets of labels."""
    return _table(("set", "what it is"), [(f"`{SIGN}{name}`", meaning) for name, meaning in MEANINGS.items()])


TABLES: dict[str, Callable[[], str]] = {
    "Result": lambda: answer_table(Result, "line"),
    "DocumentResult": lambda: answer_table(DocumentResult, "document", "sentences"),
    "Word": lambda: part_table(Word),
    "Span": lambda: part_table(Span),
    "Alternatives": lambda: part_table(Alternatives),
    "Alternative": lambda: part_table(Alternative),
    "groups": group_table,
    "sets": set_table,
    "SentenceResult": lambda: part_table(SentenceResult),
    "files": file_table,
}


def filled(page: str) -> str:
    """A page with its tables up to date."""
    return _MARKED.sub(lambda match: f"{match[1]}{match[2]}\n{TABLES[match[1]]()}\n", page)


def _python(field: Field) -> str:
    name = "dict[str, float]" if field.kind is dict else field.kind.__name__
    name = f"tuple[{name}, …]" if field.many else name
    return f"`{name}`" + (" or None" if field.optional else "")


def _arrow(field: Field) -> str:
    (made,) = arrow_fields([field])
    return "list of structs" if field.has_parts else f"`{made.type}`".replace("item: ", "")


def _where(field: Field, units: tuple[str, ...]) -> str:
    if field.name == ON_REQUEST:
        return "all, if asked for"
    return "all" if "engine" in field.shown else "files" if field.shown.intersection(units) else ""


def _asked(field: Field) -> str:
    """The options that add a field to a file; empty if it is always there."""
    if field.name == ON_REQUEST:
        return f"`--{field.name}`"
    asked = {"line": "`--unit auto` or `sentence`", "document": "`--unit document`", "sentences": "`--sentences`"}
    found = [words for output, words in asked.items() if output in field.shown]
    return " or ".join(found) if len(found) < len(asked) else ""


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(line)} |".replace("|  |", "| |") for line in (head, *rows)]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]]) + "\n"


def main() -> None:
    for name in PAGES:
        path = DOCS / name
        path.write_text(filled(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
