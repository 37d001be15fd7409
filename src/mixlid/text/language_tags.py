"""Labels as BCP 47 tags, for SSML, HTML, subtitles and whatever else takes one: `tr`, `zh-Hans`, `hi-Latn`.

The language is the shortest code: two letters if there are any, also for the member that a macrolanguage's code usually
means (`ekk` is `et`, `arb` is `ar`), as in Unicode CLDR. A script that goes without saying is left out.
"""

from __future__ import annotations

from functools import lru_cache

from mixlid.text.labels import split
from mixlid.text.language_codes import MAIN_SCRIPT, MEMBERS, TWO_LETTER

_SHORT = {full: short for short, full in TWO_LETTER.items()}
#: The member that a macrolanguage's code usually means. Filipino has a code that CLDR prefers to `tl`.
_STANDARD = {members[0]: group for group, members in MEMBERS.items() if members[0] != "fil"}
#: Scripts that are written from right to left (Unicode).
_RIGHT_TO_LEFT = frozenset({"Adlm", "Arab", "Aran", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"})


@lru_cache(4096)
def language_tag(label: str) -> str:
    """The BCP 47 tag of a label: `tur_Latn` is `tr`, `und_Cyrl` is `und-Cyrl`, and `zxx` stays."""
    code, script = split(label)
    language = _SHORT.get(code) or _SHORT.get(_STANDARD.get(code, ""), code)
    usual = MAIN_SCRIPT.get(TWO_LETTER.get(code, code), "" if code == "und" else "Latn")
    return f"{language}-{script}" if script and script != usual else language


def short_code(label: str) -> str:
    """The tag without a script, as treebanks have it: `tr`, `zh`, `und`."""
    return language_tag(label).partition("-")[0]


def direction(label: str) -> str:
    """`rtl` for a label in a script that is written from right to left, else `ltr`."""
    code, script = split(label)
    return "rtl" if (script or MAIN_SCRIPT.get(code, "Latn")) in _RIGHT_TO_LEFT else "ltr"
