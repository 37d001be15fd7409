"""Which languages most of what is written in some letters is in: a word that several share is probably in these.

What is common among languages in Latin letters is known to the prices of words (`mixlid_lab.tuning.web_share`).
"""

from __future__ import annotations

from mixlid.text.labels import split

#: By script the language that is by far the most common, and those that are common too.
FIRST = {
    "Arab": "arb", "Beng": "ben", "Cyrl": "rus", "Deva": "hin", "Ethi": "amh", "Hans": "zho", "Hebr": "heb",
    "Jpan": "jpn", "Mymr": "mya", "Tibt": "bod",
}  # fmt: skip
NEXT = {
    "Arab": {"pes", "urd"},
    "Cyrl": {"bel", "bul", "kaz", "mkd", "srp", "ukr"},
    "Deva": {"mar", "npi"},
    "Hant": {"zho"},
}
#: In Latin letters, a language that is rare beside its twin: Swati beside Zulu.
TWINS = frozenset({"nbl_Latn", "ssw_Latn"})


def rareness(label: str) -> int:
    """0 for a language that is common in its script or is alone there, 2 for one that is rare, 1 between them."""
    code, script = split(label)
    if label in TWINS or code in NEXT.get(script, ()):
        return 1
    return 2 if code != FIRST.get(script, code) or (script in NEXT and script not in FIRST) else 0
