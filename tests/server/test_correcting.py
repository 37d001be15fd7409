"""Correcting words: on the page with keys, as files, and as something to learn from."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect
from served import Served, sentence
from visits import settle, visit

LINES = "sunumun son hali için feedback lazım\ntoplantıya Charlotte gelecek\nbu weekend biz de party için geliyoruz"
TEXT = "Ayşe bugün office'te, ok 42"
WORDS = [(0, 4, "name"), (5, 10, "tur_Latn"), (11, 20, "eng_Latn"), (20, 21, "zxx"), (22, 24, "und"), (25, 27, "other")]
SENTENCES = [{"text": TEXT, "words": [{"start": start, "end": end, "label": label} for start, end, label in WORDS]}]


def written(served: Served, format: str) -> str:
    response = served.client.post("/corrected", json={"format": format, "sentences": SENTENCES})
    assert response.status_code == 200, response.text
    return response.content.decode("utf-8-sig")


def test_as_labelled_sentences(served: Served, tmp_path: Path) -> None:
    """`mixlid compare` reads them, with names and other words in no language."""
    assert json.loads(written(served, "jsonl")) == {
        "text": TEXT,
        "langs": ["eng", "tur"],
        "tokens": [TEXT[start:end] for start, end, _ in WORDS],
        "tags": ["ne", "tur", "eng", "other", "unk", "other"],
    }
    path = tmp_path / "gold.jsonl"
    path.write_text(written(served, "jsonl"), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "mixlid", "compare", str(path), str(path)], capture_output=True, text=True
    )
    assert "1 utterances, 2 words with a language" in run.stdout.replace("1 utterance,", "1 utterances,"), run.stderr


def test_as_rows_and_as_a_treebank(served: Served) -> None:
    rows = list(csv.DictReader(io.StringIO(written(served, "csv"))))
    assert [(row["word"], row["label"]) for row in rows] == [(TEXT[start:end], label) for start, end, label in WORDS]
    lines = written(served, "conllu").splitlines()
    assert lines[0] == f"# text = {TEXT}"
    assert [line.rpartition("\t")[2] for line in lines[1:-1]] == [
        "Lang=zxx", "Lang=tr", "Lang=en", "Lang=zxx", "Lang=und", "Lang=zxx",
    ]  # fmt: skip


def test_for_annotation_tools(served: Served) -> None:
    (task,) = json.loads(written(served, "labelstudio"))
    regions = [one["value"] for one in task["predictions"][0]["result"]]
    assert [(one["start"], one["end"], *one["labels"]) for one in regions][:3] == [
        (0, 4, "name"), (5, 10, "tur"), (11, 20, "eng"),
    ]  # fmt: skip
    assert json.loads(written(served, "doccano"))["label"][1] == [5, 10, "tur"]
    assert "1-2\t5-10\tbugün\ttur\t\n" in written(served, "webanno")


def test_words_outside_their_text_are_refused(served: Served) -> None:
    bad = [{"text": "ok", "words": [{"start": 0, "end": 9, "label": "tur_Latn"}]}]
    refused = served.client.post("/corrected", json={"format": "csv", "sentences": bad})
    assert refused.status_code == 422
    assert sentence(refused).startswith("sentence 1: ")


def test_correcting_by_keys(page: Page, served: Served) -> None:
    visit(page, served, text=LINES)
    page.get_by_role("button", name="Correct words").click()
    state, current = page.locator("#correcting-state"), page.locator("#correcting-words .current")
    expect(state).to_contain_text("0 words of 16 looked at")
    expect(current).to_be_focused()
    first = current.get_attribute("data-index"), page.locator("#correcting-words").inner_text()
    page.keyboard.press("o")
    expect(state).to_contain_text("1 word of 16 looked at, 1 corrected, in 1 sentence.")
    page.keyboard.press("b")  # taken back
    expect(state).to_contain_text("0 words of 16 looked at")
    assert (current.get_attribute("data-index"), page.locator("#correcting-words").inner_text()) == first
    for _ in range(16):
        if "Charlotte" not in page.locator("#correcting-words").inner_text():
            page.keyboard.press("s")
    page.locator("#correcting-words .word", has_text="Charlotte").click()
    page.keyboard.press("n")
    page.get_by_label("Another language").fill("Kazakh")
    expect(state).to_contain_text("2 words of 16 looked at, 2 corrected")
    with page.expect_download() as started:
        page.get_by_role("button", name="Save", exact=True).click()
    assert started.value.suggested_filename == "corrected.jsonl"
    records = [json.loads(line) for line in started.value.path().read_text(encoding="utf-8").splitlines()]
    (record,) = [one for one in records if "Charlotte" in one["tokens"]]
    assert record["tags"][record["tokens"].index("Charlotte")] == "ne"
    assert any("kaz" in one["tags"] for one in records)


def test_learning_from_what_was_corrected(page: Page, served: Served) -> None:
    visit(page, served, text=LINES)
    page.get_by_role("button", name="Correct words").click()
    expect(page.locator("#correcting-words .current")).to_be_focused()
    page.get_by_role("button", name="Right as it is").click()
    expect(page.locator("#correcting-state")).to_contain_text("1 word of 16 looked at, 0 corrected")
    with page.expect_request("**/adapt") as asked:
        page.get_by_role("button", name="Learn from these").click()
    (labelled,) = (asked.value.post_data_json or {})["labelled"]
    assert labelled["text"] in LINES
    assert "tur" in labelled["langs"]
    expect(page.locator("#learn-note")).to_contain_text("Expected from now on: Turkish")
    expect(page.get_by_label("Texts like")).to_be_visible()
    settle(page)
    with page.expect_download():  # nobody is asked whether to leave
        page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator("#correcting")).to_be_hidden()
