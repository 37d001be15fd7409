"""What the handlers of `app.py` share: models, workers, metrics and limiters."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import get_args
from urllib.parse import quote

import msgspec

from mixlid import __version__
from mixlid.engine.document_pipeline import Unit
from mixlid.errors import MixlidError, SettingsError
from mixlid.io.formats.columns import TEXT_NAMES
from mixlid.models.catalogue import licence_of
from mixlid.models.hub import sha256_of
from mixlid.models.interface import Model
from mixlid.models.loading import open_model
from mixlid.prior import Prior
from mixlid.results.fields import shown
from mixlid.results.result import Result
from mixlid.rules import Setting
from mixlid.server.answers import LanguageEntry, Languages, ModelEntry, Models, SettingEntry
from mixlid.server.arrivals import Arrivals
from mixlid.server.identifier_cache import IdentifierCache
from mixlid.server.limits import ConcurrencyLimiter, Limits
from mixlid.server.metrics import Metrics
from mixlid.server.open_streams import OpenStreams
from mixlid.server.refusal import refused
from mixlid.server.request import RequestOptions, SolverName
from mixlid.server.worker_process import Reply
from mixlid.server.workers import Workers
from mixlid.settings import SETTINGS, preset, preset_names
from mixlid.text.labels import find, name_of
from mixlid.text.language_codes import OTHER_SCRIPTS, SCRIPTS

#: Response headers with the model's name, the checksum of its file, and our version.
MADE_BY = ("Mixlid-Model", "Mixlid-Model-Sha256", "Mixlid-Version")


class Service:
    def __init__(
        self, models: Mapping[str, Path], jobs: int, limits: Limits, priors: Mapping[str, Prior] | None = None
    ) -> None:
        self.identifiers = IdentifierCache({name: open_model(path) for name, path in models.items()}, priors)
        for name in self.identifiers.priors:  # refuse one with languages that the first model lacks
            self.identifiers.identifier(RequestOptions(prior=name))
        self.limits = limits
        self.metrics = Metrics()
        self._hashes = {name: sha256_of(path) for name, path in models.items()}
        for name, sha256 in self._hashes.items():
            self.metrics.model({"model": name, "sha256": sha256, "version": __version__})
        self.workers = Workers(models, jobs, limits, self.identifiers.priors)
        self.metrics.watch(lambda: self.workers.waiting, lambda: self.workers.alive, lambda: self.workers.replaced)
        self.arrivals = Arrivals(limits)
        self.requests = ConcurrencyLimiter("request", limits.requests, self.metrics)
        self.streams = ConcurrencyLimiter("stream", limits.streams, self.metrics)
        self.open_streams = OpenStreams(limits.streams)
        self.models = self._about()

    async def identify(
        self,
        options: RequestOptions,
        texts: Sequence[str],
        client: str,
        has_left: Callable[[], Awaitable[bool]] | None = None,
    ) -> Reply:
        """Results for the texts; `has_left` says whether the client has gone."""
        reply = await self.workers.identify(options, texts, client, has_left)
        self.metrics.texts(labels for _, labels in reply)
        return reply

    async def head(self, options: RequestOptions, settings: bool = False) -> tuple[bytes, RequestOptions]:
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
        head: dict[str, object] = {"model": name, "preset": options.preset, "solver": options.solver}
        if settings:
            head["settings"] = identifier.settings.to_dict()
        if options.prior is not None:
            head["prior"] = options.prior
        return msgspec.json.encode(head), options

    def made_by(self, options: RequestOptions) -> dict[str, str]:
        """The headers with the provenance of an answer."""
        name = self.identifiers.model_name(options)
        return dict(zip(MADE_BY, (quote(name), self._hashes[name], __version__), strict=True))

    def languages(self, model: str | None, code: str | None) -> Languages:
        """Labels and names, sorted by name: all of a model, or those of a code or named set."""
        try:
            name = self.identifiers.model_name(RequestOptions(model=model))
            labels = self.identifiers.models[name].labels
            chosen = labels if code is None else [labels[place] for place in find(code, labels)]
        except MixlidError as error:
            raise refused(error) from None
        entries = [LanguageEntry(label, name_of(label)) for label in chosen]
        return Languages(name, sorted(entries, key=lambda entry: entry.name))

    def _about(self) -> Models:
        return Models(
            models=[_model_entry(name, model, self._hashes[name]) for name, model in self.identifiers.models.items()],
            solvers=list(get_args(SolverName)),
            units=list(get_args(Unit)),
            settings=[_setting_entry(name, definition) for name, definition in SETTINGS.items()],
            priors=list(self.identifiers.priors),
            scripts=SCRIPTS | OTHER_SCRIPTS,
            columns=list(shown(Result, "line")),
            text_names=sorted(TEXT_NAMES),
            limits=asdict(self.limits),
        )


def _setting_entry(name: str, definition: Setting) -> SettingEntry:
    same = [field for field in SettingEntry.__struct_fields__ if field not in ("name", "usual")]
    values = {field: getattr(definition, field) for field in same}
    return SettingEntry(name=name, usual=definition.usual or definition.limits, **values)


def _model_entry(name: str, model: Model, sha256: str) -> ModelEntry:
    card = model.info().get("card") or {}
    about = card.get("about")
    presets = {one: preset(one, model.presets, len(model.labels)).to_dict() for one in preset_names(model.presets)}
    return ModelEntry(
        name, sha256, len(model.labels), licence_of(name, card), None if about is None else str(about), presets
    )
