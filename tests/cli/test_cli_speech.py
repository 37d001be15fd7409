"""`mixlid identify` and `mixlid stats` on subtitles and transcripts, and its output for speech."""

from __future__ import annotations

import gzip
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from command import Command

MIXED = "yarınki toplantı the weather"
SRT = f"1\n00:00:01,000 --> 00:00:02,500\n{MIXED}\n\n2\n00:00:03,000 --> 00:00:04,000\n123\n"
VTT = f"WEBVTT\n\n00:01.000 --> 00:02.000\n<v AYS>{MIXED}</v>\n\n00:02.000 --> 00:03.000\n<v DEN>the meeting</v>\n"
WHISPER = json.dumps({"segments": [{"text": MIXED, "speaker": "AYS"}, {"text": "the meeting", "speaker": "DEN"}]})


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_subtitles_with_languages(cli: Command, tmp_path: Path) -> None:
    path = written(tmp_path, "talk.srt", SRT)
    marked = SRT.replace("yarınki", "{\\lang tr}yarınki").replace("the weather", "{\\lang en}the weather")
    assert cli.identify(path).out == marked
    out = tmp_path / "out.srt"
    assert cli.identify(path, "-o", out, "-j", "2").code == 0
    assert out.read_text(encoding="utf-8") == marked
    assert "line 2: there is a field 'lang' already, which would be replaced" in cli.fails(out)
    assert cli.identify(out, "--force").out == marked
    short = cli.identify(path, "--runs", "min_words=3").out
    assert short.count("{\\lang ") == 1


def test_records_of_subtitles_have_times_and_speakers(cli: Command, tmp_path: Path) -> None:
    path = written(tmp_path, "talk.vtt", VTT)
    first, second = cli.identify(path, "-f", "jsonl").records
    assert (first["text"], first["speaker"], first["start_time"], first["end_time"]) == (MIXED, "AYS", 1.0, 2.0)
    assert second["speaker"] == "DEN"


@pytest.mark.parametrize(("name", "text"), [("talk.vtt", VTT), ("talk.json", WHISPER)])
def test_statistics_by_speaker(cli: Command, tmp_path: Path, name: str, text: str) -> None:
    path = written(tmp_path, name, text)
    read = [] if name.endswith(".vtt") else ["--from", "whisper"]
    into = [] if name.endswith(".vtt") else ["-f", "whisper"]
    found = cli("stats", "-p", "cs", "-f", "json", "--by", "speaker", *read, path)
    rows = {row["speaker"]: row["languages"] for row in json.loads(found.out)}
    assert rows == {"all": {"eng": 4, "tur": 2}, "AYS": {"tur": 2, "eng": 2}, "DEN": {"eng": 2}}
    marked = written(tmp_path, f"marked-{name}", cli.identify(*read, *into, path).out)
    again = cli("stats", "-f", "json", "--by", "speaker", *read, marked)
    assert "found by the model" not in again.err
    assert {row["speaker"]: row["languages"] for row in json.loads(again.out)}["DEN"] == {"eng": 2}


def test_a_bad_file_ends_in_a_sentence_with_the_line(cli: Command, tmp_path: Path) -> None:
    path = written(tmp_path, "talk.srt", SRT + "\n3\nsoon\nhello\n")
    assert cli.fails(path).endswith(
        "talk.srt, line 9: expected the times of a cue, such as 00:00:01,000 --> 00:00:02,500"
    )


@pytest.mark.parametrize("name", ["out.ssml", "out.ssml.gz"])
def test_all_records_are_one_document(cli: Command, tmp_path: Path, name: str) -> None:
    texts = written(tmp_path, "texts.txt", f"{MIXED}\n<3 & the meeting\n\n")
    out = tmp_path / name
    assert cli.identify(texts, "-o", out, "--voices", "en=Zira,tr=Tolga").code == 0
    data = out.read_bytes()
    root = ET.fromstring(gzip.decompress(data) if name.endswith(".gz") else data)
    assert ["".join(one.itertext()) for one in root] == [MIXED, "<3 & the meeting", ""]
    assert [one.get("name") for one in root[0]] == ["Tolga", "Zira"]


def test_a_bad_record_is_kept_as_it_is(cli: Command, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    path = tmp_path / "texts.txt"
    path.write_bytes(b"the meeting\n\xff<b>\n")
    assert cli.identify(path, "-o", out, "--on-error", "keep").code == 0
    assert "<p>\\xff&lt;b&gt;</p>\n</body>\n</html>\n" in out.read_text(encoding="utf-8")


def test_voices_of_a_file(cli: Command, tmp_path: Path) -> None:
    voices = written(tmp_path, "voices.json", '{"tr": "Tolga"}')
    assert '<voice name="Tolga">' in cli.identify("-t", MIXED, "-f", "ssml", "--voices", voices).out
    listed = written(tmp_path, "list.json", '["Tolga"]')
    for given, message in (
        (str(listed), "expected the name of a voice for each language, such as en=NAME,tr=NAME"),
        ("/dev/zero", "/dev/zero has more than 10,000,000 bytes, or never ends; give en=NAME,tr=NAME"),
        ("en=", "expected the name of a voice for each language"),
        (str(tmp_path / "none.json"), "give en=NAME,tr=NAME or a JSON file of these"),
        ("xyz=Tolga", "the model does not know the language 'xyz'"),
    ):
        failed = cli("identify", "-t", MIXED, "-f", "ssml", "--voices", given)
        assert failed.code
        assert message in failed.err


def test_runs_in_json_lines(cli: Command) -> None:
    (record,) = cli.identify("-t", MIXED, "-f", "jsonl", "--runs", "default").records
    assert [(run["text"], run["tag"]) for run in record["runs"]] == [("yarınki toplantı ", "tr"), ("the weather", "en")]
    (record,) = cli.identify("-t", MIXED, "-f", "jsonl", "--runs", "min_chars=99, punctuation=after").records
    assert [run["text"] for run in record["runs"]] == [MIXED]
    assert "runs" not in cli.identify("-t", MIXED, "-f", "jsonl").records[0]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--runs", "words=2", "-f", "jsonl"], "runs have no option 'words'; there are min_words, min_chars"),
        (["--runs", "min_words=two", "-f", "jsonl"], "min_words of runs must be a whole number from 0, not 'two'"),
        (["--runs", "default", "-f", "csv"], "--runs cannot be shown as csv; choose jsonl or "),
        (["--voices", "en=a", "-f", "html"], "--voices cannot be shown as html; choose ssml with -f"),
    ],
)  # fmt: skip
def test_options_that_do_not_fit(cli: Command, argv: list[str], message: str) -> None:
    assert message in cli.fails("-t", MIXED, *argv, code=2)
