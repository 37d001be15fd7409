"""datatrove: a filter that writes the languages of documents into their metadata, and keeps those in some languages.

The metadata are those of datatrove's own language filter (`language`, `language_script`, `language_score`) and the
other columns of `columns.py`. Statistics count mixed documents, and dropped ones by reason (`dropped_language`). A
pickled block holds names and settings; each process loads the model once. datatrove's readers drop records without
text before any block sees them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from mixlid.adapters import columns
from mixlid.configuration import Configuration, Options
from mixlid.errors import MissingDependencyError, SettingsError
from mixlid.text.labels import as_codes, find_all

try:
    from datatrove.pipeline.filters.base_filter import BaseFilter
except ImportError as error:
    raise MissingDependencyError(error.name or "datatrove", "datatrove", "datatrove's blocks") from error

if TYPE_CHECKING:
    from datatrove.data import Document
    from datatrove.pipeline.writers.disk_base import DiskWriter

#: Why a document is dropped.
NO_TEXT, WRONG_LANGUAGE, LOW_SCORE, NOT_MIXED, MIXED = "no_text", "language", "score", "not_mixed", "mixed"


class MixlidFilter(BaseFilter):  # type: ignore[misc]  # datatrove has no types
    """Identifies documents, and keeps those that fit; without conditions it keeps all.

    `languages`: one of these (`eng`, `en`, `eng_Latn`) is among the languages of the document; None for any.
    `language_threshold`: the score must be above it. The score is `language_score` if the first language is wanted,
    and `confidence` otherwise, since then the whole set must be right. 0, the default, asks for no score.
    `mixed`: True keeps only mixed documents, False only documents in one language, None both.
    """

    name = "🌍 mixlid"

    def __init__(
        self,
        languages: Iterable[str] | str | None = None,
        language_threshold: float = 0.0,
        exclusion_writer: DiskWriter | None = None,
        *,
        mixed: bool | None = None,
        words: bool = False,
        prefix: str = "",
        replace: bool = False,
        batch_size: int = 1000,
        **options: Any,  # those of `Configuration`, but for `languages`
    ) -> None:
        super().__init__(exclusion_writer, batch_size)
        self._config = Configuration.of(cast(Options, options))
        lid = self._config.cached_identifier()  # wrong options are reported here, and not by a thousand tasks
        if language_threshold > 0 and lid.calibration is None:
            raise SettingsError(
                f"this model has no scores for these settings, so no text would pass a threshold of "
                f"{language_threshold}; use a preset without changes, or a threshold of 0"
            )
        self._labels = None
        if languages is not None:
            self._labels = frozenset(lid.labels[place] for place in find_all(as_codes(languages), lid.labels))
        self._threshold, self._mixed = language_threshold, mixed
        self._words, self._prefix, self._replace = words, prefix, replace

    def filter(self, doc: Document) -> bool | tuple[bool, str]:
        return self.filter_batch([doc])[0]

    def filter_batch(self, batch: list[Document]) -> list[bool | tuple[bool, str]]:
        records = columns.records(self._config.cached_identifier(), [doc.text for doc in batch], self._words)
        names = columns.names(self._words, self._prefix)
        for doc, record in zip(batch, records, strict=True):
            columns.check_free(doc.metadata, names, self._replace)
            doc.metadata.update(zip(names, [None] * len(names) if record is None else record.values(), strict=True))
        self.stat_update(*("mixed" for record in records if record is not None and record["is_mixed"]))
        reasons = map(self._reason, records)
        return [(False, reason) if reason else True for reason in reasons]

    def _reason(self, record: dict[str, Any] | None) -> str | None:
        """Why a document is dropped, from its columns; None if it is kept."""
        if record is None:
            return NO_TEXT if self._labels is not None or self._threshold > 0 or self._mixed is not None else None
        labels = record["labels"]
        if self._labels is not None and self._labels.isdisjoint(labels):
            return WRONG_LANGUAGE
        score = record["language_score" if self._labels is None or labels[0] in self._labels else "confidence"]
        if self._threshold > 0 and not (score or 0.0) > self._threshold:
            return LOW_SCORE
        if self._mixed is not None and record["is_mixed"] != self._mixed:
            return NOT_MIXED if self._mixed else MIXED
        return None

    def update_doc_stats(self, document: Document) -> None:
        if document.text is not None:  # datatrove counts its characters without asking
            super().update_doc_stats(document)
