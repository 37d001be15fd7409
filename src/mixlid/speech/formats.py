"""Formats of speech, which mixlid finds by entry points like those of any other package."""

from __future__ import annotations

from mixlid.io.formats import Format

_HERE = "mixlid.speech"


def _document(name: str, help: str) -> Format:
    """A document with a paragraph for each record."""
    return Format(
        name,
        help,
        writer=f"{_HERE}.markup:{name}_writer",
        suffixes=(f".{name}",),
        shows=frozenset({"runs", "voices"} if name == "ssml" else {"runs"}),
    )


def _transcript(name: str, help: str, module: str, suffix: str, adds: str) -> Format:
    """A file that is read whole and written back with languages in it."""
    return Format(
        name,
        help,
        reader=f"{_HERE}.{module}:{name}_reader",
        writer=f"{_HERE}.{module}:{name}_writer",
        suffixes=(suffix,),
        adds=(adds,),
        columns="tiers",
        shows=frozenset({"runs"}),
        standard_codes=True,
    )


SSML = _document("ssml", "(out only) SSML 1.1 for text-to-speech: a paragraph for each record, --voices, --runs")
HTML = _document("html", "(out only) a page with a paragraph for each record; lang and dir for each run")
SRT = _transcript(
    "srt",
    "subtitles; a record is a cue. Out: the same file with {\\lang tr} before each run",
    "subtitles",
    ".srt",
    "lang",
)
VTT = _transcript(
    "vtt", "WebVTT; as srt, with <lang tr> around each run; speakers are those of <v>", "subtitles", ".vtt", "lang"
)
ASS = _transcript(
    "ass", "Advanced SubStation Alpha; as srt; speakers are names, tiers (-k) styles", "subtitles", ".ass", "lang"
)
WHISPER = _transcript(
    "whisper",
    "JSON of Whisper, faster-whisper or WhisperX; a record is a segment. Out: the same file with\n"
    '"language" in segments, and in words if there are any',
    "whisper",
    ".json",
    "language",
)
