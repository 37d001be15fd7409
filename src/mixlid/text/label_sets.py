"""Named sets of labels: `@paper` is the 125 labels of the paper, `@cyrillic` all labels in Cyrillic.

A set's name works wherever a language code does. Labels of a set that a model lacks are skipped, unless none is left.
"""

from __future__ import annotations

from mixlid.text.data_files import read_table
from mixlid.text.language_codes import SCRIPTS

#: The prefix of a set's name.
SIGN = "@"

_SETS = {name: frozenset(listed.split()) for name, listed in read_table("languages")["sets"].items()}
#: The paper's labels, all in Latin letters (Hindi and Nepali romanised).
PAPER = frozenset(f"{code}_Latn" for code in _SETS["paper"])
#: FLORES-200 in our codes, which differ from its own where those are macrolanguages (`ekk` for `est`, `fil` for `tgl`).
FLORES = (PAPER - {"hin_Latn", "npi_Latn"}) | _SETS["flores_besides"]
#: Official in a state of Europe (members of the Council of Europe, Belarus, Kosovo, Russia), and the languages of some
#: of their countries and regions. Without Latin, which the Holy See has.
EUROPE = _SETS["europe"]
#: The languages of the Eighth Schedule of India's constitution, without a script: in all of them.
INDIA = _SETS["india"]

#: Sets that are listed: labels, or codes for a language in every script.
WRITTEN: dict[str, frozenset[str]] = {"paper": PAPER, "flores": FLORES, "europe": EUROPE, "india": INDIA}
#: Languages in Latin letters that are mostly written in others.
ROMANISED = "romanised"
_HAN = frozenset({"Hanb", "Hani", "Hans", "Hant"})
#: Sets by the script of a label: `@cyrillic`.
BY_SCRIPT = {
    name.lower().replace(" ", "-").replace("'", ""): _HAN if code == "Hani" else frozenset({code})
    for code, name in SCRIPTS.items()
} | {"hangul": frozenset({"Hang", "Kore"})}

#: All sets, for help and documentation.
MEANINGS = {
    "paper": "the 125 labels of the paper, all in Latin letters",
    "flores": "the 204 labels of FLORES-200",
    "europe": "official languages of European states",
    "india": "the scheduled languages of India, in every script",
    ROMANISED: "languages in Latin letters that are mostly written in others",
    "latin": "all in Latin letters; so also " + ", ".join(f"@{name}" for name in ("cyrillic", "arabic", "devanagari"))
    + " and every other script, by name or code (@Cyrl)",
}  # fmt: skip


def scripts_named(name: str) -> frozenset[str]:
    """The scripts with this English name or ISO 15924 code; none if it is not the name of a script."""
    code = name.title()
    return BY_SCRIPT.get(name.lower()) or (frozenset({code}) if code in SCRIPTS else frozenset())
