"""Subtitles and transcripts get languages, nothing else in a file changes, and what was written is read again."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from speech_samples import ASS, FASTER_WHISPER, SRT, VTT, WHISPER, WHISPERX

from mixlid.io.formats.records import WriteOptions
from mixlid.linguistics.formats.transcript import Document, TranscriptError
from mixlid.results.runs import Run
from mixlid.speech.subtitles import SubtitleDocument
from mixlid.speech.whisper import Found, WhisperDocument

Parse = Callable[[bytes, str], Document]
SUBTITLES: dict[str, tuple[Parse, str]] = {
    "srt": (partial(SubtitleDocument, "srt"), SRT),
    "vtt": (partial(SubtitleDocument, "vtt"), VTT),
    "ass": (partial(SubtitleDocument, "ass"), ASS),
}
TRANSCRIPTS: dict[str, tuple[Parse, str]] = {
    "whisper": (WhisperDocument, WHISPER),
    "faster-whisper": (WhisperDocument, FASTER_WHISPER),
    "whisperx": (WhisperDocument, WHISPERX),
}
FORMATS = SUBTITLES | TRANSCRIPTS
MARKS = re.compile(r"</?lang[^>]*>|\{\\lang [^}]*\}")
LABELS = st.sampled_from(["tur_Latn", "eng_Latn", "hin_Latn", "und"])


def found(name: str, text: str, labels: list[str], ends: list[int]) -> list[Run] | Found:
    """Runs of these labels that end at these places."""
    places = sorted({0, len(text), *(end % len(text) for end in ends)})
    runs = [
        Run(text[one:other], one, other, labels[at % len(labels)]) for at, (one, other) in enumerate(pairwise(places))
    ]
    # A run has words, so one that is white space belongs to the next.
    runs = [run for run in runs if run.text.strip()]
    return runs if name in SUBTITLES else Found(labels[0], runs)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("name", FORMATS)
def test_a_file_in_which_nothing_is_found_is_the_same(name: str, newline: str) -> None:
    parse, sample = FORMATS[name]
    for begin in ("", "\ufeff"):
        data = (begin + sample.replace("\n", newline)).encode()
        before = parse(data, "*")
        assert len(before.utterances) >= 1
        nothing = [found(name, one.text, ["und"], []) for one in before.utterances]
        assert before.annotated(nothing, WriteOptions()) == data


@pytest.mark.parametrize("name", FORMATS)
@given(labels=st.lists(LABELS, min_size=1, max_size=5), ends=st.lists(st.integers(0, 40), max_size=5))
def test_nothing_else_changes(name: str, labels: list[str], ends: list[int]) -> None:
    parse, sample = FORMATS[name]
    data = sample.encode()
    before = parse(data, "*")
    languages = [found(name, one.text, labels, ends) for one in before.utterances]
    written = before.annotated(languages, WriteOptions())
    after = parse(written, "*")
    assert [one.text for one in after.utterances] == [one.text for one in before.utterances]
    assert [(one.speaker, one.start, one.end) for one in after.utterances] == [
        (one.speaker, one.start, one.end) for one in before.utterances
    ]
    assert after.annotated(languages, WriteOptions()) == written  # replaced by the same
    if name in SUBTITLES:
        assert MARKS.sub("", written.decode()) == sample
        for utterance, runs in zip(after.utterances, languages, strict=True):
            assert isinstance(runs, list)
            known = {run.label: run.tag for run in runs if run.label != "und"}
            codes = {one.code for one in utterance.annotations}
            assert codes <= {*known.values(), "und"}
    else:
        assert without_languages(written) == without_languages(data)


def without_languages(data: bytes) -> object:
    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        names = [name for name, _ in items]
        assert len(names) == len(set(names))
        return {name: value for name, value in items if name != "language" or "segments" in names}

    return json.loads(data, object_pairs_hook=pairs)


def test_srt() -> None:
    document = SubtitleDocument("srt", SRT.encode(), "*")
    first, second, third = document.utterances
    assert (first.text, first.start, first.end, first.line) == ("Yarınki toplantı the weather", 1.0, 2.5, 2)
    assert second.text == "- the meeting with the weather\n- yarınki toplantı için"
    runs = [Run("", 0, 17, "tur_Latn"), Run("", 17, 28, "eng_Latn")]
    written = document.annotated([runs, [], []], WriteOptions()).decode()
    assert written == SRT.replace("Yarınki", "{\\lang tr}Yarınki").replace("<i>the", "<i>{\\lang en}the")
    (after, *_) = SubtitleDocument("srt", written.encode(), "*").utterances
    assert [one.code for one in after.annotations] == ["tr", "tr", "en", "en"]
    assert third.text == "♪ 123 ♪"


def test_vtt() -> None:
    document = SubtitleDocument("vtt", VTT.encode(), "*")
    first, second, _ = document.utterances
    assert (first.text, first.speaker) == ("Yarınki toplantı the weather & meeting", "Ayşe")
    assert (second.text, second.speaker, second.start) == ("the meeting\nwith the weather", "Deniz", 3.0)
    runs = [Run("", 0, 17, "tur_Latn"), Run("", 17, 38, "eng_Latn")]
    written = document.annotated([runs, [], []], WriteOptions()).decode()
    assert (
        "<v Ayşe><lang tr>Yarınki</lang> <b><lang tr>toplantı</lang> <lang en>the weather</lang></b> "
        "<lang en>&amp; meeting</lang></v>\n"
    ) in written


def test_ass() -> None:
    document = SubtitleDocument("ass", ASS.encode(), "*")
    first, second = document.utterances
    assert (first.text, first.speaker, first.tier) == ("Yarınki toplantı, the weather\nmeeting", "Ayşe", "Default")
    assert (second.start, second.end, second.tier) == (3.0, 4.5, "Sign")
    assert [one.speaker for one in SubtitleDocument("ass", ASS.encode(), "Sign").utterances] == ["Deniz"]
    runs = [Run("", 0, 18, "tur_Latn"), Run("", 18, 37, "eng_Latn")]
    written = document.annotated([runs, []], WriteOptions()).decode()
    assert written == ASS.replace("Yarınki", "{\\lang tr}Yarınki").replace(", the weather", ", {\\lang en}the weather")


def test_whisper() -> None:
    document = WhisperDocument(WHISPERX.encode(), "*")
    (one,) = document.utterances
    assert (one.text, one.speaker, one.start, one.end) == (" Yarınki toplantı the weather", "S1", 0.0, 2.0)
    languages = Found("tur_Latn", [Run("", 0, 18, "tur_Latn"), Run("", 18, 29, "eng_Latn")])
    after = json.loads(document.annotated([languages], WriteOptions()))
    (segment,) = after["segments"]
    assert segment["language"] == "tr"
    assert [word["language"] for word in segment["words"]] == ["tr", "tr", "en", "en"]
    assert after["word_segments"] == segment["words"]


def test_languages_are_added_in_the_style_of_the_file() -> None:
    added = Found("tur_Latn", [])
    for source, expected in (
        ('[{"text":"bir"}]', '[{"text":"bir","language":"tr"}]'),
        ('[{"text": "bir", "id": 1}]', '[{"text": "bir", "id": 1, "language": "tr"}]'),
        ('[\n {\n  "text": "bir"\n }\n]', '[\n {\n  "text": "bir",\n  "language": "tr"\n }\n]'),
        ('[{"language": null, "text": "bir"}]', '[{"language": "tr", "text": "bir"}]'),
    ):
        document = WhisperDocument(source.encode(), "*")
        assert document.annotated([added], WriteOptions()).decode() == expected


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("srt", "1\nhello\n", "line 1: expected the times of a cue"),
        ("srt", "1\n00:00:01,000 --> 2\nhello\n", "line 2: expected the times of a cue"),
        ("srt", f"{SRT}\nhello\n", "line 14: expected the times of a cue"),
        ("vtt", "00:01.000 --> 00:02.000\nhello\n", "line 1: the file does not begin with WEBVTT"),
        ("vtt", "WEBVTT\n\n00:01 --> 00:02.000\nhello\n", "line 3: expected the times of a cue"),
        ("ass", "[Script Info]\n", r"line 1: there is no section \[Events\] with a line that begins with Format:"),
        ("ass", ASS.replace("0,0:00:03.00,0:00:04.50,Sign,Deniz,0", "0"), "line 12: the dialogue has not the fields"),
        ("ass", ASS.replace("0:00:01.00", "soon"), "line 10: expected times such as"),
        ("whisper", '{"text": "hello"}', 'line 1: there is no list "segments"'),
        ("whisper", '{\n"segments": [', "line 2: this is not JSON"),
        ("whisper", '{"segments": [\n{"text": "a"},\n{"id": 1}]}', 'line 3: a segment is not an object with a "text"'),
        ("whisper", "[[0, 1]]", 'line 1: a segment is not an object with a "text"'),
        ("whisper", "[" * 100_000, "line 1: this is JSON with too many levels"),
    ],
)  # fmt: skip
def test_bad_files(name: str, text: str, message: str) -> None:
    with pytest.raises(TranscriptError, match=f"^{message}"):
        FORMATS[name][0](text.encode(), "*").utterances  # noqa: B018


PIECES = st.sampled_from(
    ["WEBVTT", "\n", "\n\n", "\r\n", "1", "00:01.000 --> 00:02.000", "-->", "NOTE", "<lang tr>", "</lang>", "<v A>",
     "<", ">", "&amp;", "&#0;", "{\\lang tr}", "{", "}", "\\N", "gel", "see", " ", "[Events]",
     "Format: Start, End, Text",
     "Dialogue: 0:00:01.00,0:00:02.00,bir", "{\"segments\": [{\"text\": \"bir\"}]}", "[", "]", "\"", "\ufeff"]
)  # fmt: skip


@pytest.mark.parametrize("end", ["1e999", "9" * 400])
def test_times_beyond_all_numbers(end: str) -> None:
    said = FORMATS["whisper"][0](b'{"segments": [{"start": 1, "end": %s, "text": "bir"}]}' % end.encode(), "*")
    assert [(one.start, one.end) for one in said.utterances] == [(1.0, None)]
    with pytest.raises(TranscriptError, match="line 2: expected the times of a cue"):
        FORMATS["srt"][0](f"1\n00:00:01,000 --> {end}:00:02,000\nbir\n".encode(), "*")


@pytest.mark.parametrize("name", ["srt", "vtt", "ass", "whisper"])
@given(text=st.text(max_size=60) | st.lists(PIECES, max_size=25).map("".join))
def test_any_text(name: str, text: str) -> None:
    parse, _ = FORMATS[name]
    for begin in ("", "WEBVTT\n\n00:01.000 --> 00:02.000\n", "1\n00:00:01,000 --> 00:00:02,000\n"):
        data = (begin + text).encode("utf-8", "surrogatepass")
        with suppress(TranscriptError):  # and nothing else
            document = parse(data, "*")
            shown = [one.text for one in document.utterances]
            written = document.annotated([found(name, one, ["tur_Latn"], []) for one in shown], WriteOptions())
            assert [one.text for one in parse(written, "*").utterances] == shown


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ass", "[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,{" + "\\p1" * 50_000),
        ("ass", "[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00," + "{" * 100_000),
        ("vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n" + "<lang" * 20_000 + " " * 50_000 + "x>"),
        ("vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v" + " " * 100_000 + ">&" + "&" * 50_000),
        ("srt", "1\n00:00:01,000 --> 00:00:02,000\n" + "{\\" * 50_000),
        (
            "whisper",
            '[{"text": "' + "bir " * 20_000 + '", "words": [' + ", ".join(['{"word": "bir"}'] * 20_000) + "]}]",
        ),
    ],
    ids=["overrides", "braces", "marks", "voice", "escapes", "words"],
)
def test_nothing_takes_long(name: str, text: str) -> None:
    began = time.process_time()
    document = FORMATS[name][0](text.encode(), "*")
    shown = [one.text for one in document.utterances]
    document.annotated([found(name, one, ["tur_Latn", "eng_Latn"], [5]) for one in shown], WriteOptions())
    assert time.process_time() - began < 10
