"""Many lines, and a file instead of text: totals, order and filter, and the file with languages."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from served import Served
from visits import settle, visit

ROWS = [
    ("1", "toplantı saat üçte başlıyor"),
    ("2", "the train was late again this morning"),
    ("3", "bu weekend biz de party için geliyoruz"),
    ("4", ""),
    ("5", "nos vemos el viernes after work"),
]
TABLE = "id,comment\n" + "".join(f"{number},{text}\n" for number, text in ROWS)


def drop(page: Page, name: str, content: str) -> None:
    """Drop a file on the page."""
    encoded = base64.b64encode(content.encode()).decode()
    page.evaluate(
        """([name, content]) => {
            const transfer = new DataTransfer()
            transfer.items.add(new File([Uint8Array.from(atob(content), letter => letter.charCodeAt())], name))
            const event = {dataTransfer: transfer, bubbles: true, cancelable: true}
            for (const kind of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, event))
        }""",
        [name, encoded],
    )


def numbers(page: Page) -> list[str]:
    return page.locator("#lines tbody button").all_text_contents()


def test_a_file_that_is_dropped(page: Page, served: Served) -> None:
    visit(page, served, text="bonjour")
    drop(page, "chat.csv", TABLE)
    expect(page.locator("#file-name")).to_have_text("chat.csv, 5 rows")
    expect(page.locator("#file-column")).to_have_value("comment")
    expect(page.locator("#totals")).to_have_text("Of 5 rows 2 are mixed (50%), 1 is blank.")
    expect(page.locator("#summary")).to_contain_text("Row 1 of 5: Turkish")
    assert numbers(page) == ["3", "5", "1", "2", "4"]  # mixed first, blank ones last
    expect(page.locator("#text")).to_be_hidden()
    with page.expect_download() as started:
        page.get_by_role("button", name="Download CSV").click()
    assert started.value.suggested_filename == "chat.mixlid.csv"
    saved = list(csv.DictReader(io.StringIO(started.value.path().read_text(encoding="utf-8-sig"))))
    assert [(row["id"], row["comment"]) for row in saved] == ROWS
    assert saved[2]["labels"] == "tur_Latn,eng_Latn"
    page.get_by_role("button", name="Close the file").click()
    expect(page.locator("#summary")).to_contain_text("French")
    expect(page.locator("#text")).to_have_value("bonjour")


def test_order_and_filters(page: Page, served: Served) -> None:
    visit(page, served, text="\n".join(text for _, text in ROWS))
    page.locator("#order").select_option("given")
    assert numbers(page) == ["1", "2", "3", "4", "5"]
    page.get_by_role("button", name=re.compile("^English [0-9]+%")).click()
    assert numbers(page) == ["2", "3", "5"]
    expect(page.locator("#lines-note")).to_have_text("3 of 5 lines shown")
    page.get_by_role("button", name="English with Turkish 1").click()
    assert numbers(page) == ["3"]
    page.keyboard.press("Enter")  # the button still has the focus; pressed again it asks for nothing
    assert numbers(page) == ["1", "2", "3", "4", "5"]
    page.get_by_label("With the text").fill("PARTY")
    assert numbers(page) == ["3"]


def test_a_column_is_chosen(page: Page, served: Served, tmp_path: Path) -> None:
    path = tmp_path / "two.csv"
    path.write_text(
        "first,second\n" + "".join(f"{text or 'olur'},{text[::-1]}x\n" for _, text in ROWS), encoding="utf-8"
    )
    visit(page, served)
    page.locator("#file").set_input_files(path)
    expect(page.locator("#file-note")).to_have_text("Which column has the texts?")
    page.locator("#file-column").select_option("first")
    expect(page.locator("#file-note")).to_be_empty()
    expect(page.locator("#totals")).to_contain_text("Of 5 rows")
    settle(page)
    page.get_by_label("the first row has column names").uncheck()
    expect(page.locator("#totals")).to_contain_text("Of 6 rows")
    assert page.locator("#file-column option").all_text_contents()[-2:] == ["1", "2"]


@pytest.mark.parametrize(
    ("name", "content", "column", "texts"),
    [
        ("a.csv", 'id;text\r\n1;"oui; à ""tous"""\r\n\r\n2;"two\nlines"\r\n', "text", ['oui; à "tous"', "two\nlines"]),
        ("a.csv", "only\n\"a, b\"", "only", ["a, b"]),
        ("a.csv", "n,said,at\n1,nos vemos el viernes,x12\n2,,x13\n", "said", ["nos vemos el viernes", ""]),
        ("a.tsv", "12\tnos vemos\n13\tel \"viernes\n", "2", ["nos vemos", 'el "viernes']),
        ("a.tab", "message\tid\nnos vemos\t1\n", "message", ["nos vemos"]),
        ("a.jsonl", '{"id": 1, "text": "nos vemos"}\n\n{"id": 2, "text": null}\n', "text", ["nos vemos", ""]),
        ("a.json", '[{"body": "nos vemos", "id": [1]}]', "body", ["nos vemos"]),
        ("a.txt", "\ufeffnos vemos\r\n\r\nel viernes\r\n", "text", ["nos vemos", "", "el viernes"]),
    ],
)  # fmt: skip
def test_tables(page: Page, served: Served, name: str, content: str, column: str, texts: list[str]) -> None:
    visit(page, served)
    assert page.evaluate(READ, [name, content]) == [column, texts]


#: The column of a file that has the texts, and these, as the page reads it.
READ = """async ([name, content]) => {
    const { readTable } = await import("./page/tables.js")
    const { text_names } = await (await fetch("models")).json()
    const { key, records } = readTable(name, content, null, text_names)
    return [key, records.map((record) => record[key] ?? "")]
}"""


def test_downloads_of_a_file(page: Page, served: Served) -> None:
    """The records keep all their fields; those that the page adds are renamed if a record has one of that name."""
    visit(page, served)
    drop(page, "chat.jsonl", '{"id": [1, 2], "text": "nos vemos\\tel viernes", "language": "=x"}\n')
    expect(page.locator("#totals")).to_contain_text("Of 1 row")
    saved = {}
    for format in ("JSONL", "CSV", "TSV"):
        with page.expect_download() as started:
            page.get_by_role("button", name=f"Download {format}").click()
        saved[format] = started.value.path().read_text(encoding="utf-8-sig")
    record = json.loads(saved["JSONL"])
    assert [record["id"], record["text"], record["language"]] == [[1, 2], "nos vemos\tel viernes", "=x"]
    assert record["mixlid_language"] == "spa"
    (row,) = csv.DictReader(io.StringIO(saved["CSV"]))
    assert (row["id"], row["language"], row["mixlid_language"]) == ("[1,2]", "'=x", "spa")
    header, line = (one.split("\t") for one in saved["TSV"].splitlines())
    assert header == list(row)
    assert line[:3] == ["[1,2]", "nos vemos\\tel viernes", "=x"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("notes.docx", "PK", "notes.docx is not text, CSV, TSV or JSON lines; save it as one of these."),
        ("a.jsonl", '{"text": "a"}\n{"text":\n', "line 2 of a.jsonl is not JSON."),
        ("a.jsonl", "[1]", "record 1 of a.jsonl is not a JSON object."),
        ("a.csv", 'text\n"open\n', "a quote in row 2 is not closed"),
        ("a.csv", "text\na,b\n", "row 2 of a.csv has 2 columns, and the first has 1."),
    ],
)
def test_a_file_that_cannot_be_read_says_why(page: Page, served: Served, name: str, content: str, said: str) -> None:
    visit(page, served, text="bonjour")
    drop(page, name, content)
    expect(page.locator("#file-note")).to_contain_text(said)
    expect(page.locator("#file-note")).not_to_contain_text("--")  # no option of the command
    expect(page.locator("#text")).to_be_visible()


def test_a_large_file_shows_its_progress_and_can_be_cancelled(noisy: Page, served: Served) -> None:
    """What was answered before is not asked for again."""
    visit(noisy, served)
    asked: list[int] = []

    def count(route: Route) -> None:
        texts = (route.request.post_data_json or {})["text"]
        if isinstance(texts, list):
            asked.append(len(texts))
        if len(asked) == 3 and isinstance(texts, list):
            held.append(route)
        else:
            route.continue_()

    held: list[Route] = []
    noisy.route("**/identify", count)
    drop(noisy, "lines.txt", "".join(f"line {number} is in English\n" for number in range(1_000)))
    expect(noisy.locator("#waiting-note")).to_have_text("400 of 1,000 lines")
    assert noisy.locator("#progress").evaluate("bar => bar.value / bar.max") == 0.4
    noisy.get_by_role("button", name="Cancel").click()
    expect(noisy.locator("#problem")).to_contain_text("Cancelled.")
    noisy.get_by_role("button", name="Try again now").click()
    expect(noisy.locator("#totals")).to_contain_text("Of 1,000 rows")
    assert held
    assert asked == [200, 200, 200, 200, 200, 200]
