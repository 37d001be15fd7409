"""`POST /identify/stream`: a line for each line, whatever it contains, and constant memory."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from served import MIXED, Served, sentence, serve
from virtual_time import run_at_once

import mixlid
from mixlid.server import Message
from mixlid.server.limits import Limits
from mixlid.server.lines import LineSplitter, Spool
from mixlid.server.open_streams import OpenStream
from mixlid.server.request import RequestOptions
from mixlid.server.stream import Added, answer_stream
from mixlid.server.worker_process import Reply


def stream(server: Served, body: bytes | Iterator[bytes], **options: str) -> list[dict[str, Any]]:
    response = server.client.post("/identify/stream", params=options, content=body)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/x-ndjson"
    assert response.text.endswith("\n") or not response.text
    return [json.loads(line) for line in response.content.split(b"\n") if line]


def test_records_keep_their_fields_and_order(served: Served, lid: mixlid.Identifier) -> None:
    texts = [MIXED, "see you demain", "", "\u2028 does not end a line"] * 50
    body = "".join(json.dumps({"id": place, "text": text}) + "\n" for place, text in enumerate(texts))
    answers = stream(served, body.encode())
    assert [answer["id"] for answer in answers] == list(range(200))
    for answer, text in zip(answers, texts, strict=True):
        assert answer["text"] == text
        assert answer["labels"] == list(lid.identify(text).labels)


def test_fields_that_are_there_already(served: Served) -> None:
    line = b'{"id": 7, "labels": "theirs", "text": "bonjour", "words": 3}'
    (answer,) = stream(served, line)
    assert answer.pop("error").startswith("there is a field 'labels' already")
    assert answer == {"line": 1, "id": 7}
    (answer,) = stream(served, line, replace="true")
    assert answer["labels"] == ["fra_Latn"]
    assert answer["words"] == 3  # words were not asked for
    (answer,) = stream(served, line, prefix="mixlid_", words="true")
    assert answer["labels"] == "theirs"
    assert answer["mixlid_labels"] == ["fra_Latn"]
    assert answer["words"] == 3
    assert answer["mixlid_words"][0]["label"] == "fra_Latn"


def test_errors_have_the_id_of_their_record(served: Served) -> None:
    answers = stream(served, b'{"id": "a", "text": 5}\n{"id": 2}\n[1]\n')
    assert [(answer["line"], answer.get("id")) for answer in answers] == [(1, "a"), (2, 2), (3, None)]


def test_a_field_called_group_is_theirs_unless_alternatives_are_asked_for(served: Served) -> None:
    line = b'{"group": "theirs", "text": "bonjour"}'
    (answer,) = stream(served, line)
    assert answer["group"] == "theirs"
    (answer,) = stream(served, line, alternatives="true", replace="true")
    assert answer["group"] == "fra_Latn"


def test_options(served: Served) -> None:
    line = json.dumps({"text": MIXED}).encode()
    (answer,) = stream(served, line, languages="tur,deu", words="true", only_top="3", max_switches="null")
    assert answer["labels"] == ["tur_Latn"]
    assert [word["text"] for word in answer["words"]] == MIXED.split()
    (answer,) = stream(served, line, explain="true", preset="cs")
    assert answer["words"][0]["explanation"]["best"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"only_top": "x"}, "at `$.only_top`"),
        ({"languages": "qqq"}, "does not know the language 'qqq'"),
        ({"preset": "best"}, "the presets are"),
        ({"nothing": "1"}, "unknown field `nothing`"),
    ],
)
def test_wrong_options_are_refused_before_the_first_line(served: Served, options: dict[str, str], said: str) -> None:
    response = served.client.post("/identify/stream", params=options, content=b'{"text": "a"}\n')
    assert response.status_code == 422
    assert said in sentence(response)


def test_bad_lines_do_not_end_it(served: Served) -> None:
    lines = [
        b'{"text": "bonjour"}',
        b"nothing like JSON",
        b'{"text": "\xff"}',
        b"",
        b'{"text": 3}',
        b'["text"]',
        b'{"text": "' + b"x" * 20_001 + b'"}',
        b'{"x": "' + b"x" * 1_000_000 + b'"}',
        b"[" * 50_000,
        b'{"text": "thank you"}',
    ]
    answers = stream(served, b"\r\n".join(lines))
    assert [answer.get("line") for answer in answers] == [None, 2, 3, 5, 6, 7, 8, 9, None]
    assert answers[0]["labels"] == ["fra_Latn"]
    assert answers[-1]["labels"] == ["eng_Latn"]
    said = [answer["error"] for answer in answers[1:-1]]
    assert "is not JSON" in said[0]
    assert "not UTF-8" in said[1]
    assert said[2] == said[3] == 'the line must be a JSON object with a string "text"'
    assert "20,001 characters" in said[4]
    assert "bytes, the limit for a line" in said[5]


def test_an_empty_stream(served: Served) -> None:
    assert stream(served, b"") == []


def test_memory_does_not_grow(served: Served) -> None:
    """20 MB from a client that reads nothing before it has sent everything."""
    line = json.dumps({"text": "ok", "other": "x" * 20_000}).encode() + b"\n"

    def lines() -> Iterator[bytes]:
        for _ in range(1_000):
            yield line

    stream(served, line * 200)
    grown = []
    for _ in range(3):  # what is kept of a stream would be kept of each; what the system lends for a moment is not
        before = served.memory()
        assert len(stream(served, lines())) == 1_000
        grown.append(served.memory() - before)
    assert min(grown) < 8_000  # kilobytes


def test_a_stream_has_an_end() -> None:
    with serve("--limit", "stream_bytes=10000") as server:
        answers = stream(server, b'{"text": "bonjour"}\n' * 1_000)
        assert answers[0]["labels"] == ["fra_Latn"]
        assert answers[-1] == {"error": "a stream may have 10,000 bytes; send the rest in another"}


def test_only_so_many_streams() -> None:
    with serve("--limit", "streams=1") as server:
        assert len(stream(server, b'{"text": "bonjour"}')) == 1  # what is looked up the first time would take turns

        def held() -> Iterator[bytes]:
            yield b'{"text": "bonjour"}\n'
            refused = server.client.post("/identify/stream", content=b"")
            assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
            assert server.one("bonjour")["label"] == "fra_Latn"  # other requests have their own door

        assert len(stream(server, held())) == 1
        assert len(stream(server, b'{"text": "bonjour"}')) == 1


def test_a_stream_is_closed_before_the_client_sees_the_end() -> None:
    """Otherwise a client that reconnects at once may be counted twice."""

    async def use() -> list[Message]:
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b'{"text": "bonjour"}', "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        async def identify(texts: list[str]) -> Reply:
            return [(b'{"label":"fra_Latn"}', ["fra_Latn"]) for _ in texts]

        await answer_stream(receive, send, identify, Limits(), Added(RequestOptions()), OpenStream())
        return sent

    start, *bodies = asyncio.run(use())
    assert start["status"] == 200
    assert [json.loads(body["body"])["label"] for body in bodies] == ["fra_Latn"]
    assert all(body["more_body"] for body in bodies)  # the end comes from the caller


@pytest.mark.parametrize("is_late", [True, False])
def test_a_late_answer_begins_after_the_end(is_late: bool) -> None:
    """For nginx, which stops forwarding a request when its answer has begun."""
    order: list[str] = []

    async def use() -> None:
        async def receive() -> Message:
            for _ in range(10):
                await asyncio.sleep(0)  # time for an answer
            order.append("in")
            return {"type": "http.request", "body": b'{"text": "a"}\n', "more_body": order.count("in") < 5}

        async def send(_: Message) -> None:
            order.append("out")

        async def identify(texts: list[str]) -> Reply:
            return [(b"{}", []) for _ in texts]

        await answer_stream(receive, send, identify, Limits(), Added(RequestOptions()), OpenStream(), is_late)

    asyncio.run(use())
    assert order.count("in") == 5
    assert (order == sorted(order)) == is_late


@pytest.mark.parametrize("reads_at_last", [True, False])
def test_a_client_may_write_everything_first_but_must_read_then(
    reads_at_last: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the writing takes: what counts is the time without a byte in either direction."""
    limits = Limits()
    sent: list[bytes] = []

    async def use() -> None:
        written, count = asyncio.Event(), 0

        async def receive() -> Message:
            nonlocal count
            await asyncio.sleep(limits.body_seconds / 4 if count < 20 else 1e6)
            count += 1
            if count == 20 and reads_at_last:
                written.set()
            return {"type": "http.request", "body": b'{"text": "a"}\n', "more_body": count < 20}

        async def send(message: Message) -> None:
            await written.wait()
            sent.append(message.get("body", b""))

        async def identify(texts: list[str]) -> Reply:
            return [(b"{}", []) for _ in texts]

        # The head of an answer is small and never waits.
        await answer_stream(
            receive,
            lambda m: send(m) if "body" in m else asyncio.sleep(0),
            identify,
            limits,
            Added(RequestOptions()),
            OpenStream(),
        )

    if reads_at_last:
        run_at_once(use(), monkeypatch)
        assert b"".join(sent).count(b"\n") == 20
    else:
        with pytest.raises(asyncio.TimeoutError):
            run_at_once(use(), monkeypatch)


@pytest.mark.parametrize("is_late", [True, False])
@pytest.mark.parametrize("ends", [True, False])
def test_nothing_is_done_for_a_client_that_has_gone(ends: bool, is_late: bool) -> None:
    asked: list[int] = []

    async def use() -> None:
        messages: list[Message] = [
            {"type": "http.request", "body": b'{"text": "a"}\n' * 100_000, "more_body": not ends},
            {"type": "http.disconnect"},
        ]

        async def receive() -> Message:
            return messages.pop(0)

        async def send(_: Message) -> None:
            await asyncio.sleep(0)

        async def identify(texts: list[str]) -> Reply:
            await asyncio.sleep(0)
            asked.append(len(texts))
            return [(b"{}", []) for _ in texts]

        await answer_stream(receive, send, identify, Limits(), Added(RequestOptions()), OpenStream(), is_late)

    asyncio.run(use())
    assert sum(asked) < 20_000


def test_only_one_word_asks_for_a_late_answer(served: Served) -> None:
    line = json.dumps({"text": MIXED}).encode()
    late = served.client.post("/identify/stream", content=line, headers={"Mixlid-Answer": "after"})
    assert late.content == served.client.post("/identify/stream", content=line).content
    refused = served.client.post("/identify/stream", content=line, headers={"Mixlid-Answer": "before"})
    assert refused.status_code == 422
    assert "'after'" in sentence(refused)


@pytest.mark.parametrize("step", [1, 2, 3, 7, 100])
def test_lines_in_any_pieces(step: int) -> None:
    data = b"one\n\ntoo long\nfour"
    lines = LineSplitter(most=4)
    found = [line for at in range(0, len(data), step) for line in lines.feed(data[at : at + step])]
    assert [*found, *lines.feed(b"", last=True)] == [(1, b"one"), (2, b""), (3, None), (4, b"four")]


def test_a_last_line_that_is_too_long() -> None:
    lines = LineSplitter(most=4)
    assert list(lines.feed(b"ok\n12345678")) == [(1, b"ok")]
    assert list(lines.feed(b"", last=True)) == [(2, None)]


def test_the_spool_gives_back_what_it_got() -> None:
    async def use() -> bytes:
        spool = Spool()
        reading = asyncio.ensure_future(read_all(spool))
        for size in (1, 0, 2_000_000, 3):
            spool.write(bytes([size % 256]) * size)
            await asyncio.sleep(0)
        spool.finish()
        got = await reading
        spool.close()
        return got

    async def read_all(spool: Spool) -> bytes:
        parts = []
        while part := await spool.read(70_000):
            parts.append(part)
        return b"".join(parts)

    assert asyncio.run(use()) == b"\x01" + bytes([128]) * 2_000_000 + b"\x03" * 3
