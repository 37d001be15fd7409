"""The application: its routes and what they do. `server.py` runs it."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Litestar, Request, Response, get, post
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery, JSONBody, QueryParameter
from litestar.response.base import ASGIResponse
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp

from mixlid import __version__
from mixlid.errors import suggestion
from mixlid.prior import Prior
from mixlid.results.marked import COLOURS, LINES, MANY, style_at
from mixlid.server import Receive, Scope, Send
from mixlid.server.answers import Health, Identified, Languages, Models
from mixlid.server.gate import Gate
from mixlid.server.limits import Limits
from mixlid.server.openapi import OPENAPI, answers_with
from mixlid.server.refusal import RefusalError, json_response
from mixlid.server.request import LISTED, IdentifyRequest, StreamOptions, decode_identify
from mixlid.server.service import Service
from mixlid.server.stream import added_names, answer_stream

PAGE = Path(__file__).parent / "page"


class TextRequest(Request[Any, Any, Any]):
    """A request whose body is read within the limits, and decoded once, without a detour over dicts."""

    async def body(self) -> bytes:
        if not isinstance(self._body, bytes):
            state, announced = self.scope["state"], self.headers.get("content-length", "")
            self._body = await state["transfers"].read(state["transfer"], self.receive, announced)
            if not self._body:
                raise RefusalError(400, "the body is not JSON: it is empty")
        assert isinstance(self._body, bytes)
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
    except msgspec.ValidationError as error:
        raise RefusalError(422, f"the request is not valid: {_meant(error, IdentifyRequest)}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RefusalError(400, f"the body is not JSON: {error}") from None


def parse_query(query: Mapping[str, str]) -> StreamOptions:
    """Options from a query string: `languages=tur,eng&words=true`, with `null` to turn a rule off."""
    given = {name: value.split(",") if name in LISTED else value for name, value in query.items()}
    try:
        return msgspec.convert(given, StreamOptions, strict=False)
    except msgspec.ValidationError as error:
        raise RefusalError(422, f"the options are not valid: {_meant(error, StreamOptions)}") from None


def _meant(error: Exception, kind: type[msgspec.Struct]) -> str:
    """What is wrong, and the field whose name a misspelt one is near to."""
    _, unknown, name = str(error).partition("unknown field `")
    hint = suggestion(name.rstrip("`"), kind.__struct_fields__) if unknown else ""
    return f"{error}; {hint}" if hint else str(error)


def _handlers(service: Service) -> list[HTTPRouteHandler]:
    """The routes; the types of their parameters and answers are those of the OpenAPI document."""

    @post("/identify", status_code=200, request_class=TextRequest, responses=answers_with(Identified))
    async def identify(data: JSONBody[IdentifyRequest], request: Request[Any, Any, Any]) -> ASGIResponse:
        """The languages of one text, or of each text of a list, in order."""
        client = request.scope["state"]["transfer"].client
        service.limits.check_texts(data.texts)
        name, options = service.model_name(data.model), data.options()
        reply = await service.workers.identify(options, data.texts, client, partial(has_left, request.receive))
        head: dict[str, object] = {"model": name, "preset": options.preset, "solver": options.solver}
        if options.prior is not None:
            head["prior"] = options.prior
        results = b",".join(reply)
        body = msgspec.json.encode(head)[:-1] + b',"results":[' + results + b"]}"
        return json_response(body, headers=service.made_by(name))

    @post("/identify/stream", status_code=200, responses=answers_with(str, "application/x-ndjson"))
    async def identify_stream(request: Request[Any, Any, Any]) -> ASGIApp:
        """Takes a JSON object with a "text" per line, and returns each with its languages, in order.

        With "pieces" the texts are pieces of one, and the answers its runs. A line that cannot be read gets an error
        with its number.
        """
        given = parse_query(dict(request.query_params))
        options = given.options()
        if given.pieces and options.runs is None:
            options = msgspec.structs.replace(options, runs="default")
        name, client = service.model_name(options.model), request.scope["state"]["transfer"].client
        await service.workers.identify(options, [], client)  # bad options are refused before the first line
        identify, added = partial(service.workers.identify, options, client=client), added_names(options)
        headers = [(header.lower().encode(), value.encode()) for header, value in service.made_by(name).items()]

        async def answers(scope: Scope, receive: Receive, send: Send) -> None:
            stream = scope["state"]["transfer"]
            await answer_stream(receive, send, identify, service.transfers, stream, added, headers, given.pieces)

        return answers

    @get("/languages", sync_to_thread=False)
    def languages(
        model: FromQuery[str | None] = None,
        code: Annotated[str | None, QueryParameter(description="A code or a set: en, eng_Latn, @europe.")] = None,
    ) -> Languages:
        """The languages of a model, or those that a code means, sorted by name."""
        return service.languages(model, code)

    @get("/models", sync_to_thread=False)
    def models() -> Models:
        """The models of this service, and what can be set."""
        return service.models

    @get("/health", sync_to_thread=False)
    def health() -> Health:
        """Whether the service answers."""
        return Health("ok", __version__, service.workers.alive, len(service.transfers))

    @get("/", include_in_schema=False, sync_to_thread=False)
    def page() -> ASGIResponse:
        return ASGIResponse(body=(PAGE / "index.html").read_bytes(), media_type="text/html")

    @get("/page/palette.css", include_in_schema=False, sync_to_thread=False)
    def palette() -> ASGIResponse:
        return ASGIResponse(body=palette_css(), media_type="text/css")

    return [identify, identify_stream, languages, models, health, page, palette]


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
    """The shared styles as CSS: `.language-0` and so on have a colour and a line. `--styles` is how many there are.

    When the colours repeat, there are stripes, in each round at another angle.
    """
    rules = [f":root {{ --styles: {MANY}; }}\n"]
    for place in range(MANY):
        style, turn = style_at(place), place // len(COLOURS)
        stripes = f" --angle: {90 + 180 * (turn - 1) // len(LINES)}deg;" if turn else ""
        rules.append(f".language-{place} {{ --hue: {style.hex}; --line: {style.decoration};{stripes} }}\n")
    return "".join(rules)


def _on_http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[None]:
    """Errors of the framework: no such page, not with this method, or an option that is not valid."""
    headers = dict(error.headers or {})
    sentence = {
        404: "there is no such page; GET /openapi.json lists all routes",
        405: f"this route takes only {headers.get('allow', '').replace(', OPTIONS', '')}",
    }.get(error.status_code, error.detail)
    raise RefusalError(422 if error.status_code == 400 else error.status_code, sentence, headers)


def _on_fault(_: Request[Any, Any, Any], error: Exception) -> Response[None]:
    raise error  # `Gate` answers, and logs what is not a refusal


def make_app(
    models: Mapping[str, Path],
    jobs: int = 1,
    limits: Limits | None = None,
    priors: Mapping[str, Prior] | None = None,
    names: frozenset[str] | None = None,
) -> Gate:
    """The application with models by name (the first is the default) and `jobs` worker processes.

    Requests can use `priors` by name. `names` are the host names that are answered, by default all.
    """
    service = Service(models, jobs, limits or Limits(), priors)
    return Gate(litestar_app(service), service, names)


def litestar_app(service: Service) -> Litestar:
    files = create_static_files_router(path="/page", directories=[PAGE], include_in_schema=False)
    return Litestar(
        route_handlers=[*_handlers(service), files],
        on_startup=[service.workers.start],
        on_shutdown=[service.workers.stop],
        openapi_config=OPENAPI,
        exception_handlers={HTTPException: _on_http_error, Exception: _on_fault},
        logging_config=None,
        request_max_body_size=None,
    )
