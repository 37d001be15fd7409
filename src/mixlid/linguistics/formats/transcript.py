"""Transcript formats: a file is read as a whole, and its utterances are records.

Written in its own format, a transcript is the same file with languages added, so an output has one input and all its
records. A format defines its `Document`; the rest is here.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, AnyStr, BinaryIO, Protocol, TypeVar

from mixlid.errors import InputError, SettingsError
from mixlid.io.formats.lines import decode_line
from mixlid.io.formats.records import Annotation, Chunk, Layout, Position, ReadMode, ReadOptions, Record, WriteOptions
from mixlid.linguistics.formats.conll import labels_at
from mixlid.results.result import Answer
from mixlid.text.labels import split

#: The largest file, in bytes: it is read as a whole.
MAX_BYTES = 1 << 28
#: The fields of an utterance; times are seconds.
COLUMNS = ("text", "speaker", "start_time", "end_time", "tier")
ALL_TIERS = "*"
#: What the name of a tier with languages begins with, before the name of the tier whose words they are of.
LANGUAGES = "lang@"

#: What tells the utterances of a document apart.
Key = TypeVar("Key")


class TranscriptError(InputError):
    """A transcript that cannot be read, with the line of the error."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line, self.what = line, what


@dataclass(frozen=True, slots=True)
class Utterance:
    """A piece of a transcript that is a record."""

    text: str
    #: The line of the file, from 1.
    line: int
    tier: str
    speaker: str
    start: float | None = None
    end: float | None = None
    #: The offsets of the words that a writer gives languages to; None for whatever is between spaces.
    places: tuple[tuple[int, int], ...] | None = None
    #: Languages that the file gives, and the names of these annotations.
    annotations: tuple[Annotation, ...] = ()
    annotation_names: frozenset[str] = frozenset()

    @property
    def words(self) -> tuple[tuple[int, int], ...]:
        """The offsets of the words that get languages."""
        return spaced_words(self.text) if self.places is None else self.places


class Document(Protocol):
    """A parsed transcript."""

    @property
    def utterances(self) -> Sequence[Utterance]: ...

    def annotated(self, labels: Sequence[Any], options: WriteOptions) -> bytes:
        """The file with what was found in every utterance, such as the labels of its words, and otherwise unchanged."""


#: Parses the bytes of a file (UTF-8), with the tiers that match the pattern.
Parser = Callable[[bytes, str], Document]


class TranscriptReader:
    """Reads utterances as records."""

    def __init__(self, format: str, parse: Parser) -> None:
        self._format = format
        self._parse = parse

    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:  # noqa: ARG002
        return Layout(name, self._format, columns=COLUMNS, text_column=0, key=options.key or ALL_TIERS)

    def chunks(self, stream: BinaryIO, layout: Layout, mode: ReadMode) -> Iterator[Chunk]:  # noqa: ARG002
        data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise InputError(f"{layout.name} has more than {MAX_BYTES:,} bytes, and a transcript is read whole")
        if data:
            yield Chunk(layout, data, 0, Position(len(data), data.count(b"\n")))

    def records(self, chunk: Chunk) -> Iterator[Record]:
        try:
            utterances = self._parse(chunk.data, chunk.layout.key).utterances
        except TranscriptError as fault:
            yield Record("", self._format, "", {}, fault.line, fault.what)
            return
        for one in utterances:
            values = (one.text, one.speaker, one.start, one.end, one.tier)
            fields = dict(zip(COLUMNS, values, strict=True))
            yield Record(
                one.text, self._format, one.text, fields, one.line, None, one.annotations, one.annotation_names
            )


def labels_of_words(utterance: Utterance, answer: Answer, options: WriteOptions) -> Sequence[str]:  # noqa: ARG001
    return list(labels_at(utterance.words, answer))


class TranscriptWriter:
    """Writes the input file with languages added: what `found` makes of each answer."""

    #: Languages in transcripts are where the format says, so a prefix cannot give them another name.
    has_name = False

    def __init__(
        self,
        parse: Parser,
        options: WriteOptions,
        found: Callable[[Utterance, Answer, WriteOptions], Any] = labels_of_words,
    ) -> None:
        if options.prefix:
            raise SettingsError("--prefix: languages in transcripts have no other names; --force replaces those there")
        self._parse = parse
        self._options = options
        self._found = found

    def header(self, layout: Layout) -> str:  # noqa: ARG002
        return ""

    def chunk(self, chunk: Chunk, pairs: Sequence[tuple[Record, Answer | None]]) -> bytes:
        data: bytes = chunk.data
        if any(answer is None for _, answer in pairs):
            return data  # a file that cannot be read is kept as it is
        answers = [answer for _, answer in pairs if answer is not None]
        try:
            document = self._parse(data, chunk.layout.key)
        except TranscriptError:
            return b""  # its only record is bad, and has the error
        utterances = document.utterances
        if len(answers) != len(utterances):
            return b""  # the run ends with an error for this file
        labels = [self._found(one, answer, self._options) for one, answer in zip(utterances, answers, strict=True)]
        return document.annotated(labels, self._options)


def as_text(data: bytes) -> str:
    """The bytes as text; `TranscriptError` names a line that is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        start = data.rfind(b"\n", 0, error.start) + 1
        line = decode_line(data[start : error.end], data.count(b"\n", 0, start) + 1)
        raise TranscriptError(line.number, line.error or "") from None


def matching_tiers(tiers: Sequence[str], pattern: str) -> list[str]:
    """The tiers that match a pattern (`-k 'tx@*'`, or several separated by commas); an error if there are none."""
    found = [tier for tier in tiers if any(fnmatchcase(tier, one.strip()) for one in (pattern, *pattern.split(",")))]
    if pattern != ALL_TIERS and not found:
        raise TranscriptError(
            1, f"there is no tier {pattern!r} with text; there are {', '.join(map(repr, tiers)) or 'none'}"
        )
    return found


def in_time(tiers: Iterable[Iterable[tuple[Utterance, Key]]]) -> list[tuple[Utterance, Key]]:
    """The utterances of all tiers as they follow each other in time; one without a time follows the one before it."""
    found: list[tuple[float, tuple[Utterance, Key]]] = []
    for tier in tiers:
        time = 0.0
        for one, key in tier:
            time = time if one.start is None else one.start
            found.append((time, (one, key)))
    return [pair for _, pair in sorted(found, key=lambda timed: timed[0])]


def spaced_words(text: str) -> tuple[tuple[int, int], ...]:
    """The offsets of the words of a text that are separated by white space."""
    places, start = [], 0
    for token in text.split():
        start = text.index(token, start)
        places.append((start, start + len(token)))
        start += len(token)
    return tuple(places)


def code_of(label: str, options: WriteOptions) -> str:
    """The code of a label in transcripts: ISO 639-3, or the full label."""
    return label if options.full_labels else split(label)[0]


def join_codes(labels: Sequence[str], options: WriteOptions) -> str:
    """The codes of an utterance's words, separated by spaces; a single code if all are the same."""
    codes = [code_of(label, options) for label in labels]
    return codes[0] if len(set(codes)) == 1 else " ".join(codes)


def split_codes(text: str, value: str) -> tuple[Annotation, ...]:
    """The annotations that `join_codes` wrote; empty if they do not fit the text."""
    places, codes = spaced_words(text), value.split()
    if len(codes) == 1:
        codes *= len(places)
    if len(codes) != len(places):
        return ()
    return tuple(Annotation(start, end, code) for (start, end), code in zip(places, codes, strict=True))


def replace_parts(data: AnyStr, changes: Iterable[tuple[int, int, AnyStr]]) -> AnyStr:
    """The data with parts replaced: start, end and new content of each. They do not overlap."""
    out: list[AnyStr] = []
    last = 0
    for start, end, new in sorted(changes, key=lambda change: change[:2]):
        out += [data[last:start], new]
        last = end
    out.append(data[last:])
    return data[:0].join(out)


def is_language_tier(name: str, tiers: Container[str]) -> bool:
    """Whether it is `lang@A`, which has the languages of the tier A."""
    return name.startswith(LANGUAGES) and name.removeprefix(LANGUAGES) in tiers
