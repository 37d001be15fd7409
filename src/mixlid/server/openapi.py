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
from mixlid.server.request import LISTED, IdentifyRequest, StreamOptions
from mixlid.settings import SETTINGS

STREAM = "/identify/stream"
_ABOUT = (
    "Finds every language in a sentence and says which words are in which. Every error is a JSON object with one "
    'sentence, {"error": "…"}.'
)
_WHY = {
    400: "The body is not JSON, or not UTF-8.",
    408: "The body arrived too slowly.",
    413: "The body, a text or the list is too large.",
    415: "The Content-Type of the body is not JSON.",
    421: "The service does not answer to the name in the Host header.",
    422: "Something in the request is not valid (a type, a code, a setting), or it takes too long.",
    431: "The URL and the headers are too long.",
    503: "Too many requests at once, or no worker process is left; try again after Retry-After.",
}


def answers_with(about: str, kind: Any, *errors: int, media_type: str = "application/json") -> dict[int, ResponseSpec]:
    good = ResponseSpec(kind, description=about, media_type=media_type, generate_examples=False)
    bad = {status: ResponseSpec(Error, description=_WHY[status], generate_examples=False) for status in errors}
    return {200: good, **bad}


class OpenAPIDocument(OpenAPIRenderPlugin):
    """The document as JSON, with what Litestar leaves out of the types: limits inside unions, and the query."""

    def __init__(self) -> None:
        super().__init__(path="/openapi.json")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002
        return msgspec.json.encode(openapi_document(request.app))


def openapi_document(app: Litestar) -> dict[str, Any]:
    types = (IdentifyRequest, StreamOptions, Identified, Languages, Models, Health, Error)
    _, schemas = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    document = app.openapi_schema.to_schema()
    stream = document["paths"][STREAM]["post"]
    stream["parameters"] = [_query_parameter(*item) for item in schemas.pop("StreamOptions")["properties"].items()]
    stream["requestBody"] = {"required": True, "content": {"application/x-ndjson": {"schema": {"type": "string"}}}}
    document["components"]["schemas"] = schemas
    return document


def _query_parameter(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """An option in a query string: lists separated by commas, `null` as a word, one number instead of many."""
    about = {"description": schema.pop("description")} if "description" in schema else {}
    schema.pop("default", None)
    if name in LISTED:
        number = {} if name in SETTINGS else {"pattern": "^[A-Za-z_-]+$", "type": "string"}
        schema = {"type": "array", "minItems": 1, "items": number or schema["items"]}
        about |= {"style": "form", "explode": False}
    if name == "prior" or (name in SETTINGS and SETTINGS[name].by_language):
        schema = schema["anyOf"][0]
    return {"name": name, "in": "query", "required": False, "schema": schema, **about}


def openapi_config() -> OpenAPIConfig:
    return OpenAPIConfig(
        "mixlid", __version__, description=_ABOUT, path="/openapi.json", render_plugins=[OpenAPIDocument()]
    )
