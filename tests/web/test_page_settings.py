"""The controls of the page: every one of them changes the answer."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from served import Served
from visits import MIXED, legend, move, visit, word


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
    expect(page.locator("#explanation .head")).to_contain_text("wear is Spanish")


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
