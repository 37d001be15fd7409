"""Subtitles: SubRip (`.srt`), WebVTT (`.vtt`) and Advanced SubStation Alpha (`.ass`).

A cue is a record; its text is what is seen. The writer adds a mark where a run begins, and in WebVTT where it ends: the
rest of the file stays as it is, byte for byte. WebVTT has `<lang tr>`. The others have no mark for a language;
`{\\lang tr}` looks like an override, which players that do not know it leave out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from html import unescape
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

from mixlid.io.formats.records import Annotation, WriteOptions
from mixlid.linguistics.formats.transcript import (
    TranscriptError,
    TranscriptReader,
    TranscriptWriter,
    Utterance,
    as_text,
    matching_tiers,
    replace_parts,
)
from mixlid.results.result import Answer
from mixlid.results.runs import Run, RunOptions
from mixlid.text.labels import is_unknown
from mixlid.text.words import tokenize

Kind = Literal["srt", "vtt", "ass"]

_TIME = r"(?:(\d{1,9}):)?(\d\d?):(\d\d)[.,](\d{1,3})"
_TIMES = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s.*)?")
_ASS_TIME = re.compile(rf"\s*{_TIME}\s*")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")
#: How blocks of WebVTT begin that are no cues.
_NO_CUE = re.compile(r"\ufeff?(WEBVTT|NOTE|STYLE|REGION)(\s|$)")
#: A piece of a cue: what is not seen, what stands for another character, or a character.
_PIECES = {
    "srt": re.compile(r"<[^<>]*>|\{\\[^{}]*\}|.", re.DOTALL),
    "vtt": re.compile(r"<[^<>]*>|&#?\w{1,8};|.", re.DOTALL),
    "ass": re.compile(r"\{[^{}]*\}|\\[Nnh]|.", re.DOTALL),
}
_ESCAPES = {"\\N": "\n", "\\n": "\n", "\\h": "\xa0"}
#: Marks of languages, with a tag where one begins.
_OVERRIDE_MARK = re.compile(r"\{\\lang ([^{}]*)\}")
_MARKS = {
    "srt": _OVERRIDE_MARK,
    "ass": _OVERRIDE_MARK,
    "vtt": re.compile(r"<lang(?:\.[^\s>]*)?\s+([^\s>]+)\s*>|</lang>"),
}
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]*)>")
#: Shapes are drawn with letters, too.
_DRAWING = re.compile(r"\\p[1-9]")
_OVERRIDES = re.compile(r"\{[^{}]*\}")


class _Line(NamedTuple):
    #: From 1.
    number: int
    start: int
    #: Without its end.
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class _Cue(NamedTuple):
    utterance: Utterance
    #: Of each character that is seen, where it is in the file.
    places: Sequence[tuple[int, int]]
    #: The marks of languages that are there already.
    marks: Sequence[tuple[int, int]]


class SubtitleDocument:
    """A file of subtitles; `pattern` chooses styles (ASS)."""

    def __init__(self, kind: Kind, data: bytes, pattern: str) -> None:
        self._kind, self._text = kind, as_text(data)
        cues = [cue for cue in _cues(kind, self._text) if cue.utterance.text.strip()]
        kept = matching_tiers(list(dict.fromkeys(cue.utterance.tier for cue in cues)), pattern)
        self._cues = [cue for cue in cues if cue.utterance.tier in kept]

    @property
    def utterances(self) -> list[Utterance]:
        return [cue.utterance for cue in self._cues]

    def annotated(self, labels: Sequence[Sequence[Run]], options: WriteOptions) -> bytes:  # noqa: ARG002
        """The file with a mark for each run; marks that it has already are replaced."""
        changes: list[tuple[int, int, str]] = []
        for cue, runs in zip(self._cues, labels, strict=True):
            known = [run for run in runs if not is_unknown(run.label)]
            changes += ((*mark, "") for mark in cue.marks if known and self._is_beside_text(mark))
            for run in known:
                changes += self._marks(cue, run)
        return replace_parts(self._text, changes).encode()

    def _is_beside_text(self, mark: tuple[int, int]) -> bool:
        """Whether its line would not be empty without marks, which would end the cue."""
        begin, end = self._text.rfind("\n", 0, mark[0]) + 1, self._text.find("\n", mark[1])
        return bool(_MARKS[self._kind].sub("", self._text[begin : end if end >= 0 else None]).strip())

    def _marks(self, cue: _Cue, run: Run) -> Iterator[tuple[int, int, str]]:
        """The marks of a run, without the spaces around it; in WebVTT each part between two tags has its own."""
        shown = [cue.places[place] for place in range(run.start, run.end) if not cue.utterance.text[place].isspace()]
        if self._kind != "vtt":
            yield shown[0][0], shown[0][0], f"{{\\lang {run.tag}}}"
            return
        gaps = [at for at, (one, other) in enumerate(pairwise(shown), 1) if self._text[one[1] : other[0]].strip()]
        for first, last in pairwise([0, *gaps, len(shown)]):
            start, end = shown[first][0], shown[last - 1][1]
            yield start, start, f"<lang {run.tag}>"
            yield end, end, "</lang>"


def _cues(kind: Kind, text: str) -> Iterator[_Cue]:
    lines = [
        _Line(number, found.start(), found[0].rstrip("\r\n")) for number, found in enumerate(_LINE.finditer(text), 1)
    ]
    return _ass_cues(text, lines) if kind == "ass" else _timed_cues(kind, text, lines)


def _timed_cues(kind: Kind, text: str, lines: Sequence[_Line]) -> Iterator[_Cue]:
    """The cues of SubRip and WebVTT: a number or name if there is one, the times, and the lines up to an empty one."""
    if kind == "vtt" and not re.match(r"\ufeff?WEBVTT(\s|$)", text):
        raise TranscriptError(1, "the file does not begin with WEBVTT")
    for block in _blocks(lines):
        if kind == "vtt" and _NO_CUE.match(block[0].text):
            continue
        timed = next((place for place, line in enumerate(block[:2]) if "-->" in line.text), None)
        times = None if timed is None else _TIMES.fullmatch(block[timed].text)
        if timed is not None and times is not None:
            values, shown = times.groups(), block[timed + 1 :]
            if shown:
                start, end = _seconds(values[:4]), _seconds(values[4:])
                yield _cue(kind, text, shown[0].start, shown[-1].end, block[timed].number, start, end)
        elif kind == "srt" or timed is not None:
            what = "expected the times of a cue, such as 00:00:01,000 --> 00:00:02,500"
            raise TranscriptError(block[timed or 0].number, what)


def _blocks(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Lines that follow each other without an empty one."""
    for is_filled, block in groupby(lines, lambda line: bool(line.text.strip("\ufeff \t"))):
        if is_filled:
            yield list(block)


def _ass_cues(text: str, lines: Sequence[_Line]) -> Iterator[_Cue]:
    """The cues of the events, each a line with the fields that the line `Format:` names; the last is the text."""
    section, fields = "", []
    for line in lines:
        name, _, value = line.text.lstrip("\ufeff").partition(":")
        if name.strip().startswith("["):
            section = name.strip().lower()
        elif section == "[events]" and name == "Format":
            fields = [field.strip().lower() for field in value.split(",")]
        elif section == "[events]" and name == "Dialogue":
            values = value.split(",", max(len(fields) - 1, 0))
            if not {"start", "end", "text"} <= {*fields} or len(values) < len(fields):
                raise TranscriptError(
                    line.number, f"the dialogue has not the fields of Format: {', '.join(fields) or 'none'}"
                )
            given = dict(zip(fields, values, strict=True))
            times = [_ASS_TIME.fullmatch(given[one]) for one in ("start", "end")]
            if times[0] is None or times[1] is None:
                raise TranscriptError(line.number, "expected times such as 0:00:01.00 in the fields Start and End")
            if not any(map(_DRAWING.search, _OVERRIDES.findall(values[-1]))):
                who, style = (given.get(one, "").strip() for one in ("name", "style"))
                begin = line.end - len(values[-1])
                start, end = (_seconds(one.groups()) for one in times if one)
                yield _cue(
                    "ass", text, begin, line.end, line.number, start, end, who or given.get("actor", "").strip(), style
                )
    if not fields:
        raise TranscriptError(1, "there is no section [Events] with a line that begins with Format:")


def _cue(
    kind: Kind, text: str, begin: int, stop: int, line: int, start: float, end: float, speaker: str = "", tier: str = ""
) -> _Cue:
    """A cue from its part of the file."""
    seen, places, marks, languages, open_ = [], [], [], [], [""]
    for piece in _PIECES[kind].finditer(text, begin, stop):
        sign = piece[0]
        if len(sign) > 1 and sign[0] in "<{":
            if mark := _MARKS[kind].fullmatch(sign):
                marks.append(piece.span())
                tag = mark[1]
                if tag and kind == "vtt":
                    open_.append(tag)
                elif tag:
                    open_ = [tag]
                elif len(open_) > 1:
                    open_.pop()
            elif (voice := _VOICE.fullmatch(sign)) and not speaker:
                speaker = unescape(voice[1]).strip()
            continue
        meant = _ESCAPES.get(sign) or unescape(sign)
        for char in meant if len(meant) == 1 else sign:
            seen.append(char)
            places.append(piece.span())
            languages.append(open_[-1])
    shown = "".join(seen)
    words = [token for token in tokenize(shown) if token.kind == "word"] if marks else []
    found = tuple(Annotation(word.start, word.end, languages[word.start] or "und") for word in words)
    names = frozenset({"lang"} if marks else ())
    return _Cue(Utterance(shown, line, tier, speaker, start, end, None, found, names), places, marks)


def _seconds(parts: Iterable[str | None]) -> float:
    hours, minutes, seconds, rest = (part or "0" for part in parts)
    return int(hours) * 3600 + int(minutes) * 60 + float(f"{seconds}.{rest}")


def _runs(utterance: Utterance, answer: Answer, options: WriteOptions) -> Sequence[Run]:  # noqa: ARG001
    return answer.runs(**(options.runs or RunOptions())._asdict())


srt_reader = partial(TranscriptReader, "srt", partial(SubtitleDocument, "srt"))
vtt_reader = partial(TranscriptReader, "vtt", partial(SubtitleDocument, "vtt"))
ass_reader = partial(TranscriptReader, "ass", partial(SubtitleDocument, "ass"))
srt_writer = partial(TranscriptWriter, partial(SubtitleDocument, "srt"), found=_runs)
vtt_writer = partial(TranscriptWriter, partial(SubtitleDocument, "vtt"), found=_runs)
ass_writer = partial(TranscriptWriter, partial(SubtitleDocument, "ass"), found=_runs)
