"""Which column is the text: reported if it was chosen, refused if it is unclear; and names that do not exist."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from command import ENGLISH, TURKISH, Command

FRENCH_HEADER = "Réf #,Commentaire du client (brut),Ort,date;time"
ROWS = [f"A-1,{ENGLISH} over the map,Bern,2024-01-02", f"A-2,{TURKISH} değil mi,Basel,2024-01-03"]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


def test_the_column_most_like_text_is_taken_and_said(cli: Command, tmp_path: Path) -> None:
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text("\n".join([FRENCH_HEADER, *ROWS]) + "\n", encoding="utf-8")
    outcome = cli.identify(path, "-o", out)
    assert (
        f"mixlid: {path}: the text is in the column 'Commentaire du client (brut)'; -k names another\n" in outcome.err
    )
    with out.open(encoding="utf-8") as stream:
        assert [row["language"] for row in csv.DictReader(stream)] == ["eng", "tur"]
    assert cli.identify("-q", path, "-o", out, "--force") == (0, "", "")
    named = cli.identify(path, "-o", out, "--force", "-k", "Ort")
    assert named.code == 0
    assert "the text is in" not in named.err


def test_it_is_said_once_for_files_of_the_same_columns(cli: Command, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.csv").write_text(f"id,remark\n1,{ENGLISH}\n", encoding="utf-8")
    outcome = cli.identify(tmp_path / "a.csv", tmp_path / "b.csv", "-o", tmp_path / "out.csv")
    assert outcome.err.count("the text is in the column 'remark'") == 1


@pytest.mark.parametrize(("from_", "sign"), [("csv", ","), ("tsv", "\t")])
def test_what_is_not_clear_is_refused_with_a_sample(cli: Command, from_: str, sign: str) -> None:
    said = cli.fails("--from", from_, stdin=f"left{sign}right\n{ENGLISH}{sign}{TURKISH}\n{TURKISH}{sign}{ENGLISH}\n")
    assert said.startswith("standard input: it is not clear which column has the text; choose one with -k: ")
    assert f"({ENGLISH[:24] + '…'!r})" in said or "('left')" in said
    taken = cli.identify("--from", from_, "-k", "2", stdin=f"left{sign}right\n{ENGLISH}{sign}{TURKISH}\n")
    assert (taken.code, taken.err) == (0, "")


def test_a_table_of_one_column_or_of_none(cli: Command) -> None:
    assert cli.identify("--from", "csv", stdin=f"remark\n{ENGLISH}\n").code == 0
    assert cli.identify("--from", "csv", stdin="a,b\n").code == 0
    assert cli.identify("--from", "tsv", stdin="").code == 0


def test_headers_of_tsv(cli: Command) -> None:
    outcome = cli.identify("--from", "tsv", stdin=f"id\tmessage_body\nx7\t{ENGLISH}\n")
    assert outcome.lines[0] == "labels\tproportions\tid\tmessage_body"
    assert "the text is in the column 'message_body'" in outcome.err


def test_columns_that_do_not_exist_are_refused(cli: Command) -> None:
    source = json.dumps({"id": 1, "text": ENGLISH}) + "\n"
    said = cli.fails("--from", "jsonl", "-f", "csv", "--columns", "idd,text", stdin=source)
    assert said == "standard input has no field 'idd' in its first records; its fields are 'id', 'text'"


@pytest.mark.parametrize("name", ["out.xls", "out.yaml", "out.labels.gz"])
def test_endings_that_are_not_written_are_refused(cli: Command, tmp_path: Path, name: str) -> None:
    said = cli.fails("-t", ENGLISH, "-o", tmp_path / name, code=2)
    assert "which mixlid does not write; use one of .txt, .tsv" in said
    assert list(tmp_path.iterdir()) == []
    assert cli.identify("-t", ENGLISH, "-o", tmp_path / name, "-f", "jsonl").code == 0
    assert cli.identify("-t", ENGLISH, "-o", tmp_path / "plain").code == 0


def test_the_text_of_parquet(cli: Command, tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"remark": [ENGLISH, None], "n": [1, 2], "place": ["Bern", "Bern"]}), path)
    assert "the text is in the column 'remark'" in cli.identify(path, "--on-error", "skip").err
    pq.write_table(pa.table({"one": [ENGLISH], "n": [1], "two": [TURKISH]}), path)
    assert "not clear which column has the text" in cli.fails(path)


@pytest.mark.parametrize("command", ["adapt", "stats"])
def test_other_commands_say_it_too(cli: Command, tmp_path: Path, command: str) -> None:
    path = tmp_path / "in.csv"
    path.write_text("\n".join([FRENCH_HEADER, *ROWS]) + "\n", encoding="utf-8")
    outcome = cli(command, path)
    assert outcome.code == 0
    assert outcome.err.count("the text is in the column 'Commentaire du client (brut)'") == 1


NO_HEADER = f'0,"{ENGLISH}, so"\n1,{TURKISH}\n'


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("options", [(), ("--no-header",), ("--no-header", "-k", "2")])
def test_a_csv_without_a_header(cli: Command, mark: str, end: str, options: tuple[str, ...]) -> None:
    """Its first record was taken for a header, and --no-header was ignored."""
    table = (mark + NO_HEADER.replace("\n", end)).encode()
    found = cli.identify("--from", "csv", "-f", "jsonl", *options, stdin=table)
    assert [(one["column_1"], one["text"]) for one in found.records] == [("0", f"{ENGLISH}, so"), ("1", TURKISH)]
    assert ("the first line is read as a record, since it has a number; --header" in found.err) == (not options)
    made = cli.identify("--from", "csv", *options, stdin=table).out.split(end)
    assert made[0].startswith("column_1,text,labels,")
    assert made[1].startswith(f'0,"{ENGLISH}, so","eng_Latn,')
    assert cli.identify("--from", "csv", "-q", "--header", stdin=table).out.startswith(f'0,"{ENGLISH}, so",labels,')


def test_a_row_of_a_csv_without_a_header_may_be_bad(cli: Command) -> None:
    said = cli.fails("--from", "csv", "--no-header", "-q", stdin=NO_HEADER + "2,3,4\n")
    assert said.endswith("line 3: there are 3 columns, and the first line has 2")
    assert "has no column 'text'" in cli.fails("--from", "csv", "--no-header", "-k", "text", stdin=NO_HEADER)
    assert cli.identify("--from", "csv", "--no-header", stdin="").out == ""


def test_a_header_that_may_be_a_record_is_said(cli: Command) -> None:
    said = "the first line is taken for the columns' names; --no-header reads it as a record"
    for first, is_said in ((ENGLISH, True), ("remark", False), ("text", False)):
        assert (said in cli.identify("--from", "csv", stdin=f"{first}\n{TURKISH}\n").err) == is_said
    for first in ("id,text", "2020,text_raw", "name,remark"):
        assert len(cli.identify("--from", "csv", "-f", "jsonl", stdin=f"{first}\n1,{TURKISH}\n").records) == 1
