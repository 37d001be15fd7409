"""OpusFilter: a filter of parallel text by how much of each segment is in its language.

A configuration names it together with its module: `MixlidFilter: {languages: [en, tr]}` and `module:
mixlid.adapters.opusfilter`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from mixlid.adapters import columns
from mixlid.adapters.wanted import labels_of, share_of
from mixlid.configuration import Configuration, Options, PlainOptions
from mixlid.errors import MissingDependencyError

try:
    from opusfilter import CLEAN_HIGH, ConfigurationError, FilterABC
except ImportError as error:
    raise MissingDependencyError("opusfilter", "opusfilter", "OpusFilter's filter") from error

if TYPE_CHECKING:
    from typing_extensions import Unpack

Segments = Sequence[str]
#: The pairs of a call.
BATCH = 1000


class MixlidFilter(FilterABC):  # type: ignore[misc]  # OpusFilter has no types
    """Keeps pairs in which every segment is mostly in its own language.

    The score of a segment is the share of it that is in the language of its side, from 0 to 1. It must be above that
    side's threshold, by default one half. A segment without words (empty, a number) is in no wrong language, and has 1.
    """

    score_direction = CLEAN_HIGH
    accept_threshold = -1
    reject_threshold = 1

    def __init__(
        self,
        languages: Sequence[str] | None = None,
        thresholds: Sequence[float] | None = None,
        name: str | None = None,
        workdir: str = "",
        **options: Unpack[PlainOptions],
    ) -> None:
        super().__init__(name=name, workdir=workdir)
        if not languages:
            raise ConfigurationError("MixlidFilter needs languages: one for each side, such as [en, tr]")
        self._config = Configuration.of(cast(Options, options))
        lid = self._config.kept()
        self.languages = [labels_of(lid, language) for language in languages]
        self.thresholds = [0.5] * len(languages) if thresholds is None else list(thresholds)
        if len(self.thresholds) != len(self.languages):
            raise ConfigurationError(f"there are {len(languages)} languages and {len(self.thresholds)} thresholds")

    def score(self, pairs: Iterable[Segments]) -> Iterator[list[float]]:
        for _, scores in self._scored(pairs):
            yield scores

    def accept(self, score: Sequence[float]) -> bool:
        return all(share > threshold for share, threshold in zip(score, self.thresholds, strict=True))

    # `FilterABC` has these too, but scores pairs one by one.

    def filter(self, pairs: Iterable[Segments]) -> Iterator[Segments]:
        return (pair for pair, score in self._scored(pairs) if self.accept(score))

    def filterfalse(self, pairs: Iterable[Segments]) -> Iterator[Segments]:
        return (pair for pair, score in self._scored(pairs) if not self.accept(score))

    def _scored(self, pairs: Iterable[Segments]) -> Iterator[tuple[Segments, list[float]]]:
        lid, languages, given = self._config.kept(), self.languages, iter(pairs)
        while batch := list(islice(given, BATCH)):
            for pair in batch:
                if len(pair) != len(languages):
                    raise ConfigurationError(f"there are {len(languages)} languages and {len(pair)} segments: {pair}")
            found: Iterator[Any] = iter(columns.records(lid, [segment for pair in batch for segment in pair]))
            for pair in batch:
                yield pair, [share_of(labels, next(found)["proportions"]) for labels in languages]
