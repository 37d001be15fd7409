"""A file gets its name only when it is complete, whatever happens while it is written."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import mixlid
from mixlid._files import PartFile, as_sentence, complete_file
from mixlid.errors import MixlidError

SOURCE = Path(mixlid.__file__).parent


def _names(folder: Path) -> list[str]:
    return sorted(item.name for item in folder.iterdir())


def test_it_has_its_name_only_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "out.bin"
    with complete_file(path) as stream:
        stream.write(b"all of it")
        assert _names(tmp_path) == [".out.bin.part"]
    assert path.read_bytes() == b"all of it"
    assert _names(tmp_path) == ["out.bin"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_failure_leaves_nothing_and_keeps_the_old_file(tmp_path: Path, error: type[BaseException]) -> None:
    for old in (None, b"old"):
        path = tmp_path / "out.bin"
        if old is not None:
            path.write_bytes(old)
        with pytest.raises(error):
            _half(path, error)
        assert _names(tmp_path) == ([] if old is None else ["out.bin"])
        assert old is None or path.read_bytes() == old


def _half(path: Path, error: type[BaseException]) -> None:
    with complete_file(path) as stream:
        stream.write(b"half")
        raise error


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link.symlink_to(real)
    with complete_file(link) as stream:
        stream.write(b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert real.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a Unix system")
def test_a_device_and_a_pipe_are_written_in_place(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    with complete_file(pipe) as stream:
        stream.write(b"through")
    reader.join(60)
    assert read == [b"through"]
    assert pipe.is_fifo()
    with complete_file("/dev/null") as stream:
        stream.write(b"gone")
    assert Path("/dev/null").is_char_device()


def test_what_a_killed_run_has_left_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / ".state.part").write_bytes(b"what a crash has left, and longer")
    with complete_file(tmp_path / "state") as stream:
        stream.write(b"1")
    assert (tmp_path / "state").read_bytes() == b"1"
    assert _names(tmp_path) == ["state"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such locks")
def test_a_file_is_written_by_one_run_at_a_time(tmp_path: Path) -> None:
    first = PartFile(tmp_path / "a")
    with pytest.raises(MixlidError, match="a is being written by another run"), complete_file(tmp_path / "a"):
        pass
    first.write(b"1")
    first.finish()
    assert (tmp_path / "a").read_bytes() == b"1"


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot remove an open file")
def test_what_has_failed_is_removed_before_another_run_can_have_it(tmp_path: Path) -> None:
    file, there = PartFile(tmp_path / "a"), []
    stream: Any = SimpleNamespace(close=lambda: there.append(_names(tmp_path)))
    file.stream, stream = stream, file.stream
    file.abort()
    stream.close()
    assert there == [[]]


def test_a_file_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []

    def note(name: str) -> None:
        call = getattr(os, name)

        def noted(*given: Any) -> None:
            steps.append(name)
            call(*given)

        monkeypatch.setattr(os, name, noted)

    note("fsync")
    note("replace")
    with complete_file(tmp_path / "a") as stream:
        stream.write(b"1")
    assert steps == ["fsync", "replace", "fsync"]  # the file, and then the folder


def test_errors_are_sentences(tmp_path: Path) -> None:
    for path in (tmp_path / "none" / "out", tmp_path):
        with pytest.raises(MixlidError, match=r"(out|\d) cannot be written: (No such|Is a) "), complete_file(path):
            raise AssertionError("it was opened")
    with pytest.raises(BrokenPipeError), as_sentence("pipe"):
        raise BrokenPipeError


def test_a_disk_that_is_full_at_the_last_moment(tmp_path: Path) -> None:
    """A limit on the size of files stands in for the disk; the buffer does not fit when the file is closed."""
    pytest.importorskip("resource")
    script = (
        "import resource, signal, sys; from mixlid._files import complete_file; "
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (1, 1))\n"
        "with complete_file(sys.argv[1]) as stream: stream.write(b'more than that')"
    )
    done = subprocess.run([sys.executable, "-c", script, tmp_path / "out"], capture_output=True, text=True)
    assert "MixlidError" in done.stderr
    assert "out cannot be written: File too large" in done.stderr
    assert _names(tmp_path) == []


def test_no_other_module_gives_files_their_names() -> None:
    assert {name for name, text in _renamings() if name != "_files.py"} == set()
    assert ("_files.py", "os.replace(part, path)") in set(_renamings())


def _renamings() -> Iterator[tuple[str, str]]:
    """Calls that rename a file. `x.replace(y)` is one unless x is an identifier: a string's takes two arguments."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            owner, name = ast.unparse(node.func.value), node.func.attr
            alone = name == "replace" and len(node.args) == 1 and not node.keywords
            if (
                (owner in ("os", "shutil") and name in ("replace", "rename", "renames", "move"))
                or (alone and owner not in ("identifier", "lid", "self") and not isinstance(node.args[0], ast.Starred))
                or (name in ("rename", "hardlink_to") and len(node.args) == 1)
            ):
                yield path.name, ast.unparse(node)


def test_a_link_that_was_planted_is_not_followed(tmp_path: Path) -> None:
    """Otherwise anyone who can write to the folder could redirect our output to another file."""
    precious = tmp_path / "precious"
    precious.write_text("as it was")
    (tmp_path / ".out.part").symlink_to(precious)
    with pytest.raises(MixlidError, match="cannot be written"), complete_file(tmp_path / "out"):
        pass
    assert precious.read_text() == "as it was"


def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(MixlidError, match="cannot be written"), complete_file(tmp_path / "a"):
        pass
