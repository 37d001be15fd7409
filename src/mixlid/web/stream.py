"""`POST /identify/stream`: one JSON object a line in, the same with its languages out, in order and constant memory.

A line that cannot be read gets a line that says so, and the next one goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec
from starlette.types import Receive, Send

from mixlid.fields import ON_REQUEST
from mixlid.result import Alternatives
from mixlid.web.body import check_text
from mixlid.web.limits import Limits
from mixlid.web.line_splitter import LineSplitter
from mixlid.web.open_streams import EvictedError, OpenStream
from mixlid.web.refusal import RefusalError
from mixlid.web.request import RequestOptions
from mixlid.web.schemas import ANSWERED
from mixlid.web.spool import Spool
from mixlid.web.worker_process import Reply

_PIECE = 16_384
_HEADERS = [(b"content-type", b"application/x-ndjson"), (b"connection", b"close")]

#: The last message of a response.
END = {"type": "http.response.body", "body": b""}

Identify = Callable[[list[str]], Awaitable[Reply]]


class Added:
    """The fields of an answer, and how they are put beside those of a record."""

    def __init__(self, options: RequestOptions, prefix: str = "", replace: bool = False) -> None:
        more = {
            ON_REQUEST: options.words or options.parts or options.explain,
            "judgements": options.explain,
            "csv": options.csv,
            **dict.fromkeys(Alternatives._fields, options.alternatives),
        }
        names = (*ANSWERED, *(name for name, is_there in more.items() if is_there))
        self._names = frozenset(prefix + name for name in names)
        self._prefix, self._replace = prefix, replace

    def fault(self, record: dict[str, Any]) -> str:
        """What is wrong with a record that has a field which would be replaced, though nobody asked for that."""
        taken = frozenset() if self._replace else self._names & record.keys()
        if not taken:
            return ""
        return (
            f"there is a field {min(taken)!r} already, which would be replaced; ?prefix=mixlid_ keeps both, "
            "?replace=true replaces it"
        )

    def kept(self, record: dict[str, Any]) -> dict[str, Any]:
        """The fields that stay."""
        return {name: value for name, value in record.items() if name not in self._names}

    def merged(self, record: dict[str, Any], answer: bytes) -> bytes:
        """One object of both; the record is not empty, since it has a text."""
        if self._prefix:
            named = _decode_fields(answer)
            answer = msgspec.json.encode({self._prefix + name: value for name, value in named.items()})
        return msgspec.json.encode(record)[:-1] + b"," + answer[1:]


_decode_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class Line(NamedTuple):
    """A line of the input: a record with its text, or what is wrong with it."""

    number: int
    record: dict[str, Any]
    text: str = ""
    fault: str = ""


async def answer_stream(
    receive: Receive,
    send: Send,
    identify: Identify,
    limits: Limits,
    added: Added,
    stream: OpenStream,
    is_late: bool = False,
) -> None:
    """Read, identify and write until the input ends; `added` says how answers are put beside records.

    With `is_late` nothing is written before everything has been read: nginx passes no more of a request on when its
    answer has begun.

    The caller ends the response (`END`) once the stream no longer counts as open: a client that has seen the end may
    come again at once.
    """
    spool = Spool()
    fault: list[str] = []
    gone = asyncio.Event()
    reading = asyncio.ensure_future(_fill(spool, receive, limits, fault, stream, gone))
    watching = asyncio.ensure_future(_watch(reading, receive, gone))
    lines = LineSplitter(limits.line_bytes)
    try:
        if is_late:
            await reading
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        while not gone.is_set():
            piece = await spool.read(_PIECE)
            parsed = [parse_line(number, line, limits, added) for number, line in lines.feed(piece, last=not piece)]
            with stream.working():
                answers = await _answers([line for line in parsed if line is not None], identify, added)
            if not piece:
                answers += [_error(text) for text in fault]
            if answers:
                await _send(send, b"\n".join(answers) + b"\n", limits, stream)
            if not piece:
                break
    except EvictedError:  # while it did not read what was answered
        pass
    finally:
        reading.cancel()
        watching.cancel()
        await asyncio.gather(reading, watching, return_exceptions=True)
        spool.close()


async def _fill(
    spool: Spool, receive: Receive, limits: Limits, fault: list[str], stream: OpenStream, gone: asyncio.Event
) -> None:
    """Take everything that arrives."""
    size, more = 0, True
    try:
        while more:
            message = await stream.receive(receive, limits.body_seconds)
            if message["type"] == "http.disconnect":
                gone.set()
                break
            piece = message.get("body", b"")
            size += len(piece)
            if size > limits.stream_bytes:
                lines, _, _ = piece[: limits.stream_bytes - size].rpartition(b"\n")  # what is too much is cut off
                spool.write(lines + b"\n")
                fault.append(f"a stream may have {limits.stream_bytes:,} bytes; send the rest in another")
                break
            if piece:
                spool.write(piece)
            more = message.get("more_body", False)
    except asyncio.TimeoutError:
        fault.append(f"nothing arrived for {limits.body_seconds:g} s, so the stream was ended")
    except EvictedError:
        fault.append("nothing or little arrived for a while and others were waiting, so the stream was ended")
    finally:
        spool.finish()


async def _watch(reading: asyncio.Future[None], receive: Receive, gone: asyncio.Event) -> None:
    """Notice when the client leaves while it is being answered: nothing is done for nobody."""
    await asyncio.wait({reading})
    while not gone.is_set():
        if (await receive())["type"] == "http.disconnect":
            gone.set()
        await asyncio.sleep(0)


async def _send(send: Send, data: bytes, limits: Limits, stream: OpenStream) -> None:
    """Wait for the client to read, too, as long as it goes on writing: it may write everything first."""
    message = {"type": "http.response.body", "body": data, "more_body": True}
    sending, gone = asyncio.ensure_future(send(message)), asyncio.ensure_future(stream.eviction())
    try:
        while not sending.done():
            await asyncio.wait({sending, gone}, timeout=limits.body_seconds, return_when=asyncio.FIRST_COMPLETED)
            if gone.done() and not sending.done():
                raise EvictedError
            if not sending.done() and stream.silent_seconds >= limits.body_seconds:
                raise asyncio.TimeoutError
        sending.result()
        stream.moved(len(data))
    finally:
        sending.cancel()
        gone.cancel()


def parse_line(number: int, line: bytes | None, limits: Limits, added: Added) -> Line | None:
    """What stands on a line; None if nothing does."""
    if line is None:
        return Line(number, {}, fault=f"the line has more than the {limits.line_bytes:,} bytes that are allowed")
    if not line.strip():
        return None
    try:
        record = msgspec.json.decode(line)
    except UnicodeDecodeError:
        return Line(number, {}, fault="the line is not UTF-8")
    except (msgspec.DecodeError, RecursionError) as error:
        return Line(number, {}, fault=f"the line is not JSON: {error}")
    if not isinstance(record, dict) or not isinstance(record.get("text"), str):
        known = record if isinstance(record, dict) else {}
        return Line(number, known, fault='the line must be a JSON object with a string "text"')
    try:
        check_text(record["text"], "the text", limits)
    except RefusalError as refusal:
        return Line(number, record, fault=refusal.sentence)
    if fault := added.fault(record):
        return Line(number, record, fault=fault)
    return Line(number, added.kept(record), record["text"])


async def _answers(lines: list[Line], identify: Identify, added: Added) -> list[bytes]:
    good = [line for line in lines if not line.fault]
    try:
        results = iter(await identify([line.text for line in good]) if good else [])
    except RefusalError as refusal:
        if len(good) > 1:  # one of them takes too long: find it, and answer the others
            return [answer for line in lines for answer in await _answers([line], identify, added)]
        return [_error(line.fault or refusal.sentence, line) for line in lines]
    return [_error(line.fault, line) if line.fault else added.merged(line.record, next(results)[0]) for line in lines]


def _error(sentence: str, line: Line | None = None) -> bytes:
    """With the number of the line, and the `id` of its record, if it has one."""
    where: dict[str, Any] = {} if line is None else {"line": line.number}
    if line is not None and "id" in line.record:
        where["id"] = line.record["id"]
    return msgspec.json.encode({**where, "error": sentence})
