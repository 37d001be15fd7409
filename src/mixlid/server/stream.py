"""`POST /identify/stream`: JSON Lines in, the same with languages out, in order and in constant memory.

A line that cannot be read is answered with an error, and the stream continues. No more is read before the answers to
what was read have been sent.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from mixlid.io.formats.added_fields import RUNS
from mixlid.results.fields import ON_REQUEST
from mixlid.results.result import Alternatives
from mixlid.server import Receive, Send
from mixlid.server.answers import ANSWERED
from mixlid.server.limits import Limits
from mixlid.server.refusal import RefusalError
from mixlid.server.request import RequestOptions
from mixlid.server.transfers import Transfer, Transfers
from mixlid.server.worker_process import Reply
from mixlid.streaming import Sentences

_HEADERS = [(b"content-type", b"application/x-ndjson"), (b"connection", b"close")]

Identify = Callable[[list[str]], Awaitable[Reply]]


def added_names(options: RequestOptions) -> frozenset[str]:
    """The fields that an answer adds to those of a record."""
    more = {
        RUNS: options.runs is not None,
        ON_REQUEST: options.words or options.explain,
        "judgements": options.explain,
        **dict.fromkeys(Alternatives._fields, options.alternatives),
    }
    return frozenset(ANSWERED).union(name for name, is_there in more.items() if is_there)


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
    transfers: Transfers,
    stream: Transfer,
    added: frozenset[str],
    headers: Sequence[tuple[bytes, bytes]] = (),
    pieces: bool = False,
) -> None:
    """Read, identify and write until the input ends; `added` are the fields that answers add to records.

    With `pieces` the texts are pieces of one, and the answers its runs.
    """
    sentences = Sentences()
    limits = transfers.limits
    await send({"type": "http.response.start", "status": 200, "headers": [*_HEADERS, *headers]})
    lines, more = LineSplitter(limits.line_bytes), True
    too_slow = RefusalError(408, f"nothing was sent or read for {limits.body_seconds:g} s")
    while more:
        fault = None
        try:
            async with stream.waiting(limits.body_seconds, too_slow):
                message = await receive()
                transfers.hold(stream, lines.held + len(message.get("body", b"")))
        except RefusalError as refusal:
            message, fault = {"type": "http.request"}, refusal
        if message["type"] == "http.disconnect":
            return
        more = message.get("more_body", False)
        taken: frozenset[str] = frozenset() if pieces else added
        parsed = (parse_line(*line, limits, taken) for line in lines.feed(message.get("body", b""), last=not more))
        read = [line for line in parsed if line is not None]
        answers = await (_runs(read, sentences, not more, identify) if pieces else _answers(read, identify))
        if fault is not None:
            answers.append(_error(f"{fault.sentence}, so the stream was ended"))
        if answers:
            data = b"\n".join(answers) + b"\n"
            try:
                async with stream.waiting(limits.body_seconds, too_slow):
                    await send({"type": "http.response.body", "body": data, "more_body": True})
            except RefusalError:  # the client does not read
                break
    transfers.close(stream)  # first, since a client that sees the end may send the next one at once
    await send({"type": "http.response.body", "body": b"", "more_body": False})


class LineSplitter:
    """Splits pieces of any size into numbered lines; a line longer than `most` bytes comes out as None."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._rest = b""
        self._skipping = False
        self._number = 0

    @property
    def held(self) -> int:
        """Bytes of the line that is not complete yet."""
        return len(self._rest)

    def feed(self, piece: bytes, last: bool = False) -> Iterator[tuple[int, bytes | None]]:
        """The lines that are now complete, numbered from 1."""
        *complete, rest = (self._rest + piece).split(b"\n")
        for line in complete:
            yield self._take(line)
        self._rest = rest
        if len(rest) > self._most:
            self._skipping, self._rest = True, b""
        if last and (self._rest or self._skipping):
            yield self._take(self._rest)
            self._rest = b""

    def _take(self, line: bytes) -> tuple[int, bytes | None]:
        self._number += 1
        too_long = self._skipping or len(line) > self._most
        self._skipping = False
        return self._number, None if too_long else line


def parse_line(number: int, line: bytes | None, limits: Limits, added: frozenset[str]) -> Line | None:
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
    if taken := added & record.keys():
        return Line(
            number, record, fault=f"there is a field {min(taken)!r} already; rename it, since the answer has it"
        )
    return Line(number, record, record["text"])


async def _answers(lines: list[Line], identify: Identify) -> list[bytes]:
    good = [line for line in lines if not line.fault]
    try:
        results = iter(await identify([line.text for line in good]) if good else [])
    except RefusalError as refusal:
        if len(good) > 1:  # one of them takes too long: answer line by line
            return [answer for line in lines for answer in await _answers([line], identify)]
        return [_error(line.fault or refusal.sentence, line) for line in lines]
    return [_error(line.fault, line) if line.fault else _merged(line.record, next(results)) for line in lines]


async def _runs(lines: list[Line], sentences: Sentences, is_last: bool, identify: Identify) -> list[bytes]:
    """The runs of the sentences that have ended, with offsets into the whole text."""
    answers = [_error(line.fault, line) for line in lines if line.fault]
    ended = [*sentences.feed("".join(line.text for line in lines if not line.fault), is_last)]  # at once: costs less
    found = await _answers([Line(0, {"start": start}, text) for start, text in ended], identify)
    for (start, _), answer in zip(ended, map(msgspec.json.decode, found), strict=True):
        for run in answer.get(RUNS, ()):
            moved = {**run, "start": start + run["start"], "end": start + run["end"]}
            answers.append(msgspec.json.encode(moved))
        if "error" in answer:
            answers.append(msgspec.json.encode({"start": start, "error": answer["error"]}))
    return answers


def _merged(record: dict[str, Any], answer: bytes) -> bytes:
    """Both as one object; the record is not empty, since it has a text."""
    return msgspec.json.encode(record)[:-1] + b"," + answer[1:]


def _error(sentence: str, line: Line | None = None) -> bytes:
    """An error with the line number, and with the `id` of the record, if it has one."""
    where: dict[str, Any] = {} if line is None else {"line": line.number}
    if line is not None and "id" in line.record:
        where["id"] = line.record["id"]
    return msgspec.json.encode({**where, "error": sentence})
