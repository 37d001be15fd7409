"""From the options of a request to an identifier. The server uses it to check them, a worker to answer."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

import msgspec

from mixlid.errors import SettingsError
from mixlid.identifier import Identifier
from mixlid.models.interface import Model
from mixlid.prior import Prior
from mixlid.web.request import RequestOptions

_KEPT = 64


class KeptIdentifiers:
    """Identifiers for several models, the last few of them kept because requests repeat their options."""

    def __init__(self, models: Mapping[str, Model], priors: Mapping[str, Prior] | None = None) -> None:
        self.models, self.priors = dict(models), dict(priors or {})
        self._kept: OrderedDict[bytes, Identifier] = OrderedDict()

    def model_name(self, options: RequestOptions) -> str:
        name = options.model if options.model is not None else next(iter(self.models))
        if name not in self.models:
            raise SettingsError(f"there is no model {name!r} here; the models are {', '.join(self.models)}")
        return name

    def identifier(self, options: RequestOptions) -> Identifier:
        """LabelError or SettingsError if the options ask for what is not there."""
        key = msgspec.json.encode(options)
        identifier = self._kept.pop(key, None) or self._make(options)
        self._kept[key] = identifier
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return identifier

    def _make(self, options: RequestOptions) -> Identifier:
        identifier = options.configuration(self.priors).identifier(self.models[self.model_name(options)])
        if options.solver == "topk":  # by its name alone it gives one language, which is nothing to compare with
            return identifier.replace(f"topk:k={identifier.settings.max_languages}")
        return identifier
