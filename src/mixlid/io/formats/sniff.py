"""Sniffs formats and encodings: what the first bytes of a file or pipe say.

What is certain is applied, with a note. A format or encoding given by the user is never questioned. Formats of other
packages declare their own function (`Format.sniff`).
"""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import NamedTuple

from mixlid.errors import InputError
from mixlid.io import formats
from mixlid.io.formats.columns import is_header
from mixlid.io.formats.lines import COMPRESSED_MAGIC, decode_lines
from mixlid.io.streams import PEEKED_BYTES

#: How many lines are examined.
_LINES = 50
_BYTE_ORDER_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
#: How files that are not text begin, what they are, and what to do about it.
_NOT_TEXT = (
    (b"%PDF-", "a PDF file", "extract its text first, for example with pdftotext"),
    (b"\xd0\xcf\x11\xe0", "a file from an old Office program", "save it as CSV (UTF-8) or as plain text"),
    (b"SQLite format 3\0", "an SQLite database", "export the table to CSV first"),
    (b"PAR1", "a Parquet file", "say so with --from parquet"),
    (b"ARROW1", "an Arrow file", "save it as Parquet, or give it to mixlid.adapters.arrow in Python"),
    (b"BZh", "compressed with bzip2", "decompress it first: bunzip2 -c FILE | mixlid identify"),
    (
        b"PK\x03\x04",
        "an Office file or a zip archive",
        "save it as CSV (UTF-8) or plain text, or unzip it",
    ),
)
#: The root element of an XML document.
_XML = re.compile(
    r"(?:<\?xml\b[^>]*>|<!--(?:(?!-->).)*-->|<!DOCTYPE\b[^>\[]*>|\s)*<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)",
    re.DOTALL,
)
#: First lines for which the formats of other packages are looked up: sentences rarely begin with such a sign, nor do
#: they contain a tab or `=`.
MARKUP = re.compile(r"\s*[#$%&*+/:;<=>@\[\\^_`{|~]|[^\n]*[\t=]")
#: How a JSON object or an array begins.
_JSON = re.compile(r'\s*(\{\s*"(?:[^"\\]|\\.)*"\s*:|\[\s*["{])')
#: From this many bytes on the last line may be cut off: the inspected bytes as UTF-32.
_CUT = PEEKED_BYTES // 4
#: Formats of the core whose names are often wrong.
_DOUBTED = ("txt", "tsv")


class Sniffed(NamedTuple):
    """What the beginning of an input tells."""

    #: None if the assumed format stands.
    format: str | None = None
    #: What to tell the user.
    note: str = ""


def encoding_of(start: bytes) -> str:
    """The encoding by the byte order mark; empty for UTF-8."""
    return next((name for mark, name in _BYTE_ORDER_MARKS if start.startswith(mark)), "")


def check_is_text(start: bytes, name: str) -> None:
    """`InputError`, with a remedy, for what is certainly neither UTF-8 text nor compressed."""
    for begin, what, way in _NOT_TEXT:
        if start.startswith(begin):
            raise InputError(f"{name} is {what} and not text; {way}")
    sample = start[:2000]
    if b"\0" not in sample or start.startswith(COMPRESSED_MAGIC):  # reported when the first line is read
        return
    if 3 * sample.count(b"\0") > len(sample):
        order = "le" if sample[1::2].count(b"\0") > sample[::2].count(b"\0") else "be"
        raise InputError(f"{name} looks like UTF-16 without a byte order mark; say so with --encoding utf-16-{order}")
    try:
        start.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(start) - 4:
            raise InputError(f"{name} is not text: it has zero bytes, and bytes that are not UTF-8") from None


def sniff(start: bytes, assumed: str, shown: str) -> Sniffed:
    """The real format of an input that is, by its name, in the format `assumed`; without a suffix that is txt."""
    if assumed in formats.CORE and assumed not in _DOUBTED:
        return Sniffed()
    lines = [line.text for line in islice(decode_lines(start, 0), _LINES)]
    # The last line may be cut off. If so, its beginning may still tell.
    cut = "" if start.endswith(b"\n") or not lines else lines[-1]
    if cut and len(lines) > 1:
        lines.pop()
    filled = [line for line in lines if line.strip()]
    if not filled:
        return Sniffed()
    begun = len(start) >= _CUT and filled == [cut] and cut.lstrip()[0] == "{" and _JSON.match(cut) is not None
    certain = "jsonl" if begun and assumed == "txt" else _certain(filled, assumed, start)
    if certain is not None:
        return Sniffed(
            certain, f"{shown} is read as {certain}, since it looks like it; --from {assumed} overrides this"
        )
    if assumed != "txt":
        return Sniffed()
    if filled[0].lstrip("\ufeff \t").startswith("<?xml"):
        _check_is_read(start, shown)
    return Sniffed(note=_likely(filled, shown))


def _likely(lines: list[str], shown: str) -> str:
    """The note for an input that is probably not plain text; empty if there is none."""
    if 2 * sum(map(_is_object, lines)) >= len(lines) or _JSON.match("\n".join(lines[:2])):
        return (
            f"{shown} is read as plain text, but looks like JSON; --from jsonl reads lines that are objects, and "
            "jq -c . or jq -c '.[]' makes such lines"
        )
    tabs = {line.count("\t") for line in lines}
    if len(lines) > 2 and len(tabs) == 1 and tabs != {0}:
        return f"each line of {shown} has {tabs.pop() + 1} columns; --from tsv reads one of them, -k says which"
    return ""


def _certain(lines: list[str], assumed: str, start: bytes) -> str | None:
    """The format that it certainly has, if it is not the assumed one."""
    if all(map(_is_object, lines)):
        return "jsonl" if assumed == "txt" else None
    text = start.decode("utf-8", "replace").removeprefix("\ufeff")
    if MARKUP.match(lines[0]) and (plug_in := _of_other_packages(text, lines, assumed)):
        return plug_in
    if assumed != "txt":
        return None
    rows = [line.split("\t") for line in lines]
    if len(rows) > 1 and len(rows[0]) > 1 and len({len(row) for row in rows}) == 1 and is_header(rows[0], rows[1:]):
        return "tsv"
    return "csv" if len(lines) > 1 and _is_csv(lines) else None


def _of_other_packages(text: str, lines: list[str], assumed: str) -> str | None:
    asked = (format for format in formats.installed() if format.sniff is not None and assumed in format.sniffed_in)
    return next((format.name for format in asked if format.sniff is not None and format.sniff(text, lines)), None)


def xml_root(text: str) -> str | None:
    """The name of the root element, without its prefix, if the text begins with an XML declaration."""
    text = text.removeprefix("\ufeff").lstrip()
    root = _XML.match(text) if text.startswith("<?xml") else None
    return None if root is None else root[1]


def _check_is_read(start: bytes, name: str) -> None:
    """`InputError` for plain text that is XML, of a kind that no format has recognised."""
    root = xml_root(start.decode("utf-8", "replace"))
    if root is not None:
        raise InputError(
            f"{name} is XML (<{root}>), of a kind that mixlid does not read; --from txt would read the tags as text"
        )


def _is_csv(lines: list[str]) -> bool:
    """Whether the first line is a header and the other lines have as many columns."""
    import csv  # slow to import, and not needed for texts on the command line

    for delimiter in (",", ";"):
        if delimiter not in lines[0]:
            continue
        try:
            first, *rows = csv.reader(lines, delimiter=delimiter, strict=True)
        except csv.Error:
            return False
        same = [row for row in rows if len(row) == len(first)]
        names = all(map(str.isidentifier, first))  # in a sentence a space follows a comma
        if names and len(first) > 1 and len(same) == len(rows) > 0:
            return is_header(first, rows)
    return False


def _is_object(line: str) -> bool:
    if not line.lstrip().startswith("{"):
        return False
    try:
        return bool(isinstance(json.loads(line), dict))
    except (ValueError, RecursionError):
        return False
