"""CommonLID's harness: mixlid as one of its models, under the name `mixlid`.

The harness asks for one language, so the dominant one is compared. Its preprocessing is switched off: it removes case
and punctuation, which the model makes use of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from mixlid.configuration import Configuration, Options
from mixlid.errors import MissingDependencyError
from mixlid.results.result import NO_LANGUAGE, UNKNOWN
from mixlid.text.labels import language_and_script

try:
    from commonlid.core.lid_model import LIDModel
    from commonlid.core.registry import register_model
except ImportError as error:
    raise MissingDependencyError(error.name or "commonlid", "commonlid", "CommonLID's harness") from error

if TYPE_CHECKING:
    from typing_extensions import Unpack


@register_model
class MixlidModel(LIDModel):  # type: ignore[misc]  # the harness may be absent
    """`get_model("mixlid")`, or with options: `MixlidModel(preset="mono")`."""

    model_id = "mixlid"
    requires_preprocessing: ClassVar[bool] = False
    default_batch_size: ClassVar[int] = 1024

    def __init__(self, **options: Unpack[Options]) -> None:
        super().__init__()
        self._config = Configuration.of(options)

    def load(self) -> None:
        self._config.kept()
        super().load()

    def _predict_batch(self, texts: Sequence[str]) -> list[str | None]:
        found = (result.language for result in self._config.kept().identify_columns(texts))
        return [None if language in (UNKNOWN, NO_LANGUAGE) else language for language in found]

    def discover_supported_languages(self) -> frozenset[str]:
        """The codes of all labels, as the harness writes them."""
        codes = {self._conform(language_and_script(label)[0]) for label in self._config.kept().labels}
        return frozenset(code for code in codes if code is not None)
