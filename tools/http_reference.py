"""The reference of the HTTP service, generated from its OpenAPI document: every route and every object."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from markdown_cells import cell
from mixlid.models.catalogue import EMBEDDED, EMBEDDED_NAME
from mixlid.server.app import litestar_app, openapi_document
from mixlid.server.limits import Limits
from mixlid.server.service import Service
from mixlid.settings import SETTINGS


def http_reference() -> str:
    described = openapi_document(litestar_app(Service({EMBEDDED_NAME: EMBEDDED}, 1, Limits())))
    parts, refusals = ["## Routes"], dict[str, str]()
    for path, methods in described["paths"].items():
        for method, it in methods.items():
            rows = list(_operation_rows(it))
            refused = {name: about for name, about in rows if name.startswith(("4", "5"))}
            refusals |= refused
            kept = [row for row in rows if row[0] not in refused]
            if refused:
                kept.append((", ".join(sorted(refused)), "refused, with the reason (Error)"))
            parts.append(_section(f"{method.upper()} {path}", it["summary"], kept))
    parts += ["## Refusals", _table(sorted(refusals.items())), "## Objects"]
    schemas = described["components"]["schemas"].items()
    parts += [_section(name, it.get("description", ""), _schema_rows(it)) for name, it in schemas]
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


def _operation_rows(it: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = [
        (f"?{entry['name']}=", f"{_kind(entry['schema'])}. {entry.get('description', '')}".strip())
        for entry in it.get("parameters", ())
    ]
    body = it.get("requestBody", {}).get("content", {})
    rows += [("body", f"{kind}: {_kind(part['schema'])}") for kind, part in body.items()]
    for status, response in it["responses"].items():
        shapes = [_kind(part["schema"]) for part in response.get("content", {}).values()]
        rows.append((status, f"{response['description']} ({', '.join(shapes)})"))
    return rows


def _schema_rows(it: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = []
    for field, part in it.get("properties", {}).items():
        needed = "required; " if field in it.get("required", ()) else ""
        rows.append((field, f"{needed}{_kind(part)}. {part.get('description', '')}".strip()))
    return rows


def _kind(schema: Mapping[str, Any]) -> str:
    return " or ".join(dict.fromkeys(_kinds(schema))) or "anything"


def _kinds(schema: Mapping[str, Any]) -> Iterator[str]:
    if "$ref" in schema:
        yield schema["$ref"].rpartition("/")[2]
    elif "anyOf" in schema:
        for part in schema["anyOf"]:
            yield from _kinds(part)
    elif "enum" in schema:
        yield ", ".join(map(str, schema["enum"]))
    elif schema.get("type") == "array":
        yield f"list of {_kind(schema.get('items', {}))}"
    elif "type" in schema:
        limits = [f"{word} {schema[key]:g}" for key, word in (("minimum", "from"), ("maximum", "to")) if key in schema]
        yield " ".join([str(schema["type"]), *limits])
