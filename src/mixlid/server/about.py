"""Descriptions of the service: models, languages, the palette of the page, and the OpenAPI document as HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, get_args

from mixlid.engine.document_pipeline import Unit
from mixlid.io.templates import render
from mixlid.models.catalogue import licence_of
from mixlid.models.interface import Model
from mixlid.rules import Setting
from mixlid.server.csv_rows import HEADER
from mixlid.server.limits import Limits
from mixlid.server.request import SolverName
from mixlid.settings import SETTINGS, preset, preset_names
from mixlid.text.cldr_names import OTHER_SCRIPTS
from mixlid.text.labels import find, name_of
from mixlid.text.language_codes import SCRIPTS
from mixlid.text.palette import MANY, STYLES, style_at


def models(
    opened: Mapping[str, Model], hashes: Mapping[str, str], limits: Limits, priors: Sequence[str] = ()
) -> dict[str, Any]:
    entries = [_entry(name, model, hashes[name]) for name, model in opened.items()]
    settings = [_setting(name, definition) for name, definition in SETTINGS.items()]
    return {
        "models": entries,
        "solvers": list(get_args(SolverName)),
        "units": list(get_args(Unit)),
        "settings": settings,
        "priors": list(priors),
        "scripts": SCRIPTS | OTHER_SCRIPTS,
        "csv_header": HEADER,
        "limits": asdict(limits),
    }


def _setting(name: str, definition: Setting) -> dict[str, Any]:
    names = ("letters", "meaning", "default", "limits", "whole", "listed", "optional", "by_language", "excludes")
    usual = definition.usual or definition.limits
    return {"name": name, "usual": usual, **{one: getattr(definition, one) for one in names}}


def _entry(name: str, model: Model, sha256: str) -> dict[str, Any]:
    card = model.info().get("card") or {}
    description = card.get("about")
    names = preset_names(model.presets)
    return {
        "name": name,
        "sha256": sha256,
        "labels": len(model.labels),
        "licence": licence_of(name, card),
        "about": None if description is None else str(description),
        "presets": {name: preset(name, model.presets, len(model.labels)).to_dict() for name in names},
    }


def languages(model: Model, code: str | None = None) -> list[dict[str, str]]:
    """Labels and names, sorted by name: all, or those of a code or named set (`LabelError` if none matches)."""
    labels = model.labels if code is None else [model.labels[place] for place in find(code, model.labels)]
    return sorted(({"label": label, "name": name_of(label)} for label in labels), key=lambda entry: entry["name"])


def palette() -> str:
    """The shared styles as CSS: `.language-0` and so on have a colour, a line and a tint.

    When the colours repeat, every second round has a deeper tint. `--styles` is how many styles there are.
    """
    rules = [f":root {{ --styles: {MANY}; }}\n"]
    for place in range(MANY):
        style, tint = style_at(place), "--deep" if place // len(STYLES) % 2 else "--pale"
        rules.append(f".language-{place} {{ --hue: {style.hex}; --line: {style.decoration}; --tint: var({tint}); }}\n")
    return "".join(rules)


def page(document: Mapping[str, Any]) -> str:
    """The OpenAPI document as HTML: every route with its method, its parameters and its responses."""
    operations = [
        {"path": path, "method": method.upper(), "summary": it["summary"], "rows": operation_rows(it)}
        for path, methods in document["paths"].items()
        for method, it in methods.items()
    ]
    schemas = [
        {"name": name, "description": it.get("description", ""), "rows": schema_rows(it)}
        for name, it in document["components"]["schemas"].items()
    ]
    return render(
        "mixlid.server", "service.html", extra="serve", purpose="mixlid serve",
        info=document["info"], operations=operations, schemas=schemas,
    )  # fmt: skip


def operation_rows(it: Mapping[str, Any]) -> list[tuple[str, str]]:
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


def schema_rows(it: Mapping[str, Any]) -> list[tuple[str, str]]:
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
