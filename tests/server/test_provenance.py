"""What answers say about what made them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from served import Served

from mixlid import __version__
from mixlid.models.catalogue import EMBEDDED, EMBEDDED_NAME


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
