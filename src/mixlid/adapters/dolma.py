"""dolma: taggers of documents and of parts of them, by `dolma tag --tagger_modules mixlid.adapters.dolma`.

dolma gives its taggers no arguments. For other options, write a class of your own:

    @TaggerRegistry.add("mixlid_turkish_v1")
    class Turkish(MixlidTagger):
        OPTIONS = {"languages": ["tur", "eng"]}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from mixlid.adapters.language_runs import language_runs, mean_confidence
from mixlid.configuration import Configuration, Options
from mixlid.errors import MissingDependencyError
from mixlid.results.result import Result

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

    def __init__(self) -> None:
        self._config = Configuration.of(self.OPTIONS)
        self._config.kept()  # wrong options are reported here

    def predict(self, doc: Document) -> DocResult:
        result = self._config.kept().identify(doc.text)  # columns do not pay for a single text
        return DocResult(doc=doc, spans=list(self._spans(result)))

    def _spans(self, result: Result) -> Iterator[Span]:
        for label in result.languages:
            yield Span(0, len(result.text), label, result.proportions.get(label, 0.0))


@TaggerRegistry.add("mixlid_spans_v1")
class MixlidSpanTagger(MixlidTagger):
    """A span for each run of words in one language, from character to character, without punctuation at its ends.

    Its score is the mean confidence of its words.
    """

    def _spans(self, result: Result) -> Iterator[Span]:
        words = result.words
        labels, confidences = [word.label for word in words], [word.confidence for word in words]
        for run in language_runs(labels):
            score = mean_confidence(run, labels, confidences)
            yield Span(words[run.first].start, words[run.end - 1].end, run.label, score)
