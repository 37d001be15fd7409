"""Words on the page: their colours while typing, and why each has its language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from served import Served
from visits import MIXED, legend, style, visit, word


def test_typing_colours_two_languages(page: Page, served: Served) -> None:
    visit(page, served)
    page.locator("#text").fill("")
    page.locator("#text").press_sequentially(MIXED)
    expect(page.locator("#panel .legend li")).to_have_count(2)
    expect(page.locator("#summary")).to_contain_text("Spanish")
    spanish, english = word(page, "entrevista"), word(page, "have")
    expect(english).to_have_text("have, English")
    expect(word(page, "wear")).to_have_text("wear, English")  # the answer for all that was typed is there
    assert legend(page) == ["English", "Spanish"]
    assert style(spanish, "backgroundColor") != style(english, "backgroundColor")
    assert style(spanish, "textDecorationStyle") != style(english, "textDecorationStyle")  # not by colour alone
    assert page.locator("#panel .switch").count() == int(page.locator("#summary").inner_text().split()[-2])
    assert page.locator("#panel .words").evaluate("box => box.querySelectorAll('.tag').length") > 1


def test_offsets_survive_emoji(page: Page, served: Served) -> None:
    visit(page, served, text="👩‍👩‍👧 bonjour 🙂 à tous 𝒳 there are many people")
    assert page.locator("#panel .word").all_text_contents()[0] == "bonjour, French"


def test_a_word_explains_itself(page: Page, served: Served) -> None:
    visit(page, served, text=MIXED)
    word(page, "tengo").hover()
    expect(page.locator("#explanation .head")).to_contain_text("tengo is Spanish")
    bars = page.locator("#explanation .bars li")
    assert bars.count() == 3
    assert bars.first.locator(".name").inner_text() == "Spanish"
    sizes = [page.locator("#explanation .bar").nth(place).bounding_box() for place in range(3)]
    widths = [size["width"] for size in sizes if size]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > widths[2] > 0
    assert page.locator("#explanation .ngrams li").count() >= 5
    expect(page.locator("#explanation .side h3").first).to_have_text("for Spanish")


def test_a_word_outside_the_answer_has_a_guess(page: Page, served: Served) -> None:
    visit(page, served, text="dh'fhàg na sheets aig an taigh")
    expect(word(page, "sheets")).to_have_attribute("title", re.compile("^perhaps English .*, not counted$"))
    word(page, "sheets").hover()
    expect(page.locator("#explanation")).to_contain_text(re.compile("Probably English .*, not counted"))


def test_the_decision_explains_itself(page: Page, served: Served) -> None:
    """A further language that was kept, one that was not, and the evidence on request."""
    visit(page, served, text=MIXED)
    judged = page.locator("#panel .judgement summary")
    expect(judged).to_have_count(1)
    expect(judged).to_contain_text("entrevista as Spanish")
    expect(judged).to_contain_text("probable, counted")
    pieces = page.locator("#panel .judgement li")
    expect(pieces.first).to_be_hidden()
    judged.click()
    expect(pieces.first).to_contain_text("how much better the answer is with the language")
    visit(page, served, text="Il presidente ha incontrato ieri a Roma il signor Johnson di Chicago")
    expect(page.locator("#panel .judgement summary")).to_contain_text("not counted")


def test_text_from_right_to_left(page: Page, served: Served) -> None:
    visit(page, served, text="אני הולך מחר לפגישה עם the new team")
    for place in ("#text", "#panel .words"):
        assert page.locator(place).evaluate("element => getComputedStyle(element).direction") == "rtl", place
    expect(page.locator("#panel .legend")).to_contain_text("Hebrew")
    expect(page.locator("#panel .legend")).to_contain_text("English")
    first, last = (word(page, text).bounding_box() for text in ("אני", "לפגישה"))
    assert first
    assert last
    assert first["x"] > last["x"]
    visit(page, served, text=MIXED)
    assert page.locator("#text").evaluate("element => getComputedStyle(element).direction") == "ltr"


@pytest.mark.parametrize(
    "text",
    ["we are moving to the new office מחר בבוקר ואני עוד לא ארזתי", "אני הולך מחר לפגישה עם the new team"],
    ids=["from the left", "from the right"],
)
def test_a_tag_stands_where_its_run_begins(page: Page, served: Served, text: str) -> None:
    visit(page, served, text=text)
    gaps = page.locator("#panel .tag").evaluate_all(
        """tags => tags.map(tag => {
            const one = tag.getBoundingClientRect(), word = tag.nextElementSibling.getBoundingClientRect()
            return tag.textContent === "heb" ? one.left - word.right : word.left - one.right
        })"""
    )
    assert len(gaps) == 2
    assert all(-2 < gap < 12 for gap in gaps), gaps


def test_arrows_go_the_way_of_the_text(page: Page, served: Served) -> None:
    visit(page, served, text="אני הולך מחר לפגישה עם the new team")
    page.locator("#link").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#explanation .head")).to_contain_text("הולך is Hebrew")


def test_a_long_text_explains_the_words_that_one_points_at(page: Page, served: Served) -> None:
    """Explaining all its words takes many times as long as the answer, which does not wait for it."""
    asked: list[bool] = []
    page.on("request", lambda request: asked.append((request.post_data_json or {}).get("explain", False)))
    visit(page, served, text=" ".join([MIXED] * 30))
    assert not any(asked)
    expect(page.locator("#explanation .hint")).to_contain_text("Point at a word")
    word(page, "tengo").hover()
    expect(page.locator("#explanation .head")).to_contain_text("tengo is Spanish")
    assert sum(asked) == 1


def test_words_by_keyboard(page: Page, served: Served) -> None:
    visit(page, served, text=MIXED)
    page.locator("#link").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#explanation .head")).to_contain_text("mañana is Spanish")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#explanation .head")).to_contain_text("tengo is Spanish")
    page.keyboard.press("End")
    expect(page.locator("#explanation .head")).to_contain_text("wear is English")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.classList.contains('word')")  # one stop for all words
