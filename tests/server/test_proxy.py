"""The proxy in `docs/service.md` forwards what it should, and blocks what it is there for."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest
from proxied import NGINX, proxied
from served import MIXED, Served

from waiting import LIMIT, wait_until

pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed (Debian: apt-get install nginx-light)")

POST = b"POST /mixlid%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
BODY = json.dumps({"text": MIXED}).encode()


@pytest.fixture
def port(served: Served, tmp_path: Path) -> Iterator[int]:
    with proxied(served, tmp_path) as port:
        yield port


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=LIMIT)


def status(client: socket.socket) -> int:
    """The status of the answer, which has at least a head."""
    head = b""
    while b"\r\n" not in head:
        part = client.recv(65536)
        assert part, head
        head += part
    return int(head.split()[1])


def connections(served: Served) -> int:
    """How many connections the service has."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(line[1].endswith(f":{served.port:04X}") and line[3] == "01" for line in lines)


def test_requests_pass(served: Served, port: int) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}/mixlid", timeout=LIMIT) as client:
        assert client.post("/identify", json={"text": MIXED}).json() == served.identify(MIXED)
        assert client.get("/").text == served.client.get("/").text
        assert client.get("/languages", params={"code": "zh"}).json() == served.client.get("/languages?code=zh").json()
        assert client.post("/identify", json={"text": 1}).status_code == 422


def test_a_stream_is_refused(port: int) -> None:
    """nginx would drop the rest of a request whose answer has begun."""
    assert httpx.post(f"http://127.0.0.1:{port}/mixlid/identify/stream", content=BODY, timeout=LIMIT).status_code == 501


def test_bodies_that_are_too_large_do_not_reach_the_service(served: Served, port: int) -> None:
    served.one(MIXED)
    before = connections(served)
    with connect(port) as client:
        client.sendall(POST % (b"/identify", 2_200_000))
        assert status(client) == 413
    assert connections(served) <= before  # an idle one of before may have been closed meanwhile


def test_slow_clients_do_not_reach_the_service(served: Served, port: int) -> None:
    served.one(MIXED)
    before = connections(served)
    with ExitStack() as slow:
        clients = [slow.enter_context(closing(connect(port))) for _ in range(2)]
        for client in clients:
            client.sendall(POST % (b"/identify", len(BODY)) + BODY[:-1])
        assert (
            httpx.get(f"http://127.0.0.1:{port}/mixlid/health", timeout=LIMIT).status_code == 200
        )  # it has looked at the others by now
        assert connections(served) <= before
        for client in clients:
            client.sendall(BODY[-1:])
            assert status(client) == 200


def test_requests_of_a_client_are_counted(port: int) -> None:
    """Twenty a second, and fifty may wait."""

    def some_are_refused() -> bool:
        """All at once, unless the machine is so busy that they come one after another: then again."""
        with ExitStack() as open_ones:
            clients = [open_ones.enter_context(closing(connect(port))) for _ in range(100)]
            for client in clients:
                client.sendall(b"GET /mixlid/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answered = [status(client) for client in clients]
        assert set(answered) <= {200, 503}
        assert answered.count(200) > 50
        return 503 in answered

    wait_until(some_are_refused, "more than are allowed to come at once")


def test_names(port: int) -> None:
    """nginx sends the address of the service as the name, which is always answered."""
    address = f"http://127.0.0.1:{port}/mixlid/health"
    assert httpx.get(address, headers={"Host": "mixlid.example.org"}, timeout=LIMIT).status_code == 200
