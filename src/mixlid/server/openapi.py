"""The OpenAPI document, from the types in `request.py` and `schemas.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from mixlid import __version__
from mixlid.server import schemas
from mixlid.server.corrected import CorrectedRequest
from mixlid.server.limits import Limits
from mixlid.server.request import LISTED, AdaptRequest, FileRequest, IdentifyRequest, StreamOptions
from mixlid.settings import SETTINGS

_TYPES = (
    IdentifyRequest,
    StreamOptions,
    AdaptRequest,
    FileRequest,
    CorrectedRequest,
    schemas.Identified,
    schemas.Adapted,
    schemas.FileTexts,
    schemas.Languages,
    schemas.Models,
    schemas.Health,
    schemas.Ready,
    schemas.Error,
)
_ABOUT = (
    "Finds every language in a sentence and says which words are in which. Every error is a JSON object with one "
    'sentence, {"error": "…"}.'
)


def document(limits: Limits, models: Sequence[str]) -> dict[str, Any]:
    """OpenAPI 3.1; the limits and the models are those of this server."""
    _, components = msgspec.json.schema_components(_TYPES, ref_template="#/components/schemas/{name}")
    text = components["IdentifyRequest"]["properties"]["text"]
    one = {"type": "string", "maxLength": limits.text_chars}
    text["anyOf"] = [one, {"type": "array", "maxItems": limits.texts, "items": one}]
    text["examples"] = ["yarınki meeting için slides hazır mı"]
    components["LabelledText"]["properties"]["text"] = one
    components["AdaptRequest"]["properties"]["text"] |= {"maxItems": limits.texts, "items": one}
    components["AdaptRequest"]["properties"]["labelled"]["maxItems"] = limits.texts
    named = {"enum": list(models), "description": "The first of them if not given."}
    for request in ("IdentifyRequest", "AdaptRequest", "FileRequest"):
        components[request]["properties"]["model"] = {"anyOf": [named, {"type": "null"}]}
    options = components.pop("StreamOptions")["properties"] | {"model": named}
    return {
        "openapi": "3.1.0",
        "info": {"title": "mixlid", "version": __version__, "description": _ABOUT},
        "paths": {
            "/identify": {
                "post": _post(
                    "identify",
                    "The languages of one text, or of each text of a list.",
                    "IdentifyRequest",
                    ("One result for each text, in order.", "Identified"),
                )
            },
            "/identify/stream": {"post": _stream(options)},
            "/adapt": {
                "post": _post(
                    "adapt",
                    "Learn from texts, with or without labels, what to expect in similar ones.",
                    "AdaptRequest",
                    ("What was learnt.", "Adapted"),
                )
            },
            "/file/texts": {
                "post": _post(
                    "fileTexts",
                    "The texts of a file (txt, csv, tsv, jsonl, json, xlsx), and its columns.",
                    "FileRequest",
                    ("The texts, in order.", "FileTexts"),
                )
            },
            "/file": {
                "post": _file("file", "A file with languages added, as `mixlid identify` writes it.", "FileRequest")
            },
            "/corrected": {
                "post": _file(
                    "corrected", "Sentences whose words people have corrected, as a file.", "CorrectedRequest"
                )
            },
            "/languages": {"get": _languages(named)},
            "/models": {"get": _get("models", "The models of this service.", "Models")},
            "/health": {"get": _health()},
            "/ready": {"get": _ready()},
            "/metrics": {"get": _metrics()},
        },
        "components": {"schemas": components},
    }


def _post(name: str, summary: str, request: str, answer: tuple[str, str]) -> dict[str, Any]:
    return {
        "operationId": name,
        "summary": summary,
        "requestBody": {"required": True, "content": _json(request)},
        "responses": {
            "200": {"description": answer[0], "content": _json(answer[1])},
            **_errors(400, 408, 413, 415, 421, 422, 431, 503),
        },
    }


def _file(name: str, summary: str, request: str) -> dict[str, Any]:
    operation = _post(name, summary, request, ("", "Error"))
    made = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    return operation | {"responses": operation["responses"] | {"200": {"description": "The file.", "content": made}}}


def _stream(options: dict[str, Any]) -> dict[str, Any]:
    lines = {"application/x-ndjson": {"schema": {"type": "string"}}}
    return {
        "operationId": "identifyStream",
        "summary": 'Takes a JSON object with a "text" per line, and returns each with its languages, in order.',
        "parameters": [_parameter(name, schema) for name, schema in options.items()],
        "requestBody": {"required": True, "content": lines},
        "responses": {
            "200": {
                "description": "A line for each line, with an error and the line number if it cannot be read.",
                "content": lines,
            },
            **_errors(421, 422, 431, 503),
        },
    }


def _parameter(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """An option in a query string: lists separated by commas, `null` as a word, one number instead of many."""
    if name == "languages":
        schema = {"type": "array", "minItems": 1, "items": {"type": "string", "pattern": "^[A-Za-z_-]+$"}}
        schema["description"] = "Answer only with these; separate them by commas."
    if name == "prior":
        schema = {"type": "string", "description": "What is known of the texts: one of the service's priors by name."}
    if name in SETTINGS and SETTINGS[name].by_language:
        schema = {"description": schema["description"], **schema["anyOf"][0]}
    about = str(schema.get("description", ""))
    fitting = {key: value for key, value in schema.items() if key != "default"}
    parameter = {"name": name, "in": "query", "required": False, "schema": fitting}
    return (
        parameter
        | ({"description": about} if about else {})
        | ({"style": "form", "explode": False} if name in LISTED else {})
    )


def _languages(named: dict[str, Any]) -> dict[str, Any]:
    model = {"name": "model", "in": "query", "required": False, "schema": named}
    about = "Only the languages of this code or set: en, eng, en-Latn, eng_Latn, @europe."
    schema = {"type": "string", "pattern": "^@?[A-Za-z_-]+$"}
    code = {"name": "code", "in": "query", "required": False, "schema": schema, "description": about}
    return _get("languages", "The languages of a model, sorted by name.", "Languages") | {"parameters": [model, code]}


def _metrics() -> dict[str, Any]:
    text = {"text/plain": {"schema": {"type": "string"}}}
    return {
        "operationId": "metrics",
        "summary": "Counters for Prometheus.",
        "responses": {"200": {"description": "Prometheus' text format.", "content": text}},
    }


def _get(name: str, summary: str, schema: str) -> dict[str, Any]:
    responses = {"200": {"description": "Success.", "content": _json(schema)}}
    return {
        "operationId": name,
        "summary": summary,
        "responses": responses | _errors(421, *((422, 431) if name == "languages" else ())),
    }


def _health() -> dict[str, Any]:
    operation = _get("health", "Whether the service can answer.", "Health")
    gone = {
        "description": "No worker process is left, and new ones do not start.",
        "content": _json("Health"),
    }
    return operation | {"responses": operation["responses"] | {"503": gone}}


def _ready() -> dict[str, Any]:
    operation = _get("ready", "Whether requests should be sent here now.", "Ready")
    busy = {"description": "No worker process is alive at the moment.", "content": _json("Ready")}
    return operation | {"responses": operation["responses"] | {"503": busy}}


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


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


def _errors(*statuses: int) -> dict[str, Any]:
    return {str(status): {"description": _WHY[status], "content": _json("Error")} for status in statuses}
