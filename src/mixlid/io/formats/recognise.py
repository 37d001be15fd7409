"""Input that is not what it seems: what the first bytes of a file or a pipe say about it.

What is certain is done, with a note; what is only likely gets a note with the option to set. A format or encoding
given by the user is never questioned.
"""

from __future__ import annotations

import csv
import re
from itertools import islice
from typing import NamedTuple

from mixlid.errors import InputError
from mixlid.io.formats import recognise_json
from mixlid.io.formats.headers import is_header
from mixlid.io.formats.lines import PACKED, decoded
from mixlid.io.formats.peekable import PEEKED_BYTES

#: How many lines are examined.
_LINES = 50
_BYTE_ORDER_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
#: How files begin that are not text, what they are, and what to do about it.
_NOT_TEXT = (
    (b"%PDF-", "a PDF file", "save its text first, for example with: pdftotext"),
    (b"\xd0\xcf\x11\xe0", "a file of an old Office program", "save it as CSV (UTF-8) or as plain text"),
    (b"SQLite format 3\0", "a database of SQLite", "write the table to CSV first"),
    (b"PAR1", "a Parquet file", "say so with --from parquet"),
    (b"ARROW1", "a file of Arrow", "say so with --from arrow"),
    (b"BZh", "packed with bzip2", "unpack it first: bunzip2 -c FILE | mixlid identify"),
    (b"\x89PNG", "a picture", "mixlid reads text"),
    (b"\xff\xd8\xff", "a picture", "mixlid reads text"),
    (b"\x7fELF", "a program", "mixlid reads text"),
)
#: How transcripts begin. Another kind of XML has its name in a tag.
_CHAT = re.compile(r"@(UTF8|Begin|Languages:|Participants:)|\*[A-Z0-9]{2,7}:\t")
_TEXTGRID = re.compile(r'\s*File type = "ooTextFile( short)?"\s+(Object class = )?"TextGrid"')
_XML = re.compile(
    r"(?:<\?xml\b[^>]*>|<!--(?:(?!-->).)*-->|<!DOCTYPE\b[^>\[]*>|\s)*<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)",
    re.DOTALL,
)
_XML_FORMATS = {"ANNOTATION_DOCUMENT": "eaf", "TEI": "tei", "teiCorpus": "tei"}
_ID = re.compile(r"\d+([-.]\d+)?")
_CONLLU_COLUMNS = 10
_JSON_OR_TXT = ("txt", "json")
#: An array of Label Studio's tasks, and what says that they are labelled.
_TASKS = re.compile(r"\s*\[\s*\{")
_LABELLED_TASK = re.compile(r'"(annotations|predictions)"\s*:\s*\[')
#: Bytes from which on a last line may have been cut off: what is looked at, had it been UTF-32.
_CUT = PEEKED_BYTES // 4


class Recognised(NamedTuple):
    """What the beginning of an input says."""

    #: None if it says nothing against what was assumed.
    format: str | None = None
    #: What to tell the user.
    note: str = ""


def tool_format(start: bytes, format: str) -> str | None:
    """The format of an annotation tool that a file with another's ending has; None if it has none."""
    text = start.decode("utf-8", "replace").removeprefix("\ufeff")
    if format in ("txt", "tsv") and text.startswith("#FORMAT=WebAnno TSV 3"):
        return "webanno"
    if format in _JSON_OR_TXT and _TASKS.match(text) and _LABELLED_TASK.search(text):
        return "labelstudio"
    return None


def encoding_of(start: bytes) -> str:
    """The encoding that a byte order mark says; empty for UTF-8."""
    return next((name for mark, name in _BYTE_ORDER_MARKS if start.startswith(mark)), "")


def check_is_text(start: bytes, name: str) -> None:
    """`InputError` for what is certainly not text in UTF-8 or packed text, with what would help."""
    if start.startswith(b"PK\x03\x04"):
        if b"xl/" in start or b"[Content_Types].xml" in start[:60]:
            raise InputError(
                f"{name} is a file of Excel or Word; one of Excel is read from a file with --from xlsx, one of Word "
                "saved as plain text"
            )
        raise InputError(f"{name} is a zip archive; unpack it first: unzip -p FILE | mixlid identify --from …")
    for begin, what, way in _NOT_TEXT:
        if start.startswith(begin):
            raise InputError(f"{name} is {what} and not text; {way}")
    sample = start[:2000]
    if b"\0" not in sample or start.startswith(PACKED):  # that is said where the first line is read
        return
    for order, zeros in (("le", sample[1::2]), ("be", sample[::2])):
        if zeros.count(b"\0") > max(0.3 * len(zeros), 4) and sample.count(b"\0") < 1.2 * zeros.count(b"\0"):
            raise InputError(
                f"{name} looks like UTF-16 without a byte order mark; say so with --encoding utf-16-{order}"
            )
    try:
        start.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(start) - 4:
            raise InputError(f"{name} is not text: it has zero bytes, and bytes that are not UTF-8") from None


def recognised(start: bytes, assumed: str, shown: str) -> Recognised:
    """What plain text, CoNLL or JSON by its name, or by no name, really is."""
    lines = [line.text for line in islice(decoded(start, 0), _LINES)]
    # The last line may go on. If it is long enough to be cut, what there is of it may still tell.
    cut = "" if start.endswith(b"\n") or not lines else lines[-1]
    if cut and len(lines) > 1:
        lines.pop()
    filled = [line for line in lines if line.strip()]
    if not filled:
        return Recognised()
    begun = len(start) >= _CUT and recognise_json.begins_object(cut)
    certain = "jsonl" if begun and filled == [cut] and assumed in _JSON_OR_TXT else _certain(filled, assumed, start)
    if certain is not None:
        return Recognised(
            certain, f"{shown} is read as {certain}, since it begins like it; use --from {assumed} to change that"
        )
    return Recognised(note=_likely(filled, begun, shown)) if assumed == "txt" else Recognised()


def _likely(lines: list[str], begun: bool, shown: str) -> str:
    """What to say of what may be something other than plain text."""
    objects = sum(map(recognise_json.is_object, lines)) + begun
    if 2 * objects >= len(lines):
        return (
            f"{shown} is read as plain text, but {objects} of its first {len(lines) + begun} lines are JSON objects; "
            "--from jsonl reads those, and --on-error skip passes over the others"
        )
    if recognise_json.is_spread_object(lines):
        return (
            f"{shown} is read as plain text, but begins like a JSON object over several lines; make that one line "
            "(jq -c .) for --from jsonl, or an array for --from json"
        )
    tabs = {line.count("\t") for line in lines}
    if len(lines) > 2 and len(tabs) == 1 and tabs != {0}:
        return f"each line of {shown} has {tabs.pop() + 1} columns; --from tsv reads one of them, -k says which"
    if len(lines) > 2 and _is_csv(lines, sure=False):
        return f"{shown} may be a table; --from csv reads one of its columns, -k says which"
    return ""


def _certain(lines: list[str], assumed: str, start: bytes) -> str | None:
    """The format that it certainly has, if that is another than was assumed."""
    if all(map(recognise_json.is_object, lines)):
        return "jsonl" if assumed in _JSON_OR_TXT else None
    if assumed == "json":
        return None
    if _is_conllu(lines):
        return "conllu"
    if assumed != "txt":
        return None
    if recognise_json.is_array(start.decode("utf-8", "replace"), may_be_cut=len(start) >= _CUT):
        return "json"
    if transcript := _transcript(lines, start.decode("utf-8", "replace").removeprefix("\ufeff")):
        return transcript
    rows = [line.split("\t") for line in lines]
    if len(rows) > 1 and len(rows[0]) > 1 and len({len(row) for row in rows}) == 1 and is_header(rows[0], rows[1:]):
        return "tsv"
    return "csv" if len(lines) > 1 and _is_csv(lines, sure=True) else None


def _transcript(lines: list[str], text: str) -> str | None:
    if _TEXTGRID.match(text):
        return "textgrid"
    if all(line.startswith(("@", "*", "%", "\t")) for line in lines) and any(map(_CHAT.match, lines)):
        return "chat"
    root = _XML.match(text.lstrip()) if text.lstrip().startswith("<?xml") else None
    return None if root is None else _XML_FORMATS.get(root[1])


def check_is_read(start: bytes, name: str) -> None:
    """`InputError` for XML, which nobody has said is plain text, if it is none that is read."""
    text = start.decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    root = _XML.match(text) if text.startswith("<?xml") else None
    if root is not None and root[1] not in _XML_FORMATS:
        raise InputError(
            f"{name} is XML (<{root[1]}>), of a kind that mixlid does not read: it reads TEI and ELAN; --from txt "
            "would read the tags as text"
        )


def _is_conllu(lines: list[str]) -> bool:
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return bool(rows) and all(len(row) == _CONLLU_COLUMNS and _ID.fullmatch(row[0]) for row in rows)


def _is_csv(lines: list[str], sure: bool) -> bool:
    """Whether the first line is a header and the others have as many columns; records of many lines may be cut."""
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
            return is_header(first, rows) if sure else len(first) > 2 or is_header(first, rows)
    return False
