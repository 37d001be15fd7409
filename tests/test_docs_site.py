"""The documentation as a site: links that only work in a repository, options for the tests, and the build."""

from __future__ import annotations

import importlib.util
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import docs_site as site
from doc_blocks import name_of, pages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent
_BLOCK = re.DOTALL | re.MULTILINE


@pytest.mark.parametrize(
    ("page", "text", "expected"),
    [
        ("faq.md", "[a](presets.md#b)", "[a](presets.md#b)"),
        ("faq.md", "[a](https://example.org/../b)", "[a](https://example.org/../b)"),
        ("faq.md", "[a](#b)", "[a](#b)"),
        ("faq.md", "[card](../MODELS.md#limits)", "[card](models.md#limits)"),
        ("api/models.md", "[card](../../MODELS.md)", "[card](../models.md)"),
        ("api/models.md", "[a](../presets.md)", "[a](../presets.md)"),
        ("faq.md", "see [`a.py`](../src/a.py).", "see [`a.py`](https://example.org/mixlid/blob/main/src/a.py)."),
        ("faq.md", "```python needs=torch\n[a](../b)\n```\n", "```python\n[a](../b)\n```\n"),
        ("faq.md", "```sh no-run\nx\n```\n", "```sh\nx\n```\n"),
        ("faq.md", "```toml file=a.toml\nx\n```\n", '```toml title="a.toml"\nx\n```\n'),
        ("faq.md", "```\nx\n```\n", "```\nx\n```\n"),
    ],
)
def test_rewrite(page: str, text: str, expected: str) -> None:
    assert site.rewrite(text, page, "https://example.org/mixlid") == expected


def test_every_page_is_in_the_menu_once_and_no_title_twice() -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    entries = re.findall(r"^ +- ([^:]+): ([\w/-]+\.md)$", menu, re.MULTILINE)
    titles = [title for title, _ in entries] + re.findall(r"^ +- ([^:]+):$", menu, re.MULTILINE)
    assert len(titles) > 30
    assert sorted(titles) == sorted(set(titles))
    written = {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")}
    assert sorted(page for _, page in entries) == sorted({*written, *site.ROOT_PAGES.values()})


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    """As files, for people who read the pages without the site."""
    targets = re.findall(
        r"\]\(([^)\s#]+)(?:#[^)]*)?\)", re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=_BLOCK)
    )
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (page.parent / target).exists()] == []


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site."""
    for package in ("zensical", "mkdocstrings", "griffe_sphinx"):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is not installed: pip install '.[docs]'")
    folder = tmp_path_factory.mktemp("site")
    shutil.copy(ROOT / "mkdocs.yml", folder)
    (folder / "src").symlink_to(ROOT / "src")
    site.build(folder)
    return folder / "site"


def test_the_site_asks_no_other_host(built: Path) -> None:
    pages = sorted(built.rglob("*.html"))
    assert {"index.html", "models.html", "changelog.html"} <= {page.name for page in pages}
    for page in pages:
        html = page.read_text(encoding="utf-8")
        fetched = re.findall(r"<(?:script|img|iframe)[^>]* src=\"?([^\" >]+)|<link[^>]* href=\"?([^\" >]+)", html)
        assert [url for pair in fetched for url in pair if url.startswith(("http:", "https:", "//"))] == [], page


def test_search_works_where_pages_are_opened_as_files(browser: Browser, built: Path) -> None:
    page = browser.new_page()
    noise: list[str] = []
    page.on("console", lambda message: noise.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: noise.append(str(error)))
    page.on("request", lambda it: None if it.url.startswith(("file:", "data:")) else noise.append(it.url))
    for name in ("index.html", "api/settings.html"):
        page.goto((built / name).as_uri())
        page.get_by_role("button", name="Search").first.click()
        page.keyboard.type("rank_weights")
        page.get_by_role("option", name="Settings").click()
        page.wait_for_url("**/api/settings.html*")
    page.close()
    assert noise == []
