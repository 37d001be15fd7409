"""Small files of each format, of our own writing."""

from __future__ import annotations

import json

SRT = """\
1
00:00:01,000 --> 00:00:02,500
Yarınki toplantı <i>the weather</i>

2
00:00:03,000 --> 00:00:04,500
- the meeting with the weather
- yarınki toplantı için

3
00:00:05,000 --> 00:00:06,000
♪ 123 ♪
"""
VTT = """\
WEBVTT - talk

NOTE not a cue --> at all

STYLE
::cue { color: white }

intro
00:01.000 --> 00:02.500 align:start
<v Ayşe>Yarınki <b>toplantı the weather</b> &amp; meeting</v>

00:00:03.000 --> 00:00:04.500
<v.loud Deniz>the meeting
with the weather

00:00:05.000 --> 00:00:06.000
123
"""
ASS = """\
[Script Info]
Title: Talk

[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:02.50,Default,Ayşe,0,0,0,,Yarınki {\\i1}toplantı{\\i0}, the weather\\Nmeeting
Comment: 0,0:00:02.50,0:00:03.00,Default,,0,0,0,,not seen
Dialogue: 0,0:00:03.00,0:00:04.50,Sign,Deniz,0,0,0,,the meeting with the weather
Dialogue: 0,0:00:03.00,0:00:04.50,Sign,,0,0,0,,{\\p1}m 0 0 l 1 1{\\p0}
"""
_WORDS = [("Yarınki", 0.0), ("toplantı", 0.5), ("the", 1.0), ("weather", 1.2)]
#: As `whisper --output_format json --word_timestamps True` writes it.
WHISPER = json.dumps(
    {
        "text": " Yarınki toplantı the weather the meeting with the weather",
        "segments": [
            {
                "id": 0, "seek": 0, "start": 0.0, "end": 2.0, "text": " Yarınki toplantı the weather", "tokens": [1, 2],
                "words": [{"word": f" {word}", "start": start, "end": start + 0.2, "probability": 0.9}
                          for word, start in _WORDS],
            },
            {"id": 1, "seek": 0, "start": 2.0, "end": 3.0, "text": " the meeting with the weather"},
            {"id": 2, "seek": 0, "start": 3.0, "end": 4.0, "text": " 123"},
        ],
        "language": "tr",
    },
    ensure_ascii=False,
)  # fmt: skip
#: As faster-whisper's segments are written with `json.dump(list(map(asdict, segments)), file, indent=2)`.
FASTER_WHISPER = json.dumps(json.loads(WHISPER)["segments"], ensure_ascii=False, indent=2)
#: As WhisperX writes it, with speakers.
_SPOKEN = [{"word": word, "start": start, "end": start + 0.2, "score": 0.8, "speaker": "S1"} for word, start in _WORDS]
WHISPERX = json.dumps(
    {
        "segments": [
            {"start": 0.0, "end": 2.0, "text": " Yarınki toplantı the weather", "words": _SPOKEN, "speaker": "S1"},
        ],
        "word_segments": _SPOKEN,
    },
    separators=(",", ":"),
)  # fmt: skip
