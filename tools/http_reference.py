"""The reference of the HTTP service, generated from its OpenAPI document: every route and every object."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markdown_cells import cell
from mixlid.models.catalogue import EMBEDDED_NAME
from mixlid.server.about import operation_rows, schema_rows
from mixlid.server.limits import Limits
from mixlid.server.openapi import document
from mixlid.settings import SETTINGS


def http_reference() -> str:
    described = document(Limits(), [EMBEDDED_NAME])
    parts, refusals = ["## Routes"], dict[str, str]()
    for path, methods in described["paths"].items():
        for method, it in methods.items():
            rows = list(operation_rows(it))
            refused = {name: about for name, about in rows if name.startswith(("4", "5"))}
            refusals |= refused
            kept = [row for row in rows if row[0] not in refused]
            if refused:
                kept.append((", ".join(sorted(refused)), "refused, with the reason (Error)"))
            parts.append(_section(f"{method.upper()} {path}", it["summary"], kept))
    parts += ["## Refusals", _table(sorted(refusals.items())), "## Objects"]
    schemas = described["components"]["schemas"].items()
    parts += [_section(name, it.get("description", ""), schema_rows(it)) for name, it in schemas]
    return "\n\n".join(parts)


def _section(title: str, about: str, rows: Iterable[tuple[str, str]]) -> str:
    return f"### `{title}`\n\n{about}\n\n{_table(_without_settings(rows))}"


def _table(rows: Iterable[tuple[str, str]]) -> str:
    return "\n".join(("| | |", "| --- | --- |", *(f"| `{name}` | {cell(meaning)} |" for name, meaning in rows)))


def _without_settings(rows: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The rows without settings, which every request may have and which have their own page."""
    named = {name for setting in SETTINGS for name in (setting, f"?{setting}=")}
    rows = list(rows)
    yield from (row for row in rows if row[0] not in named)
    if any(row[0] in named for row in rows):
        yield "…", "every setting, by its name (see Settings)"
