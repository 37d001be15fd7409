"""CoNLL-U (universaldependencies.org): ten columns, of which the second, FORM, is the token.

A multiword token (`1-2`) is one token, and its words get its label; empty nodes (`8.1`) get none. Output is the same
lines with `Lang=en` in the last column, MISC, as in treebanks (or the whole label).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mixlid.io.formats.line_writer import LineWriter
from mixlid.io.formats.lines import TextLine
from mixlid.io.formats.records import Annotation, Layout, Record, WriteOptions, one_line
from mixlid.linguistics.formats.conll import ConllReader, error_comment, labels_of, token_offsets
from mixlid.results.result import Answer
from mixlid.text.labels import short_code

_COLUMNS = 10
_EMPTY = "_"
#: The name in MISC for the label.
LANG = "Lang"


class _Row(NamedTuple):
    cells: list[str]
    #: None for comments, empty lines and empty nodes.
    token: str | None
    #: It is part of the multiword token before it.
    inside: bool


class ConlluReader(ConllReader):
    format = "conllu"

    def sentence(self, block: list[TextLine]) -> Record:
        rows = list(_rows(line.text for line in block))
        text = " ".join(row.token for row in rows if row.token is not None and not row.inside)
        wrong = next(((line.number, line.error) for line in block if line.error), None)
        for line, row in zip(block, rows, strict=True):
            if wrong is None and row.cells and len(row.cells) != _COLUMNS:
                what = f"there are {len(row.cells)} columns, and CoNLL-U has {_COLUMNS}; --from conll takes the first"
                wrong = (line.number, what)
        taken = {name for row in rows if row.cells for name in _names(row.cells[-1])}
        fields = {"text": text, **dict.fromkeys(sorted(taken), "")}  # names that MISC has already
        source = "\n".join(line.text for line in block)
        number, error = wrong or (block[0].number, None)
        return Record(text, self.format, source, fields, number, error, tuple(_annotations(rows)))


def conllu_writer(options: WriteOptions) -> LineWriter:
    lines = _ConlluLines(options.prefix + LANG, options.full_labels)
    return LineWriter(lines.good, lines.bad)


class _ConlluLines(NamedTuple):
    #: The name in MISC.
    name: str
    full_labels: bool

    def good(self, record: Record, answer: Answer, layout: Layout) -> str:  # noqa: ARG002
        if record.format != "conllu":
            rows = [
                "\t".join([str(place), word.text, *[_EMPTY] * (_COLUMNS - 3), self._misc(_EMPTY, word.label)])
                for place, word in enumerate(answer.words, 1)
            ]
            return "\n".join([f"# text = {one_line(record.text)}", *rows, "", ""])
        rows_of = list(_rows(record.source.split("\n")))
        tokens = [row.token for row in rows_of if row.token is not None and not row.inside]
        labels = labels_of(tokens, answer)
        out, label = [], ""
        for row, line in zip(rows_of, record.source.split("\n"), strict=True):
            if row.token is None:
                out.append(line)
                continue
            label = label if row.inside else next(labels)
            out.append("\t".join([*row.cells[:-1], self._misc(row.cells[-1], label)]))
        return "\n".join([*out, *([""] if out[-1].strip() else [])]) + "\n"

    def bad(self, record: Record, layout: Layout) -> str:  # noqa: ARG002
        if record.format != "conllu":
            return error_comment(record)
        return record.source.rstrip("\n") + "\n\n"

    def _misc(self, misc: str, label: str) -> str:
        others = [part for part in misc.split("|") if part not in (_EMPTY, "") and part.split("=")[0] != self.name]
        code = label if self.full_labels else short_code(label)
        return "|".join([*others, f"{self.name}={code}"])


def _rows(lines: Iterable[str]) -> Iterator[_Row]:
    last = 0  # the last word of the current multiword token
    for line in lines:
        if not line.strip() or line.startswith("#"):
            yield _Row([], None, False)
            continue
        cells = line.split("\t")
        first, dash, end = cells[0].partition("-")
        if "." in first or len(cells) < 2:
            yield _Row(cells, None, False)
        elif dash:
            last = _number(end)
            yield _Row(cells, cells[1], False)
        else:
            yield _Row(cells, cells[1], 0 < _number(first) <= last)


def _annotations(rows: Iterable[_Row]) -> Iterator[Annotation]:
    """The languages in MISC; words without one are left out."""
    outer = [row for row in rows if row.token is not None and not row.inside]
    for row, (start, end) in zip(outer, token_offsets(row.token or "" for row in outer), strict=True):
        notes = dict(part.partition("=")[::2] for part in row.cells[-1].split("|"))
        if notes.get(LANG):
            yield Annotation(start, end, notes[LANG])


def _number(text: str) -> int:
    """The number of a word in its sentence; 0 if it is not a number."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _names(misc: str) -> Iterator[str]:
    return (part.split("=")[0] for part in misc.split("|") if "=" in part)
