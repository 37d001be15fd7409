"""The application: its routes, and what a request passes before `service.py` handles it. `server.py` runs it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from mixlid.prior import Prior
from mixlid.server import about
from mixlid.server.access import KeyCheck, cors
from mixlid.server.compression import Compression
from mixlid.server.hosts import HostCheck, Hosts
from mixlid.server.limits import Limits
from mixlid.server.middleware import EMBED, RequestMiddleware, framed_by, on_http_error, on_refusal
from mixlid.server.refusal import RefusalError
from mixlid.server.service import MADE_BY, Service

PAGE = Path(__file__).parent / "page"
STREAM = "/identify/stream"


class _Stream:
    """A plain ASGI application: the framework's response classes would read the request's body themselves."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "POST":
            raise HTTPException(405, headers={"Allow": "POST"})
        await self._service.stream(scope, receive, send)


def make_app(
    models: Mapping[str, Path],
    jobs: int = 1,
    limits: Limits | None = None,
    priors: Mapping[str, Prior] | None = None,
    hosts: Hosts | None = None,
    keys: Sequence[str] = (),
    origins: Sequence[str] = (),
    embed_in: Sequence[str] = (),
) -> Starlette:
    """The application with models by name (the first is the default) and `jobs` worker processes.

    Requests can use `priors` by name. `hosts` are the host names that are answered, by default all. If there are
    `keys`, requests need one. Pages of `origins` may send requests, and those of `embed_in` may frame answers.
    """
    service = Service(models, jobs, limits or Limits(), priors)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await service.workers.start()
        yield
        await service.workers.stop()

    routes: list[BaseRoute] = [
        Route("/identify", service.identify, methods=["POST"]),
        Route(STREAM, _Stream(service)),
        Route("/adapt", service.adapt, methods=["POST"]),
        Route("/corrected", service.corrected, methods=["POST"]),
        Route("/file", service.file, methods=["POST"]),
        Route("/file/texts", service.file_texts, methods=["POST"]),
        Route("/languages", service.languages),
        Route("/models", service.models),
        Route("/health", service.health),
        Route("/ready", service.ready),
        Route("/metrics", service.counters),
        Route("/openapi.json", service.openapi),
        Route("/docs", service.docs),
        *(Route(path, lambda _: FileResponse(PAGE / "index.html")) for path in ("/", EMBED)),
        Route("/page/palette.css", lambda _: Response(about.palette(), media_type="text/css")),
        Mount("/page", StaticFiles(directory=PAGE)),
    ]
    known = frozenset(route.path for route in routes if isinstance(route, Route))
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            Middleware(RequestMiddleware, service.metrics, known, framed_by(embed_in)),
            *([Middleware(HostCheck, hosts)] if hosts else []),
            *([cors(origins, MADE_BY)] if origins else []),
            *([Middleware(KeyCheck, keys)] if keys else []),
            Middleware(Compression, streams=frozenset({STREAM})),
        ],
        exception_handlers={RefusalError: on_refusal, HTTPException: on_http_error},
    )
