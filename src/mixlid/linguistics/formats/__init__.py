"""The formats of transcripts and of annotation, which mixlid finds by entry points like those of any other package."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mixlid.io.formats import Format, Sniff
from mixlid.io.formats.sniff import xml_root

_HERE = __name__
_CONLLU_COLUMNS = 10
_ID = re.compile(r"\d+([-.]\d+)?")
_CHAT = re.compile(r"@(UTF8|Begin|Languages:|Participants:)|\*[A-Z0-9]{2,7}:\t")
_TEXTGRID = re.compile(r'\s*File type = "ooTextFile( short)?"\s+(Object class = )?"TextGrid"')


def _is_conllu(_text: str, lines: Sequence[str]) -> bool:
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return bool(rows) and all(len(row) == _CONLLU_COLUMNS and _ID.fullmatch(row[0]) for row in rows)


def _is_chat(_text: str, lines: Sequence[str]) -> bool:
    return all(line.startswith(("@", "*", "%", "\t")) for line in lines) and any(map(_CHAT.match, lines))


def _transcript(name: str, help: str, suffixes: tuple[str, ...], adds: tuple[str, ...], sniff: Sniff) -> Format:
    """A transcript, which its own module of this name reads and writes back."""
    return Format(
        name,
        help,
        reader=f"{_HERE}.{name}:reader",
        writer=f"{_HERE}.{name}:writer",
        suffixes=suffixes,
        adds=adds,
        columns="tiers",
        shows=frozenset({"words"}),
        sniff=sniff,
        standard_codes=True,
    )


CONLL = Format(
    "conll",
    "first column is the token, an empty line ends a sentence. Out: the same lines and the label",
    reader=f"{_HERE}.conll:ConllReader",
    writer=f"{_HERE}.conll:conll_writer",
    suffixes=(".conll",),
    shows=frozenset({"words"}),
    multiline=True,
)
CONLLU = Format(
    "conllu",
    "the second column is the token. Out: the same lines, with Lang=de in the last column, as in treebanks;\n"
    "Lang=deu_Latn with --full-labels",
    reader=f"{_HERE}.conll:ConlluReader",
    writer=f"{_HERE}.conll:conllu_writer",
    suffixes=(".conllu",),
    adds=("Lang",),
    shows=frozenset({"words"}),
    sniff=_is_conllu,
    sniffed_in=("txt", "conll"),
    multiline=True,
    standard_codes=True,
)
CHAT = _transcript(
    "chat",
    "transcripts of CHILDES and TalkBank; a record is an utterance. Out: the same file with @s:deu on words,\n"
    "[- deu] before utterances, and @Languages",
    suffixes=(".cha",),
    adds=("@s",),
    sniff=_is_chat,
)
EAF = _transcript(
    "eaf",
    "ELAN; a record is an annotation, of the tiers -k. Out: the same file\n"
    "with a tier lang@A for each such tier A, of the languages of its words",
    suffixes=(".eaf",),
    adds=("lang",),
    sniff=lambda text, _lines: xml_root(text) == "ANNOTATION_DOCUMENT",
)
TEXTGRID = _transcript(
    "textgrid",
    "Praat, long or short; as eaf, and a record is an interval. Out: short",
    suffixes=(".textgrid",),
    adds=("lang",),
    sniff=lambda text, _lines: _TEXTGRID.match(text) is not None,
)
