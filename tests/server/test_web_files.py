"""Files over HTTP: their texts and columns, and the file as the command would write it."""

from __future__ import annotations

import base64
import io
import json
import subprocess
import sys
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import httpx
import pytest
from served import Served, sentence, serve

TABLE = "id,comment\n1,nos vemos el viernes after work\n2,this line is all English\n3,\n"
LINES = '{"id": 1, "text": "nos vemos el viernes after work"}\n{"id": 2, "text": null}\n{"id": 3, "text": "bonjour"}\n'


def post(served: Served, path: str, name: str, content: str | bytes, **more: Any) -> httpx.Response:
    data = content if isinstance(content, bytes) else content.encode()
    return served.client.post(path, json={"name": name, "content": base64.b64encode(data).decode(), **more})


def texts(served: Served, name: str, content: str, **more: Any) -> dict[str, Any]:
    response = post(served, "/file/texts", name, content, **more)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def test_texts_and_columns(served: Served) -> None:
    found = texts(served, "a.csv", TABLE)
    assert (found["columns"], found["column"]) == (["id", "comment"], "comment")
    assert found["texts"] == ["nos vemos el viernes after work", "this line is all English", ""]
    assert texts(served, "a.csv", TABLE, key="id")["texts"] == ["1", "2", "3"]
    found = texts(served, "a.jsonl", LINES)
    assert (found["column"], found["texts"]) == ("text", ["nos vemos el viernes after work", None, "bonjour"])
    assert texts(served, "a.txt", "bonjour\n\nà tous\n") | {"notes": []} == {
        "format": "txt", "columns": ["text"], "column": None, "texts": ["bonjour", "", "à tous"], "notes": [],
    }  # fmt: skip


def test_a_column_that_is_not_clear_is_asked_for(served: Served) -> None:
    found = texts(served, "a.tsv", "uno\tdos\nhola amigo mío\tbuenas noches a\nqué tal estás\tmuy bien gracias\n")
    assert found["column"] is None
    assert len(found["columns"]) == 2
    assert found["texts"] == []
    assert "a.tsv" in found["notes"][0]
    found = texts(served, "a.jsonl", '{"body": "bonjour", "n": 3}\n')
    assert (found["column"], found["columns"], found["texts"]) == (None, ["body"], [])
    assert texts(served, "a.jsonl", '{"body": "bonjour", "n": 3}\n', key="body")["texts"] == ["bonjour"]


@pytest.mark.parametrize(
    ("name", "content", "options"),
    [("a.csv", TABLE, ()), ("a.jsonl", LINES, ()), ("a.txt", "bonjour\n\nà tous\n", ("-f", "csv", "--excel"))],
)
def test_the_file_is_that_of_the_command(
    served: Served, tmp_path: Path, name: str, content: str, options: tuple[str, ...]
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    command = [sys.executable, "-m", "mixlid", "identify", str(tmp_path / name), "-q", "--on-error", "keep", *options]
    written = subprocess.run(command, capture_output=True, check=True).stdout
    response = post(served, "/file", name, content)
    assert response.status_code == 200
    if name.endswith("jsonl"):
        records = [json.loads(line) for line in response.text.splitlines()]
        wanted = [json.loads(line) for line in written.splitlines()]
        assert records == [
            {key: value for key, value in one.items() if key not in ("model", "config")} for one in wanted
        ]
    else:
        assert response.content == written
    assert response.headers["content-disposition"].endswith(name.replace(".txt", ".csv"))


def test_a_workbook_of_excel(served: Served) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in (("id", "comment"), (1, "nos vemos el viernes after work"), (2, None)):
        book.active.append(row)
    book.save(out)
    found = post(served, "/file/texts", "a.xlsx", out.getvalue()).json()
    assert (found["column"], found["texts"]) == ("comment", ["nos vemos el viernes after work", None])
    made = openpyxl.load_workbook(io.BytesIO(post(served, "/file", "a.xlsx", out.getvalue()).content)).active
    header, first, second = made.iter_rows(values_only=True)
    assert header[:3] == ("id", "comment", "labels")
    assert first[:3] == (1, "nos vemos el viernes after work", "spa_Latn,eng_Latn")
    assert second[:3] == (2, None, None)


def test_a_column_of_our_name_stays(served: Served) -> None:
    response = post(served, "/file", "a.csv", "text,labels\nbonjour à tous,fr\n", languages=["fra", "eng"])
    header, row = response.text.splitlines()
    assert header.startswith("text,labels,mixlid_")
    assert row.startswith("bonjour à tous,fr,")


def test_what_is_refused(served: Served) -> None:
    assert "the page reads txt, csv" in sentence(post(served, "/file/texts", "a.parquet", b"PAR1"))
    assert "a.csv.gz" in sentence(post(served, "/file/texts", "a.csv.gz", b"\x1f\x8b"))
    refused = post(served, "/file", "../../a.csv", "nothing\n", key="text")
    assert refused.status_code == 422
    assert gettempdir() not in sentence(refused)
    assert post(served, "/file", "a.csv", TABLE, languages=["klingon"]).status_code == 422
    assert not list(Path(gettempdir()).glob("mixlid-*/a.*"))


def test_limits() -> None:
    with serve("--limit", "file_bytes=100", "--limit", "file_texts=2") as server:
        assert "100 are allowed" in sentence(post(server, "/file/texts", "a.txt", "x" * 101))
        assert "more than 2 rows" in sentence(post(server, "/file/texts", "a.csv", TABLE))
