"""The page in a real browser: how tests open it, and what they look at."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from playwright.sync_api import BrowserContext, Locator, Page, expect
from served import Served

expect.set_options(timeout=30_000)  # long enough for a busy machine; what holds at once takes no time
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
MIXED = "mañana tengo una entrevista and I have no idea what to wear"
TWO_LINES = "nos vemos el viernes after work\nthis line is all English"


@contextmanager
def quiet_page(context: BrowserContext, served: Served) -> Iterator[Page]:
    """A page that must be quiet: no console message, no failed request, no request to another host."""
    noise: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: noise.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: noise.append(str(error)))
    page.on("dialog", lambda dialog: noise.append(f"dialog: {dialog.message}"))
    page.on("request", lambda request: _same_host(request.url, served, noise))
    page.on("response", lambda response: noise.append(response.url) if response.status >= 400 else None)
    yield page
    page.close()
    assert noise == []


def _same_host(url: str, served: Served, noise: list[str]) -> None:
    if not url.startswith((f"{served.address}/", "blob:")):
        noise.append(f"another host: {url}")


def visit(page: Page, served: Served, **items: str) -> None:
    page.goto(f"{served.address}/#{urlencode(items)}" if items else served.address)
    settle(page)


def visit_advanced(page: Page, served: Served, **items: str) -> None:
    """The same with all settings visible."""
    visit(page, served, **items)
    page.locator("#choices details").evaluate_all("all => all.forEach(details => { details.open = true })")


def settle(page: Page) -> None:
    """Wait until the last request is answered."""
    page.wait_for_selector('#answer[aria-busy="false"]')


def legend(page: Page) -> list[str]:
    return page.locator("#panel .legend .sample").all_text_contents()


def word(page: Page, text: str) -> Locator:
    return page.locator("#panel .word", has_text=text).first


def style(element: Locator, name: str) -> str:
    value: str = element.evaluate("(element, name) => getComputedStyle(element)[name]", name)
    return value


def move(page: Page, name: str, value: str) -> None:
    """Set a switch (0 or 1), a slider or a text field."""
    page.locator(f"#{name}").evaluate(
        """(input, value) => {
            if (input.type === "checkbox") input.checked = value === "1"
            else input.value = value
            input.dispatchEvent(new Event("input", {bubbles: true}))
        }""",
        value,
    )
