"""Who may use the service; and what answers and metrics say about it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from served import Served, serve

from mixlid import SettingsError, __version__
from mixlid.models.catalogue import EMBEDDED, EMBEDDED_NAME
from mixlid.server.hosts import read_keys

KEY, OTHER = "0123456789abcdef", "another-key-that-is-long"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    path = tmp_path_factory.mktemp("keys") / "keys.txt"
    path.write_text(f"# two people\n{KEY}\n{OTHER}\n")
    with serve("--api-keys", str(path)) as served:
        yield served


def ask(served: Served, headers: dict[str, str]) -> httpx.Response:
    return served.client.post("/identify", json={"text": "bonjour"}, headers=headers)


def test_keys(guarded: Served) -> None:
    for key in (KEY, OTHER):
        assert ask(guarded, {"Authorization": f"Bearer {key}"}).status_code == 200
    for given in ({}, {"Authorization": f"Bearer {KEY}x"}, {"Authorization": f"Basic {KEY}"}, {"Authorization": KEY}):
        refused = ask(guarded, given)
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"] == "Bearer"
        assert "Authorization: Bearer" in refused.json()["error"]
    for route in ("/metrics", "/models", "/", "/openapi.json"):
        assert guarded.client.get(route).status_code == 401
    assert guarded.client.get("/health").json()["status"] == "ok"


def test_what_made_an_answer(served: Served) -> None:
    sha256 = hashlib.sha256(Path(EMBEDDED).read_bytes()).hexdigest()
    one = served.client.post("/identify", json={"text": "bonjour"})
    many = served.client.post("/identify/stream", content=json.dumps({"text": "bonjour"}))
    for answer in (one, many):
        assert answer.headers["mixlid-model"] == EMBEDDED_NAME
        assert answer.headers["mixlid-model-sha256"] == sha256
        assert answer.headers["mixlid-version"] == __version__
    assert "access-control-allow-origin" not in one.headers
    assert served.client.get("/models").json()["models"][0]["sha256"] == sha256
    metrics = served.client.get("/metrics").text
    assert f'mixlid_model{{model="{EMBEDDED_NAME}",sha256="{sha256}",version="{__version__}"}} 1.0' in metrics
    assert "mixlid_queue_length 0.0" in metrics
    assert "mixlid_workers 1.0" in metrics
    assert "mixlid_worker_restarts 0.0" in metrics


@pytest.mark.parametrize(
    ("text", "said"), [("", "no key"), ("# nothing\n", "no key"), ("short\n", "at least 16"), ("x y" * 9, "no space")]
)
def test_keys_that_are_none(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "keys.txt"
    path.write_text(text)
    with pytest.raises(SettingsError, match=said):
        read_keys(str(path))


def test_refusals(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        read_keys(str(tmp_path / "nothing.txt"))
