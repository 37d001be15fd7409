"""Clients that send slowly, too much, or nothing are refused, and others are served."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import ExitStack, closing, suppress
from unittest.mock import Mock

import httpx
import pytest
import uvicorn
from served import MIXED, Served, serve
from uvicorn.server import ServerState
from virtual_time import run_at_once

from mixlid.server import http_limits
from mixlid.server.http_limits import BoundedProtocol
from waiting import LIMIT, wait_until

POST = b"POST /identify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"


def connect(server: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=LIMIT)


def answer(client: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    parts = []
    try:
        while part := client.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def was_told(clients: list[socket.socket], what: bytes) -> bool:
    """Whether one of them was sent this; nothing is consumed."""
    for client in clients:
        with suppress(BlockingIOError, ConnectionResetError):
            if what in client.recv(65536, socket.MSG_PEEK | socket.MSG_DONTWAIT):
                return True
    return False


def is_refused_before_its_end(served: Served, begun: bytes, line: bytes) -> None:
    """40 MB of lines after a beginning are not all accepted, and not kept."""
    before = served.memory()
    with connect(served) as client:
        try:
            client.sendall(begun)
            for _ in range(40_000_000 // len(line)):
                client.sendall(line)
        except OSError:
            pass
        else:
            pytest.fail("all of it was taken")
    assert served.memory() - before < 20_000
    assert served.client.get("/health").status_code == 200


@pytest.mark.parametrize("line", [b"X-Fill: " + b"a" * 1000 + b"\r\n", b"a" * 1000], ids=["many", "one"])
def test_headers_without_end(served: Served, line: bytes) -> None:
    is_refused_before_its_end(served, b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-First: ", line)


@pytest.mark.parametrize("sent", [b"", b"GET /health HTTP/1.1\r\nX-Slow: "])
def test_headers_that_take_too_long(sent: bytes) -> None:
    written: list[bytes] = []
    transport = Mock(write=written.append, get_extra_info=lambda _: None)
    transport.is_closing = lambda: transport.close.called

    async def run() -> None:
        config = uvicorn.Config(str)  # any application, since it is never asked
        config.load()
        protocol = BoundedProtocol(config, ServerState(), {}, asyncio.get_running_loop())
        protocol.connection_made(transport)
        protocol.data_received(sent)
        await asyncio.sleep(http_limits.HEAD_SECONDS - 1)
        protocol.data_received(b"y" if sent else b"")  # a letter more is no more time
        assert not transport.close.called
        await asyncio.sleep(2)
        assert transport.close.called
        assert b"".join(written).startswith(b"HTTP/1.1 408")

    run_at_once(run())


CHUNKED = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
#: A whole body; what follows it before an empty line are trailers.
BODY = b'c\r\n{"text":"x"}\r\n0\r\n'


@pytest.mark.parametrize(
    "begun",
    [
        CHUNKED % b"/identify" + BODY,
        CHUNKED % b"/identify" + BODY + b"X-First: ",
        CHUNKED % b"/identify" + b"1;",
        CHUNKED % b"/identify/stream" + BODY,
    ],
    ids=["many", "one", "chunk extension", "stream"],
)
def test_trailers_without_end(served: Served, begun: bytes) -> None:
    line = (b"a" if begun.endswith((b": ", b";")) else b"X: a\r\n") * 10_000
    is_refused_before_its_end(served, begun, line)


def test_small_trailers_and_many_small_chunks(served: Served) -> None:
    """What lies between chunks of a body is counted from zero after each."""
    text = b'{"text":"' + b"a" * 19_000 + b'"}'
    pieces = b"".join(b"1;why=%s\r\n%c\r\n" % (b"x" * 10, byte) for byte in text)
    with connect(served) as client:
        client.sendall(CHUNKED % b"/identify" + pieces + b"0\r\nX-Sum: 1\r\n\r\n")
        client.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert answer(client).count(b"HTTP/1.1 200") == 2


def test_headers_a_little_too_large(served: Served) -> None:
    with connect(served) as client:
        client.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Fill: " + b"a" * http_limits.HEAD_BYTES)
        assert answer(client).startswith(b"HTTP/1.1 431")


def test_requests_sent_ahead_of_their_turn(served: Served) -> None:
    """More than a few are a bad request, and memory does not grow."""
    before = served.memory()
    one = b"GET /languages HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for _ in range(5):
        with connect(served) as client:
            try:
                for _ in range(200):
                    client.sendall(one * 1000)
            except OSError:
                continue
            pytest.fail("all of it was taken")
    assert served.memory() - before < 50_000
    with connect(served) as client:
        client.sendall(one * 3 + b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert answer(client).count(b"HTTP/1.1 200") == 4


def test_slow_bodies_do_not_keep_others_out() -> None:
    with serve("--limit", "requests=2") as server, ExitStack() as slow:
        for _ in range(20):
            client = slow.enter_context(closing(connect(server)))
            client.sendall(POST % 100 + b"{")
        server.one(MIXED)


def test_bodies_that_are_too_much_together() -> None:
    with serve("--log", "--limit", "arriving_bytes=1000000") as server, ExitStack() as slow:
        for _ in range(4):
            client = slow.enter_context(closing(connect(server)))
            client.sendall(POST % 400_000 + b" " * 300_000)
        wait_until(lambda: "POST /identify 503" in server.log, "one of them to be refused")
        slow.close()
        wait_until(
            lambda: server.client.post("/identify", json={"text": MIXED}).status_code == 200, "room for the next"
        )


def test_silent_streams_give_way() -> None:
    with serve("--limit", "requests=2") as server, ExitStack() as silent:
        clients = [silent.enter_context(closing(connect(server))) for _ in range(2)]
        for client in clients:
            client.sendall(b"POST /identify/stream HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")

        def one_gave_way() -> bool:
            """The first of these may be served at once, before the silent ones are noticed."""
            line = json.dumps({"text": MIXED}).encode() + b"\n"
            served = httpx.post(f"{server.address}/identify/stream", content=line, timeout=LIMIT).status_code == 200
            return served and was_told(clients, b"others were waiting")

        wait_until(one_gave_way, "a silent one to go")
