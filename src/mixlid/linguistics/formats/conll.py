"""CoNLL: the first column is the token, an empty line ends a sentence. Output adds a column with the label."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from mixlid.io.formats.line_writer import LineWriter
from mixlid.io.formats.lines import TextLine, bounded_line, decode_lines
from mixlid.io.formats.records import (
    CHUNK_BYTES,
    SHOWN_BYTES,
    Annotation,
    Chunk,
    Layout,
    Position,
    ReadMode,
    ReadOptions,
    Record,
    Source,
    WriteOptions,
    chunks_of,
    one_line,
)
from mixlid.results.result import NO_LANGUAGE, Answer, Word
from mixlid.word_counts import letters_by_label

#: CoNLL's sign for a missing value.
_MISSING = "_"


class ConllReader:
    format = "conll"

    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:  # noqa: ARG002
        return Layout(name, self.format)

    def chunks(self, stream: BinaryIO, layout: Layout, position: Position, mode: ReadMode) -> Iterator[Chunk]:
        target = 1 if mode == "line" else CHUNK_BYTES
        yield from chunks_of(_sentences(stream, layout.max_record), layout, position, target)

    def records(self, chunk: Chunk) -> Iterator[Record]:
        """Sentences, each with the empty lines after it, so that they are written back too."""
        block: list[TextLine] = []
        begins = _Sentences()
        for line in decode_lines(chunk.data, chunk.line):
            if begins(line.text.encode("utf-8", "surrogatepass")):
                yield self.sentence(block)
                block = []
            block.append(line)
        if any(line.text.strip() for line in block):
            yield self.sentence(block)

    def sentence(self, block: list[TextLine]) -> Record:
        """The lines of one sentence as a record."""
        lines = [line.text for line in block]
        text = " ".join(token for token in _tokens(lines) if token is not None)
        wrong = next((line for line in block if line.error), None)
        number = block[0].number if wrong is None else wrong.number
        fields = {"text": text}
        return Record(
            text, self.format, "\n".join(lines), fields, number, wrong and wrong.error, tuple(_annotations(lines))
        )


def conll_writer(options: WriteOptions) -> LineWriter:  # noqa: ARG001
    return LineWriter(_good, _bad)


def _good(record: Record, answer: Answer, layout: Layout) -> str:  # noqa: ARG001
    """A CoNLL sentence with the label as one more column; any other record as words with their labels."""
    if record.format != "conll":
        rows = [f"{word.text}\t{word.label}\n" for word in answer.words]
        return f"# text = {one_line(record.text)}\n{''.join(rows)}\n"
    return _with_column(record, labels_of(_present(record), answer))


def _bad(record: Record, layout: Layout) -> str:  # noqa: ARG001
    if record.format != "conll":
        return error_comment(record)
    return _with_column(record, [_MISSING for _ in _present(record)])


def error_comment(record: Record) -> str:
    """A bad record of another format as a sentence of comments."""
    return f"# text = {one_line(record.source)}\n# error = {one_line(record.error or '')}\n\n"


def _sentences(stream: BinaryIO, most: int) -> Iterator[Source]:
    begins = _Sentences()
    lines: list[bytes] = []
    size = count = 0
    while True:
        line, length = bounded_line(stream, most)
        if (not line or begins(line)) and count:
            yield Source(b"".join(lines)[: size if size <= most else SHOWN_BYTES], size, count)
            lines, size, count = [], 0, 0
        if not line:
            return
        if size <= most:
            lines.append(line)
        size, count = size + length, count + 1


class _Sentences:
    """Called with one line after the other, says whether it begins a new sentence, after an empty line."""

    def __init__(self) -> None:
        self._any = self._ended = False

    def __call__(self, line: bytes) -> bool:
        if not line.strip() or not line.decode("utf-8", "replace").strip():
            self._ended = self._any
            return False
        begins, self._any, self._ended = self._ended, True, False
        return begins


def _tokens(block: Iterable[str]) -> Iterator[str | None]:
    """The token of each line, None for empty lines and comments.

    A comment begins with "# " and comes before the first token: "#hashtag", or a lone "#", may be a token.
    """
    begun = False
    for line in block:
        if not line.strip() or (not begun and line.startswith("# ")):
            yield None
        else:
            begun = True
            yield line.split("\t")[0] if "\t" in line else line.split()[0]


def _annotations(block: list[str]) -> Iterator[Annotation]:
    """The last column of each token, if there is more than one."""
    pairs = [(token, line) for token, line in zip(_tokens(block), block, strict=True) if token is not None]
    for (start, end), (_, line) in zip(token_offsets(token for token, _ in pairs), pairs, strict=True):
        cells = line.split("\t") if "\t" in line else line.split()
        if len(cells) > 1:
            yield Annotation(start, end, cells[-1])


def _present(record: Record) -> Iterator[str]:
    return (token for token in _tokens(record.source.split("\n")) if token is not None)


def _with_column(record: Record, labels: Iterable[str]) -> str:
    block, rest = record.source.split("\n"), iter(labels)
    out = []
    for line, token in zip(block, _tokens(block), strict=True):
        gap = " " if "\t" not in line and len(line.split()) > 1 else "\t"
        out.append(line if token is None else f"{line}{gap}{next(rest)}")
    if block[-1].strip():
        out.append("")  # the last sentence of a file may lack its empty line
    return "\n".join(out) + "\n"


def labels_of(tokens: Iterable[str], answer: Answer) -> Iterator[str]:
    """The labels of tokens that are joined by spaces in the answer's text."""
    return labels_at(token_offsets(tokens), answer)


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
