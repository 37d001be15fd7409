"""The JSON of Whisper, faster-whisper and WhisperX: an object with `segments`, or a list of these.

A segment is a record. The writer adds `"language"` to it, and to its words if it has any; WhisperX's list of all words
gets the same. The rest of the file stays as it is, byte for byte, so values are located in the text and not written.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from mixlid.io.formats.records import Annotation, WriteOptions
from mixlid.linguistics.formats.transcript import (
    TranscriptError,
    TranscriptReader,
    TranscriptWriter,
    Utterance,
    as_text,
    replace_parts,
)
from mixlid.results.result import Answer
from mixlid.results.runs import Run, RunOptions
from mixlid.text.labels import UNKNOWN, is_unknown
from mixlid.text.language_tags import language_tag
from mixlid.text.words import tokenize

LANGUAGE = "language"
#: Lists of objects that may get a language.
_LISTS = frozenset({"segments", "words", "word_segments"})
_SPACE = re.compile(r"[ \t\n\r]*")
_decode = json.JSONDecoder().raw_decode


class _Value(NamedTuple):
    """A value, and where it and the white space before its name are."""

    value: Any
    space: int
    name: int
    start: int
    end: int


class _Object(NamedTuple):
    start: int
    #: Where its closing brace is.
    end: int
    members: dict[str, _Value]

    def get(self, name: str, default: Any = None) -> Any:
        return self.members[name].value if name in self.members else default

    def objects(self, name: str) -> list[_Object]:
        found = self.get(name)
        return [one for one in found if isinstance(one, _Object)] if isinstance(found, list) else []


class _Segment(NamedTuple):
    source: _Object
    utterance: Utterance
    #: The words that were found in its text, by the offset where they begin.
    words: dict[int, _Object]


class Found(NamedTuple):
    """The languages of a segment."""

    label: str
    runs: Sequence[Run]


class WhisperDocument:
    def __init__(self, data: bytes, pattern: str) -> None:  # noqa: ARG002
        self._text = as_text(data)
        begin = 1 if self._text.startswith("\ufeff") else 0
        try:
            json.loads(self._text[begin:])
            found = _read_document(self._text, _skip(self._text, begin))
        except json.JSONDecodeError as error:
            raise TranscriptError(error.lineno, f"this is not JSON ({error.msg})") from None
        except RecursionError:
            raise TranscriptError(1, "this is JSON with too many levels") from None
        listed = found.get("segments") if isinstance(found, _Object) else found
        if not isinstance(listed, list):
            raise TranscriptError(1, 'there is no list "segments"')
        self._all_words = found.objects("word_segments") if isinstance(found, _Object) else []
        self._segments = list(self._read_segments(listed))

    @property
    def utterances(self) -> list[Utterance]:
        return [segment.utterance for segment in self._segments]

    def annotated(self, labels: Sequence[Found], options: WriteOptions) -> bytes:  # noqa: ARG002
        changes: list[tuple[int, int, str]] = []
        spoken: list[str] = []
        for segment, found in zip(self._segments, labels, strict=True):
            changes += self._language(segment.source, found.label)
            by_word = {id(word): _label_at(place, found.runs) for place, word in segment.words.items()}
            for word in segment.source.objects("words"):
                spoken.append(by_word.get(id(word), ""))
                changes += self._language(word, spoken[-1])
        if len(self._all_words) == len(spoken):
            for word, label in zip(self._all_words, spoken, strict=True):
                changes += self._language(word, label)
        return replace_parts(self._text, changes).encode()

    def _read_segments(self, listed: Sequence[Any]) -> Iterator[_Segment]:
        line, last = 1, 0
        for source in listed:
            start = source.start if isinstance(source, _Object) else last
            line, last = line + self._text.count("\n", last, start), start
            if not isinstance(source, _Object) or not isinstance(source.get("text"), str):
                raise TranscriptError(line, 'a segment is not an object with a "text"')
            yield _segment(source, line)

    def _language(self, source: _Object, label: str) -> Iterator[tuple[int, int, str]]:
        """The change that gives an object its language, in the style of its last member."""
        if not label or is_unknown(label):
            return
        written = json.dumps(language_tag(label))
        if LANGUAGE in source.members:
            there = source.members[LANGUAGE]
            yield there.start, there.end, written
            return
        last = [*source.members.values()][-1]
        _, name_end = _decode(self._text, last.name)
        colon, space = self._text[name_end : last.start], self._text[last.space : last.name]
        if len(source.members) == 1 and "\n" not in space:
            space = " " if colon.endswith(" ") else ""
        yield last.end, last.end, f',{space}"{LANGUAGE}"{colon}{written}'


def _segment(source: _Object, line: int) -> _Segment:
    text, words, place = source.get("text"), dict[int, _Object](), 0
    for word in source.objects("words"):
        said = str(word.get("word", word.get("text", ""))).strip()
        start = text.find(said, place) if said else -1
        if start >= 0:
            words[start], place = word, start + len(said)
    has_language = LANGUAGE in source.members or any(LANGUAGE in one.members for one in source.objects("words"))
    utterance = Utterance(
        text,
        line,
        "",
        str(source.get("speaker") or next((one.get("speaker") for one in words.values() if one.get("speaker")), "")),
        _number(source.get("start")),
        _number(source.get("end")),
        annotations=tuple(_annotations(source, words)) if has_language else (),
        annotation_names=frozenset({LANGUAGE} if has_language else ()),
    )
    return _Segment(source, utterance, words)


def _annotations(source: _Object, words: Mapping[int, _Object]) -> Iterator[Annotation]:
    """The languages that a file gives: those of its words, or else that of the segment for all of them."""
    starts, by_word = list(words), [word.get(LANGUAGE) for word in words.values()]
    for token in tokenize(source.get("text")):
        place = bisect_right(starts, token.start) - 1
        code = source.get(LANGUAGE) if not any(by_word) else by_word[place] if place >= 0 else None
        if token.kind == "word":
            yield Annotation(token.start, token.end, code if isinstance(code, str) else UNKNOWN)


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and abs(value) < 1e15 else None


def _label_at(place: int, runs: Sequence[Run]) -> str:
    return runs[bisect_right(runs, place, key=lambda run: run.start) - 1].label if runs else ""


def _skip(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found else place


def _read_document(text: str, place: int) -> Any:
    """An object with the places of its members, or a list of objects; any other value as it is."""
    return (_read_object(text, place) if text[place] == "{" else _read_member(text, place, "segments"))[0]


def _read_member(text: str, place: int, name: str) -> tuple[Any, int]:
    """A value of valid JSON and where it ends; objects in the lists of interest with the places of their members."""
    if text[place] != "[" or name not in _LISTS:
        return _decode(text, place)
    items: list[Any] = []
    place = _skip(text, place + 1)
    while text[place] != "]":
        item, place = _read_object(text, place) if text[place] == "{" else _decode(text, place)
        items.append(item)
        place = _skip(text, place)
        place = _skip(text, place + (text[place] == ","))
    return items, place + 1


def _read_object(text: str, start: int) -> tuple[_Object, int]:
    members: dict[str, _Value] = {}
    space, place = start + 1, _skip(text, start + 1)
    while text[place] != "}":
        name, after = _decode(text, place)
        begin = _skip(text, _skip(text, after) + 1)
        value, end = _read_member(text, begin, name)
        members[name] = _Value(value, space, place, begin, end)
        place = _skip(text, end)
        if text[place] == ",":
            space, place = place + 1, _skip(text, place + 1)
    return _Object(start, place, members), place + 1


def _found(utterance: Utterance, answer: Answer, options: WriteOptions) -> Found:  # noqa: ARG001
    return Found(answer.label, answer.runs(**(options.runs or RunOptions())._asdict()))


whisper_reader = partial(TranscriptReader, "whisper", WhisperDocument)
whisper_writer = partial(TranscriptWriter, WhisperDocument, found=_found)
