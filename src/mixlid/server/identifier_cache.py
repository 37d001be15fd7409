"""A cache of identifiers by request options. The server uses it to check options, workers to answer."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock

import msgspec

from mixlid.errors import SettingsError
from mixlid.identifier import Identifier
from mixlid.models.interface import Model
from mixlid.prior import Prior
from mixlid.server.request import RequestOptions

#: Identifiers to keep; fewer of those with a prior of their own, which may have thousands of pairs.
_SIZE, _SIZE_WITH_PRIOR = 64, 8


class IdentifierCache:
    """Identifiers for several models. The most recent are kept because requests repeat their options.

    It is thread-safe. Making an identifier takes time in proportion to the options, so check `is_cached` first in an
    event loop.
    """

    def __init__(self, models: Mapping[str, Model], priors: Mapping[str, Prior] | None = None) -> None:
        self.models, self.priors = dict(models), dict(priors or {})
        self._cached: dict[bool, OrderedDict[bytes, Identifier]] = {False: OrderedDict(), True: OrderedDict()}
        self._lock = Lock()

    def model_name(self, options: RequestOptions) -> str:
        name = options.model if options.model is not None else next(iter(self.models))
        if name not in self.models:
            raise SettingsError(f"there is no model {name!r} here; the models are {', '.join(self.models)}")
        return name

    def is_cached(self, options: RequestOptions) -> bool:
        return msgspec.json.encode(options) in self._cached[_brings_prior(options)]

    def identifier(self, options: RequestOptions) -> Identifier:
        """LabelError or SettingsError if something in the options does not exist."""
        key, brings_prior = msgspec.json.encode(options), _brings_prior(options)
        cached, size = self._cached[brings_prior], _SIZE_WITH_PRIOR if brings_prior else _SIZE
        with self._lock:
            identifier = cached.pop(key, None)
        identifier = identifier or self._make(options)
        with self._lock:
            cached[key] = identifier
            if len(cached) > size:
                cached.popitem(last=False)
        return identifier

    def _make(self, options: RequestOptions) -> Identifier:
        identifier = options.configuration(self.priors).identifier(self.models[self.model_name(options)])
        if options.solver == "topk":  # its default of one language would leave nothing to compare
            return identifier.replace(f"topk:k={identifier.settings.max_languages}")
        return identifier


def _brings_prior(options: RequestOptions) -> bool:
    return options.prior is not None and not isinstance(options.prior, str)
