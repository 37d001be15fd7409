r"""Markup in a text: tags, placeholders, and the codes of transcripts.

    <p>  <a href="…">  &nbsp;  [b]  [url]  REDACTED  <laughs>  [/]  [- spa]  &=sighs  @s:eng

It has no language, whatever its letters are. In doubt a text keeps its words: something in brackets is markup only if
it is in the list below or has the form of a tag or of a code, so "[see below]" and "<the dog> [/] the cat" lose no
word. `@USER` is a user name to `words.py`. What tags enclose, such as scripts, is not markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

#: Placeholders for something that was removed; a number may follow.
PLACEHOLDERS = re.findall(
    r"\S+",
    """
    url urls link hyperlink website user username mention name names person email e-mail mail phone telephone
    number num date time address location place city organization organisation org redacted removed deleted
    censored anonymized anonymised masked mask hashtag emoji emoticon image img photo picture video gif audio
    sticker media attachment file unk pad cls sep bos eos
    """,
)
#: Placeholders without brackets: in capital letters, and CHAT's codes for unintelligible speech.
BARE = ("REDACTED", "HTTPURL", "URL", "xxx")
#: Tags of forums.
BB_CODES = "b|i|u|s|url|img|quote|code|size|color|list|center|spoiler"
#: Attributes without a value. Others need one, since `<a dog>` is words.
_FLAGS = (
    "allowfullscreen|async|autofocus|autoplay|checked|controls|defer|disabled|hidden|loop|multiple|muted|novalidate|"
    "nowrap|open|readonly|required|reversed|selected"
)
#: How many characters a code in brackets may have.
_LONGEST = 80
#: A word of the list, and perhaps its number.
_LISTED = "|".join(re.escape(word) for word in sorted(set(PLACEHOLDERS), reverse=True))
_INSIDE = rf"(?i:(?:{_LISTED})(?:[ _-]?[0-9]{{1,4}})?)"
_BARE = "|".join(BARE)
#: By the characters that it may begin with: what a text must have for it, and markup, which no other of these can begin
#: with. Compiling takes as long as thousands of sentences, so a text is searched for what it may have alone.
_FORMS = {
    "<": (
        r"<[A-Za-z/!?]",
        rf"""
        <(?:{_INSIDE}
            |/?[A-Za-z][A-Za-z0-9:._-]*
                (?:\s+(?:[A-Za-z_:@][A-Za-z0-9:._-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>]+)|(?i:{_FLAGS})(?=[\s/>])))*\s*/?
            |!--[^<>]*--
            |!DOCTYPE[^<>]*
            |\?xml[^<>]*\?)>
        |<!\[CDATA\[""",
    ),
    "]": (r"\]\]>", r"\]\]>"),
    "[": (
        r"\[",
        rf"""
        \[(?:{_INSIDE}
            |/?(?i:{BB_CODES})(?:=[^\[\]\s]{{1,{_LONGEST}}})?
            |/{{1,3}}|/[-?]|[?*\#]|!{{1,2}}|[<>][0-9]?|\^c?
            |(?:=[!?]?|::?|[%*])\s[^\[\]\n]{{1,{_LONGEST}}}
            |-\s[a-z]{{2,3}}(?:,\s?[a-z]{{2,3}})*
            |\+\s[a-z]{{1,8}})\]""",
    ),
    "{": (r"\{", rf"\{{{_INSIDE}\}}"),
    "(": (r"\(\(", rf"\(\({_INSIDE}\)\)"),
    "&": (
        r"&",
        r"""
        &(?:(?P<entity>[A-Za-z][A-Za-z0-9]{1,31};)|\#[0-9]{1,7};|\#[xX][0-9A-Fa-f]{1,6};|=[A-Za-z]+(?::[A-Za-z]+)*)""",
    ),
    "@": (r"\w@", r"(?<=\w)@(?:[a-z]{1,2}(?::[a-z]{2,3}(?:[+&][a-z]{2,3})*)?)(?![\w.@:])"),
    "".join(word[0] for word in BARE): (_BARE, rf"(?<![\w@\#])(?:{_BARE})(?![\w@])"),
    "*": (r"\*[A-Z]", r"(?:^|(?<=\n))\*[A-Z][A-Z0-9]{0,7}:"),
}
BEGINNINGS = tuple(_FORMS)
_ALL_FORMS = tuple(form for _, form in _FORMS.values())
#: With more forms than this that a text may have, it is searched for all, so that few combinations are compiled.
_FEW = 2


@cache
def _signs() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(sign) for sign, _ in _FORMS.values())


@cache
def _pattern(beginnings: int) -> re.Pattern[str]:
    """Takes linear time: no match crosses `<` or `[`, or is longer than `_LONGEST` characters."""
    address = r"(?P<address>(?:(?:https?|ftp)://|www\.)[^\s<]*)"  # may have any of these inside it
    forms = tuple(form for number, form in enumerate(_ALL_FORMS) if beginnings >> number & 1)
    return re.compile("|".join((address, *(forms if len(forms) <= _FEW else _ALL_FORMS))), re.VERBOSE)


def find_markup(text: str, beginnings: int | None = None) -> Iterator[tuple[int, int]]:
    """Where markup begins and ends, in the order of the text.

    Whoever has looked at the text before says which `BEGINNINGS` of markup it may have, one bit for each.
    """
    if beginnings is None:
        beginnings = sum(1 << number for number, sign in enumerate(_signs()) if sign.search(text))
    for match in _pattern(beginnings).finditer(text) if beginnings else ():
        if match.lastgroup is None or (match.lastgroup == "entity" and _is_entity(match["entity"])):
            yield match.span()


def _is_entity(name: str) -> bool:
    from html.entities import html5

    return name in html5
