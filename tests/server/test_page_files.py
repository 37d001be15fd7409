"""Many lines, and a file instead of text: totals, order and filter, adaptation, and the file with languages."""

from __future__ import annotations

import base64
import csv
import io
import re
from pathlib import Path

from playwright.sync_api import Page, expect
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
    assert numbers(page) == ["3", "5", "1", "2", "4"]  # mixed ones first, blank ones last
    expect(page.locator("#text")).to_be_hidden()
    with page.expect_download() as started:
        page.get_by_role("button", name="Download the file with languages").click()
    assert started.value.suggested_filename == "chat.csv"
    saved = list(csv.DictReader(io.StringIO(started.value.path().read_text(encoding="utf-8"))))
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


def test_a_column_is_chosen_and_the_file_adapted_to(page: Page, served: Served, tmp_path: Path) -> None:
    path = tmp_path / "two.csv"
    path.write_text(
        "first,second\n" + "".join(f"{text or 'olur'},{text[::-1]}x\n" for _, text in ROWS), encoding="utf-8"
    )
    visit(page, served)
    page.locator("#file").set_input_files(path)
    expect(page.locator("#file-note")).to_have_text("Which column has the texts?")
    page.locator("#file-column").select_option("first")
    expect(page.locator("#totals")).to_contain_text("Of 5 rows")
    settle(page)
    with page.expect_request("**/identify") as asked:
        page.get_by_role("button", name="Adapt to these lines").click()
    assert "tur" in str((asked.value.post_data_json or {})["prior"])
    expect(page.locator("#adapt-note")).to_contain_text("Expected from now on: Turkish")
    expect(page.get_by_label("Texts like")).to_be_visible()


def test_a_file_that_cannot_be_read_says_why(noisy: Page, served: Served) -> None:
    visit(noisy, served, text="bonjour")
    drop(noisy, "notes.docx", "PK")
    expect(noisy.locator("#file-note")).to_contain_text("notes.docx ends in .docx, which mixlid does not read")
    expect(noisy.locator("#text")).to_be_visible()
