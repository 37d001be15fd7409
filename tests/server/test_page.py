"""The page as a whole: many lines, links, hostile text, examples, small screens, accessibility."""

from __future__ import annotations

import codecs
import json
import subprocess
import sys
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect
from served import Served
from test_page_files import drop
from visits import MIXED, TWO_LINES, legend, move, settle, visit, visit_advanced

from mixlid.settings import preset_names


def test_many_lines_and_downloads(page: Page, served: Served) -> None:
    visit(page, served, text=TWO_LINES)
    rows = page.locator("#lines tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Spanish")
    with page.expect_download() as started:
        page.get_by_role("button", name="Download JSONL").click()
    records = [json.loads(line) for line in started.value.path().read_text(encoding="utf-8").splitlines()]
    assert [record["text"] for record in records] == TWO_LINES.split("\n")
    assert records[0]["labels"] == ["spa_Latn", "eng_Latn"]
    page.get_by_role("button", name="Look at line 2").click()
    expect(page.locator("#summary")).to_contain_text("Line 2 of 2: English 100%")


def test_blank_lines_keep_the_numbers_of_the_others(page: Page, served: Served) -> None:
    first, second = TWO_LINES.split("\n")
    visit(page, served, text=f"\n{first}\n \n\n{second}\n")
    expect(page.locator("#summary")).to_contain_text("Line 2 of 5: Spanish")
    page.get_by_role("button", name="Look at line 5").click()
    expect(page.locator("#summary")).to_contain_text("Line 5 of 5: English 100%")
    expect(page.locator("#panel .words")).to_contain_text(second.split()[0])


@pytest.mark.parametrize(("format", "options"), [("csv", ["--excel"]), ("jsonl", [])])
def test_downloads_are_those_of_the_command(
    page: Page, served: Served, tmp_path: Path, format: str, options: list[str]
) -> None:
    """The same values as the command writes; CSV for Excel, with a byte order mark and without formulas."""
    lines = [*TWO_LINES.split("\n"), "", 'he said "mañana", ok?', "42", "=1+2", "привет, see you soon"]
    text = tmp_path / "lines.txt"
    text.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    command = [sys.executable, "-m", "mixlid", "identify", "-f", format, *options, str(text)]
    written = subprocess.run(command, capture_output=True, check=True).stdout
    visit(page, served, text="\n".join(lines))
    with page.expect_download() as started:
        page.get_by_role("button", name=f"Download {format.upper()}").click()
    saved = started.value.path().read_bytes()
    if format == "csv":
        assert saved == written
        assert saved.startswith(codecs.BOM_UTF8)
    else:
        ours = ("model", "config")
        wanted = [{k: v for k, v in json.loads(line).items() if k not in ours} for line in written.splitlines()]
        assert [json.loads(line) for line in saved.splitlines()] == wanted
        assert [list(json.loads(line)) for line in saved.splitlines()] == [list(one) for one in wanted]


def test_a_thousand_lines(page: Page, served: Served) -> None:
    visit(page, served, text="\n".join(f"line number {place} is in English" for place in range(1_100)))
    expect(page.locator("#lines-note")).to_have_text("500 of 1,100 lines shown")
    with page.expect_download() as started:
        page.get_by_role("button", name="Download JSONL").click()
    assert len(started.value.path().read_text(encoding="utf-8").splitlines()) == 1_100


def test_a_link_carries_text_and_settings(page: Page, served: Served) -> None:
    text = 'señor "und" & #1 + 100% + mañana, see you there'
    visit_advanced(page, served, text="a")
    page.locator("#text").fill(text)
    page.locator("#preset").select_option("cs")
    move(page, "max_languages", "3")
    move(page, "max_switches", "2")
    page.get_by_label("Only these languages").fill("English")
    page.get_by_label("Only these languages").fill("Spanish")
    expect(page.locator("#chosen li")).to_have_count(2)
    settle(page)
    assert "eng_Latn%2Cspa_Latn" in page.url
    summary = page.locator("#summary").inner_text()
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    settle(page)
    expect(page.locator("#summary")).to_have_text(summary)
    expect(page.locator("#text")).to_have_value(text)
    expect(page.locator("#preset")).to_have_value("cs")
    expect(page.locator('output[for="max_languages"]')).to_have_text("3")
    expect(page.locator('output[for="max_switches"]')).to_have_text("2")
    assert page.locator("#chosen li").all_text_contents() == ["English×", "Spanish×"]
    assert text not in served.log


def test_markup_is_shown_and_not_run(page: Page, served: Served) -> None:
    evil = '<script>alert(1)</script> <img src=x onerror=alert(2)> bonjour "><b onmouseover=alert(3)>monde</b> &amp;'
    visit(page, served, text=f"{evil}\n{evil}")
    assert evil in page.locator("#lines tbody td.text").first.inner_text()
    shown = page.locator("#panel .words").evaluate(
        """box => {
            const copy = box.cloneNode(true)
            copy.querySelectorAll('.tag, .hidden').forEach(part => part.remove())
            return copy.textContent
        }"""
    )
    assert shown == evil
    assert page.locator("#answer script, #answer img, #answer b, #lines script, #lines img, #lines b").count() == 0
    for place in range(page.locator("#panel .word").count()):
        page.locator("#panel .word").nth(place).hover()
    assert page.locator("#explanation script, #explanation img").count() == 0


def test_the_newest_answer_wins(page: Page, served: Served) -> None:
    """The first question is held back until the second is answered."""
    visit(page, served, text="42")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if "bonjour" in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    page.route("**/identify", hold)
    with page.expect_request("**/identify"):
        page.locator("#text").fill("bonjour tout le monde")
    page.locator("#text").fill("thank you very much")
    settle(page)
    expect(page.locator("#summary")).to_contain_text("English")
    (route,) = held
    route.abort()  # of no use to the page: it does not wait for it any more
    assert (
        page.evaluate("new Promise(done => setTimeout(() => done(document.getElementById('problem').textContent)))")
        == ""
    )
    expect(page.locator("#summary")).to_contain_text("English")


def test_examples(page: Page, served: Served) -> None:
    visit(page, served)
    names = page.locator("#example option").all_text_contents()[1:]
    assert len([name for name in names if "," in name]) >= 12
    wrong = []
    scripts = set()
    for name in names:
        page.locator("#example").select_option(label=name)
        settle(page)
        assert page.locator("#problem").inner_text() == ""
        wanted = set(name.removeprefix("Three: ").split(", ")) if "," in name else set()
        if wanted and set(legend(page)) != wanted:
            wrong.append((name, legend(page)))
        scripts |= {code[-4:] for code in page.locator("#panel .legend code").all_text_contents()}
    assert wrong == []
    assert len(scripts) >= 9


def test_links_to_what_else_there_is(page: Page, served: Served) -> None:
    visit(page, served, text=MIXED)
    expect(page.locator("footer")).to_contain_text("goes to this server only")
    expect(page.get_by_role("link", name="HTTP service")).to_have_attribute("href", "openapi.json")
    page.get_by_role("link", name="Help").click()  # on this server: a request to another host fails the test
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    expect(page.locator("#presets dt")).to_have_count(len(preset_names({})))
    expect(page.locator("#fields dt").first).to_have_text("labels")
    schemas = served.client.get("/openapi.json").json()["components"]["schemas"]
    assert page.locator("#fields dt").all_text_contents() == list(schemas["Result"]["properties"])
    assert all(
        link.startswith("../") for link in page.locator("a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    )
    check_accessibility(page)
    page.get_by_role("link", name="The page").click()
    settle(page)


def check_accessibility(page: Page) -> None:
    """axe-core reports nothing at all."""
    found = Axe().run(page).response
    grave = [(it["id"], it["impact"], [node["html"] for node in it["nodes"]][:3]) for it in found["violations"]]
    assert len(found["passes"]) > 10
    assert grave == []


def test_phone_width_has_no_sideways_scrolling(page: Page, served: Served) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    visit(page, served, text=f"{MIXED} {'x' * 200}", unit="sentence")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not page.locator("#settings").evaluate("details => details.open")
    expect(page.locator("#settings > summary")).to_have_text("Advanced (1 changed)")
    page.locator("#settings > summary").click()
    expect(page.locator("#penalty")).to_be_hidden()
    page.get_by_text("Prices", exact=True).click()
    expect(page.locator("#penalty")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(page: Page, served: Served, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    text = f"{MIXED}\nthe party was lovely, wir haben getanzt, puis rentrés καλημέρα"
    visit_advanced(page, served, text=text, languages="spa,eng,deu,fra", max_languages="3")
    page.get_by_role("button", name="Correct words").click()
    expect(page.locator("#correcting-words .current")).to_be_focused()
    drop(page, "chat.csv", "id,comment\n1,nos vemos el viernes after work\n")
    expect(page.locator("#opened")).to_be_visible()
    settle(page)
    check_accessibility(page)
