"""What packages say and contain: links that work outside the repository, licences, every file that the sdist needs.

`make packages` builds them and tries them in new environments, which takes minutes and a network.
"""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mixlid

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
#: For the repository only.
NOT_PACKED = (".ci/", ".dockerignore", ".github/", ".gitignore")


@pytest.fixture(scope="module")
def given() -> dict[str, Any]:
    """What setup.py passes to setuptools."""
    setuptools = pytest.importorskip("setuptools")
    kept: dict[str, Any] = {}
    here = Path.cwd()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(setuptools, "setup", lambda **words: kept.update(words))
        os.chdir(ROOT)
        try:
            runpy.run_path("setup.py")
        finally:
            os.chdir(here)
    return kept


def test_links_and_pictures_of_the_readme_work_on_an_index(given: dict[str, Any]) -> None:
    text = given["long_description"]
    repository, version = PROJECT["project"]["urls"]["Repository"], PROJECT["project"]["version"]
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if not link.startswith("#")]
    pictures = re.findall(r' src="([^"]+)"', text)
    assert len(links) > 15
    assert len(pictures) == 1
    raw = repository.replace("github.com", "raw.githubusercontent.com")
    for link, start in [
        *((link, f"{repository}/blob/v{version}/") for link in links),
        *((picture, f"{raw}/v{version}/") for picture in pictures),
    ]:
        assert link.startswith(start), link
        assert (ROOT / link.removeprefix(start).partition("#")[0]).exists(), link
    assert "](docs/" in (ROOT / "README.md").read_text(encoding="utf-8")  # where it is read beside the files


def test_the_same_files_make_the_same_sdist(given: dict[str, Any], tmp_path: Path) -> None:
    pack = given["cmdclass"]["sdist"].make_archive
    made = []
    for turn, names in enumerate((["b/one", "a"], ["a", "b/one"])):
        for name in names:
            path = tmp_path / str(turn) / "mixlid-1" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{name}\n", encoding="utf-8")
            os.utime(path, (turn, 1_000_000 * turn))
        root = tmp_path / str(turn)
        made.append(Path(pack(None, str(root / "packed"), "gztar", str(root), "mixlid-1")).read_bytes())
    assert made[0] == made[1]
    assert len(made[0]) > 100


def test_the_version_is_the_same_everywhere() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert PROJECT["project"]["version"] == mixlid.__version__
    assert f"\nversion: {mixlid.__version__}\n" in citation
    assert PROJECT["project"]["urls"]["Repository"] in citation


def test_the_licences_of_the_training_text_are_packed() -> None:
    files = PROJECT["project"]["license-files"]
    assert "MODELS.md" in files
    assert all((ROOT / file).is_file() for file in files)
    assert "CC BY" in (ROOT / "MODELS.md").read_text(encoding="utf-8")


def test_the_sdist_has_every_file_of_the_repository() -> None:
    """Except those only for the repository; files in the package are checked by test_dependencies.py."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is not a repository")
    manifest = (ROOT / "MANIFEST.in").read_text(encoding="utf-8")
    packed = {name for names in re.findall(r"^include (.+)$", manifest, re.MULTILINE) for name in names.split()}
    packed |= {"LICENSE", "MANIFEST.in", "MODELS.md", "README.md", "pyproject.toml", "setup.py"}  # always
    folders = tuple(f"{name}/" for name in re.findall(r"^graft (\S+)$", manifest, re.MULTILINE))
    left = [
        name
        for name in listed.stdout.splitlines()
        if name not in packed and not name.startswith((*folders, "src/", *NOT_PACKED))
    ]
    assert left == []
