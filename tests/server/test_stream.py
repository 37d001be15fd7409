"""`POST /identify/stream`: a line for each line, whatever it contains, and constant memory."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from served import MIXED, Served, sentence, serve
from virtual_time import run_at_once

import mixlid
from mixlid.server import Message, Receive, Send
from mixlid.server.limits import Limits
from mixlid.server.refusal import RefusalError
from mixlid.server.request import RequestOptions
from mixlid.server.stream import Identify, LineSplitter, added_names, answer_stream
from mixlid.server.transfers import Transfers
from mixlid.server.worker_process import Reply
from mixlid.streaming import DELAY
from mixlid.text.sentences import split_sentences
from waiting import LIMIT


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


def test_errors_have_the_id_of_their_record(served: Served) -> None:
    answers = stream(served, b'{"id": "a", "text": 5}\n{"id": 2}\n[1]\n')
    assert [(answer["line"], answer.get("id")) for answer in answers] == [(1, "a"), (2, 2), (3, None)]


def test_a_field_called_group_is_theirs_unless_alternatives_are_asked_for(served: Served) -> None:
    line = b'{"group": "theirs", "text": "bonjour"}'
    (answer,) = stream(served, line)
    assert answer["group"] == "theirs"
    (answer,) = stream(served, line, alternatives="true")
    assert "a field 'group' already" in answer["error"]


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
        ({"penatly": "1"}, "did you mean penalty?"),
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
    """40 MB from a client that reads while it writes."""
    line = json.dumps({"text": "ok", "other": "x" * 20_000}).encode() + b"\n"
    grown = []
    for _ in range(3):  # what is kept of a stream would be kept of each; what the system lends for a moment is not
        before = served.memory()
        assert both_ways(served, line, 2_000) == 2_000
        grown.append(served.memory() - before)
    assert min(grown) < 8_000  # kilobytes


def both_ways(server: Served, line: bytes, count: int) -> int:
    """How many lines come back of so many that are sent."""
    head = b"POST /identify/stream HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % (count * len(line))
    with socket.create_connection(("127.0.0.1", server.port), LIMIT) as client, ThreadPoolExecutor(1) as pool:
        client.sendall(head)
        sending = pool.submit(client.sendall, line * count)
        lines = 0
        while part := client.recv(1_000_000):
            lines += part.count(b'"other":')
        sending.result()
    return lines


def test_only_so_many_streams() -> None:
    """A stream that is answered keeps its place; one that waits for its client would give way."""
    slow = json.dumps({"text": MIXED * 20}).encode() + b"\n"  # explaining it takes longer than asking again
    with serve("--limit", "requests=1") as server:

        def held() -> Iterator[bytes]:
            yield slow * 50
            refused = server.client.post("/identify/stream", content=b"")
            assert refused.status_code == 503
            assert refused.headers["retry-after"] == "1"

        assert len(stream(server, held(), explain="true")) == 50
        assert len(stream(server, b'{"text": "bonjour"}')) == 1


def test_a_stream_is_closed_before_the_client_sees_the_end() -> None:
    """Otherwise a client that reconnects at once may be counted twice."""

    async def use() -> list[tuple[Message, int]]:
        sent: list[tuple[Message, int]] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b'{"text": "bonjour"}', "more_body": False}

        async def identify(texts: list[str]) -> Reply:
            return [b'{"label":"fra_Latn"}' for _ in texts]

        transfers = Transfers(Limits())
        with transfers.open("") as stream:

            async def send(message: Message) -> None:
                sent.append((message, len(transfers)))

            await answer_stream(receive, send, identify, transfers, stream, added_names(RequestOptions()))
        return sent

    (start, _), *bodies = asyncio.run(use())
    assert start["status"] == 200
    assert [(body["more_body"], places) for body, places in bodies] == [(True, 1), (False, 0)]
    assert json.loads(bodies[0][0]["body"])["label"] == "fra_Latn"


@pytest.mark.parametrize("reads", [True, False])
def test_no_more_is_read_than_is_answered(reads: bool) -> None:
    """And a client that does not read its answers is not waited for without end."""
    received = 0

    async def use() -> None:
        async def receive() -> Message:
            nonlocal received
            received += 1
            return {"type": "http.request", "body": b'{"text": "a"}\n', "more_body": received < 20}

        async def send(message: Message) -> None:
            if not reads and message.get("more_body"):
                await asyncio.sleep(1e6)

        await answer(receive, send, nothing)

    run_at_once(use())
    assert received == (20 if reads else 1)


async def answer(receive: Receive, send: Send, identify: Identify) -> None:
    transfers = Transfers(Limits())
    with transfers.open("") as stream:
        await answer_stream(receive, send, identify, transfers, stream, added_names(RequestOptions()))


async def nothing(texts: list[str]) -> Reply:
    return [b"{}" for _ in texts]


def test_nothing_is_done_for_a_client_that_has_gone() -> None:
    asked: list[int] = []

    async def use() -> None:
        messages: list[Message] = [
            {"type": "http.request", "body": b'{"text": "a"}\n' * 100, "more_body": True},
            {"type": "http.disconnect"},
        ]

        async def receive() -> Message:
            return messages.pop(0)

        async def send(_: Message) -> None:
            await asyncio.sleep(0)

        async def identify(texts: list[str]) -> Reply:
            asked.append(len(texts))
            return await nothing(texts)

        await answer(receive, send, identify)

    asyncio.run(use())
    assert asked == [100]


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


PIECES = ["Tamam, toplant", "ı bitti. See you tom", "orrow at the stat", "ion! Görüş", "ürüz."]


def test_pieces_of_a_text(served: Served, lid: mixlid.Identifier) -> None:
    body = b"".join(json.dumps({"text": piece}).encode() + b"\n" for piece in PIECES)
    expected = [run.to_dict() for run in lid.stream(PIECES)]
    assert len({run["tag"] for run in expected}) == 2
    assert stream(served, body, pieces="true") == expected
    at_least = stream(served, body, pieces="true", runs="min_words=3", languages="tur,eng")
    assert "".join(run["text"] for run in at_least) == "".join(PIECES)
    bad, *rest = stream(served, b'{"text": 3}\n' + body, pieces="true")
    assert (bad["line"], rest) == (1, expected)


def test_pieces_that_arrive_together_are_cut_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each by itself would look again at all that waits, which takes a thousand times as long."""
    calls: list[int] = []

    def cut(text: str, *most: int) -> list[tuple[int, int]]:
        calls.append(len(text))
        return split_sentences(text, *most)

    monkeypatch.setattr("mixlid.streaming.split_sentences", cut)

    async def use() -> None:
        async def receive() -> Message:
            return {"type": "http.request", "body": b'{"text": "a"}\n' * 1000, "more_body": False}

        async def send(message: Message) -> None:
            pass

        async def identify(texts: list[str]) -> Reply:
            return [b'{"runs": []}' for _ in texts]

        transfers = Transfers(Limits())
        with transfers.open("") as one:
            await answer_stream(receive, send, identify, transfers, one, frozenset(), pieces=True)

    asyncio.run(use())
    assert calls == [1000, 1000]


def test_runs_with_each_text(served: Served, lid: mixlid.Identifier) -> None:
    expected = [run.to_dict() for run in lid.identify(MIXED).runs(min_words=2)]
    (answer,) = stream(served, json.dumps({"text": MIXED}).encode(), runs="min_words=2")
    assert answer["runs"] == served.identify(MIXED, runs="min_words=2")["results"][0]["runs"] == expected
    assert "runs" not in served.identify(MIXED)["results"][0]
    for options in ({"runs": "words=2"}, {"pieces": "perhaps"}):
        response = served.client.post("/identify/stream", params=options, content=b"")
        assert response.status_code == 422
    assert "runs have no option 'words'" in served.client.post("/identify/stream?runs=words=2", content=b"").text


@pytest.mark.parametrize("unit", ["word ", "x", "日本語の文"])
def test_no_more_than_the_delay_waits(unit: str) -> None:
    """Of a text without an end of a sentence, and over HTTP as in Python."""
    text = (unit * DELAY)[: 4 * DELAY]
    given = seen = 0

    async def use() -> None:
        async def receive() -> Message:
            nonlocal given
            assert given - seen <= DELAY  # all that was final has been sent
            piece, given = text[given : given + 50], min(given + 50, len(text))
            line = json.dumps({"text": piece}).encode() + b"\n"
            return {"type": "http.request", "body": line, "more_body": given < len(text)}

        async def send(message: Message) -> None:
            nonlocal seen
            for line in message.get("body", b"").splitlines():
                seen = json.loads(line)["end"]

        async def identify(texts: list[str]) -> Reply:
            runs = [[{"start": 0, "end": len(one)}] for one in texts]
            return [json.dumps({"runs": one}).encode() for one in runs]

        transfers = Transfers(Limits())
        with transfers.open("") as one:
            await answer_stream(receive, send, identify, transfers, one, frozenset(), pieces=True)

    asyncio.run(use())
    assert seen == len(text)


def test_a_sentence_that_takes_too_long_is_an_error_with_its_place() -> None:
    sent: list[bytes] = []

    async def use() -> None:
        async def receive() -> Message:
            return {"type": "http.request", "body": b'{"text": "Slow one here. Quick one here."}\n', "more_body": False}

        async def send(message: Message) -> None:
            sent.extend(message.get("body", b"").splitlines())
            await asyncio.sleep(0)

        async def identify(texts: list[str]) -> Reply:
            await asyncio.sleep(0)
            if any("Slow" in text for text in texts):
                raise RefusalError(422, "it takes too long")
            return [b'{"runs": [{"start": 0, "end": 4}]}' for _ in texts]

        transfers = Transfers(Limits())
        with transfers.open("") as one:
            await answer_stream(receive, send, identify, transfers, one, frozenset(), pieces=True)

    asyncio.run(use())
    assert [json.loads(line) for line in sent] == [{"start": 0, "error": "it takes too long"}, {"start": 15, "end": 19}]
