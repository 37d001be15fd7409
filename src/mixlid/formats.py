"""Records in and out as streams: txt, tsv, jsonl and conll. One record in, one out, in order; nothing is skipped.

Input is UTF-8 (a byte order mark is dropped). Lines end in a line feed, or a carriage return with one; no other
character ends a line. What cannot be read raises `InputError` with file and line. Left out: compressed files, csv, and
the text output for people (`terminal.py`).
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NoReturn

from mixlid.errors import InputError
from mixlid.labels import split
from mixlid.result import NO_LANGUAGE, Result, Word, letters_by_label

Format = Literal["txt", "tsv", "jsonl", "conll"]

_SUFFIXES: Mapping[str, Format] = {
    ".tsv": "tsv", ".tab": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".conll": "conll",
}  # fmt: skip
#: Read as plain text, these would give nonsense without a word of warning.
_OTHERS = {".csv", ".json", ".conllu", ".parquet", ".xml", ".html", ".pdf", ".gz", ".bz2", ".xz", ".zst", ".zip"}


@dataclass(frozen=True, slots=True)
class Record:
    """A text to identify, and what is needed to write it back with its answer."""

    text: str
    format: Format
    #: As it stands in the input, without the line's end; a conll sentence has several lines.
    source: str
    #: For jsonl output.
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Records:
    """A stream of records, and the header line of a tsv that has one."""

    stream: Iterator[Record]
    header: str | None = None


def format_of(name: str) -> Format:
    """The format that a file's name says; plain text if it says nothing."""
    suffix = Path(name).suffix.lower()
    if suffix in _OTHERS:
        raise InputError(
            f"{name} ends in {suffix}, which mixlid does not read; "
            "if it is plain text, tsv, JSON Lines or conll all the same, say so with --from"
        )
    return _SUFFIXES.get(suffix, "txt")


def read(stream: Iterable[bytes], name: str, format: Format, key: str | None = None, header: bool = False) -> Records:
    """The records of an input; `name` is for messages, `key` the tsv column or JSON field that holds the text."""
    lines = _lines(stream, name)
    if format == "tsv":
        return _read_tsv(lines, name, key, header)
    if format == "jsonl":
        return Records(_read_jsonl(lines, name, key or "text"))
    return Records(_read_conll(lines) if format == "conll" else (plain(line) for _, line in lines))


def plain(text: str) -> Record:
    """A record that is nothing but its text."""
    return Record(text, "txt", text, {"text": text})


def _lines(stream: Iterable[bytes], name: str) -> Iterator[tuple[int, str]]:
    for number, data in enumerate(stream, 1):
        if number == 1:
            data = data.removeprefix(b"\xef\xbb\xbf")
        try:
            line = data.decode("utf-8")
        except UnicodeDecodeError as error:
            what = f"byte {error.start + 1} of the line (0x{data[error.start]:02x}) is not UTF-8"
            if data.startswith(b"\x1f\x8b"):
                _refuse(name, number, f"{what}; the file looks compressed: unpack it, or pipe it through zcat")
            _refuse(name, number, f"{what}; convert the file, for example with: iconv -f WINDOWS-1252 -t UTF-8")
        yield number, line[:-1].removesuffix("\r") if line.endswith("\n") else line


def _refuse(name: str, number: int, what: str) -> NoReturn:
    raise InputError(f"{name}, line {number}: {what}")


def _read_tsv(lines: Iterator[tuple[int, str]], name: str, key: str | None, header: bool) -> Records:
    """By default the text is in the column called `text` if a header has one, and otherwise in the last column."""
    first = next(lines, (1, None))[1] if header else None
    names = [] if first is None else first.split("\t")
    column = names.index("text") if key is None and "text" in names else None
    if key is not None:
        if key in names:
            column = names.index(key)
        elif key.isdecimal() and int(key) > 0:
            column = int(key) - 1
        else:
            known = f"its columns are {', '.join(map(repr, names))}" if names else "--header says that it has a header"
            raise InputError(f"{name} has no column {key!r}; {known}, or give a column's number, from 1")

    def records() -> Iterator[Record]:
        for number, line in lines:
            values = line.split("\t")
            if column is not None and column >= len(values):
                _refuse(name, number, f"there are {len(values)} columns, and the text should be in number {column + 1}")
            text = values[-1 if column is None else column]
            yield Record(text, "tsv", line, _columns(names, values, column))

    return Records(records(), first)


def _columns(names: Sequence[str], values: Sequence[str], column: int | None) -> dict[str, str]:
    """A line as JSON fields: under the header's names, or `column_1`… with the text under `text`."""
    given = [names[i] if i < len(names) else f"column_{i + 1}" for i in range(len(values))]
    if not names:
        given[len(values) - 1 if column is None else column] = "text"
    return dict(zip(given, values, strict=True))


def _read_jsonl(lines: Iterator[tuple[int, str]], name: str, key: str) -> Iterator[Record]:
    for number, line in lines:
        if not line.strip():
            continue  # many writers end a file with an empty line; it is no record
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError) as error:
            _refuse(name, number, f"this is no JSON ({error}); JSON Lines has one object on each line")
        if not isinstance(fields, dict):
            _refuse(name, number, f"this is {_kind(fields)} and not an object such as {{{json.dumps(key)}: …}}")
        if key not in fields:
            known = f"its fields are {', '.join(map(repr, fields))}" if fields else "it has none"
            _refuse(name, number, f"the record has no field {key!r} ({known}); say which has the text with -k")
        if not isinstance(fields[key], str):
            _refuse(name, number, f"the field {key!r} is {_kind(fields[key])} and not a string; say which is with -k")
        yield Record(fields[key], "jsonl", line.strip(), fields)


def _kind(value: Any) -> str:
    """A JSON value's type, as JSON calls it."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int | float):
        return "a number"
    return "an object" if isinstance(value, dict) else "a list" if isinstance(value, list) else "a string"


def _read_conll(lines: Iterator[tuple[int, str]]) -> Iterator[Record]:
    """Sentences with the empty lines that follow them, so that writing them back loses none."""
    block: list[str] = []
    ended = False
    for _, line in lines:
        if line.strip():
            if ended:
                yield _sentence(block)
                block, ended = [], False
        else:
            ended = any(map(str.strip, block))
        block.append(line)
    if any(map(str.strip, block)):
        yield _sentence(block)


def _sentence(block: list[str]) -> Record:
    text = " ".join(token for token in _tokens(block) if token is not None)
    return Record(text, "conll", "\n".join(block), {"text": text})


def _tokens(block: Iterable[str]) -> Iterator[str | None]:
    """The token of each line, None for empty lines and comments.

    A comment begins with "# " and stands before the first token: "#hashtag", or a lone "#", may well be a token.
    """
    begun = False
    for line in block:
        if not line.strip() or (not begun and line.startswith("# ")):
            yield None
        else:
            begun = True
            yield line.split("\t")[0] if "\t" in line else line.split()[0]


def to_tsv(record: Record, result: Result) -> str:
    """`languages TAB shares TAB the line as it was`; a conll sentence is its text, to stay on one line."""
    shares = ",".join(f"{label}={share:.4g}" for label, share in result.proportions.items())
    source = record.text if record.format == "conll" else record.source
    return f"{','.join(result.languages)}\t{shares}\t{one_line(source)}\n"


def to_jsonl(record: Record, result: Result, words: bool, constants: Mapping[str, Any]) -> str:
    """The record's own fields as they were, then ours; where a name is in both, ours is written."""
    language, script = split(result.language)
    ours: dict[str, Any] = {
        "languages": result.languages,
        "language": language if script else result.language,
        "language_script": script,
        "language_score": result.language_score,
        "confidence": result.confidence,
        "is_mixed": result.is_mixed,
        "proportions": result.proportions,
        "margin": result.margin,
        **constants,
    }
    if words:
        ours["words"] = [word.to_dict() for word in result.words]
    if record.format != "jsonl" or ours.keys() & record.fields.keys():
        return json.dumps({**record.fields, **ours}, ensure_ascii=False) + "\n"
    # The line is kept as text: numbers with many digits, escapes and repeated names come out exactly as they went in.
    return f"{record.source[:-1].rstrip()}{', ' if record.fields else ''}{json.dumps(ours, ensure_ascii=False)[1:]}\n"


def to_conll(record: Record, result: Result) -> str:
    """A conll sentence with the label as one more column; any other record as words with their labels."""
    if record.format != "conll":
        rows = [f"{word.text}\t{word.label}\n" for word in result.words]
        return f"# text = {one_line(record.text)}\n{''.join(rows)}\n"
    block = record.source.split("\n")
    starts = [word.start for word in result.words]
    out, start = [], 0
    for line, token in zip(block, _tokens(block), strict=True):
        if token is None:
            out.append(line)
            continue
        end = start + len(token)
        inside = result.words[bisect_left(starts, start) : bisect_left(starts, end)]
        gap = " " if "\t" not in line and len(line.split()) > 1 else "\t"
        out.append(f"{line}{gap}{_label_of(inside)}")
        start = end + 1
    if block[-1].strip():
        out.append("")  # the last sentence of a file may lack the empty line that ends it
    return "\n".join(out) + "\n"


def _label_of(words: Iterable[Word]) -> str:
    """The label with most letters among the words of a token ("Berlin'de" is one, "Berlin/de" is two words)."""
    letters = letters_by_label(words)
    return max(letters, key=lambda label: letters[label], default=NO_LANGUAGE)


def one_line(text: str) -> str:
    """The text with line ends made visible, for formats that give a record one line."""
    return text.replace("\r", "\\r").replace("\n", "\\n")
