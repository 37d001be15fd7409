"""The page when something is missing: a language, an answer, the service, the text, JavaScript, a colour."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, Route, expect
from served import Served, serve
from visits import MIXED, TWO_LINES, settle, style, visit

LANGUAGES = (
    "this line is all English",
    "mañana tengo una entrevista muy temprano",
    "wir haben die ganze Nacht getanzt",
    "nous sommes rentrés à pied hier soir",
    "toplantı yarın saat üçte başlıyor",
    "wczoraj padało przez cały dzień",
    "завтра утром мы идём в школу",
    "η συνάντηση αρχίζει στις τρεις",
    "tối nay em phải ở lại văn phòng",
    "devo ancora fare la valigia stasera",
    "nitakuja kesho asubuhi na mapema",
    "내일 회의가 취소됐으니까 집에 있어요",
    "נתראה מחר בבוקר במשרד החדש",
    "mae'r tywydd yn ofnadwy heddiw",
    "நாளைக்கு கூட்டம் இல்லை",
)
TOO_LONG = "x" * 20_001


def test_many_languages_look_different(page: Page, served: Served) -> None:
    """The first twelve differ in colour; all differ in colour, stripes or line."""
    visit(page, served, text="\n".join(LANGUAGES))
    page.locator("#order").select_option("given")
    samples = page.locator("#lines .found .sample")
    expect(samples).to_have_count(len(LANGUAGES))
    names = ("backgroundColor", "backgroundImage", "textDecorationLine", "textDecorationStyle")
    looks = {tuple(style(sample, name) for name in names) for sample in samples.all()}
    assert len(looks) == len(LANGUAGES)
    assert len({tint for tint, *_ in looks}) == 12
    assert {"none", *(stripes for _, stripes, _, _ in looks)} != {"none"}
    bars = page.locator("#shares .share")
    expect(bars).to_have_count(13)
    assert len({style(bar, "backgroundColor") for bar in bars.all()}) == 13  # the last is grey
    expect(page.locator("#found li")).to_have_count(13)
    expect(page.locator("#found li").last).to_have_text(re.compile(r"^and 3 more \d+%$"))


def test_a_text_that_is_too_long(noisy: Page, served: Served) -> None:
    visit(noisy, served, text=TWO_LINES)
    expect(noisy.locator("#panel")).to_have_css("opacity", "1")
    noisy.locator("#text").fill(TOO_LONG)
    expect(noisy.locator("#problem")).to_contain_text("The text has 20,001 characters")
    for part in ("#panel", "#word > *", "#lines > *"):
        expect(noisy.locator(part).first).to_have_css("opacity", "0.4")
    assert noisy.locator("#lines").evaluate("part => part.inert")
    expect(noisy.get_by_role("button", name="Try again")).to_be_hidden()  # it would be refused again
    noisy.locator("#text").fill("bonjour à tous")
    expect(noisy.locator("#summary")).to_contain_text("French")
    expect(noisy.locator("#problem")).to_be_empty()
    expect(noisy.locator("#panel")).to_have_css("opacity", "1")
    assert not noisy.locator("#lines").evaluate("part => part.inert")


def test_an_answer_that_takes_long_can_be_stopped(noisy: Page, served: Served) -> None:
    """Meanwhile the visible answer is dimmed; once stopped it can be requested again."""
    visit(noisy, served, text=TWO_LINES)
    held: list[Route] = []
    noisy.route("**/identify", lambda route: held.append(route))
    noisy.locator("#text").fill("bonjour à tous\nthank you very much")
    expect(noisy.locator("#waiting")).to_be_visible()
    expect(noisy.locator("#panel")).to_have_css("opacity", "0.55")
    expect(noisy.locator("#waiting-note")).to_have_text("0 of 2 lines")
    noisy.get_by_role("button", name="Cancel").click()
    settle(noisy)
    expect(noisy.locator("#problem")).to_contain_text("Cancelled.")
    expect(noisy.locator("#waiting")).to_be_hidden()
    noisy.unroute("**/identify")
    noisy.get_by_role("button", name="Try again").click()
    expect(noisy.locator("#summary")).to_contain_text("French")
    expect(noisy.locator("#problem")).to_be_empty()
    assert held


def test_a_service_that_went_away_and_came_back(noisy: Page) -> None:
    """The page finds it by itself, without a key press."""
    with serve() as first:
        visit(noisy, first, text=MIXED)
        port = first.port
        first.stop()
        noisy.locator("#text").fill("bonjour à tous")
        expect(noisy.locator("#problem")).to_contain_text("The service cannot be reached.")
        expect(noisy.locator("#panel")).to_have_css("opacity", "0.4")
        expect(noisy.get_by_role("button", name="Try again")).to_be_visible()
    with serve("--port", str(port)):
        expect(noisy.locator("#summary")).to_contain_text("French", timeout=40_000)
        expect(noisy.locator("#problem")).to_be_empty()
        expect(noisy.get_by_role("button", name="Try again")).to_be_hidden()
        expect(noisy.locator("#panel")).to_have_css("opacity", "1")


def test_trying_again_by_hand(noisy: Page, served: Served) -> None:
    visit(noisy, served, text=MIXED)
    fails = [True]

    def answer(route: Route) -> None:
        if fails[0]:
            route.fulfill(status=503, content_type="application/json", body='{"error": "there are too many requests"}')
        else:
            route.continue_()

    noisy.route("**/identify", answer)
    noisy.clock.install()  # no timer goes off unless it is told to
    noisy.locator("#text").fill("bonjour à tous")
    noisy.clock.run_for(500)
    expect(noisy.locator("#problem")).to_have_text("There are too many requests.")
    fails[0] = False
    noisy.get_by_role("button", name="Try again").click()
    noisy.clock.run_for(500)
    expect(noisy.locator("#summary")).to_contain_text("French")
    expect(noisy.locator("#problem")).to_be_empty()


def test_a_page_that_comes_before_its_service(noisy: Page, served: Served) -> None:
    """Its first request is refused once, and repeated."""
    refused: list[Route] = []

    def once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route)
            route.abort()

    noisy.route("**/models", once)
    noisy.goto(f"{served.address}/#text=bonjour+à+tous")
    expect(noisy.locator("#problem")).to_contain_text("cannot be reached")
    expect(noisy.locator("#summary")).to_contain_text("French")
    expect(noisy.locator("#problem")).to_be_empty()
    expect(noisy.locator("#text")).to_have_value("bonjour à tous")


def test_a_page_that_was_cleared(page: Page, served: Served) -> None:
    visit(page, served, text=TWO_LINES)
    page.locator("#text").fill("")
    expect(page.locator("#summary")).to_have_text("Nothing is written yet.")
    for part in ("#panel", "#word", "#lines"):
        expect(page.locator(part)).to_be_hidden()
    page.locator("#text").fill("42")
    expect(page.locator("#summary")).to_have_text("No language.")
    expect(page.locator("#panel .legend")).to_have_text("no languagezxx")
    expect(page.locator("#panel .track")).to_have_count(0)  # a share of nothing is not a bar
    expect(page.locator("#word")).to_be_hidden()
    page.locator("#text").fill(MIXED)
    expect(page.locator("#panel .track")).to_have_count(2)
    expect(page.locator("#word")).to_be_visible()


def test_scripts_have_names(page: Page, served: Served) -> None:
    visit(page, served, text="ㄅㄆㄇ ㄈㄉㄊ and some English words", languages="eng_Latn")
    settle(page)
    expect(page.locator("#panel .legend")).to_contain_text("unknown in Bopomofo")


def test_without_javascript_the_page_says_what_to_do(browser: Browser, served: Served) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(served.address)
    expect(page.get_by_role("heading", name="This page needs JavaScript")).to_be_visible()
    expect(page.locator("noscript code")).to_have_text(re.compile("^mixlid identify -t "))
    expect(page.locator("main")).to_be_hidden()
    expect(page.get_by_role("link", name="OpenAPI document")).to_have_attribute("href", "openapi.json")
    context.close()
