"""Generate the reference of all options: `python tools/option_tables.py docs`.

These are the settings (docs/api/settings.md), the fields of a request (docs/service.md), the command line
(docs/commands.md, from the parser) and the HTTP service (docs/http.md, from its OpenAPI document). The table `settings`
goes between `<!-- options:settings -->` and `<!-- /options -->`.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from mixlid.cli.commands import LazyParser
from mixlid.cli.main import full_parser
from mixlid.models.catalogue import EMBEDDED, EMBEDDED_NAME
from mixlid.server.app import litestar_app
from mixlid.server.limits import Limits
from mixlid.server.openapi import openapi_document
from mixlid.server.request import IdentifyRequest
from mixlid.server.service import Service
from mixlid.settings import SETTINGS

#: Signs that mean something in Markdown.
_SIGNS = re.compile(r"([|*_<\[\]])")
_BY_LANGUAGE = ' One number, or one for each language, with `"*"` for the others.'


def settings_table() -> str:
    return _table(
        ("setting", "letter, rule", "values", "default", "meaning"),
        (
            (
                f"`{name}`",
                one.letters or "–",
                one.values.replace("none", "`None`"),
                f"`{one.default}`",
                one.meaning + _BY_LANGUAGE * one.by_language,
            )
            for name, one in SETTINGS.items()
        ),
    )


def request_table() -> str:
    """The fields of a request besides its text and the settings."""
    fields = msgspec.json.schema(IdentifyRequest)["$defs"]["IdentifyRequest"]["properties"]
    about = {name: one.get("description") or one["anyOf"][0]["description"] for name, one in fields.items()}
    named = (name for name in fields if name not in (*SETTINGS, "text"))
    return _table(("field", "meaning"), ((f"`{name}`", about[name]) for name in named))


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    names = list(head)
    return "\n".join(f"| {' | '.join(row)} |" for row in (names, ["---"] * len(names), *rows))


def command_reference() -> str:
    """A section for each command, in the order of `mixlid --help`; options of `mixlid identify` are not repeated."""
    parsers = {parser.prog: parser for parser in _parsers(full_parser())}
    shared = set(_rows(parsers["mixlid identify"]))
    return "\n\n".join(
        _command_section(parser, set() if "identify" in name else shared) for name, parser in parsers.items()
    )


def _parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for child in action.choices.values():
                yield from _parsers(child)


def _rows(parser: argparse.ArgumentParser) -> list[tuple[str, str]]:
    return [row for action in parser._actions for row in _argument_rows(parser, action)]


def _command_section(parser: argparse.ArgumentParser, shared: set[tuple[str, str]]) -> str:
    about = parser.description or ""
    parts = [f"## {parser.prog}", f"{about[:1].upper()}{about[1:]}".rstrip(".") + "."]
    rows = _rows(parser)
    own = [row for row in rows if row not in shared]
    same = ", ".join(row[0].split(",")[0].split(" ")[0].strip("`") for row in rows if row in shared)
    if same:
        own.append((f"`{same}`", "as in [`mixlid identify`](#mixlid-identify)"))
    parts.append("\n".join(("| | |", "| --- | --- |", *(f"| {name} | {about} |" for name, about in own))))
    end = parser.end_of_help() if isinstance(parser, LazyParser) and parser.end_of_help else parser.epilog
    if end:
        parts.append(f"```text\n{end.strip()}\n```")
    return "\n\n".join(parts)


def _argument_rows(parser: argparse.ArgumentParser, action: argparse.Action) -> Iterator[tuple[str, str]]:
    if isinstance(action, argparse._SubParsersAction):
        for choice in action._choices_actions:
            anchor = f"{parser.prog}-{choice.dest}".replace(" ", "-")
            yield f"[`{choice.dest}`](#{anchor})", cell(choice.help or "")
    elif action.help is not argparse.SUPPRESS and not {"--help", "--help-all"}.intersection(action.option_strings):
        help = parser._get_formatter()._expand_help(action) if action.help else ""
        yield _signature(action), cell(help)


def _signature(action: argparse.Action) -> str:
    """`-o`, `--output FILE`: the names, with the value after the last one."""
    value = action.metavar if isinstance(action.metavar, str) else None
    if value is None and action.choices is not None:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    if not action.option_strings:
        return f"`{value or action.dest}`"
    takes = f" {value or action.dest.upper()}" if action.nargs != 0 else ""
    return ", ".join(f"`{name}`" for name in action.option_strings[:-1]) + (
        f"{', ' if action.option_strings[1:] else ''}`{action.option_strings[-1]}{takes}`"
    )


def http_reference() -> str:
    described = openapi_document(litestar_app(Service({EMBEDDED_NAME: EMBEDDED}, 1, Limits())))
    parts, refusals = ["## Routes"], dict[str, str]()
    for path, methods in described["paths"].items():
        for method, it in methods.items():
            rows = list(_operation_rows(it))
            refusals |= {name: about for name, about in rows if name.startswith(("4", "5"))}
            kept = [row for row in rows if row[0] not in refusals]
            parts.append(_http_section(f"{method.upper()} {path}", it["description"], kept))
    parts += ["## Refusals", "Any route may answer with these.", _two_columns(sorted(refusals.items())), "## Objects"]
    schemas = described["components"]["schemas"].items()
    parts += [_http_section(name, it.get("description", ""), _schema_rows(it)) for name, it in schemas]
    return "\n\n".join(parts)


def _http_section(title: str, about: str, rows: Iterable[tuple[str, str]]) -> str:
    return f"### `{title}`\n\n{about}\n\n{_two_columns(_without_settings(rows))}"


def _two_columns(rows: Iterable[tuple[str, str]]) -> str:
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
        (
            "?…" if entry.get("explode") else f"?{entry['name']}=",
            f"{_kind(entry['schema'])}. {entry.get('description', '')}".strip(),
        )
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


def cell(text: str) -> str:
    """The text on one line, with special characters escaped; code in backticks stays as it is."""
    parts = " ".join(text.split()).split("`")
    parts[::2] = (_SIGNS.sub(r"\\\1", part) for part in parts[::2])
    parts[1::2] = (part.replace("|", "\\|") for part in parts[1::2])
    return "`".join(parts)


PAGES = {
    "api/settings.md": {"settings": settings_table},
    "service.md": {"request": request_table},
    "commands.md": {"commands": command_reference},
    "http.md": {"http": http_reference},
}


def fill(page: str, name: str, table: str) -> str:
    """The page with the table between its markers."""
    pattern = re.compile(rf"(<!-- options:{name} -->\n).*?(<!-- /options -->)", re.DOTALL)
    if len(pattern.findall(page)) != 1:
        raise SystemExit(
            f"the page needs <!-- options:{name} --> and <!-- /options --> once, each on a line of its own"
        )
    return pattern.sub(lambda match: f"{match[1]}\n{table}\n\n{match[2]}", page)


def written(docs: Path) -> dict[Path, str]:
    """The pages as they should be."""
    pages = {}
    for name, tables in PAGES.items():
        text = (docs / name).read_text(encoding="utf-8")
        for place, table in tables.items():
            text = fill(text, place, table())
        pages[docs / name] = text
    return pages


def main() -> None:
    for path, text in written(Path(sys.argv[1])).items():
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
