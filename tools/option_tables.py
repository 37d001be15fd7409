"""Generate the reference of all options: `python tools/option_tables.py docs`.

These are the settings (docs/api/settings.md), the fields of a request (docs/service.md), the command line
(docs/commands.md) and the HTTP service (docs/http.md). The table `settings` goes between `<!-- options:settings -->`
and `<!-- /options -->`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

from command_reference import command_reference
from http_reference import http_reference
from mixlid.server.request import IdentifyRequest
from mixlid.settings import SETTINGS

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
