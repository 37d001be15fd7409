"""Correcting words on the page, by keys, and the file of labelled sentences that comes out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect
from served import Served
from visits import visit

from mixlid.adapt.labelled import Sample, sample_of

LINES = "sunumun son hali için feedback lazım\ntoplantıya Charlotte gelecek\nbu weekend biz de party için geliyoruz"


def test_correcting_by_keys(page: Page, served: Served) -> None:
    visit(page, served, text=LINES)
    page.get_by_role("button", name="Correct words").click()
    state, current = page.locator("#correcting-state"), page.locator("#correcting-words .current")
    expect(state).to_have_text("0 of 16 words decided, 0 corrected; 0 of 3 sentences checked.")
    expect(current).to_be_focused()
    first = current.get_attribute("data-index"), page.locator("#correcting-words").inner_text()
    page.keyboard.press("o")
    expect(state).to_have_text("1 of 16 words decided, 1 corrected; 0 of 3 sentences checked.")
    page.keyboard.press("b")  # taken back
    expect(state).to_have_text("0 of 16 words decided, 0 corrected; 0 of 3 sentences checked.")
    assert (current.get_attribute("data-index"), page.locator("#correcting-words").inner_text()) == first
    for _ in range(16):
        if "Charlotte" not in page.locator("#correcting-words").inner_text():
            page.keyboard.press("s")
    page.locator("#correcting-words .word", has_text="Charlotte").click()
    page.keyboard.press("n")
    page.get_by_label("Another language").fill("Kazakh")
    expect(state).to_contain_text("2 of 16 words decided, 2 corrected")
    page.get_by_label("also unchecked sentences").check()
    with page.expect_download() as started:
        page.get_by_role("button", name="Save as JSONL").click()
    assert started.value.suggested_filename == "corrected.jsonl"
    records = [json.loads(line) for line in started.value.path().read_text(encoding="utf-8").splitlines()]
    (record,) = [one for one in records if "Charlotte" in one["tokens"]]
    assert record["tags"][record["tokens"].index("Charlotte")] == "ne"
    assert any("kaz" in one["tags"] for one in records)


def test_the_command_learns_from_what_was_corrected(page: Page, served: Served, tmp_path: Path) -> None:
    visit(page, served, text=LINES)
    page.get_by_role("button", name="Correct words").click()
    expect(page.locator("#correcting-words .current")).to_be_focused()
    expect(page.get_by_role("button", name="Save as JSONL")).to_be_disabled()
    page.get_by_role("button", name="The word is right").click()
    expect(page.locator("#correcting-state")).to_contain_text("1 of 16 words decided, 0 corrected")
    expect(page.get_by_role("button", name="Save as JSONL")).to_be_disabled()  # no sentence is checked
    page.get_by_label("also unchecked sentences").check()
    with page.expect_download() as started:  # and afterwards nobody is asked whether to leave
        page.get_by_role("button", name="Save as JSONL").click()
    path, prior = tmp_path / "corrected.jsonl", tmp_path / "prior.json"
    started.value.save_as(path)
    samples = read_labelled(path)
    assert [sample.text for sample in samples] == LINES.split("\n")
    assert all("".join(sample.tokens) == sample.text.replace(" ", "") for sample in samples)
    assert samples[2].tags == ("tur", "eng", "tur", "tur", "eng", "tur", "tur")
    assert samples[2].languages == {"tur", "eng"}
    command = [sys.executable, "-m", "mixlid", "adapt", "-q", "--labelled", str(path), "-o", str(prior)]
    subprocess.run(command, check=True)
    assert json.loads(prior.read_text(encoding="utf-8"))["labels"] == 3
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator("#correcting")).to_be_hidden()


def test_a_sentence_is_checked_when_all_its_words_are(page: Page, served: Served) -> None:
    visit(page, served, text="bonjour à tous")
    page.get_by_role("button", name="Correct words").click()
    state = page.locator("#correcting-state")
    expect(page.locator("#correcting-words .current")).to_be_focused()
    for said in (
        "1 of 3 words decided, 0 corrected; 0 of 1 sentence",
        "2 of 3 words decided, 0 corrected; 0 of 1 sentence",
    ):
        page.keyboard.press("Enter")
        expect(state).to_have_text(f"{said} checked.")
    page.keyboard.press("Enter")
    expect(state).to_have_text("3 of 3 words decided, 0 corrected; 1 of 1 sentence checked. That was the last word.")
    expect(page.get_by_role("button", name="Save as JSONL")).to_be_enabled()


def test_the_rest_of_a_sentence_is_right(page: Page, served: Served) -> None:
    """By one key, which Back takes back at once."""
    visit(page, served, text=LINES)
    page.get_by_role("button", name="Correct words").click()
    state = page.locator("#correcting-state")
    expect(page.locator("#correcting-words .current")).to_be_focused()
    page.keyboard.press("o")
    page.keyboard.press("a")
    expect(state).to_contain_text(", 1 corrected; 1 of 3 sentences checked.")
    page.keyboard.press("b")
    expect(state).to_have_text("1 of 16 words decided, 1 corrected; 0 of 3 sentences checked.")


def read_labelled(path: Path) -> list[Sample]:
    return [sample_of(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
