"""The command as a process: closed pipes, interruption, encodings, terminals."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command import ENGLISH, TURKISH, environment, start, wait_for, wait_until_idle

pty = pytest.importorskip("pty", reason="needs a Unix system")


@pytest.fixture
def big(tmp_path: Path) -> Path:
    path = tmp_path / "big.txt"
    path.write_text(f"{TURKISH}\n" * 200_000, encoding="utf-8")
    return path


def test_as_a_module_and_as_a_filter(tiny_table: Path) -> None:
    argv = [sys.executable, "-m", "mixlid", "identify", "-p", "cs", "-j", "2"]
    env = environment(MIXLID_MODEL=str(tiny_table))
    done = subprocess.run(argv, input=f"{TURKISH}\n{ENGLISH}\n".encode(), capture_output=True, env=env, check=True)
    assert done.stdout.decode().splitlines() == [
        "tur_Latn,eng_Latn\tyarınki [eng_Latn meeting] için hazır",
        f"eng_Latn\t{ENGLISH}",
    ]
    assert done.stderr == b""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_quiet_when_the_reader_goes_away(tiny_table: Path, big: Path, jobs: str) -> None:
    with start("identify", "-m", tiny_table, "-p", "cs", "-j", jobs, big) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"tur_Latn,eng_Latn\t")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


def test_quiet_when_nobody_reads_the_little_there_is(tiny_table: Path) -> None:
    for argv in (["identify", "-m", str(tiny_table), "-t", ENGLISH], ["--help"], ["model", "info", str(tiny_table)]):
        read, write = os.pipe()
        os.close(read)
        with start(*argv, stdout=write) as process:
            os.close(write)
            assert process.stderr is not None
            assert process.stderr.read() == b""
            assert process.wait(60) == 141


def test_interruption_on_a_terminal_says_so_below_the_progress(tiny_table: Path, big: Path) -> None:
    ours, theirs = pty.openpty()
    out = f"{big.parent}/out/"
    with start("identify", "-m", tiny_table, big, "-o", out, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while b"records: " not in shown:
            if select.select([ours], [], [], 0.1)[0]:
                shown += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(OSError):  # the end of a terminal
            while more := os.read(ours, 4096):
                shown += more
        assert process.wait(60) == 130
    os.close(ours)
    *_, progress, note, rest = shown.decode().split("\n")
    assert "records: " in progress
    assert note.rstrip("\r").startswith("mixlid: interrupted; complete outputs are kept")
    assert rest == ""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interruption_leaves_nothing_unfinished(tiny_table: Path, big: Path, jobs: str) -> None:
    out = big.with_name("out.txt")
    argv = ["identify", "-m", str(tiny_table), "-j", jobs, str(big), "-o", str(out)]
    with start(*argv, start_new_session=True) as process:
        wait_for(big.with_name(".out.txt.part"))
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to all processes of the command
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(60) == 130
    assert list(big.parent.iterdir()) == [big]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_said_when_several_processes_are_ended(tiny_table: Path, big: Path, number: int) -> None:
    """Python's own helper used to warn that it had to clean up."""
    argv = ["identify", "-q", "-m", str(tiny_table), "-j", "2", str(big), "-o", str(big.with_name("out.txt"))]
    with start(*argv) as process:
        wait_for(big.with_name(".out.txt.part"))
        process.send_signal(number)
        assert process.stderr is not None
        assert process.stderr.read() == b""  # to the end of every process that could write there
        assert process.wait(60) == -number


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_interruption_of_processes_that_wait_for_work(tiny_table: Path, tmp_path: Path) -> None:
    argv = ["identify", "-m", str(tiny_table), "-j", "2", "-o", str(tmp_path / "out.txt")]
    with start(*argv, start_new_session=True) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(f"{TURKISH}\n".encode() * 8_000)  # some pieces, and a part of one that is waited for
        process.stdin.flush()
        wait_for(tmp_path / ".out.txt.part")
        wait_until_idle(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        assert process.stderr.read() == b""
        assert process.wait(60) == 130
    assert list(tmp_path.iterdir()) == []


def test_utf8_whatever_the_locale(tiny_table: Path) -> None:
    env = environment(LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii", PYTHONCOERCECLOCALE="0")
    for argv in (["identify", "-p", "cs", "-m", str(tiny_table)], ["identify", "--help"]):
        with start(*argv, env=env) as process:
            out, err = process.communicate(TURKISH.encode(), timeout=60)
        assert process.returncode == 0
        assert err == b""
        assert "yarınki" in out.decode()


@pytest.mark.parametrize(
    ("argv", "closed", "said"),
    [
        (["identify", "-t", ENGLISH], ">&-", "mixlid: standard output is closed; give a file with -o\n"),
        (["identify"], "<&-", "mixlid: standard input is closed; give a file\n"),
        (["identify", "-t", ENGLISH], ">/dev/full", "mixlid: No space left on device\n"),
        (["identify", "-t", b"the \xff map"], "", "mixlid: character 5 of a text given with -t is not UTF-8"),
    ],
)
def test_streams_that_do_not_work(tiny_table: Path, argv: list[str | bytes], closed: str, said: str) -> None:
    if "full" in closed and not Path("/dev/full").exists():
        pytest.skip("needs a device that is always full")
    shell = ["sh", "-c", f'"$@" {closed}', "sh", sys.executable, "-m", "mixlid", *argv]
    env = environment(MIXLID_MODEL=str(tiny_table))
    done = subprocess.run(shell, stdin=subprocess.DEVNULL, capture_output=True, env=env)
    assert done.returncode == 1
    assert done.stderr.decode().startswith(said)
    assert done.stderr.count(b"\n") == 1


def _on_terminal(*argv: str | Path, typed: bytes = b"", **env: str) -> str:
    """What a person sees: all three streams are one terminal."""
    controller, terminal = pty.openpty()
    with start(*argv, stdin=terminal, stdout=terminal, stderr=terminal, env=environment(**env)) as process:
        os.close(terminal)
        os.write(controller, typed)
        seen = b""
        while True:
            try:
                piece = os.read(controller, 4096)
            except OSError:  # Linux says so when the other side is closed
                break
            if not piece:
                break
            seen += piece
        process.wait(60)
    os.close(controller)
    return seen.decode().replace("\r\n", "\n")


def test_on_a_terminal(tiny_table: Path) -> None:
    argv = ["identify", "-p", "cs", "-m", str(tiny_table), "-t", TURKISH]
    assert _on_terminal(*argv, TERM="xterm-256color").startswith("\x1b[38;5;38myarınki\x1b[0m ")
    plain = "yarınki [English meeting] için hazır\n  Turkish 70% (tur_Latn) · English 30% (eng_Latn)\n"
    assert _on_terminal(*argv, TERM="xterm-256color", NO_COLOR="1") == plain
    assert _on_terminal(*argv, TERM="dumb") == plain


def test_typing_on_a_terminal(tiny_table: Path) -> None:
    argv = ["identify", "-p", "cs", "-m", str(tiny_table)]
    seen = _on_terminal(*argv, typed=f"{ENGLISH}\n\x04".encode(), TERM="dumb")
    assert "mixlid: reading from the terminal, one sentence per line, until Ctrl-D" in seen
    assert f"{ENGLISH}\n  English 100% (eng_Latn)\n" in seen
    assert "reading" not in _on_terminal(*argv, "-q", typed=b"\x04", TERM="dumb")
