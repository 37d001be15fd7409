"""What people give the command: JSON without a word, tables with a header, CoNLL-U, UTF-16, a text for a file."""

from __future__ import annotations

import gzip
import json
import os
import select
import subprocess
import sys
from pathlib import Path

import pytest
from command import ENGLISH, TURKISH, Command, environment


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


JSONL = "".join(json.dumps({"id": n, "text": text}) + "\n" for n, text in enumerate([TURKISH, ENGLISH]))


def test_json_lines_in_a_pipe_are_read_as_such(cli: Command) -> None:
    """Read as text, the key `text` once counted as an English word in every line."""
    outcome = cli.identify(stdin=JSONL)
    assert outcome.err == "mixlid: standard input is read as jsonl, since it looks like it; --from txt overrides this\n"
    assert [record["labels"] for record in outcome.records] == [["tur_Latn", "eng_Latn"], ["eng_Latn"]]
    assert outcome.out == cli.identify("--from", "jsonl", stdin=JSONL).out
    believed = cli.identify("--from", "txt", stdin=JSONL)
    assert believed.err == ""
    assert "id" in believed.lines[0]


def test_a_real_pipe_that_is_slow(tiny_table: Path) -> None:
    """The first line decides, however it arrives, and nothing of it is lost."""
    argv = [sys.executable, "-m", "mixlid", "identify", "-q", "-m", str(tiny_table), "-p", "cs"]
    ours, theirs = os.pipe()
    with subprocess.Popen(argv, stdin=ours, stdout=subprocess.PIPE, env=environment()) as process:
        os.close(ours)
        for place in range(0, len(JSONL.encode()), 7):
            os.write(theirs, JSONL.encode()[place : place + 7])
        os.close(theirs)
        assert process.stdout is not None
        records = [json.loads(line) for line in process.stdout]
    assert [record["text"] for record in records] == [TURKISH, ENGLISH]


@pytest.mark.skipif(sys.platform == "win32", reason="there only sockets can be asked whether anything has arrived")
@pytest.mark.parametrize("options", [["-j", "1"], ["-j", "2"], ["-j", "2", "--words"]])
def test_an_open_pipe_is_answered_as_records_come(tiny_table: Path, options: list[str]) -> None:
    """By one job, by threads and by processes; a record that is not answered would be waited for in vain."""
    argv = [sys.executable, "-m", "mixlid", "identify", "-q", "-m", str(tiny_table), "-p", "cs", "-f", "jsonl"]
    pipe = subprocess.PIPE
    with subprocess.Popen([*argv, *options], stdin=pipe, stdout=pipe, env=environment()) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for text in (TURKISH, ENGLISH, TURKISH):
            process.stdin.write(f"{text}\n".encode())
            process.stdin.flush()
            has_answer = select.select([process.stdout], [], [], 60)[0]
            assert has_answer
            assert json.loads(process.stdout.readline())["text"] == text
        process.stdin.close()
        assert process.stdout.read() == b""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (JSONL.encode(), "looks like jsonl; say --from jsonl, or --from txt"),
        ("the map\n".encode("utf-16"), "looks like utf-16; say --encoding utf-16"),
        (b"%PDF-1.7\n", "is a PDF file"),
        (b"the weather\n", ""),
    ],
)
def test_a_named_pipe_is_looked_at_when_it_is_read(cli: Command, tmp_path: Path, data: bytes, said: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen([sys.executable, "-c", f"open({str(pipe)!r}, 'wb').write({data!r})"]) as process:
        outcome = cli.identify(pipe)
        assert process.wait(60) == 0
    assert said in outcome.err
    assert (outcome.code, bool(outcome.err)) == ((1, True) if said else (0, False))


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_that_is_called_text(cli: Command, tmp_path: Path, packed: bool) -> None:
    path = tmp_path / ("in.txt.gz" if packed else "in.txt")
    path.write_bytes(gzip.compress(JSONL.encode()) if packed else JSONL.encode())
    outcome = cli.identify(path)
    assert f"{path} is read as jsonl" in outcome.err
    assert [record["text"] for record in outcome.records] == [TURKISH, ENGLISH]


def test_tables_with_a_header(cli: Command) -> None:
    table = f"id\ttext\tmood\n1\t{ENGLISH}\tgood\n"
    assert cli.identify(stdin=table).lines == [
        "labels\tproportions\tid\ttext\tmood",
        f"eng_Latn\teng_Latn=1\t1\t{ENGLISH}\tgood",
    ]
    assert cli.identify(stdin=table.replace("\t", ",")).lines[1].startswith(f"1,{ENGLISH},good,eng_Latn,eng,Latn,")
    assert cli.identify("--from", "tsv", stdin=table).lines[0].startswith("labels\t")
    assert len(cli.identify("--from", "tsv", "--no-header", "-k", "2", stdin=table).lines) == 2
    assert cli.identify("--from", "tsv", "--no-header", "-k", "2", stdin=table).lines[0].endswith("id\ttext\tmood")
    named = f"id\tbody\tmood\nx\t{ENGLISH}\tgood\n"  # not certain, until somebody names a column
    assert cli.identify("--from", "tsv", "-k", "body", stdin=named).lines[0].startswith("labels\t")


def test_a_likely_table_is_only_mentioned(cli: Command) -> None:
    lines = "".join(f"{code}\t{ENGLISH}\n" for code in ("a", "b", "c"))
    outcome = cli.identify(stdin=lines)
    assert "--from tsv reads one of them, -k says which" in outcome.err
    assert len(outcome.lines) == 3
    assert cli.identify("-q", stdin=lines).err == ""


CONLLU = """\
# sent_id = 1
# text = yarınki toplantı the meeting
1\tyarınki\t_\tADJ\t_\t_\t2\tamod\t_\t_
2-3\ttoplantı\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
2\ttoplan\t_\tNOUN\t_\t_\t0\troot\t_\t_
3\ttı\t_\tAUX\t_\t_\t2\tcop\t_\t_
3.1\tghost\t_\t_\t_\t_\t_\t_\t_\t_
4\tthe\t_\tDET\t_\t_\t5\tdet\t_\tGloss=x
5\tmeeting\t_\tNOUN\t_\t_\t2\tdep\t_\t_

"""


@pytest.mark.parametrize("name", ["in.conllu", "in.conll", "in.txt"])
def test_conllu(cli: Command, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(CONLLU, encoding="utf-8")
    lines = cli.identify(path).lines
    expected = {2: "tr", 3: "tr", 4: "tr", 5: "tr", 7: "en", 8: "en"}
    for place, (before, after) in enumerate(zip(CONLLU.split("\n")[:-1], lines, strict=True)):
        if place not in expected:
            assert after == before
            continue
        *same, misc = after.split("\t")
        assert same == before.split("\t")[:-1]
        others = {"_": ""}.get(before.split("\t")[-1], before.split("\t")[-1] + "|")
        assert misc == f"{others}Lang={expected[place]}"
    (record,) = cli.identify(path, "-f", "jsonl", "-q").records
    assert record["text"] == "yarınki toplantı the meeting"


def test_conllu_with_languages_of_its_own(cli: Command, tmp_path: Path) -> None:
    path = tmp_path / "in.conllu"
    path.write_text(CONLLU.replace("Gloss=x", "Lang=en|Gloss=x"), encoding="utf-8")
    assert "there is a field 'Lang' already" in cli.fails(path)
    assert "\tGloss=x|Lang=en" in cli.identify(path, "--force").out
    assert "\tLang=en|Gloss=x|mixlid_Lang=en" in cli.identify(path, "--prefix", "mixlid_").out
    path.write_text("1\tthe\n2\tmap\n\n", encoding="utf-8")
    assert "line 1: there are 2 columns, and CoNLL-U has 10; --from conll" in cli.fails(path)


def test_other_formats_as_conllu(cli: Command) -> None:
    lines = cli.identify("-t", "the weather", "-f", "conllu").lines
    blank = "\t_" * 7
    assert lines == ["# text = the weather", f"1\tthe{blank}\tLang=en", f"2\tweather{blank}\tLang=en", ""]
    full = cli.identify("-t", "the weather", "-f", "conllu", "--full-labels").lines
    assert full == [line.replace("Lang=en", "Lang=eng_Latn") for line in lines]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "windows-1254"])
def test_other_encodings(cli: Command, tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "in.txt"
    path.write_bytes(f"{TURKISH}\r\n{ENGLISH}\r\n".encode(encoding))
    expected = cli.identify("-t", TURKISH, "-t", ENGLISH).out
    assert cli.identify(path, "--encoding", encoding).out == expected
    assert cli.identify("--encoding", encoding, stdin=path.read_bytes()).out == expected
    if encoding == "utf-16":  # a mark says so
        assert cli.identify(path).out == expected
    else:
        assert "--encoding " in cli.fails(path)


def test_a_text_in_the_place_of_a_file(cli: Command) -> None:
    hint = "; to identify a text, give it with -t"
    assert cli.fails("see you demain") == f"see you demain cannot be read: No such file or directory{hint}"
    assert cli.fails("see you demain?") == f"no file matches see you demain?{hint}"
    assert hint in cli.fails("word " * 200)
    assert hint in cli.fails("你好")
    assert hint not in cli.fails("some folder/in.txt")
    assert hint not in cli.fails("my file.txt")


def test_files_of_office_programs(cli: Command, tmp_path: Path) -> None:
    path = tmp_path / "in.docx"
    path.write_bytes(b"PK\x03\x04[Content_Types].xml")
    assert "save a table as CSV" in cli.fails(path)
    assert "save it as CSV" in cli.fails(stdin=path.read_bytes())
