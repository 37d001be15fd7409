r"""WebAnno TSV 3, which INCEpTION reads and writes: a line for each token, with its offsets in the document.

Languages are values of the layer Named Entity, which every project has. Offsets count UTF-16 units in the whole
document, with one line end between sentences, so a document is read and written as a whole. Reading takes the layer
whose name contains `lang`, else Named Entity, else the first span layer. Subtokens (`1-2.1`) are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO, NamedTuple

from mixlid.errors import InputError
from mixlid.io.formats.records import (
    CHUNK_ROWS,
    Annotation,
    Chunk,
    Layout,
    Position,
    ReadMode,
    ReadOptions,
    Record,
    WriteOptions,
)
from mixlid.io.labelled import MIXED, NOTHING
from mixlid.linguistics.formats.transcript import code_of
from mixlid.results.result import NO_LANGUAGE, Answer

_LAYER = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
_HEADER = f"#FORMAT=WebAnno TSV 3.3\n#T_SP={_LAYER}|value\n\n"
#: Characters that need escapes everywhere, and those that need a backslash in values.
_ESCAPES = {"\t": r"\t", "\n": r"\n", "\r": r"\r", "\\": r"\\"}
_SPECIAL = "[]|_;*"
_NUMBERED = re.compile(r"(?<!\\)\[\d+\]$")
_STACKED = re.compile(r"(?<!\\)\|")


class _Sentence(NamedTuple):
    """A text, its tokens with their languages, and its first line."""

    text: str
    tokens: tuple[Annotation, ...]
    line: int


class WebAnnoReader:
    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:  # noqa: ARG002
        if not stream.read(20).removeprefix(b"\xef\xbb\xbf").startswith(b"#FORMAT=WebAnno"):
            raise InputError(f"{name} is not WebAnno TSV 3, which begins with #FORMAT=WebAnno TSV 3")
        return Layout(name, "webanno")

    def chunks(self, stream: BinaryIO, layout: Layout, position: Position, mode: ReadMode) -> Iterator[Chunk]:  # noqa: ARG002
        stream.seek(0)
        try:
            sentences = list(_sentences(stream.read().decode("utf-8-sig").split("\n")))
        except UnicodeDecodeError as error:
            raise InputError(f"{layout.name} is not UTF-8 ({error})") from None
        for before in range(position.offset, len(sentences), CHUNK_ROWS):
            taken = sentences[before : before + CHUNK_ROWS]
            end = before + len(taken)
            yield Chunk(layout, taken, before, Position(end, end))

    def records(self, chunk: Chunk) -> Iterator[Record]:
        for text, tokens, line in chunk.data:
            has_any = any(token.code != NOTHING for token in tokens)
            yield Record(text, "webanno", text, {"text": text}, line, annotations=tokens if has_any else ())


class WebAnnoWriter:
    """A chunk becomes sentences; their offsets in the document are known when they are written."""

    def __init__(self, options: WriteOptions) -> None:
        self._options = options

    def header(self, layout: Layout) -> str:  # noqa: ARG002
        return ""

    def chunk(self, chunk: Chunk, pairs: Sequence[tuple[Record, Answer | None]]) -> list[_Sentence]:  # noqa: ARG002
        return [self._sentence(record, answer) for record, answer in pairs if answer is not None and answer.words]

    def open(self, stream: BinaryIO, layout: Layout) -> _Document:  # noqa: ARG002
        return _Document(stream)

    def _sentence(self, record: Record, answer: Answer) -> _Sentence:
        codes = (NOTHING if word.label == NO_LANGUAGE else code_of(word.label, self._options) for word in answer.words)
        tokens = (Annotation(word.start, word.end, code) for word, code in zip(answer.words, codes, strict=True))
        return _Sentence(record.text, tuple(tokens), record.line)


class _Document:
    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._begin, self._number = stream, 0, 0
        stream.write(_HEADER.encode())

    def write(self, output: list[_Sentence]) -> None:
        for text, tokens, _ in output:
            self._number += 1
            lines = [f"\n#Text={_escaped(text)}"]
            for place, (start, end, code) in enumerate(tokens, 1):
                value = code if code == NOTHING else _value(code)
                first, last = (self._begin + _units(text[:at]) for at in (start, end))
                lines.append(f"{self._number}-{place}\t{first}-{last}\t{_escaped(text[start:end])}\t{value}\t")
            self._stream.write(("\n".join(lines) + "\n").encode("utf-8", "replace"))
            self._begin += _units(text) + 1

    def close(self) -> None:
        pass


def _sentences(lines: Sequence[str]) -> Iterator[_Sentence]:
    column, texts, rows, begin = _column(lines), list[str](), list[list[str]](), 0
    for number, line in enumerate([*lines, ""], 1):
        line = line.removesuffix("\r")
        if line.startswith("#Text="):
            begin = begin or number
            texts.append(_unescaped(line.removeprefix("#Text=")))
        elif re.match(r"\d+-\d+\t", line):
            rows.append(line.split("\t"))
        elif not line and texts:
            text = "\n".join(texts)
            yield _Sentence(text, tuple(_tokens(text, rows, column)), begin)
            texts, rows, begin = [], [], 0


def _column(lines: Sequence[str]) -> int:
    """The index of the cell of a token's line that has its language."""
    found: list[tuple[int, int]] = []  # how well a layer fits, and its cell
    cell = 3  # after number, offsets and token
    for line in lines:
        if not line.startswith("#"):
            break
        kind, _, layer = line.removesuffix("\r").partition("=")
        if kind not in ("#T_SP", "#T_CH", "#T_RL"):
            continue
        name, *features = layer.split("|")
        if kind == "#T_SP":
            fit = 2 if "lang" in name.rpartition(".")[2].lower() else 1 if name == _LAYER else 0
            found.append((fit, cell + (features.index("value") if "value" in features else 0)))
        cell += max(len(features), 1)
    return max(found, key=lambda one: one[0], default=(0, 3))[1]


def _tokens(text: str, rows: Sequence[Sequence[str]], column: int) -> Iterator[Annotation]:
    place = 0
    for row in rows:
        token = _unescaped(row[2]) if len(row) > 2 else ""
        start = text.find(token, place)
        if not token or start < 0:
            continue
        place = start + len(token)
        values = (
            {_unescaped(_NUMBERED.sub("", one)) for one in _STACKED.split(row[column])} if len(row) > column else set()
        )
        values -= {"", NOTHING, "*"}
        yield Annotation(start, place, NOTHING if not values else values.pop() if len(values) == 1 else MIXED)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(char, char) for char in text)


def _value(code: str) -> str:
    return "".join(f"\\{char}" if char in _SPECIAL else _ESCAPES.get(char, char) for char in code)


def _unescaped(text: str) -> str:
    signs = {"t": "\t", "n": "\n", "r": "\r"}
    return re.sub(r"\\(.)", lambda found: signs.get(found[1], found[1]), text)
