"""Refused requests: a status code and a message."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.responses import Response


class RefusalError(Exception):
    """A request is refused. Every deliberate error response is one of these."""

    def __init__(self, status: int, sentence: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.headers = dict(headers or {})

    def response(self) -> Response:
        return json_response({"error": self.sentence}, self.status, self.headers)


def json_response(content: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(content), status, headers, media_type="application/json")
