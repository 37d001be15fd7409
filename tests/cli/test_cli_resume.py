"""Interrupted runs: killed, or out of disk space. Complete outputs stay, and `--resume` does the rest."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from command import ENGLISH, TURKISH, Command, start, states

from waiting import LIMIT, wait_until

pytest.importorskip("fcntl", reason="needs a Unix system")


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


@pytest.fixture
def big(tmp_path: Path) -> Path:
    """Many chunks of few words; one number makes them long."""
    path = tmp_path / "big.jsonl"
    lines = [
        json.dumps({"n": n, "text": f"{TURKISH if n % 3 else ENGLISH} {n}", "pad": "7" * 1500}) for n in range(1500)
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


#: Write some pieces, say so, and wait to be killed, however fast the machine is.
PAUSE = """
import sys
from mixlid import _files
write, count = _files.PartFile.write, 0
def write_and_wait(self, output):
    global count
    write(self, output)
    self.stream.flush()
    count += 1
    if count == 20:
        print("paused", flush=True)
        sys.stdin.read()
_files.PartFile.write = write_and_wait
"""


def _kill(argv: list[str | Path], meanwhile: Callable[[], object] = lambda: None) -> int:
    """Run until some output is written, then kill -9; returns its process group."""
    with start(*argv, before=PAUSE, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert select.select([process.stdout], [], [], LIMIT)[0], "it neither paused nor ended"
        assert process.stdout.readline() == b"paused\n", process.stderr.read()
        meanwhile()
        process.kill()
        process.communicate(timeout=LIMIT)
    assert process.returncode == -signal.SIGKILL
    return process.pid


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_that_was_killed_in_the_middle_is_begun_again(
    cli: Command, tiny_table: Path, big: Path, jobs: str
) -> None:
    whole, out = big.with_name("whole.jsonl.gz"), big.with_name("out.jsonl.gz")
    assert cli.identify("-q", big, "-o", whole).code == 0
    _kill(["identify", "-m", tiny_table, "-p", "cs", big, "-o", out, "-j", jobs])
    assert not out.exists()
    assert 0 < out.with_name(f".{out.name}.part").stat().st_size < whole.stat().st_size
    assert cli.identify("-q", big, "-o", out, "-j", jobs, "--resume").code == 0
    assert out.read_bytes() == whole.read_bytes()
    assert not [item for item in big.parent.iterdir() if item.name.startswith(".")]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_worker_processes_end_with_a_parent_that_was_killed(tiny_table: Path, big: Path) -> None:
    out = big.with_name("out.jsonl")
    group = _kill(["identify", "-m", tiny_table, "-p", "cs", big, "-o", out, "-j", "2"])
    wait_until(lambda: not states(group), "the workers to end")


def test_a_full_disk(tiny_table: Path, big: Path) -> None:
    """A limit on the size of files stands in for the disk."""
    resource = pytest.importorskip("resource")
    out = big.with_name("out.jsonl")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    with start("identify", "-m", tiny_table, "-p", "cs", big, "-o", out, preexec_fn=limit) as process:
        _, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert b"out.jsonl cannot be written: File too large" in err
    assert list(big.parent.iterdir()) == [big]


def test_many_files_in_a_folder(cli: Command, tiny_table: Path, big: Path, tmp_path: Path) -> None:
    inputs, whole, out = tmp_path / "in", tmp_path / "whole", tmp_path / "out"
    inputs.mkdir()
    for name in ("a.jsonl", "c.jsonl"):
        (inputs / name).write_text('{"text": "the map"}\n', encoding="utf-8")
    shutil.move(big, inputs / "b.jsonl")
    pattern = str(inputs / "*.jsonl")
    assert cli.identify("-q", pattern, "--output-dir", whole).code == 0
    _kill(["identify", "-m", tiny_table, "-p", "cs", pattern, "--output-dir", out])
    assert sorted(item.name for item in out.iterdir()) == [".b.jsonl.part", "a.jsonl"]
    done = (out / "a.jsonl").stat().st_mtime_ns
    outcome = cli.identify(pattern, "--output-dir", out, "--resume", "--summary", tmp_path / "summary.json")
    assert "1 of 3 outputs are complete and newer than the input" in outcome.err
    assert json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))["records"] == 1501
    assert (out / "a.jsonl").stat().st_mtime_ns == done
    assert sorted(item.name for item in out.iterdir()) == ["a.jsonl", "b.jsonl", "c.jsonl"]
    for name in ("a.jsonl", "b.jsonl", "c.jsonl"):
        assert (out / name).read_bytes() == (whole / name).read_bytes()


def test_a_bad_record_in_a_folder(cli: Command, tmp_path: Path) -> None:
    for name, text in (("a.jsonl", '{"text": "the map"}\n'), ("b.jsonl", "{}\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    argv = [str(tmp_path / "*.jsonl"), "-o", f"{tmp_path / 'out'}/"]
    outcome = cli.identify(*argv)
    assert outcome.code == 1
    assert "complete outputs are kept, and the same command with --resume does the rest" in outcome.err
    assert [item.name for item in (tmp_path / "out").iterdir()] == ["a.jsonl"]
    assert cli.identify("-q", *argv, "--resume", "--on-error", "skip").code == 0
    assert (tmp_path / "out" / "b.jsonl").read_bytes() == b""


def test_nothing_is_left_to_do(cli: Command, tmp_path: Path) -> None:
    """A loop that resumes until it succeeds ends, and an output that is older than its input is not taken for it."""
    source, out = tmp_path / "in.txt", tmp_path / "out.jsonl"
    source.write_text("the old map\n", encoding="utf-8")
    assert cli.identify("-q", source, "-o", out).code == 0
    made = out.stat().st_mtime_ns
    again = cli.identify(source, "-o", out, "--resume")
    assert (again.code, out.stat().st_mtime_ns) == (0, made)
    assert "nothing to do" in again.err
    assert "exists already" in cli.fails(source, "-o", out, code=2)
    os.utime(source, ns=(made + 10**12, made + 10**12))
    assert "exists already" in cli.fails(source, "-o", out, "--resume", code=2)
    assert cli.identify(source, "-o", out, "--resume", "--force").code == 0
    assert out.stat().st_mtime_ns != made


def test_an_input_is_no_complete_output_of_itself(cli: Command, tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text('{"text": "the old map"}\n', encoding="utf-8")
    assert cli.identify("-q", source, "-o", source, "--resume", "--force").code == 0
    assert '"labels"' in source.read_text(encoding="utf-8")


def test_two_runs_cannot_write_one_file(cli: Command, tiny_table: Path, big: Path) -> None:
    out = big.with_name("out.jsonl")
    part = out.with_name(f".{out.name}.part")

    def another() -> None:
        before = part.read_bytes()
        outcome = cli.identify(big, "-o", out)
        assert (outcome.code, part.read_bytes()) == (1, before)
        assert "is being written by another run" in outcome.err

    _kill(["identify", "-m", tiny_table, "-p", "cs", big, "-o", out], another)
