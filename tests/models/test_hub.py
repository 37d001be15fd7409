"""Models on a hub, with a local stand-in for one. No request goes anywhere else."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from socket import socket
from threading import Thread
from typing import Any

import pytest
from hub_stand_in import NEW, OLD, Hub

from mixlid.errors import ModelError
from mixlid.models.hub import Address, parse

pytest.importorskip("huggingface_hub", reason="the extra mixlid[hub] is not installed")
pytest.importorskip("fcntl", reason="needs a Unix system")

Load = Callable[..., dict[str, Any]]
MODEL = "hf://org/repo/model.bin"
#: Loads a model. Nobody waits for the pauses between attempts.
CHILD = """
import json, sys, time
time.sleep = lambda seconds: None
from mixlid import MixlidError
from mixlid.models import loading
try:
    model = loading.load_model(sys.argv[1])
    print(json.dumps({"labels": len(model.labels), "path": model.info()["path"]}))
except MixlidError as error:
    print(json.dumps({"error": str(error), "type": type(error).__name__}))
"""


@pytest.fixture
def hub(tiny_bin: Path, tiny_table: Path) -> Iterator[Hub]:
    servers = [Hub(), Hub()]
    hub, hub.store = servers[0], servers[1]
    hub.files[("org/repo", NEW, "model.bin")] = tiny_bin.read_bytes()
    hub.files[("org/repo", OLD, "model.bin")] = tiny_table.read_bytes()
    hub.files[("org/repo", NEW, "folder/small.mixlid")] = tiny_table.read_bytes()
    hub.files[("cis-lmu/glotlid", NEW, "model_v3.bin")] = tiny_bin.read_bytes()
    hub.store.files, hub.store.requests = hub.files, hub.requests
    for server in servers:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield hub
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def env(hub: Hub, tmp_path: Path) -> dict[str, str]:
    clean = {
        name: text for name, text in os.environ.items() if not name.startswith("HF_") and "proxy" not in name.lower()
    }
    switches = {"HF_HUB_DISABLE_XET": "1", "HF_HUB_DISABLE_TELEMETRY": "1", "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1"}
    return clean | switches | {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path / "home")}


def run(env: dict[str, str], *argv: str) -> str:
    done = subprocess.run([sys.executable, *argv], env=env, capture_output=True, text=True, timeout=60)
    return done.stdout


#: A process that has imported what takes long, and not `huggingface_hub`, which reads the environment when it is
#: imported. For each line it is sent it forks, and its child is as a new process is: another environment, and CHILD.
PARENT = """
import json, os, sys
import filelock, httpx, mixlid.models.loading, tqdm.auto, yaml
child = sys.argv[1]
for line in sys.stdin:
    environment, out, *arguments = json.loads(line)
    process = os.fork()
    if not process:
        os.environ.clear()
        os.environ.update(environment)
        os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        sys.argv = ["-c", *arguments]
        try:
            exec(child)
            sys.stdout.flush()
        finally:
            os._exit(1)
    os.waitpid(process, 0)
    print(flush=True)
"""


@pytest.fixture(scope="module")
def parent() -> Iterator[subprocess.Popen[str]]:
    argv = [sys.executable, "-c", PARENT, CHILD]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process


@pytest.fixture
def load(parent: subprocess.Popen[str], tmp_path: Path) -> Load:
    """`load(env, address)`: the output of CHILD."""
    out = tmp_path / "answer.json"

    def load(env: dict[str, str], address: str = MODEL) -> dict[str, Any]:
        assert parent.stdin is not None
        assert parent.stdout is not None
        parent.stdin.write(json.dumps([env, str(out), address]) + "\n")
        parent.stdin.flush()
        assert parent.stdout.readline() == "\n"
        answer: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        return answer

    return load


def test_fetched_once(hub: Hub, load: Load, env: dict[str, str]) -> None:
    first = load(env)
    assert first["labels"] == 6
    assert Path(first["path"]).is_relative_to(env["HF_HOME"])
    assert [request.split()[0] for request in hub.requests] == ["HEAD", "GET"]
    hub.requests.clear()
    assert load(env) == first
    assert [request.split()[0] for request in hub.requests] == ["HEAD"]
    hub.requests.clear()
    assert load(env | {"HF_HUB_OFFLINE": "1"}) == first
    assert hub.requests == []
    hub.status = 503
    assert load(env) == first


def test_revisions(hub: Hub, load: Load, env: dict[str, str]) -> None:
    for revision in ("main", NEW, "v1", OLD):
        commit = hub.branches.get(revision, revision)
        assert f"/snapshots/{commit}/" in Path(load(env, f"{MODEL}@{revision}")["path"]).as_posix()
    hub.requests.clear()
    assert load(env, f"{MODEL}@{OLD}")["labels"] == 6
    assert hub.requests == []  # a commit never changes
    hub.branches["main"] = OLD
    assert f"/snapshots/{OLD}/" in Path(load(env)["path"]).as_posix()


def test_checksums(hub: Hub, load: Load, env: dict[str, str]) -> None:
    sha256 = hashlib.sha256(hub.files[("org/repo", NEW, "model.bin")]).hexdigest()
    wrong = load(env, f"{MODEL}#sha256={'0' * 64}")["error"]
    assert "not the file you asked for" in wrong
    assert sha256 in wrong
    for _ in range(2):
        assert load(env, f"{MODEL}@main#sha256={sha256.upper()}")["labels"] == 6
    blob = next(Path(env["HF_HOME"]).glob("hub/models--org--repo/blobs/*"))
    blob.write_bytes(b"rot" + blob.read_bytes()[3:])
    assert "not the file you asked for" in load(env, f"{MODEL}#sha256={sha256}")["error"]


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("hf://org/unknown/model.bin", "There is no repository org/unknown at http://127.0.0.1:"),
        ("hf://org/gated/model.bin", "then log in with `hf auth login`"),
        ("hf://org/repo/model.bim", "has no file model.bim at revision main; http"),
        ("hf://org/repo/model.bin@v9", "has no revision v9"),
        ("hf://org/-repo-/model.bin", "could not be fetched"),
    ],
)
def test_what_is_not_there(load: Load, env: dict[str, str], address: str, said: str) -> None:
    answer = load(env, address)
    assert answer["type"] == "ModelError"
    assert said in answer["error"]
    assert "\n" not in answer["error"]


def test_no_way_to_the_hub(hub: Hub, load: Load, env: dict[str, str]) -> None:
    assert "HF_HUB_OFFLINE forbids" in load(env | {"HF_HUB_OFFLINE": "1"})["error"]
    assert hub.requests == []
    with socket() as free:
        free.bind(("127.0.0.1", 0))  # and nobody listens
        nowhere = f"http://127.0.0.1:{free.getsockname()[1]}"
        assert f"{nowhere} cannot be reached" in load(env | {"HF_ENDPOINT": nowhere})["error"]
    hub.headers["X-Repo-Commit"] = None  # a web server, but no hub
    assert "cannot be reached" in load(env)["error"]
    hub.status = 503
    assert "503" in load(env)["error"]


def test_the_store_is_down(hub: Hub, load: Load, env: dict[str, str]) -> None:
    assert hub.store is not None
    hub.store.status = 500
    assert "could not be fetched" in load(env)["error"]
    assert load(env)["type"] == "ModelError"


def test_published_names(load: Load, env: dict[str, str], tiny_bin: Path, tmp_path: Path) -> None:
    def here() -> dict[str, Any]:
        models = json.loads(run(env, "-m", "mixlid", "model", "list", "--json"))
        return {model["name"]: model["here"] for model in models}

    assert here()["glotlid"] is False
    for name in ("glotlid", "GlotLID", "cis-lmu/glotlid"):
        assert load(env, name)["labels"] == 6
    assert here()["glotlid"] is True
    assert here()["openlid"] is False
    out = run(env, "-m", "mixlid", "model", "info", "glotlid")
    assert hashlib.sha256(tiny_bin.read_bytes()).hexdigest() in out
    assert "Apache-2.0" in out
    summary = tmp_path / "summary.json"
    argv = ("-t", "the map", "-f", "jsonl", "--summary", str(summary))
    assert json.loads(run(env, "-m", "mixlid", "identify", "-m", MODEL, *argv))["labels"] == ["eng_Latn"]
    assert json.loads(summary.read_text(encoding="utf-8"))["made_by"]["model"] == MODEL


def test_addresses() -> None:
    sha256 = "0123456789abcdef" * 4
    assert parse("hf://a/b/c.bin") == Address("a/b", "c.bin", "main", None)
    assert parse("hf://a/b/c/d.bin@refs/pr/1") == Address("a/b", "c/d.bin", "refs/pr/1", None)
    assert parse(f"hf://a/b/c@d@e#sha256={sha256}") == Address("a/b", "c@d", "e", sha256)
    for wrong in (
        "hf://", "hf:/a/b/c", "hf://a/b", "hf://a/b/", "hf://a/b@main/c.bin", "hf://a/b/c#sha256=12", "hf://a/b/c#md5=1",
        "hf://a/b/../c", "hf://a/b//c", "hf://a/b/c@../d", "hf://a/b/c@", "hf://datasets/a/b/c",
    ):  # fmt: skip
        with pytest.raises(ModelError, match=r"write it as hf://org/repo/file@revision#sha256=…"):
            parse(wrong)
