"""The application: its routes and what they do. `server.py` runs it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Litestar, Request, Response, get, post
from litestar.config.cors import CORSConfig
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody, QueryParameter
from litestar.response.base import ASGIResponse
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp

from mixlid import __version__
from mixlid.errors import SettingsError
from mixlid.prior import Prior
from mixlid.results.marked import MANY, STYLES, style_at
from mixlid.server import Receive, Scope, Send
from mixlid.server.answers import Health, Identified, Languages, Models
from mixlid.server.arrivals import Arrival
from mixlid.server.gate import Gate
from mixlid.server.hosts import Hosts
from mixlid.server.limits import Limits
from mixlid.server.openapi import STREAM, answers_with, openapi_config
from mixlid.server.refusal import RefusalError, json_response
from mixlid.server.request import LISTED, IdentifyRequest, StreamOptions, decode_identify
from mixlid.server.service import MADE_BY, Service
from mixlid.server.stream import Added, answer_stream

PAGE = Path(__file__).parent / "page"
#: The header by which a proxy requests the answer to a stream only after the stream has ended.
ANSWER, AFTER = "Mixlid-Answer", "after"


class TextRequest(Request[Any, Any, Any]):
    """A request whose body is read within the limits, and decoded once, without a detour over dicts."""

    async def body(self) -> bytes:
        if not isinstance(self._body, bytes):
            arrival: Arrival = self.scope["state"]["arrival"]
            self._body = await arrival.read(self.receive, self.headers.get("content-length", ""))
            if not self._body:
                raise RefusalError(400, "the body is not JSON: it is empty")
        return self._body

    async def json(self) -> IdentifyRequest:
        body = await self.body()
        kind = self.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":  # any web page can send other types, or none, without a preflight
            raise RefusalError(415, f"the body must be JSON, with Content-Type: application/json, not {kind[:80]!r}")
        return parse_body(body)


def parse_body(body: bytes) -> IdentifyRequest:
    try:
        return decode_identify(body)
    except UnicodeDecodeError:
        raise RefusalError(400, "the body is not UTF-8; JSON is always UTF-8") from None
    except msgspec.ValidationError as error:
        raise RefusalError(422, f"the request is not valid: {error}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise RefusalError(400, f"the body is not JSON: {_why(body, error)}") from None


def parse_query(query: Mapping[str, str]) -> StreamOptions:
    """Options from a query string: `languages=tur,eng&words=true`, with `null` to turn a rule off."""
    given = {name: value.split(",") if name in LISTED else value for name, value in query.items()}
    try:
        return msgspec.convert(given, StreamOptions, strict=False)
    except msgspec.ValidationError as error:
        raise RefusalError(422, f"the options are not valid: {error}") from None


def _why(body: bytes, error: Exception) -> str:
    try:
        body.decode()
    except UnicodeDecodeError as fault:
        return f"it is not UTF-8 (byte {fault.start + 1})"
    return str(error) or "it is nested too deeply"


def client_of(scope: Scope) -> str:
    """The address of the client; uvicorn takes it from `X-Forwarded-For` if a proxy on this machine says so."""
    client = scope.get("client")
    return client[0] if client else ""


def _handlers(service: Service) -> list[HTTPRouteHandler]:
    """The routes; the types of their parameters and answers are those of the OpenAPI document."""

    @post(
        "/identify",
        status_code=200,
        request_class=TextRequest,
        summary="The languages of one text, or of each text of a list.",
        responses=answers_with(
            "One result for each text, in order.", Identified, 400, 408, 413, 415, 421, 422, 431, 503
        ),
    )  # fmt: skip
    async def identify(data: JSONBody[IdentifyRequest], request: Request[Any, Any, Any]) -> ASGIResponse:
        client = client_of(request.scope)
        service.limits.check_texts(data.texts)
        with service.requests.slot(client):  # only now, so that slow clients do not block others
            head, options = await service.head(data.options(), data.settings)
            reply = await service.identify(options, data.texts, client, partial(has_left, request.receive))
        results = b",".join(encoded for encoded, _ in reply)
        return json_response(head[:-1] + b',"results":[' + results + b"]}", headers=service.made_by(options))

    @post(
        STREAM,
        status_code=200,
        summary='Takes a JSON object with a "text" per line, and returns each with its languages, in order.',
        responses=answers_with(
            "A line for each line, with an error and the line number if it cannot be read.", str, 421, 422, 431, 503,
            media_type="application/x-ndjson",
        ),
    )  # fmt: skip
    async def identify_stream(request: Request[Any, Any, Any]) -> ASGIApp:
        asked = parse_query(dict(request.query_params))
        if (answer := request.headers.get(ANSWER, AFTER)) != AFTER:
            raise RefusalError(422, f"the header {ANSWER} may be {AFTER!r} or left out, not {answer!r}")
        _, options = await service.head(asked.options())  # bad options are refused before the first line
        client, is_late = client_of(request.scope), ANSWER in request.headers
        identify = partial(service.identify, options, client=client)
        added = Added(options, asked.prefix, asked.replace)
        headers = [(name.lower().encode(), value.encode()) for name, value in service.made_by(options).items()]

        async def answers(_: Scope, receive: Receive, send: Send) -> None:
            await service.open_streams.make_room(client)
            with service.open_streams.open(client) as stream, service.streams.slot(client):
                await answer_stream(receive, send, identify, service.limits, added, stream, is_late, headers)
            # Only now: a client that sees the end may send the next stream at once.
            await send({"type": "http.response.body", "body": b"", "more_body": False})

        return answers

    @get(
        "/languages",
        sync_to_thread=False,
        summary="The languages of a model, sorted by name.",
        responses=answers_with("The languages.", Languages, 421, 422, 431),
    )
    def languages(
        model: FromQuery[str | None] = None,
        code: Annotated[
            str | None,
            QueryParameter(description="Only the languages of this code or set: en, eng, en-Latn, eng_Latn, @europe."),
        ] = None,
    ) -> Languages:
        return service.languages(model, code)

    @get(
        "/models",
        sync_to_thread=False,
        summary="The models of this service.",
        responses=answers_with("What it has.", Models, 421),
    )
    def models() -> Models:
        return service.models

    @get(
        "/health",
        sync_to_thread=False,
        summary="Whether the service can answer.",
        responses=answers_with("It can.", Health, 421)
        | {503: ResponseSpec(Health, description="No worker process is left, and new ones do not start.")},
    )
    def health() -> ASGIResponse:
        gone = service.workers.are_gone
        answer = Health("no workers" if gone else "ok", __version__, service.workers.alive)
        return json_response(msgspec.json.encode(answer), 503 if gone else 200)

    @get(
        "/metrics",
        sync_to_thread=False,
        summary="Counters for Prometheus.",
        responses=answers_with("Prometheus' text format.", str, 421, media_type="text/plain"),
    )
    def metrics() -> ASGIResponse:
        return ASGIResponse(body=service.metrics.text(), media_type=service.metrics.content_type)

    @get("/", include_in_schema=False, sync_to_thread=False)
    def page() -> ASGIResponse:
        return ASGIResponse(body=(PAGE / "index.html").read_bytes(), media_type="text/html")

    @get("/page/palette.css", include_in_schema=False, sync_to_thread=False)
    def palette() -> ASGIResponse:
        return ASGIResponse(body=palette_css(), media_type="text/css")

    return [identify, identify_stream, languages, models, health, metrics, page, palette]


async def has_left(receive: Receive) -> bool:
    """Whether the client has closed the connection, without waiting for it."""
    waiting: Generator[Any, None, Any] = receive().__await__()
    try:
        next(waiting)
    except StopIteration as done:
        return bool(done.value["type"] == "http.disconnect")
    waiting.close()
    return False


def palette_css() -> str:
    """The shared styles as CSS: `.language-0` and so on have a colour, a line and a tint.

    When the colours repeat, every second round has a deeper tint. `--styles` is how many styles there are.
    """
    rules = [f":root {{ --styles: {MANY}; }}\n"]
    for place in range(MANY):
        style, tint = style_at(place), "--deep" if place // len(STYLES) % 2 else "--pale"
        rules.append(f".language-{place} {{ --hue: {style.hex}; --line: {style.decoration}; --tint: var({tint}); }}\n")
    return "".join(rules)


def _on_refusal(_: Request[Any, Any, Any], error: RefusalError) -> Response[dict[str, str]]:
    return Response({"error": error.sentence}, status_code=error.status, headers=error.headers)


def _on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[dict[str, str]]:
    """Errors of the framework: no such page, not with this method, or an option that is not valid."""
    headers = dict(error.headers or {})
    sentence = {
        404: "there is no such page; GET /openapi.json lists all routes",
        405: f"this route takes only {headers.get('allow', '').replace(', OPTIONS', '')}",
    }.get(error.status_code, error.detail)
    status = 422 if error.status_code == 400 else error.status_code
    return _on_refusal(request, RefusalError(status, sentence, headers))


def _on_fault(_: Request[Any, Any, Any], error: Exception) -> Response[None]:
    raise error  # `Gate` logs it


def cors(origins: Sequence[str]) -> CORSConfig | None:
    """Lets pages of these origins (`*`: all) send requests and read where answers come from."""
    for origin in origins:
        if origin != "*" and not (origin.startswith(("http://", "https://")) and origin.count("/") == 2):
            raise SettingsError(f"--allow-origin {origin}: give a scheme and a name, as in https://example.org, or *")
    return CORSConfig(
        allow_origins=list(origins),
        allow_methods=["GET", "POST"],
        allow_headers=["Authorization", "Content-Type", ANSWER],
        expose_headers=list(MADE_BY),
    ) if origins else None  # fmt: skip


def make_app(
    models: Mapping[str, Path],
    jobs: int = 1,
    limits: Limits | None = None,
    priors: Mapping[str, Prior] | None = None,
    hosts: Hosts | None = None,
    keys: Sequence[str] = (),
    origins: Sequence[str] = (),
) -> Gate:
    """The application with models by name (the first is the default) and `jobs` worker processes.

    Requests can use `priors` by name. `hosts` are the host names that are answered, by default all. If there are
    `keys`, requests need one. Pages of `origins` may send requests.
    """
    service = Service(models, jobs, limits or Limits(), priors)
    app = litestar_app(service, origins)
    known = frozenset(route.path for route in app.routes)
    return Gate(app, known, service.metrics, service.arrivals, hosts, keys)


def litestar_app(service: Service, origins: Sequence[str] = ()) -> Litestar:
    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await service.workers.start()
        yield
        await service.workers.stop()

    files = create_static_files_router(path="/page", directories=[PAGE], include_in_schema=False)
    return Litestar(
        route_handlers=[*_handlers(service), files],
        lifespan=[lifespan],
        openapi_config=openapi_config(),
        cors_config=cors(origins),
        exception_handlers={RefusalError: _on_refusal, HTTPException: _on_http_error, Exception: _on_fault},
        logging_config=None,
        request_max_body_size=None,
    )
