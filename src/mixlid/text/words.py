"""Text to tokens: their offsets in the text as given, their kind, and their script.

Nothing is removed or rewritten here: `text[token.start:token.end]` is always the token, in code points. `normalise` is
what a model does to a word before scoring it (case, apostrophes, …); training and scoring share it.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, Literal, NamedTuple, get_args

from mixlid.text.data_files import read_table
from mixlid.text.markup import find_markup

Kind = Literal["word", "number", "url", "user", "hashtag", "emoji", "punctuation", "markup"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Token(NamedTuple):
    """A piece of the text between white space."""

    start: int
    end: int
    kind: Kind
    #: ISO 15924 code of its letters; empty for what has no letters, or letters that belong to no script.
    script: str


#: Which characters are letters, marks, digits and pictographs, and where the script changes: fixed tables, so that
#: every version of Python gives the same words.
TABLES: dict[str, str] = read_table("unicode")
#: Scripts written without spaces are cut into units about as long as words, without a dictionary: letters of a unit.
#: Where it is cut matters little to a model that was trained with the same units, but there must be enough of them,
#: since words are counted: "我今天有個 meeting 要開" should not be one word of Chinese and one of English. Most Chinese
#: words have two characters.
UNIT_LETTERS = {"Hani": 2, "Bopo": 4, "Hira": 4, "Kana": 4, "Thai": 4, "Laoo": 4, "Khmr": 4, "Mymr": 4}
#: The weight of a character in Latin letters, by the script of its word, since characters do not carry equally much:
#: "我的 boyfriend 很好" is mostly Chinese. It is how many Latin letters translations have for one character, rounded so
#: that shares are exact (`docs/limits.md` has the figures). It is one for all scripts not listed here, such as Thai.
WORTH = {"Hani": 3, "Hira": 2, "Kana": 2, "Bopo": 2, "Hang": 2, "Ethi": 2}
#: How a text is split: into our own words, or at white space, as in fastText and the paper.
WordCut = Literal["own", "whitespace"]
#: The ranges of Latin letters, their marks, most punctuation and pictographs; and all of Unicode.
_LATIN = ((0, 0x36F), (0x1E00, 0x1EFF), (0x2000, 0x2BFF), (0xFE00, 0xFE0F), (0x1F000, 0x1FAFF), (0xE0020, 0xE007F))
_ANY = ((0, 0x10FFFF),)


def _char_class(packed: str, within: tuple[tuple[int, int], ...] = _ANY) -> str:
    """Hexadecimal ranges, limited to others, as the inside of a regular expression's character class."""
    made = []
    for item in packed.split():
        begin, _, end = item.partition("-")
        for low, high in within:
            first, last = max(int(begin, 16), low), min(int(end or begin, 16), high)
            if first <= last:
                made.append(f"\\U{first:08x}" + (f"-\\U{last:08x}" if first < last else ""))
    return "".join(made)


#: Characters that may be inside a word: apostrophes, hyphens, the Catalan dot, invisible joiners.
JOINERS = "'’‘ʼʻʹ´`·‐‑-\u00ad\u200c\u200d\u2060"
#: Punctuation that ends a sentence or closes a bracket, and is not part of a URL before it.
URL_NEVER_ENDS_WITH = ".,;:!?()[]{}\"'’”»"
_URL_END = rf"[^\s{re.escape(URL_NEVER_ENDS_WITH)}]"
#: Punctuation after which a capital letter does not suggest a name.
SENTENCE_ENDS = ".!?…:;\"'“”«»()[]-–—"
#: The mouths of faces such as :-)
MOUTHS = "()[]DPpOo3|/\\*"
#: Top-level domains of URLs without `http` or `www`.
DOMAINS = "com|org|net|edu|gov|info|io|app|dev|me|tv|co|ly|be|gl|eu|uk|de|fr|es|tr|in|id|np|br|ru|us"

# The patterns are compiled when they are first needed: they take longer than the rest of the import together, and plain
# text needs none of them where the tokeniser is compiled.


def _tokens_in(text: str) -> Iterator[re.Match[str]]:
    """The pattern for the tokens of a text. For Latin text a smaller one matches the same, and compiles faster."""
    is_latin = text.isascii() or _latin_pattern().fullmatch(text)
    return _token_pattern(_LATIN if is_latin else _ANY).finditer(text)


@cache
def _latin_pattern() -> re.Pattern[str]:
    return re.compile(f"[{''.join(f'{chr(first)}-{chr(last)}' for first, last in _LATIN)}]*")


@cache
def _token_pattern(within: tuple[tuple[int, int], ...]) -> re.Pattern[str]:
    r"""The pattern of tokens in text that has only characters within these ranges.

    No input makes the scan quadratic: repetitions before a required character are bounded, and digits that are neither
    a number nor part of a word ("12_") are matched together, without a name, or else each would scan to the end of the
    run again. Look-around uses the interpreter's `\w`: our own classes there would triple the time to compile, only to
    decide what sticks to "@".
    """
    letters, marks, digits, pictographs = (
        _char_class(TABLES[kind], within) for kind in ("letters", "marks", "digits", "pictographs")
    )
    inside = letters + marks + digits
    joiners = JOINERS.replace("-", "\\-")
    return re.compile(
        rf"""
        (?P<url>(?:(?:https?|ftp)://|www\.)\S*{_URL_END}
            |[A-Za-z0-9._%+-]{{1,64}}@(?:[A-Za-z0-9-]{{1,63}}\.){{1,4}}[A-Za-z]{{2,24}}
            |(?<!\w)(?:[A-Za-z0-9-]{{1,63}}\.){{1,4}}(?:{DOMAINS})(?:/\S*{_URL_END})?(?!\w))
        |(?P<user>(?<!\w)[@＠]\w+(?:\.\w+)*)
        |(?P<emoji>[\U0001f1e6-\U0001f1ff]{{2}}
            |[{pictographs}][\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*
                (?:\u200d[{pictographs}][\ufe0f\U0001f3fb-\U0001f3ff]*)*
            |[0-9\#*]\ufe0f?\u20e3
            |(?<!\w)[:;=][-'^]?[{re.escape(MOUTHS)}]+(?!\w)
            |(?<!\w)(?:[xX]D+|<3+)(?!\w))
        |(?P<number>[{digits}]+(?:[.,:/][{digits}]+)*(?!\w))
        |(?P<hashtag>(?<!\w)[\#＃][{inside}_]+)
        |(?P<word>[{digits}]*[{letters}][{inside}]*(?:[{joiners}][{inside}]+)*)
        |\w(?<=[{digits}])[{digits}]*  # `\w` first: a quick no for most punctuation
        |(?P<punctuation>(?P<same>\S)(?P=same)*)
        """,
        re.VERBOSE,
    )


_STARTS, _SCRIPTS = zip(
    *((int(code, 16), script) for code, script in (item.split(":") for item in TABLES["script_starts"].split())),
    strict=True,
)
#: ISO 15924 codes of all scripts; the first is "none".
SCRIPTS: tuple[str, ...] = tuple(dict.fromkeys(["", *_SCRIPTS]))


@lru_cache(maxsize=65536)
def letter_script(char: str) -> str:
    """The ISO 15924 code of a letter; empty for marks, digits, joiners and letters of no script."""
    if not _is_letter(char):
        return ""
    place = bisect_right(_STARTS, ord(char)) - 1
    return _SCRIPTS[place] if place >= 0 else ""


#: Scripts of labels with Han characters that no other one has, and a bit for each.
HAN_FORMS = {"Hans": 8, "Jpan": 16}


@cache
def han_forms() -> dict[str, int]:
    """By such a character its bit."""
    tables = ((bit, _ranges(f"only_{script}")) for script, bit in HAN_FORMS.items())
    return {chr(code): bit for bit, ranges in tables for first, last in ranges for code in range(first, last + 1)}


@cache
def _ranges(kind: str) -> list[tuple[int, int]]:
    ranges = (item.partition("-") for item in TABLES[kind].split())
    return [(int(first, 16), int(last or first, 16)) for first, _, last in ranges]


def _is_letter(char: str) -> bool:
    ranges = _ranges("letters")
    place = bisect_right(ranges, (ord(char), 0x10FFFF)) - 1
    return place >= 0 and ord(char) <= ranges[place][1]


def tokenize(text: str) -> list[Token]:
    """All tokens of `text` in order; only white space is between them.

    A word is split where its script changes ("iPhoneで" is two words), because no language mixes scripts within a word,
    and a run of a script that is written without spaces is split into units. Markup ends words, as white space does.
    """
    tokens, place = [], 0
    for start, end in find_markup(text):
        tokens += _moved(tokenize_plain(text[place:start]), place)
        tokens += [Token(start + found.start(), start + found.end(), "markup", "")
                   for found in re.finditer(r"\S+", text[start:end])]  # fmt: skip
        place = end
    return tokens + _moved(tokenize_plain(text[place:]), place) if place else tokenize_plain(text)


def _moved(tokens: list[Token], by: int) -> list[Token]:
    return [token._replace(start=token.start + by, end=token.end + by) for token in tokens] if by else tokens


def tokenize_plain(text: str) -> list[Token]:
    """The same for a text without markup."""
    if text.isascii():
        tokens = [_ascii_token(match) for match in _tokens_in(text)]
        if "_" in text and any(token.kind is None for token in tokens):  # only `_` makes such digits
            tokens = [part for token in tokens for part in ((token,) if token.kind else _repeated(text, *token[:2]))]
        if "#" in text:
            tokens = [part for token in tokens for part in
                      (_hashtag_parts(text, *token[:2]) if token.kind == "hashtag" else (token,))]  # fmt: skip
        return tokens
    tokens = []
    for match in _tokens_in(text):
        kind: Any = match.lastgroup
        start, end = match.span()
        if kind == "word":
            for a, b, script in _one_script_runs(text, start, end):
                for unit_end in unit_ends(text, a, b, script) if script in UNIT_LETTERS else (b,):
                    tokens.append(Token(a, unit_end, "word", script))
                    a = unit_end
        elif kind is None:
            tokens += _repeated(text, start, end)
        elif kind == "hashtag":
            tokens += _hashtag_parts(text, start, end)
        else:
            tokens.append(Token(start, end, kind, ""))
    return tokens


def unit_ends(text: str, start: int, end: int, script: str) -> Iterator[int]:
    """Where the units of a run in one script end, never before a combining mark; the last one may be shorter."""
    letters, most = 0, UNIT_LETTERS[script]
    for place in range(start, end):
        if letter_script(text[place]):
            if letters == most:
                yield place
                letters = 0
            letters += 1
    yield end


def cut_at_whitespace(text: str) -> list[Token]:
    """Words as in fastText: everything between white space, with punctuation; without a script, so that all is scored.

    Other Unicode spaces separate no words for fastText.
    """
    return [Token(match.start(), match.end(), "word", "") for match in re.finditer(r"[^ \n\r\t\v\f\0]+", text)]


CUTS: dict[WordCut, Callable[[str], list[Token]]] = {"own": tokenize, "whitespace": cut_at_whitespace}


def written_size(characters: int, script: str) -> int:
    """The size of a word with this many characters in Latin letters; the script is that of its token."""
    return characters * WORTH.get(script, 1)


def is_scored(token: Token, text: str) -> bool:
    """Whether a token has language that a model can score: words, and hashtags that have letters."""
    if token.kind == "word":
        return True
    return token.kind == "hashtag" and any(map(_is_letter, text[token.start : token.end]))


def _ascii_token(match: re.Match[str]) -> Token:
    kind: Kind = match.lastgroup  # type: ignore[assignment]
    return Token(match.start(), match.end(), kind, "Latn" if kind == "word" else "")


def _hashtag_parts(text: str, start: int, end: int) -> Iterator[Token]:
    """A hashtag split where capital letters or underscores show its words: #World|Cup, #guten_|morgen, #NBA|Finals."""
    for place in range(start + 2, end):
        before, char, after = text[place - 1], text[place], text[place + 1 : min(place + 2, end)]
        begins = char.isupper() and (before.islower() or (before.isupper() and after.islower()))
        if begins or (before == "_" != char and text[start:place].strip("#＃_")):
            yield Token(start, place, "hashtag", script_of(text[start:place]))
            start = place
    yield Token(start, end, "hashtag", script_of(text[start:end]))


def _repeated(text: str, start: int, end: int) -> Iterator[Token]:
    """Digits as punctuation: a token for each run of one digit."""
    for _, run in groupby(text[start:end]):
        end = start + len(tuple(run))
        yield Token(start, end, "punctuation", "")
        start = end


def script_of(word: str) -> str:
    """The script of a word's first letter that has one; empty if none has."""
    return next(filter(None, map(letter_script, word)), "")


def _one_script_runs(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Split a run of letters where the script changes; a joiner at the split stays with the left part."""
    run_start, run_script = start, ""
    for place in range(start, end):
        script = letter_script(text[place])
        if script and script != run_script:
            if run_script:
                yield run_start, place, run_script
                run_start = place
            run_script = script
    yield run_start, end, run_script


_APOSTROPHES = dict.fromkeys(map(ord, "’‘ʼʻʹ´`"), "'")
_DROPPED = dict.fromkeys(map(ord, "\u00ad\u200c\u200d\u2060#＃_"), None)
_HYPHENS = dict.fromkeys(map(ord, "‐‑"), "-")
_REWRITE = {**_APOSTROPHES, **_DROPPED, **_HYPHENS}
#: 0, 1 and 4 between letters stand for letters, and then so does 3, which by itself is a letter of Arabizi.
IS_LEET, LEET = "[a-z][014][a-z]", "(?<=[a-z])[0134]"
_LETTERS_OF_LEET = {"0": "o", "1": "i", "3": "e", "4": "a"}
DRAWN_OUT = r"(?s)(.)\1{2,}"
#: Up to this length, the interpreter may sort the marks of a word.
_SHORT = 128


#: A single digit beside letters is a letter in Arabizi and Greeklish ("3arabi", "8elo"); longer numbers are numbers.
LONG_NUMERAL = r"\d{2,}"
#: Vowel signs of Arabic and Hebrew, which most people leave out, and the kashida, which only stretches a word.
_POINTS = dict.fromkeys([0x640, *range(0x64B, 0x653), 0x670, *range(0x591, 0x5C8)])


def normalise(word: str) -> str:
    """The form in which our own models know a word; empty if no letters are left.

    Folded, without vowel signs of Arabic and Hebrew, drawn-out letters ("sooooo") once, letters for digits that stand
    for them (leet), no apostrophe or hyphen at either end. Models call this form `words-2`.
    """
    folded = fold(word)
    if re.search(IS_LEET, folded):
        folded = re.sub(LEET, lambda found: _LETTERS_OF_LEET[found[0]], folded)
    return re.sub(DRAWN_OUT, r"\1", folded).strip("'-·")


def fold(word: str) -> str:
    """Lower case, compatibility composition (NFKC), one apostrophe and one hyphen, no numbers of several digits."""
    word = word.lower()
    if not word.isascii():
        word = word.translate(_REWRITE)
        ordered = word if len(word) <= _SHORT else _in_order(word)
        word = unicodedata.normalize("NFKC", ordered).lower().replace("i̇", "i").translate(_POINTS)
    elif "#" in word or "_" in word or "`" in word:
        word = word.translate(_REWRITE)
    return word if word.isalpha() else re.sub(LONG_NUMERAL, "", word)


def _in_order(word: str) -> str:
    """A long word with its marks in canonical order, so that normalising it takes linear time.

    The interpreter moves a mark past others one by one. Marks that are in order already are not moved, so the result is
    normalised to the same as the word.
    """
    decomposed = "".join([unicodedata.normalize("NFKD", char) for char in word])
    return "".join(
        "".join(sorted(run, key=unicodedata.combining) if is_mark else run)
        for is_mark, run in groupby(decomposed, lambda char: unicodedata.combining(char) > 0)
    )


def words_of(text: str) -> list[str]:
    """The normalised words of a text: what training sees of a sentence, and what scoring sees of it."""
    tokens = (token for token in tokenize(text) if is_scored(token, text))
    return [word for word in (normalise(text[token.start : token.end]) for token in tokens) if word]
