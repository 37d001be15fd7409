"""Write tables in src/mixlid/data from Unicode: `python -m mixlid_lab.resources.tables names` (or `letters`).

`names` (`pip install babel`) makes languages.json: names of languages in themselves, names of scripts. CLDR (as in
Babel 2.18, Unicode licence v3) has most. `names_by_hand.json` has those that it lacks or has only for a macrolanguage,
names in that script for labels in an unusual one, and scripts that it does not name.

`letters` (`pip install fonttools regex`) makes unicode.json: which code points are letters, digits or emoji, and their
scripts. With fixed tables, instead of the running interpreter's own, every version of Python gives the same words. It
also has the Han characters that are in the national standard of mainland China alone (GB 2312), or Japan (Shift JIS).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

from mixlid.text import data_files, label_sets, language_codes
from mixlid.text.labels import split

LANGUAGES, LETTERS = data_files.FOLDER / "languages.json", data_files.FOLDER / "unicode.json"
BY_HAND: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("names_by_hand.json").read_text(encoding="utf-8")
)
_SPECIAL = {"Zinh", "Zmth", "Zsye", "Zsym", "Zxxx", "Zyyy", "Zzzz"}
#: By name of the table the code points in it: letters, combining marks, numbers of any kind, emoji and flags.
_KINDS = {
    "letters": r"\p{L}",
    "marks": r"\p{M}",
    "digits": r"\p{N}",
    "pictographs": r"[\p{Extended_Pictographic}\p{Regional_Indicator}--[©®™]]",
}
#: Han characters; the standards of mainland China, Japan, Taiwan and Korea; scripts of labels with forms of their own.
_HAN, _STANDARDS = range(0x4E00, 0xA000), ("gb2312", "shift_jis", "big5", "euc_kr")
_FORMS = {"Hans": "gb2312", "Jpan": "shift_jis"}


def ranges_where(is_inside: Callable[[str], bool], codes: range) -> str:
    """The code points for whose characters something holds, as ranges in hexadecimal."""
    ranges = []
    for holds, run in groupby(codes, lambda code: is_inside(chr(code))):
        if holds:
            first, *rest = run
            ranges.append(f"{first:x}-{rest[-1]:x}" if rest else f"{first:x}")
    return " ".join(ranges)


def is_in(char: str, encoding: str) -> bool:
    return bool(char.encode(encoding, "ignore"))


def han_only_in(encoding: str) -> str:
    """The Han characters that one national standard has and no other one."""
    others = [other for other in _STANDARDS if other != encoding]
    return ranges_where(lambda char: is_in(char, encoding) and not any(is_in(char, other) for other in others), _HAN)


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


def make_names() -> None:
    tables = json.loads(LANGUAGES.read_text("utf-8"))
    tables["autonyms"] = {key.replace("_", "-"): value for key, value in autonyms().items()}
    tables["other_scripts"] = scripts()
    LANGUAGES.write_text(json.dumps(tables, ensure_ascii=False, indent=1) + "\n", "utf-8")


def make_letters() -> None:
    import regex
    from fontTools import unicodedata as ucd

    tables = {"about": json.loads(LETTERS.read_text("utf-8"))["about"]}
    everything = range(sys.maxunicode + 1)
    for name, pattern in _KINDS.items():
        inside = regex.compile(pattern, regex.V1).match
        tables[name] = ranges_where(lambda char: bool(inside(char)), everything)  # noqa: B023
    for script, encoding in _FORMS.items():
        tables[f"only_{script}"] = han_only_in(encoding)
    # What lies between two letters of a script is never looked up, so only the first letter of each run is needed.
    scripts = ((code, ucd.script(chr(code))) for code in everything if regex.match(r"\p{L}", chr(code)))
    starts, previous = [], ""
    for code, script in scripts:
        own = "" if script in {"Zyyy", "Zinh", "Zzzz"} else script
        if own != previous:
            starts.append(f"{code:x}:{own}")
        previous = own
    tables["script_starts"] = " ".join(starts)
    LETTERS.write_text(json.dumps(tables, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    {"names": make_names, "letters": make_letters}[sys.argv[1]]()
