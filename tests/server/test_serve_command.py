"""`mixlid serve` on the command line: what it refuses, and what it needs."""

from __future__ import annotations

import builtins
import socket
from pathlib import Path
from typing import Any

import pytest
from served import Served

from mixlid.cli.main import main


def fails(capsys: pytest.CaptureFixture[str], *options: str, code: int = 2) -> str:
    assert main(["serve", *options]) == code
    said = capsys.readouterr().err
    assert said.startswith("mixlid: ")
    assert said.count("\n") == 1
    return said


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str], served: Served) -> None:
    said = fails(capsys, "--port", str(served.port))
    assert f"cannot listen on 127.0.0.1 port {served.port}: " in said
    assert "--port" in said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--port", "70000"], "there is no port 70000"),
        (["--host", "256.1.1.1", "--port", "0"], "cannot listen"),
        (["-j", "0"], "at least 1, or auto"),
        (["--limit", "size=3"], "there is no limit 'size'; the limits are body_bytes"),
        (["--limit", "texts=many"], "'many' is not a value for the limit texts"),
        (["--limit", "texts=0"], "must be above 0"),
        (["-m", "litelid", "-m", "litelid"], "two models are called 'litelid'"),
    ],
)
def test_wrong_options(capsys: pytest.CaptureFixture[str], options: list[str], said: str) -> None:
    assert said in fails(capsys, *options)


def test_no_such_model(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "There is no model file" in fails(capsys, "-m", str(tmp_path / "none.bin"), code=1)


@pytest.mark.parametrize("missing", ["litestar", "uvicorn", "msgspec"])
def test_without_the_extra(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **others: Any) -> Any:
        if name == "mixlid.server.app":
            raise ModuleNotFoundError(f"No module named {missing!r}", name=missing)
        return real(name, *rest, **others)

    monkeypatch.setattr(builtins, "__import__", without)
    assert f"mixlid serve needs the package {missing}: pip install 'mixlid[serve]'" in fails(capsys, code=1)


def test_only_this_machine_by_default(served: Served) -> None:
    assert served.address.startswith("http://127.0.0.1:")
    with pytest.raises(OSError, match=r"refused|unreachable"):
        socket.create_connection(("127.0.0.2", served.port), timeout=5)
