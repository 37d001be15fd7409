"""The command in a folder with files that are called like modules: people run it inside data from elsewhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: Modules that helpers of Python, our workers or we import, early and late.
NAMES = ("selectors", "msgspec", "json", "signal", "threading", "struct", "numpy", "mixlid")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder whose modules leave a trace if they are run."""
    folder = tmp_path / "data"
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.py").write_text(f"open({str(tmp_path / 'trace')!r}, 'a').write({name!r} + '\\n')\n")
    (folder / "lines.txt").write_text("the meeting is tomorrow\nyarın sabah\n" * 300)
    return folder


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    """As it is installed: a script whose own folder is on the path, and not the one that we are in."""
    script = tmp_path / "bin" / "mixlid"
    script.parent.mkdir()
    script.write_text("from mixlid.cli.main import main\n\nif __name__ == '__main__':\n    main()\n")
    return [sys.executable, str(script)]


def test_several_processes(folder: Path, command: list[str]) -> None:
    done = subprocess.run(
        [*command, "identify", "-j", "2", "--unit", "document", "lines.txt", "-o", "out.jsonl"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert len((folder / "out.jsonl").read_text().splitlines()) == 600
    assert not (folder.parent / "trace").exists()


def test_the_service(folder: Path, command: list[str]) -> None:
    pytest.importorskip("uvicorn")
    with subprocess.Popen(
        [*command, "serve", "--port", "0", "-j", "1"], cwd=folder, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        said = server.stderr.readline()
        server.terminate()
        assert "listening on" in said, said + server.stderr.read()
    assert not (folder.parent / "trace").exists()
