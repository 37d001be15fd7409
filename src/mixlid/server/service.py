"""What the handlers of `app.py` share: models, workers, limits and open transfers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import get_args
from urllib.parse import quote

from mixlid import __version__
from mixlid.engine.document_pipeline import Unit
from mixlid.errors import MixlidError
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
from mixlid.server.limits import Limits
from mixlid.server.refusal import RefusalError, refused
from mixlid.server.request import RequestOptions, SolverName
from mixlid.server.transfers import Transfers
from mixlid.server.workers import Workers
from mixlid.settings import SETTINGS, preset, preset_names
from mixlid.text.labels import find, name_of
from mixlid.text.language_codes import OTHER_SCRIPTS, SCRIPTS


class Service:
    def __init__(
        self, models: Mapping[str, Path], jobs: int, limits: Limits, priors: Mapping[str, Prior] | None = None
    ) -> None:
        self._models = {name: open_model(path) for name, path in models.items()}
        self._hashes = {name: sha256_of(path) for name, path in models.items()}
        priors = dict(priors or {})
        for name in priors:  # refuse one with languages that the first model lacks
            RequestOptions(prior=name).configuration(priors).identifier(next(iter(self._models.values())))
        self.limits = limits
        self.workers = Workers(models, jobs, limits, priors)
        self.transfers = Transfers(limits)
        self.models = self._about(priors)

    def model_name(self, given: str | None) -> str:
        """The name of a model, or of the first one if none is given."""
        name = next(iter(self._models)) if given is None else given
        if name not in self._models:
            raise RefusalError(422, f"there is no model {name!r} here; the models are {', '.join(self._models)}")
        return name

    def made_by(self, name: str) -> dict[str, str]:
        """The headers with the provenance of an answer: the model, the checksum of its file, and our version."""
        return {"Mixlid-Model": quote(name), "Mixlid-Model-Sha256": self._hashes[name], "Mixlid-Version": __version__}

    def languages(self, model: str | None, code: str | None) -> Languages:
        """Labels and names, sorted by name: all of a model, or those of a code or named set."""
        name = self.model_name(model)
        labels = self._models[name].labels
        try:
            chosen = labels if code is None else [labels[place] for place in find(code, labels)]
        except MixlidError as error:
            raise refused(str(error)) from None
        entries = [LanguageEntry(label, name_of(label)) for label in chosen]
        return Languages(name, sorted(entries, key=lambda entry: entry.name))

    def _about(self, priors: Mapping[str, Prior]) -> Models:
        return Models(
            models=[_model_entry(name, model, self._hashes[name]) for name, model in self._models.items()],
            solvers=list(get_args(SolverName)),
            units=list(get_args(Unit)),
            settings=[_setting_entry(name, definition) for name, definition in SETTINGS.items()],
            priors=list(priors),
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
