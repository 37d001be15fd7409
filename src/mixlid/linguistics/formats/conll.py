"""CoNLL and CoNLL-U: a line for each token, an empty line after each sentence.

In CoNLL the first column is the token; output adds a column with the label. CoNLL-U (universaldependencies.org) has ten
columns, of which the second, FORM, is the token. A multiword token (`1-2`) is one token, and its words get its label;
empty nodes (`8.1`) get none. Output is the same lines with `Lang=en` in the last column, MISC, as in treebanks (or the
whole label).
"""

from __future__ import annotations

import io
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

from mixlid.io.formats.line_writer import LineWriter
from mixlid.io.formats.lines import TextLine, bounded_line, decode_lines
from mixlid.io.formats.records import (
    CHUNK_BYTES,
    SHOWN_BYTES,
    Annotation,
    Chunk,
    Layout,
    ReadMode,
    ReadOptions,
    Record,
    Source,
    WriteOptions,
    chunks_of,
    one_line,
)
from mixlid.results.result import NO_LANGUAGE, Answer, Word
from mixlid.text.language_tags import short_code
from mixlid.word_counts import letters_by_label

#: The sign for a missing value.
_MISSING = "_"
#: The columns of CoNLL-U, and the name in MISC for the label.
_COLUMNS, _LANG = 10, "Lang"


class _Row(NamedTuple):
    line: str
    #: Empty for comments and empty lines.
    cells: list[str]
    #: None for comments, empty lines and empty nodes.
    token: str | None
    #: It is part of the multiword token before it.
    inside: bool = False


class ConllReader:
    format = "conll"

    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:  # noqa: ARG002
        return Layout(name, self.format)

    def chunks(self, stream: BinaryIO, layout: Layout, mode: ReadMode) -> Iterator[Chunk]:
        target = 1 if mode == "line" else CHUNK_BYTES
        yield from chunks_of(_sentences(stream, layout.max_record), layout, layout.start, target)

    def records(self, chunk: Chunk) -> Iterator[Record]:
        """Sentences, each with the empty lines after it, so that they are written back too."""
        before = chunk.line
        for source in _sentences(io.BytesIO(chunk.data), len(chunk.data)):
            block = list(decode_lines(source.data, before))
            before += source.lines
            if any(line.text.strip() for line in block):
                yield self._sentence(block)

    def _sentence(self, block: list[TextLine]) -> Record:
        source = "\n".join(line.text for line in block)
        rows = list(_ROWS[self.format](source.split("\n")))
        tokens = _tokens(rows)
        places = zip(token_offsets(row.token or "" for row in tokens), map(self._label, tokens), strict=True)
        annotations = tuple(Annotation(start, end, label) for (start, end), label in places if label is not None)
        number, error = next(((line.number, line.error) for line in block if line.error), (block[0].number, None))
        if error is None:
            number, error = self._fault(block, rows) or (number, None)
        text = " ".join(row.token or "" for row in tokens)
        fields = {"text": text, **dict.fromkeys(self._taken(rows), "")}
        return Record(text, self.format, source, fields, number, error, annotations)

    def _label(self, row: _Row) -> str | None:
        """The language that the file gives: the last column, if there is more than one."""
        return row.cells[-1] if len(row.cells) > 1 else None

    def _fault(self, block: list[TextLine], rows: list[_Row]) -> tuple[int, str] | None:  # noqa: ARG002
        """The line that does not fit the format, and why."""
        return None

    def _taken(self, rows: list[_Row]) -> list[str]:  # noqa: ARG002
        """The names that our label must not have, since the sentence has them already."""
        return []


class ConlluReader(ConllReader):
    format = "conllu"

    def _label(self, row: _Row) -> str | None:
        return dict(part.partition("=")[::2] for part in row.cells[-1].split("|")).get(_LANG) or None

    def _fault(self, block: list[TextLine], rows: list[_Row]) -> tuple[int, str] | None:
        for line, row in zip(block, rows, strict=True):
            if row.cells and len(row.cells) != _COLUMNS:
                what = f"there are {len(row.cells)} columns, and CoNLL-U has {_COLUMNS}; --from conll takes the first"
                return line.number, what
        return None

    def _taken(self, rows: list[_Row]) -> list[str]:
        parts = (part for row in rows if row.cells for part in row.cells[-1].split("|"))
        return sorted({part.split("=")[0] for part in parts if "=" in part})


def conll_writer(options: WriteOptions) -> LineWriter:
    lines = _ConllLines(options)
    return LineWriter(lines.good, lines.bad)


def conllu_writer(options: WriteOptions) -> LineWriter:
    lines = _ConlluLines(options)
    return LineWriter(lines.good, lines.bad)


class _ConllLines:
    format = "conll"

    def __init__(self, options: WriteOptions) -> None:
        self._name, self._full_labels = options.prefix + _LANG, options.full_labels

    def good(self, record: Record, answer: Answer, layout: Layout) -> str:  # noqa: ARG002
        if record.format != self.format:
            lines = (self._new(place, word) for place, word in enumerate(answer.words, 1))
            return "\n".join([f"# text = {one_line(record.text)}", *lines, "", ""])
        rows = list(_ROWS[self.format](record.source.split("\n")))
        places = token_offsets(row.token or "" for row in _tokens(rows))
        return self._with_labels(rows, labels_at(places, answer))

    def bad(self, record: Record, layout: Layout) -> str:  # noqa: ARG002
        if record.format != self.format:
            return f"# text = {one_line(record.source)}\n# error = {one_line(record.error or '')}\n\n"
        return self._without_labels(list(_ROWS[self.format](record.source.split("\n"))))

    def _with_labels(self, rows: list[_Row], labels: Iterator[str]) -> str:
        out, label = [], ""
        for row in rows:
            if row.token is not None:
                label = label if row.inside else next(labels)
            out.append(row.line if row.token is None else self._labelled(row, label))
        if rows[-1].line.strip():
            out.append("")  # the last sentence of a file may lack its empty line
        return "\n".join(out) + "\n"

    def _new(self, place: int, word: Word) -> str:  # noqa: ARG002
        """A line for a word of a text in another format."""
        return f"{word.text}\t{word.label}"

    def _labelled(self, row: _Row, label: str) -> str:
        gap = " " if "\t" not in row.line and len(row.cells) > 1 else "\t"
        return f"{row.line}{gap}{label}"

    def _without_labels(self, rows: list[_Row]) -> str:
        return self._with_labels(rows, iter([_MISSING] * len(rows)))


class _ConlluLines(_ConllLines):
    format = "conllu"

    def _new(self, place: int, word: Word) -> str:
        return self._labelled(_Row("", [str(place), word.text, *[_MISSING] * (_COLUMNS - 2)], word.text), word.label)

    def _labelled(self, row: _Row, label: str) -> str:
        *cells, misc = row.cells
        others = [part for part in misc.split("|") if part not in (_MISSING, "") and part.split("=")[0] != self._name]
        code = label if self._full_labels else short_code(label)
        return "\t".join([*cells, "|".join([*others, f"{self._name}={code}"])])

    def _without_labels(self, rows: list[_Row]) -> str:
        return "\n".join(row.line for row in rows).rstrip("\n") + "\n\n"


def _sentences(stream: BinaryIO, most: int) -> Iterator[Source]:
    """Sentences with the empty lines after them; the first also has those before it."""
    lines: list[bytes] = []
    size = count = 0
    has_words = has_ended = False
    while True:
        line, length = bounded_line(stream, most)
        is_empty = not line.decode("utf-8", "replace").strip()
        if (not line or (has_ended and not is_empty)) and count:
            yield Source(b"".join(lines)[: size if size <= most else SHOWN_BYTES], size, count)
            lines, size, count = [], 0, 0
        if not line:
            return
        has_words, has_ended = has_words or not is_empty, has_words and is_empty
        if size <= most:
            lines.append(line)
        size, count = size + length, count + 1


def _conll_rows(lines: Iterable[str]) -> Iterator[_Row]:
    """A comment begins with "# " and comes before the first token: "#hashtag", or a lone "#", may be a token."""
    begun = False
    for line in lines:
        if not line.strip() or (not begun and line.startswith("# ")):
            yield _Row(line, [], None)
        else:
            begun = True
            cells = line.split("\t") if "\t" in line else line.split()
            yield _Row(line, cells, cells[0])


def _conllu_rows(lines: Iterable[str]) -> Iterator[_Row]:
    last = 0  # the last word of the current multiword token
    for line in lines:
        cells = line.split("\t")
        first, dash, end = cells[0].partition("-")
        if not line.strip() or line.startswith("#"):
            yield _Row(line, [], None)
        elif "." in first or len(cells) < 2:
            yield _Row(line, cells, None)
        else:
            yield _Row(line, cells, cells[1], not dash and 0 < _number(first) <= last)
            last = _number(end) if dash else last


_ROWS = {"conll": _conll_rows, "conllu": _conllu_rows}


def _number(text: str) -> int:
    """The number of a word in its sentence; 0 if it is not a number."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _tokens(rows: Iterable[_Row]) -> list[_Row]:
    return [row for row in rows if row.token is not None and not row.inside]


def labels_at(places: Iterable[tuple[int, int]], answer: Answer) -> Iterator[str]:
    """The labels of ranges of the answer's text."""
    starts = [word.start for word in answer.words]
    for start, end in places:
        yield _label_of(answer.words[bisect_left(starts, start) : bisect_left(starts, end)])


def token_offsets(tokens: Iterable[str]) -> Iterator[tuple[int, int]]:
    """The start and end of each token in the text that joins them with spaces."""
    start = 0
    for token in tokens:
        yield start, start + len(token)
        start += len(token) + 1


def _label_of(words: Iterable[Word]) -> str:
    """The label with the most letters among the words of a token ("Berlin'de" is one word, "Berlin/de" two)."""
    letters = letters_by_label(words)
    return max(letters, key=lambda label: letters[label], default=NO_LANGUAGE)
