"""The OpenAPI document, which Litestar derives from the types of the routes."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Litestar, Request
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import OpenAPIRenderPlugin

from mixlid import __version__
from mixlid.server.answers import Error, Health, Identified, Languages, Models
from mixlid.server.request import IdentifyRequest, StreamOptions

_ABOUT = (
    "Finds every language in a sentence and says which words are in which. Every error is a JSON object with one "
    'sentence, {"error": "…"}.'
)
#: Any route may refuse a request.
_WHY = {
    400: "The body is not JSON, or not UTF-8.",
    408: "The body arrived too slowly.",
    413: "The body, a text or the list is too large.",
    415: "The Content-Type of the body is not JSON.",
    421: "The service does not answer to the name in the Host header.",
    422: "Something in the request is not valid (a type, a code, a setting), or it takes too long.",
    431: "The URL and the headers are too long.",
    503: "Too many requests at once, or a worker process does not start; try again after Retry-After.",
}


def answers_with(kind: Any, media_type: str = "application/json") -> dict[int, ResponseSpec]:
    return {200: ResponseSpec(kind, media_type=media_type, generate_examples=False)}


class OpenAPIDocument(OpenAPIRenderPlugin):
    """The document as JSON, with what Litestar leaves out: limits inside unions, refusals, and the stream's input."""

    def __init__(self) -> None:
        super().__init__(path="/openapi.json")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002
        return msgspec.json.encode(openapi_document(request.app))


def openapi_document(app: Litestar) -> dict[str, Any]:
    types = (IdentifyRequest, StreamOptions, Identified, Languages, Models, Health, Error)
    _, schemas = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    document = app.openapi_schema.to_schema()
    document["components"]["schemas"] = schemas
    refused = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}
    for path in document["paths"].values():
        for operation in path.values():
            operation["responses"]["200"]["description"] = "The answer."
            operation["responses"] |= {str(status): {"description": why, **refused} for status, why in _WHY.items()}
    stream = document["paths"]["/identify/stream"]["post"]
    options = {"$ref": "#/components/schemas/StreamOptions"}
    stream["parameters"] = [{"name": "options", "in": "query", "style": "form", "explode": True, "schema": options}]
    stream["requestBody"] = {"required": True, "content": {"application/x-ndjson": {"schema": {"type": "string"}}}}
    return document


OPENAPI = OpenAPIConfig(
    "mixlid",
    __version__,
    description=_ABOUT,
    path="/openapi.json",
    render_plugins=[OpenAPIDocument()],
    use_handler_docstrings=True,
)
