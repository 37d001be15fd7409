"""Words on the page: their colours while typing, and why each has its language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from served import Served
from visits import MIXED, legend, style, visit, word

#: A switch at every other word.
SWITCHING = "mañana tengo a meeting con the whole team y después we can comer algo together porque I am hungry ya"


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
    ("text", "from_the_right"),
    [
        ("we are moving to the new office מחר בבוקר ואני עוד לא ארזתי", False),
        ("אני הולך מחר לפגישה עם the new team", True),
        ("אני צריך לעשות update למחשב", True),
    ],
)
def test_a_tag_stands_between_the_languages(page: Page, served: Served, text: str, from_the_right: bool) -> None:
    """In the direction of the text: after all words of the language before, and before all of its own."""
    visit(page, served, text=text)
    middles = page.locator("#panel .words").evaluate(
        """box => [...box.querySelectorAll(".tag, .word")].map(part => {
            const { left, right } = part.getBoundingClientRect()
            return [part.classList.contains("tag"), (left + right) / 2]
        })"""
    )
    places = [number for number, (is_tag, _) in enumerate(middles) if is_tag]
    assert len(places) >= 2
    for place in places:
        end = next((other for other in places if other > place), len(middles))
        start = max((other for other in places if other < place), default=0)
        sign = -1 if from_the_right else 1
        assert all(sign * middle < sign * middles[place][1] for is_tag, middle in middles[start:place] if not is_tag)
        assert all(sign * middle > sign * middles[place][1] for _, middle in middles[place + 1 : end])


@pytest.mark.parametrize("text", [SWITCHING, "so let's grab some coffee 明日の会議は中止になりました"])
def test_no_tag_is_alone_at_the_end_of_a_line(page: Page, served: Served, text: str) -> None:
    visit(page, served, text=text)
    broken = 0
    for width in range(320, 640, 16):
        page.set_viewport_size({"width": width, "height": 700})
        rows = page.locator("#panel .tag").evaluate_all(
            """tags => tags.map(tag => {
                const next = tag.nextElementSibling, word = next.matches(".word") ? next : next.querySelector(".word")
                const range = document.createRange()
                range.setStart(word.firstChild, 0)
                range.setEnd(word.firstChild, 1)
                const left = (part) => part.getBoundingClientRect().left
                return [tag.getClientRects().length, left(tag), left(range)]
            })"""
        )
        assert all(pieces == 1 and tag < word for pieces, tag, word in rows), (width, rows)
        broken += page.locator("#panel .words").evaluate("box => box.getBoundingClientRect().height") > 100
    assert broken  # into lines


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
