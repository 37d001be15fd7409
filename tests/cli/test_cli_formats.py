"""Records through `mixlid identify`: every format in and out, and what is said about records that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import ENGLISH, TURKISH, Command

from mixlid.results.fields import shown
from mixlid.results.result import Result, Word


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


def test_text_in_a_pipe_is_one_line_a_record(cli: Command) -> None:
    outcome = cli.identify(stdin=f"{TURKISH}\n\n{ENGLISH}\r\n42")
    assert outcome.code == 0
    assert outcome.err == ""
    assert outcome.lines == [
        "tur_Latn,eng_Latn\tyarınki [eng_Latn meeting] için hazır",
        "zxx\t",
        f"eng_Latn\t{ENGLISH}",
        "zxx\t42",
    ]


def test_only_line_feeds_end_a_record(cli: Command) -> None:
    text = "the\x0bold\x0cmap\x85is\u2028the\rmap"
    (record,) = cli.identify("-f", "jsonl", stdin=text + "\n").records
    assert record["text"] == text


def test_a_byte_order_mark_is_no_text(cli: Command) -> None:
    assert cli.identify("-f", "jsonl", stdin=b"\xef\xbb\xbfthe map\n").records[0]["text"] == "the map"


def test_tsv_keeps_the_line_and_its_tabs(cli: Command, tmp_path: Path) -> None:
    path = tmp_path / "in.tsv"
    path.write_text(f"7\t\t{TURKISH}\n\n", encoding="utf-8")
    languages, shares, *rest = cli.identify(path).lines[0].split("\t")
    assert languages == "tur_Latn,eng_Latn"
    assert [share.split("=")[0] for share in shares.split(",")] == ["tur_Latn", "eng_Latn"]
    assert sum(float(share.split("=")[1]) for share in shares.split(",")) == pytest.approx(1, abs=1e-3)
    assert rest == ["7", "", TURKISH]
    assert cli.identify(path).lines[1] == "zxx\t\t"


@pytest.mark.parametrize("options", [["-k", "1"], ["--header", "-k", "tweet"], ["--header", "-k", "1"]])
def test_tsv_column(cli: Command, options: list[str]) -> None:
    head = "tweet\tother\n" if "--header" in options else ""
    outcome = cli.identify("--from", "tsv", *options, stdin=f"{head}{ENGLISH}\tпоезд\n")
    assert outcome.lines[-1].startswith("eng_Latn\t")
    if head:
        assert outcome.lines[0] == "labels\tproportions\ttweet\tother"


def test_tsv_column_called_text_is_the_default(cli: Command) -> None:
    outcome = cli.identify("--from", "tsv", "--header", stdin=f"text\tother\n{ENGLISH}\tпоезд\n")
    assert outcome.lines[1].startswith("eng_Latn\t")


def test_tsv_to_jsonl(cli: Command) -> None:
    (record,) = cli.identify("--from", "tsv", "-f", "jsonl", stdin=f"7\t{ENGLISH}\n").records
    assert (record["column_1"], record["text"]) == ("7", ENGLISH)
    (record,) = cli.identify("--from", "tsv", "--header", "-f", "jsonl", stdin=f"id\tbody\n7\t{ENGLISH}\n").records
    assert (record["id"], record["body"], record["language"]) == ("7", ENGLISH, "eng")


def test_tsv_with_nothing_but_a_header(cli: Command) -> None:
    assert cli.identify("--from", "tsv", "--header", stdin="id\ttext\n").lines == ["labels\tproportions\tid\ttext"]
    assert cli.identify("--from", "tsv", "--header", stdin="").lines == []


def test_jsonl_passes_fields_through_and_adds_ours(cli: Command, tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    line = '{"id": 12345678901234567890.123456789, "text": ' + json.dumps(TURKISH) + ', "meta": {"a": [1, null]} }'
    path.write_text(f"{line}\n\n{{}}\n".replace("{}", json.dumps({"text": "42"})), encoding="utf-8")
    outcome = cli.identify(path)
    first, second = outcome.records
    assert outcome.lines[0].startswith(line[:-2])
    assert list(first) == [
        *("id", "text", "meta", "labels", "language", "language_script"),
        *("language_score", "confidence", "is_mixed"),
        *("proportions", "margin"),
    ]
    assert first["labels"] == ["tur_Latn", "eng_Latn"]
    assert (first["language"], first["language_script"], first["is_mixed"]) == ("tur", "Latn", True)
    assert set(first["proportions"]) == {"tur_Latn", "eng_Latn"}
    assert (second["language"], second["language_script"], second["proportions"]) == ("zxx", "", {})


def test_a_field_of_the_input_is_not_silently_replaced(cli: Command) -> None:
    record = {"language": "??", "body": ENGLISH, "model": 3}
    argv, lines = ("--from", "jsonl", "-k", "body"), json.dumps(record)
    assert cli.fails(*argv, stdin=f'{{"body": "the map"}}\n{lines}') == (
        "standard input, line 2: there is a field 'language' already, which would be replaced; --prefix mixlid_ keeps "
        "both, --force replaces it"
    )
    again = json.dumps(record | {"mixlid_language": "??"})
    assert "'mixlid_language' already, which would be replaced; --prefix mixlid2_ keeps both" in cli.fails(
        *argv, "--prefix", "mixlid_", stdin=again
    )
    (out,) = cli.identify(*argv, "--force", stdin=lines).records
    assert (out["language"], out["model"], out["body"]) == ("eng", 3, ENGLISH)
    (out,) = cli.identify(*argv, "--prefix", "our_", "--words", stdin=lines).records
    assert (out["language"], out["our_language"], out["model"]) == ("??", "eng", 3)
    assert set(out) - set(record) == {f"our_{name}" for name in (*shown(Result, "line"), "words")}


@pytest.mark.parametrize("format", ["csv", "tsv"])
def test_a_column_of_the_input_is_not_silently_replaced(cli: Command, format: str) -> None:
    table = f"labels,text\n??,{ENGLISH}\n".replace(",", "," if format == "csv" else "\t")
    assert "there is a field 'labels' already" in cli.fails("--from", format, stdin=table)
    header = cli.identify("--from", format, "--prefix", "our_", stdin=table).lines[0].replace("\t", ",").split(",")
    assert {"labels", "our_labels", "our_proportions"} <= set(header)
    assert cli.identify("--from", format, "--force", stdin=table).code == 0


def test_jsonl_words(cli: Command) -> None:
    (record,) = cli.identify("-f", "jsonl", "--words", stdin=TURKISH).records
    assert [TURKISH[word["start"] : word["end"]] for word in record["words"]] == TURKISH.split()
    assert set(record["words"][0]) == set(Word._fields)


def test_a_named_set(cli: Command) -> None:
    options = ("-f", "jsonl", "-l", "@cyrillic,tur", "-s", "unknown_threshold=0")
    found = cli.identify(*options, stdin=f"{ENGLISH}\nкниги").records
    assert {one["labels"][0] for one in found} == {"rus_Cyrl", "tur_Latn"}
    outcome = cli.identify("-l", "@asia", stdin=ENGLISH)
    assert outcome.code != 0
    assert "@europe" in outcome.err


def test_lone_surrogates_survive_as_escapes(cli: Command) -> None:
    line = '{"text": "the \\ud83d map", "raw": "ğ"}'
    outcome = cli.identify("--from", "jsonl", "--words", stdin=line)
    assert outcome.records[0]["text"] == "the \ud83d map"
    assert any(word["text"] == "\ud83d" for word in outcome.records[0]["words"])
    assert '"raw": "ğ"' in outcome.out
    clash = cli.identify("--from", "jsonl", "--force", stdin=line.replace("raw", "language"))
    assert clash.records[0]["text"] == "the \ud83d map"
    assert "\\ud83d" in cli.identify("--from", "jsonl", "-f", "tsv", stdin=line).out
    assert "\\ud83d" in cli.identify("--from", "jsonl", "-f", "text", stdin=line).out


CONLL = """\
# sent_enum = 1

# sent_enum = 2
# a comment
yarınki\tlang1
meeting\tlang2
#deniz\tother
,\tother


the old
# hash
12 other
карта
"""


def test_conll_keeps_lines_and_appends_the_label(cli: Command, tmp_path: Path) -> None:
    path = tmp_path / "in.conll"
    path.write_text(CONLL, encoding="utf-8")
    outcome = cli.identify(path)
    assert outcome.out.split("\n") == [
        "# sent_enum = 1",
        "",
        "# sent_enum = 2",
        "# a comment",
        "yarınki\tlang1\ttur_Latn",
        "meeting\tlang2\teng_Latn",
        "#deniz\tother\ttur_Latn",
        ",\tother\tzxx",
        "",
        "",
        "the old eng_Latn",
        "# hash zxx",
        "12 other zxx",
        "карта\trus_Cyrl",
        "",
        "",
    ]
    assert [record["text"] for record in cli.identify(path, "-f", "jsonl").records] == [
        "",
        "yarınki meeting #deniz ,",
        "the # 12 карта",
    ]
    assert cli.identify(path, "-f", "tsv").lines[1].endswith("\tyarınki meeting #deniz ,")


def test_conll_token_of_several_words_takes_the_longest(cli: Command) -> None:
    outcome = cli.identify("--from", "conll", stdin="the\nold/карта\n")
    assert outcome.lines[1] == "old/карта\trus_Cyrl"


def test_conll_out_of_plain_text_can_be_read_again(cli: Command) -> None:
    outcome = cli.identify("-f", "conll", stdin=f"{TURKISH}\n\n42\n")
    assert outcome.out.startswith(f"# text = {TURKISH}\nyarınki\ttur_Latn\nmeeting\teng_Latn\n")
    again = cli.identify("--from", "conll", "-f", "jsonl", stdin=outcome.out)
    assert [record["text"] for record in again.records] == [TURKISH, "", "42"]


def test_blank_conll_has_no_records(cli: Command) -> None:
    assert cli.identify("--from", "conll", stdin="\n \n").out == ""


@pytest.mark.parametrize(
    ("format", "data", "said"),
    [
        ("txt", b"the\nmap \xff", "line 2: byte 5 of the line (0xff) is not UTF-8; if it has another encoding"),
        ("txt", b"\x1f\x8b\x08\x00", "line 1: byte 2 of the line (0x8b) is not UTF-8; the file looks compressed"),
        ("jsonl", b'{"text": "a"}\n{"text": \n', "line 2: this is not JSON (Expecting value"),
        ("jsonl", b"[" * 100_000, "line 1: this is not JSON"),
        ("jsonl", b'["a"]', "line 1: this is a list and not an object"),
        ("jsonl", b'{"note": "a", "id": 1}', "no field 'text' (its fields are 'note', 'id'); say with -k which"),
        ("jsonl", b"{}", "no field 'text' (it has none)"),
        ("jsonl", b'{"text": 1.5}', "the field 'text' is a number and not a string"),
        ("jsonl", b'{"text": true}', "the field 'text' is true and not a string"),
        ("jsonl", b'{"text": {}}', "the field 'text' is an object and not a string"),
    ],
)
def test_a_record_that_cannot_be_read(cli: Command, tmp_path: Path, format: str, data: bytes, said: str) -> None:
    path = tmp_path / f"in.{format}"
    path.write_bytes(data)
    message = cli.fails(path)
    assert message.startswith(f"{path}, line ")
    assert said in message
    assert cli.fails("--from", format, stdin=data).startswith("standard input, line ")


@pytest.mark.parametrize(
    ("options", "data", "said"),
    [
        (["-k", "3"], "a\tb\tc\na\tb\n", "line 2: there are 2 columns, and the text should be in number 3"),
        (["-k", "body"], "a\tb\n", "no column 'body'; its first line does not look like a header"),
        (["-k", "body", "--header"], "id\ttext\n", "no column 'body'; its columns are 'id', 'text'"),
        (["-k", "0"], "a\n", "no column '0'"),
    ],
)
def test_a_tsv_column_that_is_not_there(cli: Command, options: list[str], data: str, said: str) -> None:
    assert said in cli.fails("--from", "tsv", *options, stdin=data)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_records_before_a_bad_one_are_written(cli: Command, jobs: str) -> None:
    outcome = cli.identify("--from", "jsonl", "-j", jobs, stdin='{"text": "the map"}\n' * 300 + "oops\n")
    assert outcome.code == 1
    assert len(outcome.lines) == 300
    assert "line 301" in outcome.err


def test_jobs_keep_the_order(cli: Command) -> None:
    lines = "".join(f"{TURKISH} {i}\n" for i in range(600))
    assert cli.identify("-j", "2", stdin=lines).out == cli.identify(stdin=lines).out


@pytest.mark.parametrize("suffix", [".html", ".bz2", ".pdf"])
def test_a_file_of_another_format_is_not_taken_for_text(cli: Command, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"in{suffix}"
    path.write_text("the bread\n", encoding="utf-8")
    assert "--from" in cli.fails(path)
    assert cli.identify(path, "--from", "txt").lines == ["eng_Latn\tthe bread"]
