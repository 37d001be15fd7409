"""Reading what a client sends, without trusting it to be small, quick or well formed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import msgspec
from starlette.requests import ClientDisconnect, Request

from mixlid.errors import MixlidError
from mixlid.web.limits import Limits
from mixlid.web.refusal import RefusalError
from mixlid.web.request import LISTED, IdentifyRequest, RequestOptions, decode_request

#: How much more than allowed is read and thrown away, so that the client gets to read why.
_PATIENCE = 16
_LAST = {"Connection": "close"}


async def read_body(request: Request, limits: Limits, add: Callable[[int], None]) -> bytes:
    """All of the body; RefusalError if it is too large or too slow. `add` is told the size of each piece."""
    deadline = time.monotonic() + limits.body_seconds
    announced = request.headers.get("content-length", "")
    too_large = announced.isdecimal() and int(announced) > limits.body_bytes
    parts: list[bytes] = []
    size = 0
    pieces = request.stream()
    while True:
        try:
            piece = await asyncio.wait_for(anext(pieces), max(deadline - time.monotonic(), 0.001))
        except StopAsyncIteration:
            break
        except asyncio.TimeoutError:
            raise RefusalError(
                408, f"the body did not arrive within {limits.body_seconds:g} s; send it faster or in parts", _LAST
            ) from None
        except ClientDisconnect:
            raise RefusalError(400, "the client went away before its request was complete", _LAST) from None
        size += len(piece)
        too_large = too_large or size > limits.body_bytes
        if too_large and size > _PATIENCE * limits.body_bytes:
            break
        if not too_large:
            add(len(piece))
            parts.append(piece)
    if too_large:
        raise RefusalError(
            413,
            f"the body has more than the {limits.body_bytes:,} bytes that are allowed; send fewer texts at a time, or "
            "one text a line to /identify/stream",
            _LAST,
        )
    return b"".join(parts)


def parse_request(body: bytes, content_type: str, limits: Limits) -> IdentifyRequest:
    """The request in a body; RefusalError if there is none, or if it asks for too much at once."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind != "application/json":  # any page of the web may have a browser send other kinds, and none, without asking
        raise RefusalError(415, f"the body must be JSON, with Content-Type: application/json and not {kind[:80]!r}")
    try:
        request = decode_request(body)
    except UnicodeDecodeError:
        raise RefusalError(400, "the body is not UTF-8; JSON is always UTF-8") from None
    except msgspec.ValidationError as error:
        raise RefusalError(422, f"the request does not fit: {error}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise RefusalError(400, f"the body is not JSON: {_why(body, error)}") from None
    if len(request.texts) > limits.texts:
        raise RefusalError(
            413,
            f"a request may have {limits.texts:,} texts, and this one has {len(request.texts):,}; send them in parts, "
            "or one a line to /identify/stream",
        )
    for place, text in enumerate(request.texts, 1):
        check_text(text, f"text {place}" if len(request.texts) > 1 else "the text", limits)
    return request


def check_text(text: str, what: str, limits: Limits) -> None:
    if len(text) > limits.text_chars:
        raise RefusalError(
            413, f"{what} has {len(text):,} characters, and {limits.text_chars:,} are allowed; cut it into sentences"
        )


def parse_query(query: dict[str, str]) -> RequestOptions:
    """Options from a query string: `languages=tur,eng&words=true`, with `null` to turn a rule off."""
    given = {name: value.split(",") if name in LISTED else value for name, value in query.items()}
    try:
        return msgspec.convert(given, RequestOptions, strict=False)
    except msgspec.ValidationError as error:
        raise RefusalError(422, f"the options do not fit: {error}") from None


def refused(error: MixlidError) -> RefusalError:
    """What the package says about wrong settings and codes is a sentence already; only the way to more is another."""
    return RefusalError(422, str(error).replace("`mixlid languages`", "GET /languages"))


def _why(body: bytes, error: Exception) -> str:
    if not body:
        return "it is empty"
    try:
        body.decode()
    except UnicodeDecodeError as fault:
        return f"it is not UTF-8 (byte {fault.start + 1})"
    return str(error) or "it is nested too deeply"
