"""What the service says about itself: its models, its languages, the palette of its page, and a page from OpenAPI."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from html import escape
from typing import Any, get_args

from mixlid.io.palette import STYLES
from mixlid.models.interface import Model
from mixlid.rules import Setting
from mixlid.settings import PAPER, SETTINGS, preset
from mixlid.text.labels import name_of
from mixlid.web.limits import Limits
from mixlid.web.request import SolverName


def models(opened: Mapping[str, Model], limits: Limits) -> dict[str, Any]:
    entries = [_entry(name, model) for name, model in opened.items()]
    settings = [_setting(name, definition) for name, definition in SETTINGS.items()]
    return {
        "models": entries,
        "solvers": list(get_args(SolverName)),
        "settings": settings,
        "limits": asdict(limits),
    }


def _setting(name: str, definition: Setting) -> dict[str, Any]:
    names = ("letters", "meaning", "default", "limits", "whole", "listed", "optional", "by_language", "excludes")
    usual = definition.usual or definition.limits
    return {"name": name, "usual": usual, **{one: getattr(definition, one) for one in names}}


def _entry(name: str, model: Model) -> dict[str, Any]:
    card = model.info().get("card") or {}
    licence, told = card.get("licence"), card.get("about")
    names = dict.fromkeys(["default", *PAPER, *model.presets])
    return {
        "name": name,
        "labels": len(model.labels),
        "licence": None if licence is None else str(licence),
        "about": None if told is None else str(told),
        "presets": {name: preset(name, model.presets, len(model.labels)).to_dict() for name in names},
    }


def languages(model: Model) -> list[dict[str, str]]:
    """Every label with its name, by name."""
    return sorted(({"label": label, "name": name_of(label)} for label in model.labels), key=lambda entry: entry["name"])


def palette() -> str:
    """The shared styles as CSS: `.language-0` and so on have a colour and a line."""
    return "".join(
        f".language-{place} {{ --hue: {style.hex}; --line: {_decoration(style.line)}; }}\n"
        for place, style in enumerate(STYLES)
    )


def _decoration(line: str) -> str:
    return line if "overline" in line else f"underline {line}"


def page(document: Mapping[str, Any]) -> str:
    """The OpenAPI document for people: every address with its method, its parts, and what it answers."""
    parts = "".join(
        _operation(path, method, it) for path, methods in document["paths"].items() for method, it in methods.items()
    )
    schemas = "".join(_schema(name, it) for name, it in document["components"]["schemas"].items())
    info = document["info"]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(info['title'])}: the service</title>"
        '<link rel="stylesheet" href="page/style.css"><link rel="icon" href="page/icon.svg">'
        f'<main class="document"><h1>{escape(info["title"])}: the service</h1><p>{escape(info["description"])}</p>'
        '<p><a href="./">The page to try it on</a> · <a href="openapi.json">the same as OpenAPI</a></p>'
        f"{parts}<h2>What goes in and out</h2>{schemas}</main></html>"
    )


def _operation(path: str, method: str, it: Mapping[str, Any]) -> str:
    rows = [
        (f"?{entry['name']}=", f"{_kind(entry['schema'])}. {entry.get('description', '')}".strip())
        for entry in it.get("parameters", ())
    ]
    body = it.get("requestBody", {}).get("content", {})
    rows += [("body", f"{kind}: {_kind(part['schema'])}") for kind, part in body.items()]
    for status, response in it["responses"].items():
        shapes = [_kind(part["schema"]) for part in response.get("content", {}).values()]
        rows.append((status, f"{response['description']} ({', '.join(shapes)})"))
    return f"<h2>{method.upper()} {escape(path)}</h2><p>{escape(it['summary'])}</p>{_table(rows)}"


def _schema(name: str, it: Mapping[str, Any]) -> str:
    rows = []
    for field, part in it.get("properties", {}).items():
        needed = "required; " if field in it.get("required", ()) else ""
        rows.append((field, f"{needed}{_kind(part)}. {part.get('description', '')}".strip()))
    return f'<h3 id="{escape(name)}">{escape(name)}</h3><p>{escape(it.get("description", ""))}</p>{_table(rows)}'


def _table(rows: list[tuple[str, str]]) -> str:
    cells = (f'<tr><th scope="row"><code>{escape(a)}</code></th><td>{escape(b)}</td></tr>' for a, b in rows)
    return f"<table>{''.join(cells)}</table>" if rows else ""


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
