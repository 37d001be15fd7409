"""dolma: taggers of documents and of stretches of text, by `dolma tag --tagger_modules mixlid.adapters.dolma`.

A tagger has no arguments in dolma. One with other options is a class of your own:

    @TaggerRegistry.add("mixlid_turkish_v1")
    class Turkish(MixlidTagger):
        OPTIONS = {"languages": ["tur", "eng"]}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from mixlid.adapters import columns
from mixlid.adapters.language_runs import language_runs
from mixlid.configuration import Configuration, Options
from mixlid.errors import MissingDependencyError

try:
    from dolma.core.data_types import DocResult, Span
    from dolma.core.registry import TaggerRegistry
    from dolma.core.taggers import BaseTagger
except ImportError as error:
    raise MissingDependencyError(error.name or "dolma", "dolma", "dolma's taggers") from error

if TYPE_CHECKING:
    from dolma.core.data_types import Document


@TaggerRegistry.add("mixlid_doc_v1")
class MixlidTagger(BaseTagger):  # type: ignore[misc]  # dolma has no types
    """A span over the whole document for each of its languages, whose score is the share that is in it."""

    OPTIONS: ClassVar[Options] = {}
    WORDS = False

    def __init__(self) -> None:
        self._config = Configuration.of(self.OPTIONS)
        self._config.kept()  # what is wrong with the options is said here

    def predict(self, doc: Document) -> DocResult:
        (record,) = columns.records(self._config.kept(), [doc.text], self.WORDS)
        return DocResult(doc=doc, spans=list(self._spans(doc.text, record)))

    def _spans(self, text: str, record: Any) -> Iterator[Span]:
        for label in record["languages"]:
            yield Span(0, len(text), label, record["proportions"].get(label, 0.0))


@TaggerRegistry.add("mixlid_spans_v1")
class MixlidSpanTagger(MixlidTagger):
    """A span for each run of words in one language, in characters, without what is no language at its ends.

    Its score is the mean confidence of its words; 1 where a word has none.
    """

    WORDS = True

    def _spans(self, text: str, record: Any) -> Iterator[Span]:  # noqa: ARG002
        words = record["words"]
        for first, end, label in language_runs([word["label"] for word in words]):
            sure = [word["confidence"] for word in words[first:end] if word["label"] == label]
            score = sum(1.0 if one is None else one for one in sure) / len(sure)
            yield Span(words[first]["start"], words[end - 1]["end"], label, score)
