"""The page in a real browser: what people see and do, and that nothing goes wrong on the way."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from served import Served

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
MIXED = "mañana tengo una entrevista and I have no idea what to wear"
TWO_LINES = "nos vemos el viernes after work\nthis line is all English"

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here (Debian: apt-get install chromium)")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """A page that must make no noise: no message, no failed request, no question to another host."""
    context = browser.new_context()
    context.set_default_timeout(20_000)
    noise: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: noise.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: noise.append(str(error)))
    page.on("dialog", lambda dialog: noise.append(f"dialog: {dialog.message}"))
    page.on("request", lambda request: _same_host(request.url, served, noise))
    page.on("response", lambda response: noise.append(response.url) if response.status >= 400 else None)
    yield page
    context.close()
    assert noise == []


def _same_host(url: str, served: Served, noise: list[str]) -> None:
    if not url.startswith((f"{served.address}/", "blob:")):
        noise.append(f"another host: {url}")


def visit(page: Page, served: Served, **items: str) -> None:
    page.goto(f"{served.address}/#{urlencode(items)}" if items else served.address)
    settle(page)


def settle(page: Page) -> None:
    """Until what was asked last is answered."""
    page.wait_for_selector('#answer[aria-busy="false"]')


def legend(page: Page, panel: str = "first") -> list[str]:
    return page.locator(f"#{panel} .legend .sample").all_text_contents()


def word(page: Page, text: str, panel: str = "first") -> Locator:
    return page.locator(f"#{panel} .word", has_text=text).first


def style(element: Locator, name: str) -> str:
    value: str = element.evaluate("(element, name) => getComputedStyle(element)[name]", name)
    return value


def test_typing_colours_two_languages(page: Page, served: Served) -> None:
    visit(page, served)
    page.locator("#text").fill("")
    page.locator("#text").press_sequentially(MIXED)
    expect(page.locator("#first .legend li")).to_have_count(2)
    expect(page.locator("#summary")).to_contain_text("Spanish")
    spanish, english = word(page, "entrevista"), word(page, "have")
    expect(english).to_have_text("have, English")
    assert legend(page) == ["Spanish", "English"]
    assert style(spanish, "backgroundColor") != style(english, "backgroundColor")
    assert style(spanish, "textDecorationStyle") != style(english, "textDecorationStyle")  # not by colour alone
    assert page.locator("#first .switch").count() == int(page.locator("#summary").inner_text().split()[-2])
    assert page.locator("#first .words").evaluate("box => box.querySelectorAll('.tag').length") > 1


def test_offsets_survive_emoji(page: Page, served: Served) -> None:
    visit(page, served, text="👩‍👩‍👧 bonjour 🙂 à tous 𝒳 there are many people")
    assert page.locator("#first .word").all_text_contents()[0] == "bonjour, French"


def test_the_text_takes_colours_where_it_is_written(page: Page, served: Served) -> None:
    visit(page, served, text=f"\n🙂 {TWO_LINES}")
    marks = page.locator("#behind .run")
    assert [text.strip() for text in marks.all_text_contents()] == [
        "🙂 nos vemos el viernes",
        "after work",
        "this line is all English",
    ]
    assert page.locator("#behind").text_content() == f"\n🙂 {TWO_LINES}\n"
    assert marks.nth(1).get_attribute("class") == marks.nth(2).get_attribute("class")
    page.route("**/identify", lambda _: None)  # no more answers: what is known keeps its place
    page.locator("#text").press("Control+Home")
    page.keyboard.type("ay ")
    assert page.locator("#behind").text_content() == f"ay \n🙂 {TWO_LINES}\n"
    assert [text.strip() for text in marks.all_text_contents()][1] == "after work"
    area, behind = (page.locator(name).bounding_box() for name in ("#text", "#behind"))
    assert area == behind


def move(page: Page, name: str, value: float) -> None:
    slider = page.locator(f"#{name}")
    slider.evaluate(
        "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input', {bubbles: true})) }", value
    )


def test_a_higher_price_makes_a_language_vanish(page: Page, served: Served) -> None:
    visit(page, served, text=MIXED)
    assert legend(page) == ["Spanish", "English"]
    move(page, "penalty", 4)
    expect(page.locator("#first .legend")).not_to_contain_text("English")
    expect(page.locator("#first .legend")).to_contain_text("Spanish")
    assert "penalty=4" in page.url
    page.get_by_role("button", name="As the preset has it").click()
    expect(page.locator("#first .legend")).to_contain_text("English")


def test_every_slider_does_something(page: Page, served: Served) -> None:
    visit(page, served, text=MIXED)
    before = page.locator("#summary").inner_text()
    for name, value in (("max_languages", 1), ("min_chars", 40), ("top", 30), ("max_switches", 0)):
        move(page, name, value)
        expect(page.locator("#summary")).not_to_have_text(before)
        page.get_by_role("button", name="As the preset has it").click()
        expect(page.locator("#summary")).to_have_text(before)


def test_sliders_by_keyboard(page: Page, served: Served) -> None:
    visit(page, served, text=MIXED)
    page.locator("#max_languages").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#first .legend")).not_to_contain_text("English")
    expect(page.locator('output[for="max_languages"]')).to_have_text("1")


def test_presets_and_solvers(page: Page, served: Served) -> None:
    visit(page, served, text=MIXED)
    page.locator("#preset").select_option("mono")
    expect(page.locator('output[for="top"]')).to_have_text("10")
    page.locator("#preset").select_option("default")
    expect(page.locator('output[for="top"]')).to_have_text("off")
    page.locator("#solver").select_option("masklid")
    expect(page.locator("#summary")).to_contain_text("Spanish 79%")


def test_exact_beside_masklid(page: Page, served: Served) -> None:
    visit(page, served, text=MIXED)
    page.get_by_label("side by side with masklid").check()
    expect(page.locator("#second")).to_be_visible()
    assert page.locator(".panel h3").all_text_contents() == ["exact", "masklid"]
    expect(page.locator("#summary")).to_contain_text("the solvers differ in 2 words")
    differing = [page.locator(f"#{panel} .differs").all_text_contents() for panel in ("first", "second")]
    assert differing == [
        ["what, English, differs", "wear, English, differs"],
        ["what, Spanish, differs", "wear, Spanish, differs"],
    ]
    word(page, "wear", "second").hover()
    expect(page.locator("#explanation .head")).to_have_text("wear is Spanish")


def test_restricting(page: Page, served: Served) -> None:
    visit(page, served, text=MIXED)
    field = page.get_by_label("Only these languages")
    field.fill("Spanish")
    expect(page.locator("#summary")).not_to_contain_text("English")
    field.fill("deu")
    field.press("Enter")
    expect(page.locator("#chosen li")).to_have_count(2)
    page.get_by_role("button", name="Remove Spanish").click()
    page.get_by_role("button", name="Remove German").click()
    expect(page.locator("#summary")).to_contain_text("English")


def test_a_word_explains_itself(page: Page, served: Served) -> None:
    visit(page, served, text=MIXED)
    word(page, "tengo").hover()
    expect(page.locator("#explanation .head")).to_have_text("tengo is Spanish")
    bars = page.locator("#explanation .bars li")
    assert bars.count() == 3
    assert bars.first.locator(".name").inner_text() == "Spanish"
    sizes = [page.locator("#explanation .bar").nth(place).bounding_box() for place in range(3)]
    widths = [size["width"] for size in sizes if size]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > widths[2] > 0
    assert page.locator("#explanation .ngrams li").count() >= 5
    expect(page.locator("#explanation .side h3").first).to_have_text("for Spanish")


def test_words_by_keyboard(page: Page, served: Served) -> None:
    visit(page, served, text=MIXED)
    page.locator("#link").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#explanation .head")).to_have_text("mañana is Spanish")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#explanation .head")).to_have_text("tengo is Spanish")
    page.keyboard.press("End")
    expect(page.locator("#explanation .head")).to_have_text("wear is English")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.classList.contains('word')")  # one stop for all words


def test_many_lines_and_downloads(page: Page, served: Served) -> None:
    visit(page, served, text=TWO_LINES)
    rows = page.locator("#lines tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Spanish")
    with page.expect_download() as started:
        page.get_by_role("button", name="Download JSONL").click()
    records = [json.loads(line) for line in started.value.path().read_text(encoding="utf-8").splitlines()]
    assert [record["text"] for record in records] == TWO_LINES.split("\n")
    assert records[0]["languages"] == ["spa_Latn", "eng_Latn"]
    assert records[0]["text"][records[0]["spans"][-1]["start"] :] == "after work"
    with page.expect_download() as started:
        page.get_by_role("button", name="Download CSV").click()
    table = list(csv.DictReader(io.StringIO(started.value.path().read_text(encoding="utf-8"))))
    assert [row["languages"] for row in table] == ["spa_Latn eng_Latn", "eng_Latn"]
    page.get_by_role("button", name="Look at line 2").click()
    expect(page.locator("#summary")).to_contain_text("Line 2 of 2: English 100%")


def test_a_thousand_lines(page: Page, served: Served) -> None:
    visit(page, served, text="\n".join(f"line number {place} is in English" for place in range(1_100)))
    expect(page.locator("#lines-note")).to_have_text("1100 lines; 600 of them only in the download")
    with page.expect_download() as started:
        page.get_by_role("button", name="Download JSONL").click()
    assert len(started.value.path().read_text(encoding="utf-8").splitlines()) == 1_100


def test_a_link_carries_text_and_settings(page: Page, served: Served) -> None:
    text = 'señor "und" & #1 + 100% + mañana, see you there'
    visit(page, served, text="a")
    page.locator("#text").fill(text)
    page.locator("#preset").select_option("cs")
    move(page, "max_languages", 3)
    move(page, "max_switches", 2)
    page.get_by_label("side by side with masklid").check()
    page.get_by_label("Only these languages").fill("English")
    page.get_by_label("Only these languages").fill("Spanish")
    expect(page.locator("#second")).to_be_visible()
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
    expect(page.get_by_label("side by side with masklid")).to_be_checked()
    assert page.locator("#chosen li").all_text_contents() == ["English×", "Spanish×"]
    assert text not in served.log


def test_markup_is_shown_and_not_run(page: Page, served: Served) -> None:
    evil = '<script>alert(1)</script> <img src=x onerror=alert(2)> bonjour "><b onmouseover=alert(3)>monde</b> &amp;'
    visit(page, served, text=f"{evil}\n{evil}")
    assert evil in page.locator("#lines tbody td.text").first.inner_text()
    shown = page.locator("#first .words").evaluate(
        """box => {
            const copy = box.cloneNode(true)
            copy.querySelectorAll('.tag, .hidden').forEach(part => part.remove())
            return copy.textContent
        }"""
    )
    assert shown == evil
    assert page.locator("#answer script, #answer img, #answer b, #lines script, #lines img, #lines b").count() == 0
    for place in range(page.locator("#first .word").count()):
        page.locator("#first .word").nth(place).hover()
    assert page.locator("#explanation script, #explanation img").count() == 0


def test_the_newest_answer_wins(page: Page, served: Served) -> None:
    """The first question is held back until the second is answered."""
    visit(page, served, text="a")
    held = []
    page.route(
        "**/identify",
        lambda route: held.append(route) if "bonjour" in (route.request.post_data or "") else route.continue_(),
    )
    page.locator("#text").fill("bonjour tout le monde")
    page.wait_for_timeout(400)
    page.locator("#text").fill("thank you very much")
    expect(page.locator("#summary")).to_contain_text("English")
    for route in held:
        route.abort()
    page.wait_for_timeout(200)
    expect(page.locator("#summary")).to_contain_text("English")
    assert held


def test_examples(page: Page, served: Served) -> None:
    visit(page, served)
    names = page.locator("#example option").all_text_contents()[1:]
    assert len([name for name in names if "," in name]) >= 12
    wrong = []
    for name in names:
        page.locator("#example").select_option(label=name)
        settle(page)
        assert page.locator("#problem").inner_text() == ""
        wanted = set(name.removeprefix("Three: ").split(", ")) if "," in name else set()
        if len(wanted) == 2 and set(legend(page)) != wanted:
            wrong.append((name, legend(page)))
    assert wrong == []


def test_an_error_is_a_sentence_on_the_page(browser: Browser, served: Served) -> None:
    context = browser.new_context()
    page = context.new_page()
    visit(page, served, text="x" * 20_001)
    expect(page.get_by_role("alert")).to_contain_text("the text has 20,001 characters")
    page.locator("#text").fill("bonjour à tous")
    expect(page.locator("#summary")).to_contain_text("French")
    expect(page.get_by_role("alert")).to_be_empty()
    context.close()


def test_phone_width_has_no_sideways_scrolling(page: Page, served: Served) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    visit(page, served, text=f"{MIXED} {'x' * 200}", compare="1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not page.locator("#settings").evaluate("details => details.open")
    page.locator("#settings summary").click()
    expect(page.locator("#penalty")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/docs"])
def test_accessibility(browser: Browser, served: Served, scheme: str, path: str) -> None:
    """axe-core finds nothing at all, serious or not."""
    context = browser.new_context(color_scheme="dark" if scheme == "dark" else "light")
    page = context.new_page()
    if path == "/docs":
        page.goto(f"{served.address}{path}")
    else:
        visit(
            page,
            served,
            text=f"{MIXED}\nthe party was lovely, wir haben getanzt, puis rentrés καλημέρα",
            compare="1",
            languages="spa,eng,deu,fra",
            max_languages="3",
        )
    found = Axe().run(page).response
    grave = [(it["id"], it["impact"], [node["html"] for node in it["nodes"]][:3]) for it in found["violations"]]
    context.close()
    assert len(found["passes"]) > 10
    assert grave == []
