"""The controls of the page: each one changes the answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from served import Served
from visits import MIXED, legend, move, settle, visit, visit_advanced

from mixlid.settings import SETTINGS


def test_a_higher_price_makes_a_language_vanish(page: Page, served: Served) -> None:
    visit_advanced(page, served, text=ONE_STRANGER)
    assert legend(page) == ["English", "Spanish"]
    move(page, "penalty", "4")
    expect(page.locator("#panel .legend")).not_to_contain_text("Spanish")
    expect(page.locator("#panel .legend")).to_contain_text("English")
    assert "penalty=4" in page.url
    page.get_by_role("button", name="Reset").click()
    expect(page.locator("#panel .legend")).to_contain_text("Spanish")


#: Two words of one language, and capital letters in the other.
ONE_STRANGER = "mañana temprano I have a Meeting and no Idea what to Wear"


#: For each setting a value that changes what the page says of the sentence, in three languages if it may have them.
TELLING = {
    "max_languages": "1",
    "rank_weights": "1, 0.1",
    "penalty": "4",
    "length_exponent": "2",
    "min_chars": "40",
    "only_top": "1",
    "force_top": "30",
    "max_switches": "0",
    "mixed_threshold": "1",
    "min_words": "5",
    "main_only": "1",
}


#: Settings that change nothing about that sentence: it is too short to use up a budget; a model that cannot tell
#: languages which it does not know refuses a threshold; its languages have no near ones; and there is no hashtag, name
#: or loanword in it.
ELSEWHERE = {
    "search_budget", "unknown_threshold", "group", "standard_weight", "count_hashtags", "count_names",
    "count_loanwords",
}  # fmt: skip


#: Settings that change another text: how rare a language is counts in a short one, and words that are in doubt by
#: themselves take the language of their neighbours, whatever they score.
IN_OTHER_TEXTS = {
    "short_price": ("bye", "5"),
    "word_price": ("bye", "2"),
    "capital_weight": ("ieri siamo andati alla nuova Meeting Room", "0"),
    "switch_price": ("Voy a la office a las six", "0"),
}


def test_every_setting_is_tried() -> None:
    assert TELLING.keys() | IN_OTHER_TEXTS.keys() == SETTINGS.keys() - ELSEWHERE


@pytest.mark.parametrize("name", IN_OTHER_TEXTS)
def test_controls_change_the_answer_for_another_text(page: Page, served: Served, name: str) -> None:
    text, value = IN_OTHER_TEXTS[name]
    visit_advanced(page, served, text=text, **({name: "0"} if name == "short_price" else {}))
    before = page.locator("#panel .words").inner_text()
    move(page, name, value)
    expect(page.locator("#panel .words")).not_to_have_text(before, use_inner_text=True)


def test_controls_change_the_answer(page: Page, served: Served) -> None:
    visit_advanced(page, served, text=ONE_STRANGER)
    before = page.locator("#panel .words").inner_text()
    for name, value in TELLING.items():
        move(page, name, value)
        expect(page.locator("#panel .words")).not_to_have_text(before, use_inner_text=True)
        assert f"{name}=" in page.url
        page.get_by_role("button", name="Reset").click()
        expect(page.locator("#panel .words")).to_have_text(before, use_inner_text=True)


def test_every_setting_has_a_control_that_says_what_it_is_for(page: Page, served: Served) -> None:
    visit_advanced(page, served, text=MIXED)
    for name, definition in SETTINGS.items():
        control = page.get_by_label(name.replace("_", " "))
        expect(control).to_have_attribute("id", name)
        formulas = f" In the formulas: {definition.letters}." if definition.letters else ""
        expect(control).to_have_accessible_description(definition.meaning.replace("`", "") + formulas)
        expect(control).to_have_role("switch" if definition.is_switch else "textbox" if definition.listed else "slider")
        with page.expect_request("**/identify") as asked:
            move(page, name, str(definition.limits[0]))
        low = definition.limits[0] if definition.usual is None else definition.usual[0]
        assert (asked.value.post_data_json or {})[name] == ([low] if definition.listed else low)
        page.get_by_role("button", name="Reset").click()
        settle(page)


def test_presets_and_solvers_say_what_they_are_for(page: Page, served: Served) -> None:
    visit_advanced(page, served, text=MIXED)
    for name in ("preset", "unit", "solver"):
        choices = page.locator(f"#{name} option").all_text_contents()
        said = []
        for choice in choices:
            page.locator(f"#{name}").select_option(choice)
            said.append(page.locator(f"#{name}-meaning").inner_text())
        assert len(set(said)) == len(choices) >= 3
        assert all(len(sentence.split()) > 5 for sentence in said)
    for name in ("language", "reset"):
        assert page.locator(f"#{name}-meaning").inner_text()


def test_what_somebody_moved_is_marked_and_reset(page: Page, served: Served) -> None:
    visit_advanced(page, served, text=MIXED)
    expect(page.get_by_role("button", name="Reset")).to_be_disabled()
    expect(page.locator('output[for="penalty"]')).to_contain_text("by language, up to")
    move(page, "penalty", "3")
    expect(page.locator(".field.own label")).to_have_text(["penalty"])
    page.get_by_role("button", name="Reset").click()
    expect(page.locator(".field.own")).to_have_count(0)
    expect(page.get_by_role("button", name="Reset")).to_be_disabled()


def test_a_line_of_numbers(page: Page, served: Served) -> None:
    visit_advanced(page, served, text=MIXED)
    weights = page.locator("#rank_weights")
    expect(weights).to_have_value("1, 0.8")
    with page.expect_request("**/identify") as asked:
        weights.fill("1; 0.5,0.25")
    assert (asked.value.post_data_json or {})["rank_weights"] == [1, 0.5, 0.25]
    settle(page)
    page.reload()
    settle(page)
    expect(weights).to_have_value("1, 0.5, 0.25")


def test_weights_that_rise_are_refused_by_a_sentence(noisy: Page, served: Served) -> None:
    visit_advanced(noisy, served, text=MIXED)
    noisy.locator("#rank_weights").fill("0.5 0.9")
    expect(noisy.locator("#problem")).to_contain_text("must fall or stay the same")


def test_of_two_settings_that_exclude_each_other_the_last_one_holds(page: Page, served: Served) -> None:
    visit_advanced(page, served, text=MIXED)
    move(page, "only_top", "3")
    expect(page.locator('output[for="only_top"]')).to_have_text("3")
    move(page, "force_top", "2")
    expect(page.locator('output[for="only_top"]')).to_have_text("off")
    expect(page.locator('output[for="force_top"]')).to_have_text("2")
    move(page, "force_top", "0")
    expect(page.locator('output[for="force_top"]')).to_have_text("off")


def test_sliders_by_keyboard(page: Page, served: Served) -> None:
    visit_advanced(page, served, text=MIXED)
    page.locator("#max_languages").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#panel .legend")).not_to_contain_text("Spanish")
    expect(page.locator('output[for="max_languages"]')).to_have_text("1")


def test_switches_by_keyboard(page: Page, served: Served) -> None:
    visit_advanced(page, served, text=MIXED)
    switch = page.get_by_role("switch", name="main only")
    switch.focus()
    page.keyboard.press("Space")
    expect(switch).to_be_checked()
    expect(page.locator('output[for="main_only"]')).to_have_text("yes")
    expect(page.locator("#panel .legend")).not_to_contain_text("Spanish")
    assert "main_only=1" in page.url


def test_settings_are_folded_by_topic(page: Page, served: Served) -> None:
    """Closed, all topics fit on a phone's screen; each says how many of its settings were changed."""
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, served, text=MIXED, penalty="2", switch_price="0")
    page.locator("#settings > summary").click()
    topics = page.locator("#setting-controls details")
    assert 4 <= topics.count() <= 7
    assert not any(topics.evaluate_all("all => all.map(details => details.open)"))
    expect(topics.locator("summary", has_text="Prices")).to_have_text("Prices (2 changed)")
    expect(topics.locator("summary", has_text="changed")).to_have_count(1)
    box = page.locator("#settings").bounding_box()
    assert box
    assert box["height"] < 844
    sizes = topics.evaluate_all("all => all.map(details => details.querySelectorAll('.field').length)")
    assert sum(sizes) == len(SETTINGS)
    assert max(sizes) <= 6


def test_presets_and_solvers(page: Page, served: Served) -> None:
    visit_advanced(page, served, text=MIXED)
    page.locator("#preset").select_option("mono")
    expect(page.locator('output[for="force_top"]')).to_have_text("10")
    page.locator("#preset").select_option("default")
    expect(page.locator('output[for="force_top"]')).to_have_text("off")
    page.locator("#preset").select_option("one")
    expect(page.locator("#summary")).not_to_contain_text("Spanish")
    page.locator("#preset").select_option("default")
    page.locator("#solver").select_option("masklid")
    expect(page.locator("#summary")).to_contain_text("Spanish 79%")


def test_a_language_that_the_model_does_not_have_is_said_to_be_so(noisy: Page, served: Served) -> None:
    visit_advanced(noisy, served, text=MIXED)
    field, said = noisy.get_by_label("Only these languages"), noisy.locator("#language-problem")
    field.fill("Klingon")
    field.press("Enter")
    expect(said).to_contain_text("“Klingon” is not one of the 254 languages of this model.")
    expect(field).to_have_value("Klingon")  # to be mended
    field.fill("croat")
    expect(said).to_be_empty()
    field.press("Tab")
    expect(said).to_contain_text("Did you mean Croatian?")
    field.fill("Russian")
    expect(noisy.locator("#chosen li")).to_have_text("Russian×")
    expect(said).to_be_empty()


def test_restricting(page: Page, served: Served) -> None:
    visit_advanced(page, served, text=MIXED)
    field = page.get_by_label("Only these languages")
    field.fill("Spanish")
    expect(page.locator("#summary")).not_to_contain_text("English")
    field.fill("deu")
    field.press("Enter")
    expect(page.locator("#chosen li")).to_have_count(2)
    field.fill("@cyrillic")
    field.press("Enter")
    expect(page.locator("#chosen li")).to_have_count(3)
    page.get_by_role("button", name="Remove @cyrillic").click()
    field.fill("TR")
    field.press("Enter")
    page.get_by_role("button", name="Remove Turkish").click()
    page.get_by_role("button", name="Remove Spanish").click()
    page.get_by_role("button", name="Remove German").click()
    expect(page.locator("#summary")).to_contain_text("English")
