"""Reading request bodies, without trusting them to be small, fast or well formed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from mixlid.errors import MixlidError
from mixlid.server.limits import Limits
from mixlid.server.refusal import RefusalError
from mixlid.server.request import LISTED, StreamOptions

#: Up to this many times the allowed size is read and discarded: a client that is cut off never reads the reason.
_PATIENCE = 16
_LAST = {"Connection": "close"}


class HasTexts(Protocol):
    """A request whose texts are limited in number and size."""

    @property
    def texts(self) -> Sequence[str]: ...


Asked = TypeVar("Asked", bound=HasTexts)


async def read_body(request: Request, limits: Limits, add: Callable[[int], None], most: int | None = None) -> bytes:
    """The whole body; RefusalError if it is too large or too slow. `add` is called with the size of each piece."""
    most = limits.body_bytes if most is None else most
    deadline = time.monotonic() + limits.body_seconds
    announced = request.headers.get("content-length", "")
    too_large = announced.isdecimal() and int(announced) > most
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
        too_large = too_large or size > most
        if too_large and size > _PATIENCE * most:
            break
        if not too_large:
            add(len(piece))
            parts.append(piece)
    if too_large:
        raise RefusalError(
            413,
            f"the body is larger than the limit of {most:,} bytes; send fewer texts at a time, or one "
            "text per line to /identify/stream",
            _LAST,
        )
    return b"".join(parts)


def parse_request(body: bytes, content_type: str, limits: Limits, decode: Callable[[bytes], Asked]) -> Asked:
    """Parse the body; RefusalError if the request is not valid or too large."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind != "application/json":  # any web page can send other types, or none, without a preflight
        raise RefusalError(415, f"the body must be JSON, with Content-Type: application/json, not {kind[:80]!r}")
    try:
        request = decode(body)
    except UnicodeDecodeError:
        raise RefusalError(400, "the body is not UTF-8; JSON is always UTF-8") from None
    except msgspec.ValidationError as error:
        raise RefusalError(422, f"the request is not valid: {error}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise RefusalError(400, f"the body is not JSON: {_why(body, error)}") from None
    if len(request.texts) > limits.texts:
        raise RefusalError(
            413,
            f"a request may have {limits.texts:,} texts, and this one has {len(request.texts):,}; send them in parts, "
            "or one per line to /identify/stream",
        )
    for place, text in enumerate(request.texts, 1):
        check_text(text, f"text {place}" if len(request.texts) > 1 else "the text", limits)
    return request


def check_text(text: str, what: str, limits: Limits) -> None:
    if len(text) > limits.text_chars:
        raise RefusalError(
            413, f"{what} has {len(text):,} characters, and {limits.text_chars:,} are allowed; cut it into sentences"
        )


def parse_query(query: dict[str, str]) -> StreamOptions:
    """Options from a query string: `languages=tur,eng&words=true`, with `null` to turn a rule off."""
    given = {name: value.split(",") if name in LISTED else value for name, value in query.items()}
    try:
        return msgspec.convert(given, StreamOptions, strict=False)
    except msgspec.ValidationError as error:
        raise RefusalError(422, f"the options are not valid: {error}") from None


def refused(error: MixlidError) -> RefusalError:
    """The library's message about a wrong setting or code, with the service's way to list languages."""
    return RefusalError(422, str(error).replace("`mixlid languages`", "GET /languages"))


def _why(body: bytes, error: Exception) -> str:
    if not body:
        return "it is empty"
    try:
        body.decode()
    except UnicodeDecodeError as fault:
        return f"it is not UTF-8 (byte {fault.start + 1})"
    return str(error) or "it is nested too deeply"
