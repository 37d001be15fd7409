"""CHAT, the format of CHILDES and TalkBank (`.cha`): main lines `*MOT:\\t…`, headers `@…`, dependent tiers `%…`.

Words are what CLAN counts: not retraced material (`[/]`, `[//]`), events (`&=laughs`), fillers and fragments (`&-`,
`&+`), omitted words (`0is`), pauses, codes in brackets or unintelligible speech (`xxx`). The default language is the
first of `@Languages`; `[- eng]` sets that of an utterance, `@s:eng` that of a word. The writer adds these, and
languages that the header lacks; the rest of the file stays as it is, byte for byte.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from mixlid.io.formats.records import Annotation, WriteOptions
from mixlid.linguistics.formats.conll import token_offsets
from mixlid.linguistics.formats.transcript import (
    TranscriptError,
    TranscriptReader,
    TranscriptWriter,
    Utterance,
    as_text,
    code_of,
    matching_tiers,
    replace_parts,
)
from mixlid.text.labels import NO_LANGUAGE, is_unknown, means
from mixlid.word_counts import language_of_most

#: A line with its continuation lines, which begin with a tab.
_LINE = re.compile(r"^[^\n]*(?:\n[\t ][^\n]*)*", re.MULTILINE)
_MAIN = re.compile(r"\ufeff?\*(?P<speaker>[^:\s]+):[\t ]*")
_HEADER = re.compile(r"^@Languages:[\t ]*(?P<codes>[^\r\n]*)", re.MULTILINE)
_PIECE = re.compile(r"\x15[^\x15]*\x15?|\[[^\]]*\]|[<>]|[^\s<>\[\x15]+")
_TIMES = re.compile(r"(?<!\d)(\d{1,12})_(\d{1,12})(?!\d)")
_PRECODE = re.compile(r"\[- *([A-Za-z]+)\]")
#: Codes that exclude the item before them from the words.
_RETRACED = frozenset({"[/]", "[//]", "[///]", "[/-]", "[/?]", "[e]"})
#: Linkers and terminators, events, omissions, pauses, unintelligible speech, and punctuation.
_NO_WORD = re.compile(r"[+&#].*|0.*|\([\d.:]*\)|(xxx?|yyy?|www)([@,.!?].*)?|[^\w]*")
_WORD = re.compile(
    r"(?P<form>[^@$]+)(?P<kind>@(?!s(?:[:$]|$))[a-z]+(?::\w+)?)?(?P<mark>@s(?::(?P<code>[\w+&]+))?)?(?P<rest>[@$].*)?"
)
#: Babbling, letters, phonetic transcription, excluded words.
_NO_LANGUAGE_KINDS = frozenset({"@b", "@k", "@l", "@u", "@x"})
_PUNCTUATION = ',;.!?"“”„‡…‹›«»¡¿:'
#: Signs inside words that are not spoken: length, stress, blocking, compounds, omitted parts, intonation.
_INSIDE = re.compile(r"[():^ˈˌ+≠↫↑↓⇗↗→↘⇘∞≈≋≡∙⌈⌉⌊⌋∆∇⁎⁇°▁▔☺♋∬Ϋ∲§∾Ἡ]")


class _Token(NamedTuple):
    text: str
    #: Offsets in the file, and those of its `@s:…`, an empty range if there is none.
    start: int
    end: int
    mark: tuple[int, int]
    code: str | None


@dataclass(frozen=True, slots=True)
class _Line:
    """A main line: its words, its precode, and its language."""

    utterance: Utterance
    tokens: tuple[_Token, ...]
    begin: int
    #: The range of the precode with the space after it; empty if there is none.
    precode: tuple[int, int]
    base: str | None


class ChatDocument:
    def __init__(self, data: bytes, tiers: str) -> None:
        self._text = as_text(data)
        header = _HEADER.search(self._text)
        codes = "" if header is None else header["codes"].rstrip()
        self._languages = re.split(r"[,\s]+", codes) if codes else []
        #: The offset where further languages are inserted.
        self._header = None if header is None else header.start("codes") + len(codes)
        if not re.search(r"^(@Begin|\*[^:\s]+:)", self._text, re.MULTILINE):
            raise TranscriptError(1, "this is not CHAT: there is neither @Begin nor a line such as *MOT:")
        lines = list(self._lines())
        speakers = list(dict.fromkeys(line.utterance.speaker for line in lines))
        selected = set(matching_tiers(speakers, tiers.replace("\\*", "*")))
        self._main = [line for line in lines if line.utterance.speaker in selected]
        #: Those that have words; with their languages, if the file marks any.
        self.utterances = [line.utterance for line in self._main]

    def annotated(self, labels: Sequence[Sequence[str]], options: WriteOptions) -> bytes:
        changes: list[tuple[int, int, str]] = []
        first = self._languages[0] if self._languages else None
        coded = [[None if label == NO_LANGUAGE else self._own_code(label, options) for label in one] for one in labels]
        used = Counter(code for codes in coded for code in codes if code is not None)
        for line, codes in zip(self._main, coded, strict=True):
            base = language_of_most(codes, used) or first
            changes.append((*line.precode, "" if base == first or base is None else f"[- {base}] "))
            for token, code in zip(line.tokens, codes, strict=True):
                changes.append((*token.mark, "" if code in (base, None) else f"@s:{code}"))
        further = [code for code, _ in used.most_common() if code not in self._languages and not is_unknown(code)]
        if further:
            changes.append(self._listed(further))
        return replace_parts(self._text, [change for change in changes if change[0] < change[1] or change[2]]).encode()

    def _own_code(self, label: str, options: WriteOptions) -> str:
        """The file's own code for a language, such as `ara` in the header for Egyptian Arabic, if it has one."""
        return next((code for code in self._languages if means(code, label)), code_of(label, options))

    def _listed(self, further: list[str]) -> tuple[int, int, str]:
        """The change that adds languages to the header, or a new header after @Begin."""
        if self._header is not None:
            return self._header, self._header, ", ".join(["", *further] if self._languages else further)
        begin = re.search(r"^@Begin[^\r\n]*(\r?\n)", self._text, re.MULTILINE)
        if begin is None:
            return 0, 0, ""
        return begin.end(), begin.end(), f"@Languages:\t{', '.join(further)}{begin[1]}"

    def _lines(self) -> Iterator[_Line]:
        says = bool(re.search(r"\[- *[A-Za-z]+\]|@s\b", self._text))
        number, last = 1, 0
        for found in _LINE.finditer(self._text):
            main = _MAIN.match(found[0])
            if main is None:
                continue
            number, last = number + self._text.count("\n", last, found.start()), found.start()
            line = self._line(main["speaker"], number, found.start() + main.end(), found.end(), says)
            if line.tokens:
                yield line

    def _line(self, speaker: str, number: int, begin: int, end: int, says: bool) -> _Line:
        tokens: list[_Token] = []
        retraced: set[int] = set()
        #: the words of the last item, and where open groups begin
        item: range = range(0)
        groups: list[int] = []
        precode, base = (begin, begin), self._languages[0] if self._languages else None
        times: tuple[float | None, float | None] = (None, None)
        for piece in _PIECE.finditer(self._text, begin, end):
            sign = piece[0]
            if sign == "<":
                groups.append(len(tokens))
            elif sign == ">":
                item = range(groups.pop() if groups else len(tokens), len(tokens))
            elif sign.startswith("["):
                if (said := _PRECODE.fullmatch(sign)) and not tokens:
                    after = piece.end() + (self._text[piece.end() : piece.end() + 1] == " ")
                    precode, base = (piece.start(), after), said[1]
                if sign in _RETRACED:
                    retraced.update(item)
            elif sign.startswith("\x15"):
                if spoken := _TIMES.search(sign):
                    times = (int(spoken[1]) / 1000, int(spoken[2]) / 1000)
            elif token := _token(sign, piece.start()):
                tokens.append(token)
                item = range(len(tokens) - 1, len(tokens))
        words = tuple(token for place, token in enumerate(tokens) if place not in retraced)
        text = " ".join(token.text for token in words)
        places = tuple(token_offsets(token.text for token in words))
        codes = [self._spoken(token.code, base) for token in words]
        annotations = (
            tuple(Annotation(*place, code) for place, code in zip(places, codes, strict=True) if code) if says else ()
        )
        names = frozenset({"@s"}) if precode[0] < precode[1] or any(token.code for token in words) else frozenset[str]()
        utterance = Utterance(text, number, f"*{speaker}", speaker, *times, places, annotations, names)
        return _Line(utterance, words, begin, precode, base)

    def _spoken(self, code: str | None, base: str | None) -> str | None:
        """The language of a word: a bare `@s` is the other of the header's first two languages."""
        if code != "@s":
            return code or base
        return next((one for one in self._languages[:2] if one != base), None)


def _token(sign: str, start: int) -> _Token | None:
    """A word of a main line; None for anything else."""
    body = sign.lstrip(_PUNCTUATION)
    start += len(sign) - len(body)
    body = body.rstrip(_PUNCTUATION)
    found = _WORD.fullmatch(body)
    if _NO_WORD.fullmatch(sign) or found is None or (found["kind"] or "")[:2] in _NO_LANGUAGE_KINDS:
        return None
    text = _INSIDE.sub("", found["form"]).replace("_", " ").strip()
    if not any(map(str.isalpha, text)):
        return None
    here = found.end("kind") if found["kind"] else found.end("form")
    mark = found.span("mark") if found["mark"] else (here, here)
    code = found["code"] or ("@s" if found["mark"] else None)
    return _Token(text, start, start + len(body), (start + mark[0], start + mark[1]), code)


reader = partial(TranscriptReader, "chat", ChatDocument)
writer = partial(TranscriptWriter, ChatDocument)
