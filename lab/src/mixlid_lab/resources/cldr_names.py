"""Write src/mixlid/data/languages.json from Unicode CLDR: names of languages in themselves, names of scripts.

    pip install babel && python -m mixlid_lab.resources.cldr_names

CLDR (as in Babel 2.18, Unicode licence v3) has most languages' own names. `names_by_hand.json` has those that it lacks
or has only for a macrolanguage, names in that script for labels in an unusual one, and scripts that it does not name.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mixlid.text import data_files, label_sets, language_codes
from mixlid.text.labels import split

TARGET = data_files.FOLDER / "languages.json"
BY_HAND: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("names_by_hand.json").read_text(encoding="utf-8")
)
_SPECIAL = {"Zinh", "Zmth", "Zsye", "Zsym", "Zxxx", "Zyyy", "Zzzz"}


def autonyms() -> dict[str, str]:
    """The name of each language in itself, by ISO 639-3 code, then those of labels in other scripts."""
    from babel import Locale
    from babel.localedata import locale_identifiers

    short = {long: two for two, long in language_codes.TWO_LETTER.items()}
    groups = {member: group for group, members in language_codes.MEMBERS.items() for member in members}
    known = {*locale_identifiers()}
    found = {}
    for code in sorted({*language_codes.NAMES, *(split(label)[0] for label in label_sets.FLORES | label_sets.PAPER)}):
        codes = [short.get(one, one) for one in (code, groups.get(code, "")) if one]
        names: list[Any] = [Locale.parse(one).languages.get(one) for one in codes if one in known]
        if name := next(filter(None, [BY_HAND["in themselves"].get(code), *names]), None):
            found[code] = name
    return found | BY_HAND["in other scripts"]


def scripts() -> dict[str, str]:
    from babel import Locale

    names: dict[str, str] = BY_HAND["scripts"] | dict(Locale("en").scripts)
    return {code: name for code, name in sorted(names.items()) if code not in {*language_codes.SCRIPTS, *_SPECIAL}}


def main() -> None:
    tables = json.loads(TARGET.read_text("utf-8"))
    tables["autonyms"] = {key.replace("_", "-"): value for key, value in autonyms().items()}
    tables["other_scripts"] = scripts()
    TARGET.write_text(json.dumps(tables, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
