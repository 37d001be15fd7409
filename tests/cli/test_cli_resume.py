"""Interrupted runs: killed, or out of disk space. After `--resume` the output is as if nothing had happened."""

from __future__ import annotations

import argparse
import json
import os
import select
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from command import ENGLISH, TURKISH, Command, start, states

from mixlid.cli import identify, identify_options
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


#: Write some pieces, say so, and wait to be killed, however fast the machine is. The last pieces have no checkpoint.
PAUSE = """
import sys
from mixlid.io import output
write, count = output.FileSink.write, 0
def write_and_wait(self, output):
    global count
    write(self, output)
    self.stream.flush()
    count += 1
    if count == 20:
        print("paused", flush=True)
        sys.stdin.read()
output.FileSink.write = write_and_wait
"""


def _wait_for_pause(process: subprocess.Popen[bytes]) -> None:
    assert process.stdout is not None
    assert process.stderr is not None
    assert select.select([process.stdout], [], [], LIMIT)[0], "it neither paused nor ended"
    assert process.stdout.readline() == b"paused\n", process.stderr.read()


def _kill(out: Path, argv: list[str | Path]) -> int:
    """Run until some output is written, then kill -9; returns its process group."""
    with start(*argv, before=PAUSE, start_new_session=True) as process:
        _wait_for_pause(process)
        process.kill()
        process.communicate(timeout=LIMIT)
    assert process.returncode == -signal.SIGKILL
    assert not out.exists()
    checkpoint = json.loads(out.with_name(f".{out.name}.checkpoint").read_text(encoding="utf-8"))["checkpoint"]
    assert 0 < checkpoint["written"] < out.with_name(f".{out.name}.part").stat().st_size
    return process.pid


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("suffix", ["jsonl", "jsonl.gz", "jsonl.zst"])
def test_killed_in_the_middle(cli: Command, tiny_table: Path, big: Path, suffix: str, jobs: str) -> None:
    if suffix.endswith("zst"):
        pytest.importorskip("zstandard")
    whole, out = big.with_name(f"whole.{suffix}"), big.with_name(f"out.{suffix}")
    summaries = [big.with_name("whole.json"), big.with_name("out.json")]
    assert cli.identify("-q", big, "-o", whole, "--summary", summaries[0]).code == 0
    argv: list[str | Path] = ["identify", "-m", tiny_table, "-p", "cs", big, "-o", out, "-j", jobs]
    _kill(out, argv)
    _kill(out, [*argv, "--resume"])  # and once more, from there
    outcome = cli.identify(big, "-o", out, "-j", jobs, "-m", tiny_table, "--resume", "--summary", summaries[1])
    assert outcome.code == 0
    assert "no run to resume" not in outcome.err
    assert out.read_bytes() == whole.read_bytes()
    first, second = (json.loads(path.read_text(encoding="utf-8")) for path in summaries)
    for values in (first, second):
        del values["seconds"], values["records_per_second"]
    assert first == second
    assert not [item for item in big.parent.iterdir() if item.name.startswith(".")]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_worker_processes_end_with_a_parent_that_was_killed(tiny_table: Path, big: Path) -> None:
    out = big.with_name("out.jsonl")
    group = _kill(out, ["identify", "-m", tiny_table, "-p", "cs", big, "-o", out, "-j", "2"])
    wait_until(lambda: not states(group), "the workers to end")


def test_a_full_disk(cli: Command, tiny_table: Path, big: Path) -> None:
    """A limit on the size of files stands in for the disk."""
    resource = pytest.importorskip("resource")
    whole, out = big.with_name("whole.jsonl"), big.with_name("out.jsonl")
    assert cli.identify("-q", big, "-o", whole).code == 0

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    with start("identify", "-m", tiny_table, "-p", "cs", big, "-o", out, preexec_fn=limit) as process:
        _, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert b"the same command with --resume continues" in err
    assert b"out.jsonl cannot be written: File too large" in err
    assert not out.exists()
    assert cli.identify("-q", big, "-o", out, "-m", tiny_table, "--resume").code == 0
    assert out.read_bytes() == whole.read_bytes()


def test_a_bad_record_far_down(cli: Command, big: Path) -> None:
    out, expected = big.with_name("out.jsonl"), big.with_name("expected.jsonl")
    with big.open("a", encoding="utf-8") as stream:
        stream.write('{"oops": 1}\n{"text": "the map"}\n')
    outcome = cli.identify(big, "-o", out)
    assert outcome.code == 1
    assert "the same command with --resume and --on-error skip (or keep) continues" in outcome.err
    assert "line 1501: the record has no field 'text'" in outcome.err
    assert not out.exists()
    assert cli.identify("-q", big, "-o", out, "--resume", "--on-error", "skip").code == 0
    assert cli.identify("-q", big, "-o", expected, "--on-error", "skip").code == 0
    assert out.read_bytes() == expected.read_bytes()


def test_a_bad_record_in_a_table(cli: Command, tmp_path: Path) -> None:
    """Keeping it needs another column, which the output so far does not have."""
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text("text,pad\n" + f"{ENGLISH},{'7' * 1500}\n" * 60 + "oops\n", encoding="utf-8")
    outcome = cli.identify(path, "-o", out)
    assert "with --resume and --on-error skip continues" in outcome.err
    assert "line 62: there are 1 columns" in outcome.err
    refused = cli.identify(path, "-o", out, "--resume", "--on-error", "keep")
    assert refused.code == 1
    assert "options have changed (error column)" in refused.err
    assert cli.identify("-q", path, "-o", out, "--resume", "--on-error", "skip").code == 0
    assert out.read_text(encoding="utf-8").count("\n") == 61


def test_a_new_option_counts_unless_it_is_declared_harmless(
    cli: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Resuming with another value of an option would give an output of two kinds."""

    def add_one_more(parser: argparse.ArgumentParser) -> None:
        identify_options.add_arguments(parser)
        parser.add_argument("--made-up", default=1)

    monkeypatch.setattr(identify, "add_arguments", add_one_more)
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text('{"text": "the map"}\n' * 3000 + "oops\n", encoding="utf-8")
    assert cli.identify(path, "-o", out).code == 1
    argv: list[str | Path] = [path, "-o", out, "--resume", "--on-error", "skip"]
    refused = cli.identify(*argv, "--made-up", "2")
    assert refused.code == 1
    assert "the options have changed (made_up)" in refused.err
    harmless = ["-j", "2", "-q", "--summary", str(tmp_path / "summary.json")]
    assert cli.identify(*argv, *harmless).code == 0
    assert out.read_text(encoding="utf-8").count("\n") == 3000


def test_options_that_do_not_count_exist() -> None:
    parser = argparse.ArgumentParser()
    identify_options.add_arguments(parser)
    known = {*vars(parser.parse_args([])), "debug", "outputs", "run"}  # the last three are those of every command
    assert known >= identify_options.HARMLESS | identify_options.COMPARED_BY_MEANING
    assert not identify_options.HARMLESS & identify_options.COMPARED_BY_MEANING


def test_many_files_in_a_folder(cli: Command, tiny_table: Path, big: Path, tmp_path: Path) -> None:
    inputs, whole, out = tmp_path / "in", tmp_path / "whole", tmp_path / "out"
    inputs.mkdir()
    for name in ("a.jsonl", "c.jsonl"):
        (inputs / name).write_text('{"text": "the map"}\n', encoding="utf-8")
    shutil.move(big, inputs / "b.jsonl")
    pattern = str(inputs / "*.jsonl")
    assert cli.identify("-q", pattern, "--output-dir", whole).code == 0
    with start("identify", "-m", tiny_table, "-p", "cs", pattern, "--output-dir", out, before=PAUSE) as process:
        _wait_for_pause(process)
        process.kill()
        process.communicate(timeout=LIMIT)
    assert sorted(item.name for item in out.iterdir()) == [
        *(".b.jsonl.part", ".mixlid.checkpoint", ".mixlid.checkpoint.lock", "a.jsonl"),
    ]
    done = (out / "a.jsonl").stat().st_mtime_ns
    assert cli.identify("-q", pattern, "--output-dir", out, "-m", tiny_table, "--resume").code == 0
    assert (out / "a.jsonl").stat().st_mtime_ns == done
    assert sorted(item.name for item in out.iterdir()) == ["a.jsonl", "b.jsonl", "c.jsonl"]
    for name in ("a.jsonl", "b.jsonl", "c.jsonl"):
        assert (out / name).read_bytes() == (whole / name).read_bytes()


@pytest.fixture
def broken(tiny_table: Path, big: Path) -> Path:
    out = big.with_name("out.jsonl")
    _kill(out, ["identify", "-m", tiny_table, "-p", "cs", big, "-o", out])
    return out


def test_another_run_is_refused(cli: Command, tiny_table: Path, big: Path, broken: Path) -> None:
    argv: list[str | Path] = [big, "-o", broken, "-m", tiny_table, "--resume"]
    for options, said in (
        (["--words"], "options have changed (words)"),
        (["-p", "avg"], "(preset)"),
        (["-l", "eng"], ""),
    ):
        message = cli.fails(*argv, *(["-p", "cs"] if "-p" not in options else []), *options)
        assert "not the run that was interrupted" in message
        assert said in message
    checkpoint = broken.with_name(f".{broken.name}.checkpoint")
    stored = checkpoint.read_text(encoding="utf-8")
    checkpoint.write_text(stored.replace('"mixlid": "', '"mixlid": "9.'), encoding="utf-8")
    assert "mixlid was 9." in cli.fails(*argv, "-p", "cs")
    places = json.loads(stored)
    assert places["checkpoint"]["position"]["offset"] > 1
    places["checkpoint"]["position"]["offset"] -= 1  # in the middle of a record
    for damaged in ("{", json.dumps(places)):
        checkpoint.write_text(damaged, encoding="utf-8")
        assert "is not a checkpoint that can be read" in cli.fails(*argv, "-p", "cs")
    checkpoint.write_text(stored, encoding="utf-8")
    with big.open("a", encoding="utf-8") as stream:
        stream.write('{"text": "one more"}\n')
    assert "inputs have changed" in cli.fails(*argv, "-p", "cs")


def test_a_part_that_was_damaged_is_refused(cli: Command, tiny_table: Path, big: Path, broken: Path) -> None:
    broken.with_name(f".{broken.name}.part").write_bytes(b"short")
    outcome = cli.identify(big, "-o", broken, "-m", tiny_table, "--resume")
    assert outcome.code == 1
    assert "shorter than its checkpoint says" in outcome.err


def test_without_resume_it_starts_over(cli: Command, tiny_table: Path, big: Path, broken: Path) -> None:
    outcome = cli.identify(big, "-o", broken, "-m", tiny_table)
    assert outcome.code == 0
    assert "an earlier run was interrupted; starting over" in outcome.err
    assert broken.read_bytes().count(b"\n") == 1500
    again = cli.identify(big, "-o", broken, "-m", tiny_table, "--resume", "--force")
    assert "there is no run to resume" in again.err


def test_nothing_is_left_to_do(cli: Command, tmp_path: Path) -> None:
    """A loop that resumes until it succeeds ends, and a file of other origin is not taken for the output."""
    source, out = tmp_path / "in.txt", tmp_path / "out.jsonl"
    source.write_text("the old map\n", encoding="utf-8")
    assert cli.identify("-q", source, "-o", out).code == 0
    made = out.stat().st_mtime_ns
    lock = tmp_path / ".out.jsonl.checkpoint.lock"
    lock.touch()  # of a run that was killed at its very end
    again = cli.identify(source, "-o", out, "--resume")
    assert (again.code, out.stat().st_mtime_ns) == (0, made)
    assert not lock.exists()
    assert "nothing to do" in again.err
    assert "exists already" in cli.fails(source, "-o", out, code=2)
    assert cli.identify(source, "-o", out, "--resume", "--force").code == 0
    os.utime(source, ns=(made + 10**12, made + 10**12))
    assert "exists already" in cli.fails(source, "-o", out, "--resume", code=2)


def test_nothing_is_left_to_do_in_a_folder(cli: Command, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("the old map\n", encoding="utf-8")
    argv: list[str | Path] = [tmp_path / "a.txt", tmp_path / "b.txt", "-f", "jsonl", "--output-dir", tmp_path / "out"]
    assert cli.identify("-q", *argv).code == 0
    assert cli.identify(*argv, "--resume").code == 0
    (tmp_path / "out" / "b.jsonl").unlink()
    assert "a.jsonl exists already" in cli.fails(*argv, "--resume", code=2)


def test_two_runs_cannot_write_one_file(cli: Command, tiny_table: Path, big: Path) -> None:
    out = big.with_name("out.jsonl")
    with start("identify", "-m", tiny_table, "-p", "cs", big, "-o", out, before=PAUSE) as process:
        _wait_for_pause(process)
        before = {path: path.read_bytes() for path in out.parent.glob(".*out*")}
        outcome = cli.identify(big, "-o", out)
        assert {path: path.read_bytes() for path in before if path.exists()} == before  # its checkpoint is there, too
        process.kill()
        process.communicate(timeout=LIMIT)
    assert any("lock" not in path.name and "part" not in path.name for path in before)
    assert outcome.code == 1
    assert "is being written by another run" in outcome.err
