"""Bad input gets a 4xx and one sentence, and the next request is answered."""

from __future__ import annotations

import json
import socket
from typing import Any

import httpx
import pytest
from served import ANY_BUDGET, ENDLESS, LONG, MIXED, Served, sentence, serve

from mixlid.models.catalogue import EMBEDDED
from mixlid.models.loading import open_model
from mixlid.server.worker_process import IdentifierCache
from mixlid.settings import USUAL_BUDGET
from waiting import LIMIT

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (400, b"", "the body is not JSON: it is empty"),
        (400, b'{"text": ', "the body is not JSON"),
        (400, b"\xff\xfe", "the body is not JSON"),
        (400, b'{"text": "\xff"}', "codec can't decode byte 0xff"),
        (400, b'{"text": "\\ud800"}', "the body is not JSON"),
        (400, b"[" * 100_000, "is not valid"),
        (400, b'{"text": ' + b"[" * 100_000, "is not valid"),
        (422, b'"a"', "Expected `object`, got `str`"),
        (422, b"{}", "missing required field `text`"),
        (422, b'{"text": 1}', "at `$.text`"),
        (422, b'{"text": ["a", null]}', "at `$.text[1]`"),
        (422, b'{"text": "a", "nothing": 1}', "unknown field `nothing`"),
        (422, b'{"text": "a", "penatly": 1}', "unknown field `penatly`; did you mean penalty?"),
        (422, b'{"text": "a", "languages": "eng"}', "at `$.languages`"),
        (422, b'{"text": "a", "languages": []}', "at `$.languages`"),
        (422, b'{"text": "a", "languages": [""]}', "no language was given"),
        (422, b'{"text": "a", "languages": ["turkisch"]}', "did you mean tur_Latn"),
        (422, b'{"text": "a", "languages": ["qqq"]}', "GET /languages lists what it knows"),
        (422, b'{"text": "a", "preset": "best"}', "the presets are default, one, cs, avg, mono"),
        (422, b'{"text": "a", "solver": "ilp"}', "at `$.solver`"),
        (422, b'{"text": "a", "max_languages": 6}', "at `$.max_languages`"),
        (422, b'{"text": "a", "max_languages": true}', "at `$.max_languages`"),
        (422, b'{"text": "a", "penalty": 1e999}', "at `$.penalty`"),
        (422, b'{"text": "a", "penalty": {"qqq": 1}}', "does not know the language 'qqq'"),
        (422, b'{"text": "a", "only_top": 1, "force_top": 1}', "cannot be used together"),
        (422, b'{"text": "a", "model": "glotlid"}', "the models are litelid"),
        (422, b'{"text": "a", "search_budget": 201}', "search_budget may be 200 at most here"),
        (422, b'{"text": "a", "languages": [' + b'"en",' * 390_000 + b'"en"]}', "at `$.languages`"),
        (422, b'{"text": "a", "languages": ["' + b"e" * 1_900_000 + b'"]}', "at `$.languages[0]`"),
        (422, b'{"text": "a", "penalty": {"' + b"e" * 1_900_000 + b'": 1}}', "at `key` in `$.penalty`"),
        (422, b'{"text": "a", "rank_weights": [' + b"1," * 390_000 + b"1]}", "at `$.rank_weights`"),
        (422, b'{"text": "a", "preset": "' + b"e" * 1_900_000 + b'"}', "at `$.preset`"),
    ],
)
def test_bad_requests(served: Served, status: int, body: bytes, said: str) -> None:
    response = served.client.post("/identify", content=body, headers=JSON)
    assert response.status_code in (status, 422 if said == "is not valid" else status)
    assert said in sentence(response)


def test_another_kind_of_content(served: Served) -> None:
    assert "must be JSON" in served.refused(415, data={"text": "a"})
    # A page of the web may have a browser send this without asking us.
    assert "not ''" in served.refused(415, content=b'{"text": "a"}')


def test_too_much(served: Served) -> None:
    assert "20,001 characters" in served.refused(413, json={"text": "x" * 20_001})
    assert "text 2 has 20,001" in served.refused(413, json={"text": ["a", "x" * 20_001]})
    assert "1,000 texts, and this one has 1,001" in served.refused(413, json={"text": ["a"] * 1001})
    assert "2,000,000 bytes" in served.refused(413, content=b" " * 2_000_001, headers=JSON)


def test_a_body_without_an_end_in_sight(served: Served) -> None:
    """Of no announced size, and too slow: the connection is closed, with or without time to say why."""
    chunks = (b" " * 100_000 for _ in range(1_000))
    try:
        response = served.client.post("/identify", content=chunks, headers=JSON)
    except httpx.TransportError:
        pass
    else:
        assert response.status_code == 413
    assert served.one(MIXED)["is_mixed"]


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/identify", 405), ("PUT", "/models", 405), ("GET", "/x", 404)]
)
def test_wrong_addresses(served: Served, method: str, path: str, status: int) -> None:
    response = served.client.request(method, path)
    assert response.status_code == status
    assert sentence(response)


def raw(server: Served, *pieces: bytes) -> bytes:
    """The response to raw bytes, until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", server.port), LIMIT) as connection:
        for piece in pieces:
            connection.sendall(piece)
        answer = b""
        while received := connection.recv(65536):
            answer += received
    return answer


def test_slow_and_unfinished_bodies() -> None:
    head = (
        b"POST /identify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
    )
    with serve("--limit", "body_seconds=3") as server:
        answer = raw(server, head, b'{"text"')
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"did not arrive within 3 s" in answer
        with socket.create_connection(("127.0.0.1", server.port), LIMIT) as gone:
            gone.sendall(head)
        assert server.one(MIXED)["is_mixed"]
        stream = head.replace(b"/identify", b"/identify/stream")
        last = raw(server, stream, b'{"text": "bonjour"}\n').decode()
        assert '"fra_Latn"' in last
        assert "nothing was sent or read for 3 s, so the stream was ended" in last


def test_not_http(served: Served) -> None:
    assert raw(served, b"\x16\x03\x01\x00nonsense\r\n\r\n").startswith(b"HTTP/1.1 400 ")


def test_work_without_end() -> None:
    with serve("--limit", "work_seconds=3", *ANY_BUDGET) as server:
        assert "more than 3 s of computing" in server.refused(422, json={"text": LONG, **ENDLESS})
        assert server.one(MIXED)["is_mixed"]  # by a new process
        lines = [{"text": "hello there"}, {"text": LONG}, {"text": "bonjour"}]
        body = "".join(json.dumps(line) + "\n" for line in lines)
        response = server.client.post("/identify/stream", params=query(ENDLESS), content=body.encode())
        answers = [json.loads(line) for line in response.text.splitlines()]
        assert [answer.get("label") for answer in answers] == ["eng_Latn", None, "fra_Latn"]
        assert answers[1]["line"] == 2
        assert "more than 3 s" in answers[1]["error"]


def query(options: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in options.items()}


def test_a_preset_is_cut_to_the_budget_of_the_service() -> None:
    models = {"m": open_model(EMBEDDED)}
    for given, used in ((b"{}", 50), (b'{"search_budget":20}', 20)):
        _, identifier = IdentifierCache(models, {}, 50).find(given)
        assert identifier.settings.search_budget == used
    _, identifier = IdentifierCache(models, {}, USUAL_BUDGET).find(b"{}")
    assert identifier.settings.search_budget == USUAL_BUDGET
