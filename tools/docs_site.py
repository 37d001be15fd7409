"""Build the documentation as a site that needs no network and no server: `make docs` writes it to site/.

The pages are also read on a code host, so they link to files outside `docs/`. For the site they are copied to
`build/docs`, with `MODELS.md` and `CHANGELOG.md` as pages, and links to other files point to the repository.
`mkdocs.yml` has no `repo_url`, because pages would then contact that host. Zensical builds the site (it reads MkDocs's
configuration, as other tools do), and whatever it would fetch from another host is replaced.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: Files in the root that become pages.
ROOT_PAGES = {"MODELS.md": "models.md", "CHANGELOG.md": "changelog.md"}
#: What pages would load to search without a server, and our replacement.
FOREIGN_WORKER, WORKER = "https://unpkg.com/iframe-worker/shim", "assets/worker.js"

_LINK = re.compile(r"(?P<image>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
_INFO = re.compile(r"```([^\n]*)")
_FENCE = re.compile(r"^(```.*?^```)", re.DOTALL | re.MULTILINE)


def repository() -> str:
    """The address of the sources, from `pyproject.toml`."""
    found = re.search(r'^Repository = "(.+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert found, "pyproject.toml names no Repository"
    return found[1]


def prepare(folder: Path) -> None:
    """Copy `docs/`, with every page as the site needs it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder)
    for source, page in ROOT_PAGES.items():
        (folder / page).write_text(_from_root((ROOT / source).read_text(encoding="utf-8")), encoding="utf-8")
    for path in folder.rglob("*.md"):
        page = path.relative_to(folder).as_posix()
        path.write_text(rewrite(path.read_text(encoding="utf-8"), page, repository()), encoding="utf-8")


def rewrite(markdown: str, page: str, sources: str) -> str:
    """A page (`faq.md`, `api/models.md`) with links as the site needs them; code blocks are unchanged.

    `sources` is the address of the repository.
    """
    folder = posixpath.dirname(page)

    def link(match: re.Match[str]) -> str:
        target, hash_sign, anchor = match["target"].partition("#")
        if "://" in target or not target:
            return match[0]
        place = posixpath.normpath(posixpath.join(folder, target))
        if not place.startswith("../"):
            return match[0]
        outside = place.removeprefix("../")
        if outside in ROOT_PAGES:
            path = posixpath.relpath(ROOT_PAGES[outside], folder or ".")
            return f"[{match['text']}]({path}{hash_sign}{anchor})"
        return f"[{match['text']}]({sources}/blob/main/{outside})"

    parts = _FENCE.split(markdown)
    parts[::2] = (_LINK.sub(link, part) for part in parts[::2])
    parts[1::2] = (_INFO.sub(_shown_info, part, count=1) for part in parts[1::2])
    return "".join(parts)


def _shown_info(match: re.Match[str]) -> str:
    """The first line of a code block without options for the tests; a file name becomes a title."""
    language, *options = match[1].split() or [""]
    names = [option.removeprefix("file=") for option in options if option.startswith("file=")]
    return f"```{language}" + "".join(f' title="{name}"' for name in names)


def _from_root(text: str) -> str:
    """A file from the root as if it were in `docs/`."""

    def moved(match: re.Match[str]) -> str:
        target = match["target"]
        if "://" in target or target.startswith("#"):
            return match[0]
        place = target.removeprefix("docs/") if target.startswith("docs/") else f"../{target}"
        return f"{match['image']}[{match['text']}]({place})"

    return _LINK.sub(moved, text)


def finish(site: Path) -> None:
    """Make every page load the worker from the site itself."""
    for path in site.rglob("*.html"):
        near = posixpath.relpath(WORKER, posixpath.dirname(path.relative_to(site).as_posix()) or ".")
        path.write_text(path.read_text(encoding="utf-8").replace(FOREIGN_WORKER, near), encoding="utf-8")


def build(folder: Path) -> None:
    """Build the site from the `mkdocs.yml` in a folder, which has `src` beside it."""
    prepare(folder / "build" / "docs")
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "--config-file", "mkdocs.yml"]
    subprocess.run(command, cwd=folder, check=True)
    finish(folder / "site")


if __name__ == "__main__":
    build(ROOT)
