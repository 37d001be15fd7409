"""What formats of transcripts share: a file is read whole, and its utterances are records.

Written in its own format a transcript is the same file with languages added, so it holds one input and every record.
A format says what its documents are (`Document`); the rest is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import AnyStr, BinaryIO, Protocol

from mixlid.errors import InputError, SettingsError
from mixlid.io.formats.conll import labels_at
from mixlid.io.formats.lines import decode_line
from mixlid.io.formats.records import Chunk, Layout, Mark, Pace, Position, ReadOptions, Record, WriteOptions
from mixlid.result import Answer
from mixlid.text.labels import split

#: Bytes of a file that is read whole.
MOST_BYTES = 1 << 28
#: The fields of an utterance; times are seconds.
COLUMNS = ("text", "speaker", "start_time", "end_time", "tier")
ALL_TIERS = "*"


class TranscriptError(InputError):
    """A transcript that cannot be read, and the line."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line, self.what = line, what


@dataclass(frozen=True, slots=True)
class Utterance:
    """A piece of a transcript that is identified by itself."""

    text: str
    #: Of the file, from 1.
    line: int
    tier: str
    speaker: str
    start: float | None = None
    end: float | None = None
    #: Where the words stand in the text that a writer gives languages to; None is what stands between spaces.
    places: tuple[tuple[int, int], ...] | None = None
    #: The languages that the file gives, and what that annotation is called.
    marks: tuple[Mark, ...] = ()
    taken: frozenset[str] = frozenset()

    @property
    def words(self) -> tuple[tuple[int, int], ...]:
        """Where the words stand that have a language each."""
        return spaced(self.text) if self.places is None else self.places


class Document(Protocol):
    """A transcript that has been read."""

    @property
    def utterances(self) -> Sequence[Utterance]: ...

    def annotated(self, labels: Sequence[Sequence[str]], options: WriteOptions) -> bytes:
        """The file with the labels of every utterance's words, and otherwise as it was."""


#: Reads the bytes of a file (UTF-8), and of its tiers those whose name fits the pattern.
Parser = Callable[[bytes, str], Document]


class TranscriptReader:
    """Utterances as records."""

    format = ""
    parse: Parser

    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:  # noqa: ARG002
        return Layout(name, self.format, columns=COLUMNS, text_column=0, key=options.key or ALL_TIERS)

    def chunks(self, stream: BinaryIO, layout: Layout, position: Position, pace: Pace) -> Iterator[Chunk]:  # noqa: ARG002
        data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise InputError(f"{layout.name} has more than {MOST_BYTES:,} bytes, and a transcript is read whole")
        if data:
            yield Chunk(layout, data, 0, Position(position.offset + len(data), data.count(b"\n")))

    def records(self, chunk: Chunk) -> Iterator[Record]:
        try:
            utterances = self.parse(chunk.data, chunk.layout.key).utterances
        except TranscriptError as fault:
            yield Record("", self.format, "", {}, fault.line, fault.what)
            return
        for one in utterances:
            values = (one.text, one.speaker, one.start, one.end, one.tier)
            fields = dict(zip(COLUMNS, values, strict=True))
            yield Record(one.text, self.format, one.text, fields, one.line, None, one.marks, one.taken)


class TranscriptWriter:
    """The file that was read, with languages."""

    parse: Parser
    #: Whether the annotation can have a name of its own.
    has_name = True

    def __init__(self, options: WriteOptions) -> None:
        if options.prefix and not self.has_name:
            raise SettingsError(
                "--prefix: languages have no name in this format; --force replaces those that are there"
            )
        self._options = options

    def header(self, layout: Layout) -> str:  # noqa: ARG002
        return ""

    def chunk(self, chunk: Chunk, pairs: Sequence[tuple[Record, Answer | None]]) -> bytes:
        data: bytes = chunk.data
        if any(answer is None for _, answer in pairs):
            return data  # a file that cannot be read, and is kept
        answers = [answer for _, answer in pairs if answer is not None]
        try:
            document = self.parse(data, chunk.layout.key)
        except TranscriptError:
            return b""  # which is said of its one bad record
        utterances = document.utterances
        if len(answers) != len(utterances):
            return b""  # the run ends with this file, and says why
        labels = [list(labels_at(one.words, answer)) for one, answer in zip(utterances, answers, strict=True)]
        return document.annotated(labels, self._options)


def as_text(data: bytes) -> str:
    """Bytes as text; an error names the line that is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        start = data.rfind(b"\n", 0, error.start) + 1
        line = decode_line(data[start : error.end], data.count(b"\n", 0, start) + 1)
        raise TranscriptError(line.number, line.error or "") from None


def chosen(tiers: Sequence[str], pattern: str) -> list[str]:
    """The tiers that a pattern means (`-k 'tx@*'`; several with commas between); an error if there is none."""
    found = [tier for tier in tiers if any(fnmatchcase(tier, one.strip()) for one in (pattern, *pattern.split(",")))]
    if pattern != ALL_TIERS and not found:
        raise TranscriptError(
            1, f"there is no tier {pattern!r} with text; there are {', '.join(map(repr, tiers)) or 'none'}"
        )
    return found


def spaced(text: str) -> tuple[tuple[int, int], ...]:
    """Where the pieces of a text stand that have white space between them."""
    places, start = [], 0
    for token in text.split():
        start = text.index(token, start)
        places.append((start, start + len(token)))
        start += len(token)
    return tuple(places)


def code_of(label: str, options: WriteOptions) -> str:
    """A label as transcripts have it: ISO 639-3, or as it is."""
    return label if options.full_labels else split(label)[0]


def as_codes(labels: Sequence[str], options: WriteOptions) -> str:
    """The codes of an utterance's words with spaces between, and a single one if all are the same."""
    codes = [code_of(label, options) for label in labels]
    return codes[0] if len(set(codes)) == 1 else " ".join(codes)


def from_codes(text: str, value: str) -> tuple[Mark, ...]:
    """What `as_codes` has written, as marks; nothing if it does not fit the text."""
    places, codes = spaced(text), value.split()
    if len(codes) == 1:
        codes *= len(places)
    if len(codes) != len(places):
        return ()
    return tuple(Mark(start, end, code) for (start, end), code in zip(places, codes, strict=True))


def spliced(data: AnyStr, changes: Iterable[tuple[int, int, AnyStr]]) -> AnyStr:
    """A text with parts replaced: start, end, what stands there instead. They do not overlap."""
    out: list[AnyStr] = []
    last = 0
    for start, end, new in sorted(changes, key=lambda change: change[:2]):
        out += [data[last:start], new]
        last = end
    out.append(data[last:])
    return data[:0].join(out)


class LanguageTiers:
    """Tiers `lang@A`, perhaps with something before that, which say the languages of the tier A."""

    def __init__(self, tiers: Sequence[str]) -> None:
        cut = ((name, *name.partition("lang@")[1:]) for name in tiers)
        self.names = {name: said for name, sign, said in cut if sign and said in tiers}

    def of(self, tier: str) -> str | None:
        """The one that says the languages of a tier: with nothing before it if there is such a one."""
        return min((name for name, said in self.names.items() if said == tier), key=len, default=None)

    def taken(self, tier: str) -> frozenset[str]:
        """What they are called, without the name of the tier."""
        return frozenset(name.removesuffix(f"@{tier}") for name, said in self.names.items() if said == tier)
