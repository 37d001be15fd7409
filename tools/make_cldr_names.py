"""Write src/mixlid/text/cldr_names.py from Unicode CLDR: names of languages in themselves, and English names of
scripts.

    pip install babel && python tools/make_cldr_names.py

CLDR (as in Babel 2.18, Unicode licence v3) has most languages' own names. `BY_HAND` has those that it lacks, or has
only for a macrolanguage.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import Any

from mixlid.text.label_sets import FLORES, PAPER
from mixlid.text.labels import split
from mixlid.text.language_codes import MAIN_SCRIPT, MEMBERS, NAMES, SCRIPTS, TWO_LETTER

TARGET = Path(__file__).resolve().parent.parent / "src" / "mixlid" / "text" / "cldr_names.py"
BY_HAND = {
    "ace": "Bahsa Acèh", "acm": "اللهجة العراقية", "acq": "لهجة تعز وعدن", "aeb": "تونسي", "ajp": "شامي جنوبي",
    "apc": "شامي شمالي", "arb": "العربية الفصحى", "arq": "الدارجة الجزائرية", "ars": "نجدي", "ary": "الدارجة المغربية",
    "arz": "مصري", "awa": "अवधी", "ayr": "Aymar aru", "azb": "تۆرکجه", "ban": "Basa Bali", "bcl": "Bikol Sentral",
    "bjn": "Bahasa Banjar", "bug": "Basa Ugi", "cjk": "Uchokwe", "cnh": "Laiholh", "crh": "qırımtatarca",
    "dik": "Thuɔŋjäŋ", "dyu": "Julakan", "fij": "Na Vosa Vakaviti", "fon": "Fɔngbè", "fuv": "Fulfulde",
    "hil": "Hiligaynon", "hne": "छत्तीसगढ़ी", "ilo": "Ilokano", "ind": "Bahasa Indonesia", "jav": "Basa Jawa",
    "kac": "Jinghpaw", "kbp": "Kabɩyɛ", "kha": "Ka Ktien Khasi", "kmb": "Kimbundu", "kmr": "kurmancî", "knc": "Kanuri",
    "kng": "Kikongo", "kpv": "коми кыв", "lim": "Limburgs", "lua": "Tshiluba", "lus": "Mizo ṭawng", "mag": "मगही",
    "mhr": "олык марий", "min": "Baso Minangkabau", "mos": "Mooré", "msa": "Bahasa Melayu", "nds": "Plattdüütsch",
    "new": "नेपाल भाषा", "pag": "Pangasinan", "pam": "Kapampangan", "prs": "دری", "smo": "Gagana Sāmoa",
    "taq": "Tamasheq", "tcy": "ತುಳು", "tet": "Tetun", "tgl": "Tagalog", "tum": "Chitumbuka", "twi": "Twi",
    "tyv": "тыва дыл", "umb": "Umbundu", "vec": "vèneto", "war": "Winaray", "wuu": "吴语", "zsm": "Bahasa Melayu",
    "zza": "Zazaki",
}  # fmt: skip
#: Names in that script for labels in a script other than the language's usual one.
IN_OTHER_SCRIPTS = {
    "ace_Arab": "بهسا اچيه", "arb_Latn": "al-ʿarabiyya", "bjn_Arab": "بهاس بنجر", "hin_Latn": "Hindi",
    "kas_Deva": "कॉशुर", "knc_Arab": "كَنُرِ", "min_Arab": "باسو مينڠكاباو", "npi_Latn": "Nepali", "srp_Latn": "srpski",
    "taq_Tfng": "ⵜⴰⵎⴰⵌⴰⵆ", "urd_Latn": "Urdu", "zho_Hans": "简体中文", "zho_Hant": "繁體中文",
}  # fmt: skip
#: Scripts of Unicode 17 that CLDR does not name yet.
NEW_SCRIPTS = {"Berf": "Beria Erfe", "Seal": "Seal", "Sidt": "Sidetic", "Tayo": "Tai Yo", "Tols": "Tolong Siki"}


def autonyms() -> dict[str, str]:
    """The name of each language in itself, by ISO 639-3 code, then those of labels in other scripts."""
    short = {long: two for two, long in TWO_LETTER.items()}
    groups = {member: group for group, members in MEMBERS.items() for member in members}
    found = {}
    for code in sorted({*NAMES, *(split(label)[0] for label in FLORES | PAPER)}):
        names = (_own_name(short.get(one, one)) for one in (code, groups.get(code, "")) if one)
        name = BY_HAND.get(code) or next(filter(None, names), None)
        if name is not None:
            found[code] = name
    return found | IN_OTHER_SCRIPTS


def _own_name(code: str) -> str | None:
    from babel import Locale
    from babel.localedata import locale_identifiers

    if code not in locale_identifiers():
        return None
    locale: Any = Locale.parse(code)
    name: str | None = locale.languages.get(code)
    return name


def scripts() -> dict[str, str]:
    from babel import Locale

    special = ("Zinh", "Zmth", "Zsye", "Zsym", "Zxxx", "Zyyy", "Zzzz")
    names: dict[str, str] = NEW_SCRIPTS | dict(Locale("en").scripts)
    return {code: name for code, name in sorted(names.items()) if code not in {*SCRIPTS, *special}}


def _table(name: str, values: dict[str, str]) -> str:
    text = "|".join(f"{key}={value}" for key, value in values.items())
    lines = wrap(text.replace(" ", "_").replace("|", " "), 108, break_long_words=False, break_on_hyphens=False)
    rows = "\n".join(f'    "{line}{" " if place + 1 < len(lines) else ""}"' for place, line in enumerate(lines))
    return f"{name} = _table(\n{rows}\n)\n"


def main() -> None:
    unusual = sorted(set(MAIN_SCRIPT) - set(NAMES))
    assert not unusual, unusual
    TARGET.write_text(
        '"""Names of languages in themselves and English names of scripts; made by tools/make_cldr_names.py.\n\n'
        "From Unicode CLDR (as in Babel 2.18; Unicode licence v3), and by hand where it has none.\n"
        '"""\n\nfrom __future__ import annotations\n\n\n'
        "def _table(text: str) -> dict[str, str]:\n"
        '    return dict(item.replace("_", " ").split("=") for item in text.split(" "))\n\n\n'
        "#: By ISO 639-3 code, in the script in which the language is mostly written; by label for other scripts.\n"
        + _table("AUTONYMS", {key.replace("_", "-"): value for key, value in autonyms().items()})
        + "\n#: Scripts that are in no label of ours (ISO 15924).\n"
        + _table("OTHER_SCRIPTS", scripts()),
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
