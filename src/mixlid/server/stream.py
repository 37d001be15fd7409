"""`POST /identify/stream`: JSON Lines in, the same with languages out, in order and in constant memory.

A line that cannot be read is answered with an error, and the stream continues.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from mixlid.results.fields import ON_REQUEST
from mixlid.results.result import Alternatives
from mixlid.server import Message, Receive, Send
from mixlid.server.answers import ANSWERED
from mixlid.server.limits import Limits
from mixlid.server.lines import LineSplitter, Spool
from mixlid.server.open_streams import EvictedError, OpenStream
from mixlid.server.refusal import RefusalError
from mixlid.server.request import RequestOptions
from mixlid.server.worker_process import Reply

_PIECE = 16_384
_HEADERS = [(b"content-type", b"application/x-ndjson"), (b"connection", b"close")]

Identify = Callable[[list[str]], Awaitable[Reply]]


class Added:
    """The fields of an answer, and how they are added to those of a record."""

    def __init__(self, options: RequestOptions, prefix: str = "", replace: bool = False) -> None:
        more = {
            ON_REQUEST: options.words or options.explain,
            "judgements": options.explain,
            **dict.fromkeys(Alternatives._fields, options.alternatives),
        }
        names = (*ANSWERED, *(name for name, is_there in more.items() if is_there))
        self._names = frozenset(prefix + name for name in names)
        self._prefix, self._replace = prefix, replace

    def fault(self, record: dict[str, Any]) -> str:
        """The error for a record with a field that would be replaced without `replace`; empty if there is none."""
        taken = frozenset() if self._replace else self._names & record.keys()
        if not taken:
            return ""
        return (
            f"there is a field {min(taken)!r} already, which would be replaced; ?prefix=mixlid_ keeps both, "
            "?replace=true replaces it"
        )

    def kept(self, record: dict[str, Any]) -> dict[str, Any]:
        """The fields that are not replaced."""
        return {name: value for name, value in record.items() if name not in self._names}

    def merged(self, record: dict[str, Any], answer: bytes) -> bytes:
        """Both as one object; the record is not empty, since it has a text."""
        if self._prefix:
            named = _decode_fields(answer)
            answer = msgspec.json.encode({self._prefix + name: value for name, value in named.items()})
        return msgspec.json.encode(record)[:-1] + b"," + answer[1:]


_decode_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class Line(NamedTuple):
    """A line of the input: a record with its text, or an error."""

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
    headers: Sequence[tuple[bytes, bytes]] = (),
) -> None:
    """Read, identify and write until the input ends; `added` adds answers to records.

    With `is_late` nothing is written before everything has been read: nginx stops forwarding a request once its
    answer has begun.

    The caller ends the response once the stream no longer counts as open, since a client may send the next one
    at once.
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
        await send({"type": "http.response.start", "status": 200, "headers": [*_HEADERS, *headers]})
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
    except EvictedError:  # because the client did not read its answers
        pass
    finally:
        reading.cancel()
        watching.cancel()
        await asyncio.gather(reading, watching, return_exceptions=True)
        spool.close()


async def _fill(
    spool: Spool, receive: Receive, limits: Limits, fault: list[str], stream: OpenStream, gone: asyncio.Event
) -> None:
    """Write everything that arrives to the spool."""
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
                lines, _, _ = piece[: limits.stream_bytes - size].rpartition(b"\n")  # cut off the excess
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
    """Notice when the client leaves before it is answered, so that work for it ends."""
    await asyncio.wait({reading})
    while not gone.is_set():
        if (await receive())["type"] == "http.disconnect":
            gone.set()
        await asyncio.sleep(0)


async def _send(send: Send, data: bytes, limits: Limits, stream: OpenStream) -> None:
    """Wait for the client to read as long as it goes on writing: it may write everything first."""
    message: Message = {"type": "http.response.body", "body": data, "more_body": True}
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
    """Parse a line; None if it is blank."""
    if line is None:
        return Line(number, {}, fault=f"the line has more than {limits.line_bytes:,} bytes, the limit for a line")
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
        limits.check_text(record["text"], "the text")
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
        if len(good) > 1:  # one of them takes too long: answer line by line
            return [answer for line in lines for answer in await _answers([line], identify, added)]
        return [_error(line.fault or refusal.sentence, line) for line in lines]
    return [_error(line.fault, line) if line.fault else added.merged(line.record, next(results)[0]) for line in lines]


def _error(sentence: str, line: Line | None = None) -> bytes:
    """An error with the line number, and with the `id` of the record, if it has one."""
    where: dict[str, Any] = {} if line is None else {"line": line.number}
    if line is not None and "id" in line.record:
        where["id"] = line.record["id"]
    return msgspec.json.encode({**where, "error": sentence})
