"""What the routes of `app.py` do, and what their handlers share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from mixlid import __version__
from mixlid.adapt.labelled import known_sample
from mixlid.errors import MixlidError, SettingsError
from mixlid.models.hub import sha256_of
from mixlid.models.interface import Model
from mixlid.models.loading import open_model
from mixlid.prior import Prior
from mixlid.server import about
from mixlid.server.body import Asked, parse_query, parse_request, read_body, refused
from mixlid.server.corrected import corrected_file, decode_corrected
from mixlid.server.identifier_cache import IdentifierCache
from mixlid.server.limiter import ByteLimiter, ConcurrencyLimiter
from mixlid.server.limits import Limits
from mixlid.server.metrics import Metrics
from mixlid.server.open_streams import OpenStreams
from mixlid.server.openapi import document
from mixlid.server.refusal import RefusalError, json_response
from mixlid.server.request import AdaptRequest, RequestOptions, decode_adapt, decode_file, decode_identify
from mixlid.server.stream import END, Added, answer_stream
from mixlid.server.uploaded_file import UploadedFile, checked_reply
from mixlid.server.worker_process import Kind, Reply
from mixlid.server.workers import Workers

#: The header by which a proxy requests the answer to a stream only after the stream has ended.
ANSWER, AFTER = "Mixlid-Answer", "after"
#: Response headers with the model's name, the checksum of its file, and our version.
MADE_BY = ("Mixlid-Model", "Mixlid-Model-Sha256", "Mixlid-Version")


class Service:
    """The handlers, and what they share: models, workers, metrics and limiters."""

    def __init__(
        self, models: Mapping[str, Path], jobs: int, limits: Limits, priors: Mapping[str, Prior] | None = None
    ) -> None:
        opened: dict[str, Model] = {name: open_model(path) for name, path in models.items()}
        self.identifiers = IdentifierCache(opened, priors)
        for name in self.identifiers.priors:  # refuse one with languages that the first model lacks
            self.identifiers.identifier(RequestOptions(prior=name))
        self.limits = limits
        self.metrics = Metrics()
        self._hashes = {name: sha256_of(path) for name, path in models.items()}
        for name, sha256 in self._hashes.items():
            self.metrics.model({"model": name, "sha256": sha256, "version": __version__})
        self.workers = Workers(models, jobs, limits, self.identifiers.priors)
        self.metrics.watch(lambda: self.workers.waiting, lambda: self.workers.alive, lambda: self.workers.replaced)
        self._bodies = ByteLimiter(limits.arriving_bytes)
        self._requests = ConcurrencyLimiter("request", limits.requests, self.metrics)
        self._streams = ConcurrencyLimiter("stream", limits.streams, self.metrics)
        self._open_streams = OpenStreams(limits.streams)
        self._models = about.models(opened, self._hashes, limits, list(self.identifiers.priors))
        self._document = document(limits, list(opened))
        self._docs = about.page(self._document)

    async def identify(self, request: Request) -> Response:
        async with self._parsed(request, decode_identify) as asked:
            head, options = await self._head(asked.options(), asked.settings)
            reply = await self._identify(options, asked.texts, request.is_disconnected)
        results = b",".join(encoded for encoded, _ in reply)
        answer = head[:-1] + b',"results":[' + results + b"]}"
        return Response(answer, headers=self.made_by(options), media_type="application/json")

    async def adapt(self, request: Request) -> Response:
        async with self._parsed(request, decode_adapt) as asked:
            _, options = await self._head(asked.options())
            await asyncio.to_thread(self._check_labels, asked, options)
            bounded = msgspec.structs.replace(asked, **options.changes())
            learnt = await self.workers.work("adapt", bounded, [], request.is_disconnected)
        return Response(learnt, media_type="application/json")

    async def file_texts(self, request: Request) -> Response:
        file, reply = await self._work_on_file(request, "read")
        file.remove()
        return json_response(checked_reply(reply))

    async def file(self, request: Request) -> Response:
        file, reply = await self._work_on_file(request, "annotate")
        return file.response(reply)

    async def corrected(self, request: Request) -> Response:
        async with self._parsed(request, decode_corrected, self.limits.file_body_bytes) as asked:
            return await asyncio.to_thread(corrected_file, asked)

    async def _work_on_file(self, request: Request, kind: Kind) -> tuple[UploadedFile, bytes]:
        async with self._parsed(request, decode_file, self.limits.file_body_bytes) as asked:
            _, options = await self._head(asked.options())
            file = await asyncio.to_thread(UploadedFile, asked, self.limits)
            del asked
            try:
                return file, await self.workers.work(kind, options, file.job(), request.is_disconnected)
            except BaseException:
                file.remove()
                raise

    @asynccontextmanager
    async def _parsed(
        self, request: Request, decode: Callable[[bytes], Asked], most: int | None = None
    ) -> AsyncIterator[Asked]:
        """Read and parse a request, which counts towards the limits while it is handled."""
        with self._bodies.body() as add:
            body = [await read_body(request, self.limits, add, most)]
            with self._requests.slot():  # only now, so that slow clients do not block others
                # Keep neither the body nor what it holds: the request may wait in the queue.
                yield parse_request(body.pop(), request.headers.get("content-type", ""), self.limits, decode)

    async def stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        asked = parse_query(dict(request.query_params))
        if (answer := request.headers.get(ANSWER, AFTER)) != AFTER:
            raise RefusalError(422, f"the header {ANSWER} may be {AFTER!r} or left out, not {answer!r}")
        _, options = await self._head(asked.options())  # bad options are refused before the first line
        identify = partial(self._identify, options)
        added = Added(options, asked.prefix, asked.replace)
        made = [(name.lower().encode(), value.encode()) for name, value in self.made_by(options).items()]

        async def send_with_provenance(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *made]
            await send(message)

        await self._open_streams.make_room()
        with self._open_streams.open() as stream, self._streams.slot():
            await answer_stream(
                receive, send_with_provenance, identify, self.limits, added, stream, ANSWER in request.headers
            )
        await send(END)

    async def _identify(
        self, options: RequestOptions, texts: list[str], has_left: Callable[[], Awaitable[bool]] | None = None
    ) -> Reply:
        reply = await self.workers.identify(options, texts, has_left)
        self.metrics.texts(labels for _, labels in reply)
        return reply

    async def _head(self, options: RequestOptions, settings: bool = False) -> tuple[bytes, RequestOptions]:
        """The options in effect, as JSON and as an object; RefusalError if something in them does not exist."""
        if self.identifiers.is_cached(options):
            return self._made_with(options, settings)
        return await asyncio.to_thread(self._made_with, options, settings)  # there may be thousands of languages

    def _made_with(self, options: RequestOptions, settings: bool) -> tuple[bytes, RequestOptions]:
        try:
            most, asked = self.limits.search_budget, options.changes().get("search_budget", 0)
            if asked > most:
                raise SettingsError(f"search_budget may be {most:,} at most here; {asked:,} was asked for")
            identifier = self.identifiers.identifier(options)
            if identifier.settings.search_budget > most:  # the preset's own
                options = msgspec.structs.replace(options, search_budget=most)
                identifier = self.identifiers.identifier(options)
            name = self.identifiers.model_name(options)
        except MixlidError as error:
            raise refused(error) from None
        head: dict[str, Any] = {"model": name, "preset": options.preset, "solver": options.solver}
        if settings:
            head["settings"] = identifier.settings.to_dict()
        if options.prior is not None:
            head["prior"] = options.prior
        return msgspec.json.encode(head), options

    def _check_labels(self, asked: AdaptRequest, options: RequestOptions) -> None:
        if not asked.texts:
            raise RefusalError(
                422, "there is nothing to learn from: send texts (text), sentences with labels (labelled), or both"
            )
        labels, place = self.identifiers.identifier(options).labels, 0
        try:
            for place, one in enumerate(asked.labelled, 1):  # noqa: B007
                known_sample({"text": one.text, "langs": one.langs}, labels)
        except MixlidError as error:
            raise RefusalError(422, f"labelled sentence {place}: {refused(error)}") from None

    async def languages(self, request: Request) -> Response:
        options = RequestOptions(model=request.query_params.get("model"))
        try:
            name = self.identifiers.model_name(options)
            found = about.languages(self.identifiers.models[name], request.query_params.get("code"))
        except MixlidError as error:
            raise refused(error) from None
        return json_response({"model": name, "languages": found})

    async def models(self, _: Request) -> Response:
        return json_response(self._models)

    async def health(self, _: Request) -> Response:
        gone = self.workers.are_gone
        answer = {"status": "no workers" if gone else "ok", "version": __version__, "workers": self.workers.alive}
        return json_response(answer, 503 if gone else 200)

    async def ready(self, _: Request) -> Response:
        """For load balancers, which send requests elsewhere meanwhile; `health` is for supervisors."""
        is_ready = self.workers.alive > 0
        return json_response({"status": "ready" if is_ready else "no workers"}, 200 if is_ready else 503)

    def made_by(self, options: RequestOptions) -> dict[str, str]:
        """The headers with the provenance of an answer."""
        name = self.identifiers.model_name(options)
        return dict(zip(MADE_BY, (quote(name), self._hashes[name], __version__), strict=True))

    async def counters(self, _: Request) -> Response:
        return Response(self.metrics.text(), media_type=self.metrics.content_type)

    async def openapi(self, _: Request) -> Response:
        return json_response(self._document)

    async def docs(self, _: Request) -> Response:
        return Response(self._docs, media_type="text/html; charset=utf-8")
