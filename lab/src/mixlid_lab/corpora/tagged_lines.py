"""What formats with one word and its tag per line have in common; a blank line ends a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from mixlid_lab.corpora.reading import Entry, Fault, RawSentence, RowError, Tags, blocks


def read_columns(path: Path, tags: Tags, is_comment: Callable[[str], bool]) -> Iterator[Entry]:
    """The sentences of a file; blocks with nothing but comments are skipped."""
    for block in blocks(path):
        comments = [line for _, line in block if is_comment(line)]
        rows = [(number, line) for number, line in block if not is_comment(line)]
        rows_read = [_word(path, number, line, tags) for number, line in rows]
        words = [word for word in rows_read if not isinstance(word, Fault)]
        if len(words) < len(rows_read):
            yield tuple(fault for fault in rows_read if isinstance(fault, Fault))
        elif words:
            tokens, labels = zip(*words, strict=True)
            yield RawSentence(path, rows[0][0], tokens, labels, identifier=" ".join(comments).strip("# "))


def _word(path: Path, number: int, line: str, tags: Tags) -> tuple[str, str] | Fault:
    try:
        token, tag = _fields(line)
        return token, tags[tag]
    except RowError as error:
        return Fault(path, number, str(error))


def _fields(line: str) -> tuple[str, str]:
    """Token and tag. A third column, which LinCE's other tasks have, is ignored."""
    fields = [field.strip() for field in line.split("\t")] if "\t" in line else line.split()
    if len(fields) not in (2, 3) or not all(fields[:2]):
        raise RowError(f"expected a token and a tag, found {line.strip()!r}")
    return fields[0], fields[1]
