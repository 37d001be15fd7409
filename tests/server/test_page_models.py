"""A service with two models: the page follows the one that is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from served import Served, serve
from visits import MIXED, quiet_page, settle, visit_advanced

from mixlid.settings import AS_PRINTED


@pytest.fixture(scope="module")
def two(tiny_bin: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    from mixlid_lab.training.folding import pack_fasttext

    path = tmp_path_factory.mktemp("two") / "other.mixlid"
    pack_fasttext(tiny_bin, path, presets={"avg": {"penalty": 0.5}, "tweets": {"penalty": 50.0, "min_chars": 7}})
    with serve("-m", "litelid", "-m", str(path)) as server:
        yield server


@pytest.fixture
def both(context: BrowserContext, two: Served) -> Iterator[Page]:
    with quiet_page(context, two) as page:
        yield page


def presets(page: Page) -> list[str]:
    return page.locator("#preset option").all_text_contents()


def test_another_model_brings_its_presets_and_languages(both: Page, two: Served) -> None:
    visit_advanced(both, two, text=MIXED, languages="tur_Latn,pol_Latn")
    names = both.locator("#language-names option")
    expect(names).to_have_count(254)
    assert presets(both) == ["default", "one", "cs", "avg", "mono", *AS_PRINTED]
    both.locator("#model").select_option("other.mixlid")
    expect(names).to_have_count(6)
    assert presets(both) == ["default", "one", "cs", "avg", "mono", "tweets", *AS_PRINTED]
    assert both.locator("#penalty").get_attribute("max") == "200"
    assert both.locator("#chosen li").all_text_contents() == ["Turkish×"]  # the other model does not know Polish
    settle(both)
    assert "model=other.mixlid" in both.url
    both.locator("#preset").select_option("tweets")
    expect(both.locator('output[for="min_chars"]')).to_have_text("7")
    both.locator("#model").select_option("litelid")
    expect(names).to_have_count(254)
    expect(both.locator("#preset")).to_have_value("default")  # it has no preset of that name
    settle(both)
    expect(both.locator("#problem")).to_be_empty()


def test_what_is_written_while_the_languages_are_on_their_way(both: Page, two: Served) -> None:
    visit_advanced(both, two, text=MIXED, preset="mono")
    held: list[Route] = []
    both.route("**/languages*", lambda route: held.append(route))
    asked: list[str] = []
    both.on("request", lambda request: asked.append(request.post_data or "") if "identify" in request.url else None)
    with both.expect_request("**/languages*"):
        both.locator("#model").select_option("other.mixlid")
    both.locator("#text").fill("the meeting starts")
    both.locator("#preset").select_option("cs")
    (route,) = held
    route.continue_()
    expect(both.locator("#language-names option")).to_have_count(6)
    settle(both)
    expect(both.locator("#summary")).to_contain_text("English")
    expect(both.locator("#preset")).to_have_value("cs")
    assert all("other.mixlid" in body and "the meeting starts" in body for body in asked)
    assert asked


def test_a_link_to_another_model(both: Page, two: Served) -> None:
    visit_advanced(both, two, text=MIXED, model="other.mixlid", preset="tweets")
    expect(both.locator("#language-names option")).to_have_count(6)
    expect(both.locator("#preset")).to_have_value("tweets")
    both.evaluate("location.hash = 'text=bonjour'")  # followed on the page itself
    expect(both.locator("#language-names option")).to_have_count(254)
    expect(both.locator("#model")).to_have_value("litelid")
    expect(both.locator("#summary")).to_contain_text("French")


def test_a_link_to_a_model_that_is_not_there(noisy: Page, two: Served) -> None:
    visit_advanced(noisy, two, text="bonjour à tous", model="glotlid")
    expect(noisy.locator("#problem")).to_contain_text("the models are litelid, other.mixlid")
    noisy.locator("#model").select_option("other.mixlid")
    noisy.locator("#model").select_option("litelid")
    expect(noisy.locator("#summary")).to_contain_text("French")
    expect(noisy.locator("#problem")).to_be_empty()
