"""Refused requests: a status code and a message."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from litestar.response.base import ASGIResponse

#: For refusals after which the rest of the request is not read.
CLOSE: Mapping[str, str] = {"Connection": "close"}
#: For those that are about the moment, not about the request.
LATER: Mapping[str, str] = {"Retry-After": "1", "Connection": "close"}


class RefusalError(Exception):
    """A request is refused. Every deliberate error response is one of these."""

    def __init__(self, status: int, sentence: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.headers = dict(headers or {})

    def response(self) -> ASGIResponse:
        return json_response({"error": self.sentence}, self.status, self.headers)


def refused(sentence: str) -> RefusalError:
    """The library's message about a wrong setting or code, with the service's way to list languages."""
    return RefusalError(422, sentence.replace("`mixlid languages`", "GET /languages"))


def json_response(content: object, status: int = 200, headers: Mapping[str, str] | None = None) -> ASGIResponse:
    body = content if isinstance(content, bytes) else msgspec.json.encode(content)
    return ASGIResponse(body=body, status_code=status, headers=dict(headers or {}))
