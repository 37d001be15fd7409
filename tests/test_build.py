"""Extensions beside their sources are refused if they were built from others (`mixlid._build`)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mixlid._build import BUILT_FROM, refuse_stale
from mixlid._kernel import kernel

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "mixlid"
IN_CHECKOUT = (PACKAGE / BUILT_FROM).exists() and kernel() == "compiled"
pytestmark = pytest.mark.skipif(not IN_CHECKOUT, reason="needs extensions that were built beside their sources")

PROGRAM = "import mixlid; print(mixlid.identify('see you demain').labels)"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the tree, whose files can be replaced."""
    shutil.copytree(ROOT / "src", tmp_path / "src", copy_function=os.symlink, ignore=shutil.ignore_patterns("*.pyc"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "MODELS.md"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def replace(path: Path, content: str) -> None:
    path.unlink()
    path.write_text(content, encoding="utf-8")


def run(checkout: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(checkout / "src")} | variables
    return subprocess.run(
        [sys.executable, *command], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", ["text/_compiled.pyx", "text/_ascii.pxd"])
def test_a_changed_source_is_an_error_that_names_the_remedy(checkout: Path, name: str) -> None:
    assert run(checkout, "-c", PROGRAM).stdout == "('eng_Latn', 'fra_Latn')\n"
    source = checkout / "src" / "mixlid" / name
    content = source.read_text(encoding="utf-8")
    replace(source, content)  # with another time
    assert run(checkout, "-c", PROGRAM).returncode == 0
    replace(source, f"{content}\n")
    for program in (PROGRAM, "import mixlid", "import mixlid.text._compiled"):
        refused = run(checkout, "-c", program)
        assert refused.returncode == 1
        assert f"was not built from {name} as it is now" in refused.stderr
        assert "run `make build`" in refused.stderr
    assert run(checkout, "-c", PROGRAM, MIXLID_KERNEL="numpy").returncode == 0


def test_a_build_that_fails_leaves_extensions_that_are_refused(checkout: Path) -> None:
    pytest.importorskip("Cython")
    source = checkout / "src" / "mixlid" / "models" / "_compiled.pyx"
    right = source.read_text(encoding="utf-8")
    replace(source, f"{right}\nthis is no Cython\n")
    assert run(checkout, "setup.py", "--quiet", "build_ext", "--inplace").returncode != 0
    assert "run `make build`" in run(checkout, "-c", PROGRAM).stderr


def test_without_a_list_of_sources_extensions_of_a_checkout_are_refused(checkout: Path) -> None:
    (checkout / "src" / "mixlid" / BUILT_FROM).unlink()
    assert "run `make build`" in run(checkout, "-c", PROGRAM).stderr
    (checkout / "setup.py").unlink()  # as it is where a wheel is installed
    assert run(checkout, "-c", PROGRAM).returncode == 0


def test_a_source_that_is_gone_is_no_match(tmp_path: Path) -> None:
    (tmp_path / BUILT_FROM).write_text("mixlid.engine._compiled\tengine/gone.pxi\t0\t0\n")
    with pytest.raises(RuntimeError, match=r"engine\._compiled was not built from engine/gone\.pxi"):
        refuse_stale(str(tmp_path))
