"""NeMo Curator: a stage that adds our columns. It holds options and no model, which each worker loads once."""

from __future__ import annotations

from dataclasses import dataclass, field

from mixlid.adapters import arrow, columns
from mixlid.configuration import Configuration, Options
from mixlid.errors import MissingDependencyError

try:
    from nemo_curator.stages.base import ProcessingStage
    from nemo_curator.tasks import DocumentBatch
except ImportError as error:
    raise MissingDependencyError(error.name or "nemo_curator", "nemo", "NeMo Curator's stage") from error


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
        table = arrow.identify(
            batch.to_pyarrow(),
            self.text_field,
            self._config.kept(),
            words=self.words,
            prefix=self.prefix,
            replace=self.replace,
        )
        return DocumentBatch(
            dataset_name=batch.dataset_name,
            data=table,
            _metadata=batch._metadata,
            _stage_perf=batch._stage_perf,
        )
