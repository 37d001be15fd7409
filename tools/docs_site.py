"""What the documentation needs beside Markdown to become a site: hooks of MkDocs, named in `mkdocs.yml`.

The pages are written to be read on a code host too, so they link to files outside `docs/`. In the site, `MODELS.md` and
`CHANGELOG.md` become pages, and links to source code go to `repo_url` if there is one and are plain text if not.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
#: Files of the root that are pages of the site.
ROOT_PAGES = {"MODELS.md": "models.md", "CHANGELOG.md": "changelog.md"}
#: Pages and figures that may not be there yet: left out of the navigation, and what links to them is plain text.
AWAITED: frozenset[str] = frozenset()

_LINK = re.compile(r"(?P<image>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
_INFO = re.compile(r"```([^\n]*)")
_FENCE = re.compile(r"^(```.*?^```)", re.DOTALL | re.MULTILINE)


def on_config(config: Any) -> Any:
    """Leave awaited pages out of the navigation."""
    config.nav = _present(config.nav, _awaited(Path(config.docs_dir)))
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that come from the root."""
    from mkdocs.structure.files import File

    for source, page in ROOT_PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_from_root(text)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:  # noqa: ARG001
    """Point every link at a place that the site has."""
    return rewrite(markdown, page.file.src_uri, config.repo_url or "", _awaited(Path(config.docs_dir)))


def rewrite(markdown: str, page: str, repository: str = "", missing: Iterable[str] = ()) -> str:
    """The text of a page (`faq.md`, `api/models.md`) with links as the site needs them; code blocks are left alone."""
    folder = posixpath.dirname(page)
    gone = frozenset(missing)

    def link(match: re.Match[str]) -> str:
        target, hash_sign, anchor = match["target"].partition("#")
        if "://" in target or not target:
            return match[0]
        place = posixpath.normpath(posixpath.join(folder, target))
        if place in gone:
            return "" if match["image"] else match["text"]
        if not place.startswith("../"):
            return match[0]
        outside = place.removeprefix("../")
        if outside in ROOT_PAGES:
            path = posixpath.relpath(ROOT_PAGES[outside], folder or ".")
            return f"[{match['text']}]({path}{hash_sign}{anchor})"
        return f"[{match['text']}]({repository.rstrip('/')}/blob/main/{outside})" if repository else match["text"]

    parts = _FENCE.split(markdown)
    parts[::2] = (_LINK.sub(link, part) for part in parts[::2])
    parts[1::2] = (_INFO.sub(_shown_info, part, count=1) for part in parts[1::2])
    return "".join(parts)


def _shown_info(match: re.Match[str]) -> str:
    """The first line of a code block without what is meant for the tests; the name of a file becomes a title."""
    language, *options = match[1].split() or [""]
    names = [option.removeprefix("file=") for option in options if option.startswith("file=")]
    return f"```{language}" + "".join(f' title="{name}"' for name in names)


def _from_root(text: str) -> str:
    """A file of the root as if it lay in `docs/`."""

    def moved(match: re.Match[str]) -> str:
        target = match["target"]
        if "://" in target or target.startswith("#"):
            return match[0]
        place = target.removeprefix("docs/") if target.startswith("docs/") else f"../{target}"
        return f"{match['image']}[{match['text']}]({place})"

    return _LINK.sub(moved, text)


def _awaited(docs: Path) -> frozenset[str]:
    return frozenset(name for name in AWAITED if not (docs / name).is_file())


def _present(nav: list[Any], missing: frozenset[str]) -> list[Any]:
    """The navigation without pages that are missing."""
    kept: list[Any] = []
    for item in nav:
        ((title, value),) = item.items()
        if isinstance(value, list):
            kept.append({title: _present(value, missing)})
        elif value not in missing:
            kept.append(item)
    return kept
