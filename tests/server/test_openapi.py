"""The OpenAPI document holds for the real server: whatever is sent, answers match it and none is a 5xx."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from served import MIXED, serve

HERE = Path(__file__).parent
#: Examples for each operation; `make test-all` takes more.
EXAMPLES = os.environ.get("MIXLID_SCHEMA_EXAMPLES", "18")


@pytest.mark.skipif(find_spec("schemathesis") is None, reason="schemathesis is not installed")
def test_schemathesis_finds_no_fault(tmp_path: Path) -> None:
    with serve("--log", "--limit", "work_seconds=6") as server:
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(HERE / "schemathesis.toml"), "run"]
        command += [f"{server.address}/openapi.json", "--max-examples", EXAMPLES, "--seed", "1", "--no-color"]
        paths = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
        run = subprocess.run(
            command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-2000:]
        assert "5 selected / 5 total" in run.stdout
        assert server.one(MIXED)["is_mixed"]
    assert not re.search(r"(GET|POST) \S+ 5", server.log)
    assert "POST /identify/stream 200" in server.log
