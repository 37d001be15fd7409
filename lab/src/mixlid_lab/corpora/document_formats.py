"""Formats with a sentence in each row or element: our own JSON lines, BaSCo, Barik et al., Kallaama."""

from __future__ import annotations

import ast
import csv
import json
import re
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from xml.parsers import expat  # unlike xml.etree, it knows the line of an element

from mixlid.adapt.labelled import sample_of
from mixlid.errors import InputError, SettingsError
from mixlid_lab.corpora.column_formats import CONLLU, LINCE, TOKEN_TAG
from mixlid_lab.corpora.flores import FLORES
from mixlid_lab.corpora.reading import (
    NOT_LANGUAGES,
    UNCLEAR,
    CorpusOptions,
    Entries,
    Format,
    RawSentence,
    RowError,
    Tags,
    text_lines,
)


def read_own(path: Path, options: CorpusOptions) -> Entries:
    """Our own JSON lines: `text` and `langs`, with `tokens` and `tags` if words are labelled."""
    tags = Tags({tag: tag for tag in sorted(NOT_LANGUAGES)}, options)
    for number, line in text_lines(path):
        if line.strip():
            yield number, partial(_own_sentence, line, tags)


def _own_sentence(line: str, tags: Tags) -> RawSentence:
    try:
        sample = sample_of(json.loads(line))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RowError(f"expected an object with text and langs ({error!r})") from error
    labels = tuple(tags[tag] for tag in sample.tags)
    tokens = sample.tokens if labels else tuple(sample.text.split())
    return RawSentence(tokens, labels, sample.text, sample.languages, "", "", sample.silver, sample.silver_words)


# BaSCo: a JSON list of utterances in Basque or Spanish, each with `code-switching` variants; no word labels. Variants
# are sentences in both languages; the `referent` that they were made from is in `source_lang`.
BASCO_TAGS = {"eu": "eus", "es": "spa"}


def read_basco(path: Path, options: CorpusOptions) -> Entries:
    tags = Tags(BASCO_TAGS, options)
    for number, (line, item) in enumerate(_utterances(path), start=1):
        utterance = item if isinstance(item, dict) else {}
        variants = utterance.get("code-switching")
        if not utterance:
            yield line, partial(_refuse, "expected an object with referent, source_lang and code-switching")
            continue
        yield line, partial(_basco, f"{number}", utterance.get("referent"), utterance.get("source_lang"), tags)
        if not isinstance(variants, list):
            yield line, partial(_refuse, "the utterance has no list of code-switching variants")
            continue
        for place, variant in enumerate(variants, start=1):
            text = variant.get("text") if isinstance(variant, dict) else None
            yield line, partial(_basco, f"{number}.{place}", text, None, tags)


def _refuse(what: str) -> RawSentence:
    raise RowError(what)


def _basco(identifier: str, text: Any, language: Any, tags: Tags) -> RawSentence:
    """A referent has one language; a variant has both."""
    if not isinstance(text, str) or not text.strip():
        raise RowError(f"utterance {identifier} has no text")
    if "." not in identifier and not isinstance(language, str):
        raise RowError(f"utterance {identifier} has no source_lang")
    languages = {*BASCO_TAGS.values()} if "." in identifier else {tags[language]}
    return RawSentence(tuple(text.split()), (), text, frozenset(languages), identifier)


def _utterances(path: Path) -> Iterator[tuple[int, Any]]:
    """The items of the list, each with the line where it begins, which `json.loads` does not report."""
    text = "\n".join(line for _, line in text_lines(path))
    decoder, space = json.JSONDecoder(), re.compile(r"\s*")

    def skip(place: int) -> int:
        match = space.match(text, place)
        return match.end() if match else place

    place = skip(0)
    try:
        if not text.startswith("[", place):
            raise json.JSONDecodeError("expected a list", text, place)
        place = skip(place + 1)
        while not text.startswith("]", place):
            item, end = decoder.raw_decode(text, place)
            yield text.count("\n", 0, place) + 1, item
            place = skip(end)
            if text.startswith(",", place):
                place = skip(place + 1)
            elif not text.startswith("]", place):
                raise json.JSONDecodeError("expected a comma or the end of the list", text, place)
    except json.JSONDecodeError as error:
        raise InputError(f"{path}, line {error.lineno}: it is not BaSCo's JSON ({error.msg})") from error


# The Indonesian-English tweets of Barik et al.: a CSV table whose cells are printed Python. `tokens` is an array of the
# raw text and `list([…])` of the tokens; `langs` is a list of tags. Both are parsed as literals and never executed.
_COLUMNS = ("tokens", "langs")


def read_indonesian(path: Path, options: CorpusOptions) -> Entries:
    tags = Tags({"en": "eng", "id": "ind", "un": UNCLEAR}, options)
    table = csv.reader(line + "\n" for _, line in text_lines(path))
    header = next(table, [])
    if not set(_COLUMNS) <= set(header):
        raise InputError(f"{path}, line 1: expected a table with the columns {' and '.join(_COLUMNS)}")
    line = table.line_num + 1  # a cell may span lines; report the row's first line
    try:
        for row in table:
            if row:
                yield line, partial(_tweet, header, row, tags)
            line = table.line_num + 1
    except csv.Error as error:
        raise InputError(f"{path}, line {line}: the table cannot be read from here on ({error})") from error


def _tweet(header: list[str], row: list[str], tags: Tags) -> RawSentence:
    if len(row) != len(header):
        raise RowError(f"expected {len(header)} cells, found {len(row)}")
    cells = dict(zip(header, row, strict=True))
    # `['raw', 'text']` from `['raw text' list(['raw', 'text'])]`; a plain list is unchanged.
    _, found, last = cells["tokens"].rpartition("list([")
    tokens = _strings(f"[{last.strip().removesuffix(']').removesuffix(')')}" if found else last.strip(), "tokens")
    labels = tuple(tags[tag] for tag in _strings(cells["langs"], "langs"))
    if len(tokens) != len(labels):
        raise RowError(f"{len(tokens)} tokens and {len(labels)} tags")
    return RawSentence(tokens, labels, cells.get("raw_tweet"), identifier=cells.get("no", ""))


def _strings(printed: str, column: str) -> tuple[str, ...]:
    try:
        value = ast.literal_eval(printed)
    except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
        raise RowError(f"the cell {column} is not a printed Python list") from error
    if not isinstance(value, list) or not value or not all(isinstance(item, str) and item.strip() for item in value):
        raise RowError(f"the cell {column} is not a list of strings")
    return tuple(value)


# Transcriber's XML as used by Kallaama: `:fra` after a French word in speech that is otherwise Wolof. A sentence is
# what is said between two `<Sync>` elements (or speakers); noises in between do not end it. The mark follows the word,
# with or without a space, and may have two letters. Times and speakers are ignored. An unmarked word is Wolof only by
# this rule, so word labels are silver.
#: Marks of loanwords.
MARKS = {"fra": "fra", "fr": "fra", "eng": "eng", "en": "eng", "ara": "ara", "ar": "ara"}
#: `: fra` and `;fra` occur for `:fra`, but only with a known code: a lone colon may be just that.
_TORN_MARK = re.compile(rf"(?::\s+|\s;|(?<=\w);)({'|'.join(MARKS)})(?!\w)", re.IGNORECASE)
#: A word with its mark, and punctuation after it, such as a quotation mark or bracket.
_MARKED = re.compile(r"(.*?)(?::([^\W\d_]{2,3}))+[^\w:]*")


def read_transcriber(path: Path, options: CorpusOptions) -> Entries:
    tags = Tags(MARKS, options)
    base = tags.untagged(next((code for code in options.pair if code not in MARKS.values()), "wol"))
    for line, text in _segments(path):
        if text.split():
            yield line, partial(_segment, text, tags, base)


def _segment(text: str, tags: Tags, base: str) -> RawSentence:
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
    tokens, labels = zip(*words, strict=True)
    return RawSentence(tokens, labels, silver_words=True)


def _segments(path: Path) -> Iterator[tuple[int, str]]:
    """The segments inside turns, each with the line where it begins."""
    segments: list[tuple[int, list[str]]] = []
    in_turn = False
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def begin(name: str, _: dict[str, str]) -> None:
        nonlocal in_turn
        in_turn = in_turn or name == "Turn"
        if name in ("Sync", "Turn", "Who"):
            segments.append((parser.CurrentLineNumber, []))
        else:
            said(" ")

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
        why = expat.ErrorString(error.code)
        raise InputError(f"{path}, line {error.lineno}: it is not Transcriber's XML ({why})") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    return ((line, "".join(parts)) for line, parts in segments)


OWN = Format(
    "jsonl", "JSON lines with text and langs", read_own,
    lambda _, head: head.lstrip().startswith("{") and '"langs"' in head,
)  # fmt: skip
BASCO = Format(
    "basco", "BaSCo (Basque-Spanish): JSON utterances and variants", read_basco,
    lambda _, head: head.lstrip().startswith("[") and '"code-switching"' in head, ("eus", "spa"),
)  # fmt: skip
INDONESIAN = Format(
    "indonesian", "Indonesian-English: CSV with tokens and langs as lists", read_indonesian,
    lambda _, head: set(_COLUMNS) <= set(head.partition("\n")[0].strip().split(",")), ("ind", "eng"),
)  # fmt: skip
TRANSCRIBER = Format(
    "transcriber", "Kallaama (Wolof-French): Transcriber's XML", read_transcriber,
    lambda path, head: path.suffix == ".trs" or "<Trans" in head, ("wol", "fra"),
)  # fmt: skip


#: In the order in which they are tried. A new format is a function and an entry here.
FORMATS: dict[str, Format] = {
    form.name: form for form in (FLORES, CONLLU, TRANSCRIBER, OWN, BASCO, INDONESIAN, TOKEN_TAG, LINCE)
}
#: How many lines are looked at: in BaSCo, the variants come last in an utterance.
_HEAD = 200


def get_format(name: str) -> Format:
    if name not in FORMATS:
        raise SettingsError(f"there is no corpus format {name!r}; there are {list_formats()}")
    return FORMATS[name]


def detect(path: Path) -> Format:
    """The format of a file, by its name and first lines, or of a folder, by its contents."""
    if not path.exists():
        raise InputError(f"{path} does not exist")
    head = "" if path.is_dir() else _head(path)
    for form in FORMATS.values():
        if form.looks_like(path, head):
            return form
    raise InputError(f"{path} looks like none of the corpus formats; say with --format which it is: {list_formats()}")


def list_formats() -> str:
    return "; ".join(f"{name} ({form.help})" for name, form in sorted(FORMATS.items()))


def _head(path: Path) -> str:
    """The first lines; empty if the file is not text."""
    try:
        return "\n".join(line for _, line in islice(text_lines(path), _HEAD)) + "\n"
    except InputError:
        return ""
