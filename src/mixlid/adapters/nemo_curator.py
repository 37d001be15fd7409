"""NeMo Curator: a stage that adds our columns, and a filter for its `ScoreFilter`.

The stage is faster: it works on whole batches, while Curator calls a filter for one document at a time. Both hold
options and no model; each worker loads it once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from mixlid.adapters import arrow, columns
from mixlid.adapters.wanted import labels_of, share_of
from mixlid.configuration import Configuration, Options, PlainOptions
from mixlid.errors import MissingDependencyError
from mixlid.text.labels import as_codes

try:
    from nemo_curator.stages.base import ProcessingStage
    from nemo_curator.stages.text.filters.doc_filter import DocumentFilter
    from nemo_curator.tasks import DocumentBatch
except ImportError as error:
    raise MissingDependencyError(error.name or "nemo_curator", "nemo", "NeMo Curator's stage and filter") from error

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass
class MixlidStage(ProcessingStage[DocumentBatch, DocumentBatch]):  # type: ignore[misc]  # Curator may be absent
    """Adds our columns (`columns.py`) to the documents of a batch, which becomes an Arrow table; null for null.

    Later stages can filter by any of them: `Filter(lambda mixed: mixed == False, filter_field="is_mixed")`.
    """

    text_field: str = "text"
    words: bool = False
    prefix: str = ""
    replace: bool = False
    #: As for all adapters: `{"preset": "cs", "languages": ["tur", "eng"]}`.
    options: Options = field(default_factory=lambda: Options())
    name: str = "mixlid"

    def __post_init__(self) -> None:
        self._config = Configuration.of(self.options)
        self._config.kept()  # wrong options are reported here, and not by a worker

    def inputs(self) -> tuple[list[str], list[str]]:
        return ["data"], [self.text_field]

    def outputs(self) -> tuple[list[str], list[str]]:
        return ["data"], [self.text_field, *columns.names(self.words, self.prefix)]

    def process(self, batch: DocumentBatch) -> DocumentBatch:
        lid = self._config.kept()
        how: dict[str, Any] = {"words": self.words, "prefix": self.prefix, "replace": self.replace}
        table = arrow.identify(batch.to_pyarrow(), self.text_field, lid, **how)
        return DocumentBatch(
            dataset_name=batch.dataset_name,
            data=table,
            _metadata=batch._metadata,
            _stage_perf=batch._stage_perf,
        )


class MixlidFilter(DocumentFilter):  # type: ignore[misc]
    """Keeps documents that are mostly in the given languages: `ScoreFilter(MixlidFilter(["tur", "eng"]))`.

    The score is the share of the document that is in these languages, from 0 to 1; it must be at least `threshold`. A
    document without words is in no wrong language, so it has 1; a missing text has 0.
    """

    def __init__(self, languages: Iterable[str] | str, threshold: float = 0.5, **options: Unpack[PlainOptions]) -> None:
        super().__init__()
        self._config = Configuration.of(cast(Options, options))
        lid = self._config.kept()
        self._labels = frozenset[str]().union(*(labels_of(lid, code) for code in as_codes(languages)))
        self._threshold, self._name = threshold, "mixlid"

    def load_model(self) -> None:
        """Curator calls it in each worker."""
        self._config.kept()

    def score_document(self, text: Any) -> float:
        if not isinstance(text, str):
            return 0.0
        result = self._config.kept().identify(text)  # columns do not pay for a single text
        return share_of(self._labels, result.proportions)

    def keep_document(self, scores: float) -> bool:
        return scores >= self._threshold
