"""Transcriber's XML as used by Kallaama: `:fra` after a French word in speech that is otherwise Wolof.

A sentence is what is said between two `<Sync>` elements (or speakers); noises in between do not end it. The mark
follows the word, with or without a space, and may have two letters. Times and speakers are ignored. An unmarked word is
Wolof only by this rule, so word labels are silver.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.parsers import expat  # unlike xml.etree, it knows the line of an element

from mixlid.errors import InputError
from mixlid_lab.corpora.reading import CorpusOptions, Entry, Fault, Format, RawSentence, RowError, Tags

#: Marks of loanwords.
TAGS = {"fra": "fra", "fr": "fra", "eng": "eng", "en": "eng", "ara": "ara", "ar": "ara"}
#: `: fra` and `;fra` occur for `:fra`, but only with a known code: a lone colon may be just that.
_TORN_MARK = re.compile(rf"(?::\s+|\s;|(?<=\w);)({'|'.join(TAGS)})(?!\w)", re.IGNORECASE)
#: A word with its mark, and punctuation after it, such as a quotation mark or bracket.
_MARKED = re.compile(r"(.*?)(?::([^\W\d_]{2,3}))+[^\w:]*")
#: Elements that end a segment.
_BORDERS = ("Sync", "Turn", "Who")


def read(path: Path, options: CorpusOptions) -> Iterator[Entry]:
    base = next((code for code in options.pair if code not in TAGS.values()), "wol")
    tags = Tags(TAGS, options)
    for line, text in _segments(path):
        if text.split():
            try:
                words = _words(text, tags, tags.untagged(base))
            except RowError as error:
                yield (Fault(path, line, str(error)),)
            else:
                tokens, labels = zip(*words, strict=True)
                yield RawSentence(path, line, tokens, labels, silver_words=True)


def _words(text: str, tags: Tags, base: str) -> list[tuple[str, str]]:
    words: list[tuple[str, str]] = []
    for token in _TORN_MARK.sub(r":\1", text).split():
        match = _MARKED.fullmatch(token)
        if match is None:
            words.append((token, base))
        elif re.search(r"\w", match[1]):
            words.append((match[1], tags[match[2]]))
        elif words:
            words[-1] = (words[-1][0], tags[match[2]])
        else:
            raise RowError(f"the mark {token} has no word before it")
    return words


def _segments(path: Path) -> Iterator[tuple[int, str]]:
    """The segments inside turns, each with the line where it begins."""
    segments: list[tuple[int, list[str]]] = []
    in_turn = False
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def begin(name: str, _: dict[str, str]) -> None:
        nonlocal in_turn
        in_turn = in_turn or name == "Turn"
        if name in _BORDERS:
            segments.append((parser.CurrentLineNumber, []))
        elif in_turn:
            segments[-1][1].append(" ")

    def end(name: str) -> None:
        nonlocal in_turn
        in_turn = in_turn and name != "Turn"

    def said(text: str) -> None:
        if in_turn:
            segments[-1][1].append(text)

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, said
    try:
        parser.Parse(path.read_bytes(), True)
    except expat.ExpatError as error:
        raise InputError(
            f"{path}, line {error.lineno}: it is not Transcriber's XML ({expat.ErrorString(error.code)})"
        ) from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    return ((line, "".join(parts)) for line, parts in segments)


def looks_like(path: Path, head: str) -> bool:
    return path.suffix == ".trs" or "<Trans" in head


FORMAT = Format("transcriber", "Kallaama (Wolof-French): Transcriber's XML", read, looks_like, ("wol", "fra"))
