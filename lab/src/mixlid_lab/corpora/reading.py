"""What all corpus readers share.

For each sentence of a file, a reader yields its line and a function that makes it. A sentence with a faulty row is
dropped as a whole, because without a word it is not the sentence that was published; the others are kept, and faults
are counted and shown. What happens to sentences afterwards is in `prepare.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from mixlid.errors import InputError, LabelError
from mixlid.io.streams import numbered_lines
from mixlid.results.result import NO_LANGUAGE, UNKNOWN
from mixlid.text.labels import find, split

#: Labels of words other than a language: in no language, a name, in two languages, or unclear.
OTHER, NAME, MIXED, UNCLEAR = "other", "ne", "mixed", "unk"
NOT_LANGUAGES = frozenset({OTHER, NAME, MIXED, UNCLEAR})
#: What our own results call a word without a language.
OWN_TAGS = {UNKNOWN: UNCLEAR, NO_LANGUAGE: OTHER}
#: In a tag map: the key for words without a tag.
UNTAGGED = "_"


@dataclass(frozen=True, slots=True)
class RawSentence:
    """A sentence as its corpus has it."""

    tokens: tuple[str, ...]
    #: One for each token: an ISO 639-3 code or one of `NOT_LANGUAGES`. Empty if words are not labelled.
    tags: tuple[str, ...] = ()
    #: The text as published; None if there are only tokens.
    text: str | None = None
    #: The languages, if the corpus labels sentences and not words.
    languages: frozenset[str] = frozenset()
    #: The corpus's name for the sentence.
    identifier: str = ""
    #: `dev` or `test`, if the corpus is published in such parts and these are kept.
    part: str = ""
    #: Whether it was not labelled by people, and whether its words were labelled by a rule.
    silver: bool = False
    silver_words: bool = False
    line: int = 0


class Fault(NamedTuple):
    """A sentence that cannot be used."""

    path: Path
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path}, line {self.line}: {self.what}"


@dataclass(frozen=True, slots=True)
class Reading:
    """The content of a file."""

    sentences: tuple[RawSentence, ...]
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class CorpusOptions:
    """What a file does not say about itself."""

    #: The two languages of a code-switching corpus, ISO 639-3.
    pair: tuple[str, ...] = ()
    #: The meaning of tags, which overrides the format's own map; keys in lower case.
    tags: Mapping[str, str] = field(default_factory=dict)
    #: For a corpus in many languages, the ones to read (`eng`, `eng_Latn`); empty for all.
    languages: tuple[str, ...] = ()


#: The line of a sentence, and a function that makes it or raises `RowError`.
Entries = Iterator[tuple[int, Callable[[], RawSentence]]]


@dataclass(frozen=True, slots=True)
class Format:
    """A format by name: how it is read, and how it is recognised (from the path and the first lines)."""

    name: str
    help: str
    read: Callable[[Path, CorpusOptions], Entries]
    looks_like: Callable[[Path, str], bool]
    #: The language pair, if only one corpus has this format.
    pair: tuple[str, ...] = ()
    #: Whether its sentences are monolingual.
    monolingual: bool = False


def read_corpus(path: Path, form: Format, options: CorpusOptions) -> Reading:
    """Read a whole file; `InputError` if nothing in it can be used."""
    sentences: list[RawSentence] = []
    faults: list[Fault] = []
    for line, make in form.read(path, options):
        made = _sentence_or_fault(path, line, make)
        if isinstance(made, Fault):
            faults.append(made)
        else:
            sentences.append(made)
    if not sentences:
        why = f"the first fault is in line {faults[0].line}: {faults[0].what}" if faults else "it has none"
        raise InputError(f"{path} has no sentence that can be used as {form.name} ({form.help}); {why}")
    return Reading(tuple(sentences), tuple(faults))


def _sentence_or_fault(path: Path, line: int, make: Callable[[], RawSentence]) -> RawSentence | Fault:
    try:
        return replace(make(), line=line)
    except RowError as error:
        return Fault(path, error.line or line, str(error))


class RowError(ValueError):
    """A row that does not fit its format; the message becomes a `Fault`."""

    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(what)
        self.line = line


class Tags:
    """The meaning of a file's tags: first what the user says, then the format's own map, the pair's codes, and ours.

    Case is ignored, and the pair's codes may have two letters (`en`, `hi`) or be those of a macrolanguage (`nep`).
    """

    def __init__(self, own: Mapping[str, str], options: CorpusOptions, further: Mapping[str, str] = {}) -> None:
        self._known = {**own, **options.tags}
        self._pair = options.pair
        #: Meanings that are tried last, after the pair's codes.
        self._further = further

    def __getitem__(self, tag: str) -> str:
        key = tag.lower()
        if key not in self._known:
            self._known[key] = self._meaning(key, tag)
        return self._known[key]

    def untagged(self, otherwise: str) -> str:
        return self._known.get(UNTAGGED, otherwise)

    def _meaning(self, key: str, tag: str) -> str:
        try:
            return self._pair[find(key, self._pair)[0]]
        except LabelError:
            if key in self._further:
                return self._further[key]
            if (ours := split(key)[0]) in OWN_TAGS:  # `und`, or `und_Cher`
                return OWN_TAGS[ours]
        known = ", ".join(dict.fromkeys([*self._known, *self._pair]))
        raise RowError(f"the tag {tag!r} is not known, only {known} (--map {key}=… says what it means)")


def text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Numbered lines, without line ends and byte order mark."""
    for number, line in numbered_lines(path):
        yield number, line.removeprefix("\ufeff") if number == 1 else line


def blocks(path: Path) -> Iterator[list[tuple[int, str]]]:
    """Runs of consecutive non-blank lines, numbered."""
    block: list[tuple[int, str]] = []
    for number, line in (*text_lines(path), (0, "")):
        if line.strip():
            block.append((number, line))
        elif block:
            yield block
            block = []
