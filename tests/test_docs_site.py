"""The documentation as a site: links that only make sense in a repository, words for the tests, and the build."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import docs_site as site
from doc_blocks import name_of, pages

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
        ("faq.md", "see [`exact.py`](../src/mixlid/assign/exact.py).", "see `exact.py`."),
        ("faq.md", "[results](results.md) and ![plot](figures/plot.svg)", "results and "),
        ("faq.md", "```python needs=torch\n[a](../b)\n```\n", "```python\n[a](../b)\n```\n"),
        ("faq.md", "```sh no-run\nx\n```\n", "```sh\nx\n```\n"),
        ("faq.md", "```toml file=a.toml\nx\n```\n", '```toml title="a.toml"\nx\n```\n'),
        ("faq.md", "```\nx\n```\n", "```\nx\n```\n"),
    ],
)
def test_rewrite(page: str, text: str, expected: str) -> None:
    assert site.rewrite(text, page, missing=["results.md", "figures/plot.svg"]) == expected


def test_source_is_linked_where_there_is_a_repository() -> None:
    linked = site.rewrite("[a](../src/a.py)", "faq.md", "https://example.org/mixlid/")
    assert linked == "[a](https://example.org/mixlid/blob/main/src/a.py)"


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    """As files, for who reads the pages without the site."""
    targets = re.findall(
        r"\]\(([^)\s#]+)(?:#[^)]*)?\)", re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=_BLOCK)
    )
    local = [target for target in targets if "://" not in target]
    missing = [target for target in local if not (page.parent / target).exists()]
    assert [target for target in missing if target.removeprefix("docs/") not in site.AWAITED] == []


def test_score_matrix_shows_what_was_chosen() -> None:
    pytest.importorskip("matplotlib")
    import numpy as np

    import mixlid
    import score_matrix as matrix

    assert matrix.shown_languages(np.array([[1.0, 5.0, 3.0], [1.0, 0.0, 4.0]]), [0], 2) == [0, 2]
    drawn = matrix.draw(mixlid.load(), matrix.TEXT)
    assert drawn == matrix.draw(mixlid.load(), matrix.TEXT)
    assert len(re.findall("stroke: #d55e00", drawn)) == len(matrix.TEXT.split())


def test_the_site_builds_and_asks_no_other_host(tmp_path: Path) -> None:
    for package in ("mkdocs", "material", "mkdocstrings", "griffe_sphinx"):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is not installed: pip install '.[docs]'")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    pages = sorted(tmp_path.rglob("*.html"))
    assert {"index.html", "models.html", "changelog.html"} <= {page.name for page in pages}
    for page in pages:
        html = page.read_text(encoding="utf-8")
        fetched = re.findall(r"<(?:script|img|iframe)[^>]* src=\"?([^\" >]+)|<link[^>]* href=\"?([^\" >]+)", html)
        assert [url for pair in fetched for url in pair if url.startswith(("http:", "https:", "//"))] == [], page
