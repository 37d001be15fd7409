"""datatrove: a filter by languages, and a block that only annotates.

Both write the metadata of datatrove's own language filter (`language`, `language_script`, `language_score`) and the
other columns of `columns.py`. Their statistics count mixed documents, and dropped documents by reason
(`dropped_language`). A pickled block holds names and settings; each process loads the model once. Readers are
datatrove's own: they drop records without text before any block sees them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

from mixlid.adapters import columns
from mixlid.configuration import Configuration, Options
from mixlid.errors import MissingDependencyError, SettingsError
from mixlid.identifier import Identifier
from mixlid.text.labels import as_codes, find_all

try:
    from datatrove.pipeline.base import PipelineStep
    from datatrove.pipeline.filters.base_filter import BaseFilter
    from datatrove.utils.batching import batched
    from datatrove.utils.typeshelper import StatHints
except ImportError as error:
    raise MissingDependencyError(error.name or "datatrove", "datatrove", "datatrove's blocks") from error

if TYPE_CHECKING:
    from datatrove.data import Document
    from datatrove.pipeline.writers.disk_base import DiskWriter
    from typing_extensions import Unpack


#: `any`: one of the languages is in the text; `all`: every one of them is; `only`: no other language is.
Match = Literal["any", "all", "only"]

#: Why a text is dropped.
NO_TEXT, WRONG_LANGUAGE, LOW_SCORE, NOT_MIXED, MIXED = "no_text", "language", "score", "not_mixed", "mixed"


@dataclass(frozen=True)
class Wanted:
    """What is kept. `Wanted.of` makes one from codes such as `en`; a code may stand for several labels."""

    #: The labels of each given code; None for any language.
    codes: tuple[frozenset[str], ...] | None
    match: Match
    threshold: float
    mixed: bool | None

    @classmethod
    def of(
        cls,
        lid: Identifier,
        languages: Iterable[str] | str | None,
        match: Match = "any",
        threshold: float = 0.0,
        mixed: bool | None = None,
    ) -> Wanted:
        """`LabelError` for an unknown language, `SettingsError` for a threshold that no text could pass."""
        if match not in get_args(Match):
            raise SettingsError(f"match is {', '.join(get_args(Match)[:-1])} or {get_args(Match)[-1]}, not {match!r}")
        if threshold > 0 and lid.calibration is None:
            raise SettingsError(
                f"this model has no scores for these settings, so no text would pass a threshold of {threshold}; use a "
                "preset without changes, or a threshold of 0"
            )
        given = () if languages is None else as_codes(languages)
        found = tuple(frozenset(lid.labels[place] for place in find_all([code], lid.labels)) for code in given)
        return cls(None if languages is None else found, match, threshold, mixed)

    @cached_property
    def labels(self) -> frozenset[str] | None:
        """All of them together."""
        return None if self.codes is None else frozenset().union(*self.codes)

    def reason(self, record: Mapping[str, Any] | None) -> str | None:
        """Why a text is dropped, from its values by name; None if it is kept."""
        if record is None:
            return NO_TEXT
        if not self._has_languages(set(record["labels"])):
            return WRONG_LANGUAGE
        if self.threshold > 0 and not (self._score(record) or 0.0) > self.threshold:
            return LOW_SCORE
        if self.mixed is not None and record["is_mixed"] != self.mixed:
            return NOT_MIXED if self.mixed else MIXED
        return None

    def _has_languages(self, found: set[str]) -> bool:
        if self.codes is None or self.labels is None:
            return True
        if self.match == "only":
            return found <= self.labels
        return (any if self.match == "any" else all)(found & code for code in self.codes)

    def _score(self, record: Mapping[str, Any]) -> float | None:
        """That of the first language if it is wanted; otherwise that of the whole set, which then must be right."""
        first = self.labels is None or (self.match == "any" and record["labels"][0] in self.labels)
        score: float | None = record["language_score" if first else "confidence"]
        return score


class _Marking(PipelineStep):  # type: ignore[misc]  # datatrove has no types
    """What the filter and the annotator share: identify, write metadata, count."""

    def _set_up(self, config: Configuration, words: bool, prefix: str, replace: bool) -> None:
        self._config, self._words, self._prefix, self._replace = config, words, prefix, replace
        config.cached_identifier()  # wrong options are reported here, and not by a thousand tasks

    def mark(self, batch: list[Document]) -> list[dict[str, Any] | None]:
        """Write the metadata of the documents, and return it by name; None for a document whose text is null."""
        records = columns.records(self._config.cached_identifier(), [doc.text for doc in batch], self._words)
        names = columns.names(self._words, self._prefix)
        for doc, record in zip(batch, records, strict=True):
            columns.check_free(doc.metadata, names, self._replace)
            doc.metadata.update(zip(names, [None] * len(names) if record is None else record.values(), strict=True))
        self.stat_update(*("mixed" for record in records if record is not None and record["is_mixed"]))
        return records

    def update_doc_stats(self, document: Document) -> None:
        if document.text is not None:  # datatrove counts its characters without asking
            super().update_doc_stats(document)


class MixlidAnnotator(_Marking):
    """Adds the languages to every document's metadata and drops nothing."""

    name = "🌍 mixlid"
    type = "🏷 - ANNOTATOR"

    def __init__(
        self,
        *,
        words: bool = False,
        prefix: str = "",
        replace: bool = False,
        batch_size: int = 1000,
        **options: Unpack[Options],
    ) -> None:
        super().__init__()
        self._set_up(Configuration.of(options), words, prefix, replace)
        self.batch_size = batch_size

    def run(self, data: Iterable[Document] | None, rank: int = 0, world_size: int = 1) -> Iterator[Document]:  # noqa: ARG002
        for batch in batched(data or (), self.batch_size):
            with self.track_time("batch"):
                self.mark(batch)
            for doc in batch:
                self.stat_update(StatHints.total, StatHints.forwarded)
                self.update_doc_stats(doc)
                yield doc


class MixlidFilter(_Marking, BaseFilter):  # type: ignore[misc]
    """Keeps documents by their languages, which it also writes into the metadata.

    `languages`: keep a document if one of these (`eng`, `en`, `eng_Latn`) is among its languages; None for any.
    `match`: `all` if every one of them must be there, `only` if no other may be.
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
        match: Match = "any",
        mixed: bool | None = None,
        words: bool = False,
        prefix: str = "",
        replace: bool = False,
        batch_size: int = 1000,
        **options: Any,  # as for the annotator, but for `languages`
    ) -> None:
        super().__init__(exclusion_writer, batch_size)
        self._set_up(Configuration.of(cast(Options, options)), words, prefix, replace)
        self.wanted = Wanted.of(self._config.cached_identifier(), languages, match, language_threshold, mixed)

    def filter(self, doc: Document) -> bool | tuple[bool, str]:
        return self.filter_batch([doc])[0]

    def filter_batch(self, batch: list[Document]) -> list[bool | tuple[bool, str]]:
        reasons = [self.wanted.reason(result) for result in self.mark(batch)]
        return [(False, reason) if reason else True for reason in reasons]
