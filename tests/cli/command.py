"""Ways to run the command: in this process, and as a user would."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mixlid.cli.main import main
from waiting import wait_until

TURKISH = "yarınki meeting için hazır"
ENGLISH = "the meeting with the weather"


class Outcome(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.split("\n")[:-1]

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines]


class Command:
    """`mixlid` with a model, without colours, and with what it reads from standard input."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, model: Path) -> None:
        self._capsys = capsys
        self._patch = monkeypatch
        for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("MIXLID_MODEL", str(model))

    def __call__(self, *argv: str | Path, stdin: str | bytes = b"") -> Outcome:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main(list(map(str, argv)))
        out, err = self._capsys.readouterr()
        return Outcome(code, out, err)

    def identify(self, *argv: str | Path, stdin: str | bytes = b"") -> Outcome:
        """With the preset that finds several languages most readily."""
        return self("identify", "-p", "cs", *argv, stdin=stdin)

    def fails(self, *argv: str | Path, stdin: str | bytes = b"", code: int = 1) -> str:
        """The one line printed about a failure."""
        outcome = self("identify", *argv, stdin=stdin)
        assert outcome.code == code
        assert outcome.err.startswith("mixlid: ")
        assert outcome.err.count("\n") == 1
        return outcome.err.removeprefix("mixlid: ").rstrip("\n")


def start(*argv: str | Path, before: str = "", **changes: Any) -> subprocess.Popen[bytes]:
    """The command as a separate process, which first runs the code in `before`.

    The signal is set because a background shell may have disabled it.
    """
    script = before + (
        "import signal, sys; from mixlid.cli.main import main; "
        "signal.signal(signal.SIGINT, signal.default_int_handler); sys.exit(main())"
    )
    pipes: dict[str, Any] = {
        "env": environment(),
        "stdin": subprocess.PIPE,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
    }
    process: subprocess.Popen[bytes] = subprocess.Popen(
        [sys.executable, "-c", script, *map(str, argv)], **(pipes | changes)
    )
    return process


def environment(**changes: str) -> dict[str, str]:
    """This process's environment, without what would change how output looks or when it is written."""
    kept = {name: value for name, value in os.environ.items() if "COLOR" not in name and name != "PYTHONUNBUFFERED"}
    return kept | changes


def wait_for(path: Path) -> None:
    """Wait until a file exists and is not empty."""
    wait_until(lambda: path.exists() and path.stat().st_size, f"{path} to be written")


def states(group: int) -> dict[str, tuple[str, int]]:
    """The state (R running, S sleeping) and processor time so far of a group's processes that have not ended."""
    known = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            known[path.parent.name] = (fields[0], int(fields[11]) + int(fields[12]))
    return known


def wait_until_idle(group: int) -> None:
    """Wait until all processes of a group sleep, and none has done anything between two looks."""
    seen: list[dict[str, tuple[str, int]]] = [{}]

    def idle() -> bool:
        seen.append(states(group))
        return seen[-1] == seen[-2] and all(state == "S" for state, _ in seen[-1].values())

    wait_until(idle, "all processes to wait for work")
