"""spaCy: a component that gives documents, tokens and spans their languages: `nlp.add_pipe("mixlid")`.

A document has our columns as `doc._.languages`, `doc._.language` and so on, a token has `token._.language`, and runs of
tokens in one language are in `doc.spans["languages"]`. The component holds options and no model, so it is saved with
its pipeline, and each process of `n_process` loads the model once. An installed mixlid is known to spaCy by its entry
point; otherwise import this module first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mixlid.adapters import columns
from mixlid.adapters.language_runs import language_runs
from mixlid.configuration import Configuration
from mixlid.engine.document_answer import MIN_SHARE
from mixlid.engine.document_pipeline import Unit
from mixlid.errors import MissingDependencyError
from mixlid.text.labels import NO_LANGUAGE, language_and_script

try:
    from spacy.language import Language
    from spacy.tokens import Doc, Span, SpanGroup, Token
    from spacy.util import minibatch
except ImportError as error:
    raise MissingDependencyError(error.name or "spacy", "spacy", "the component of spaCy") from error

if TYPE_CHECKING:
    from spacy.tokens import Doc as Document

#: The texts of a call, where spaCy does not say how many.
BATCH = 1000


class MixlidComponent:
    """The component; what it adds is called `prefix` and the name of the column."""

    def __init__(self, config: Configuration, prefix: str = "") -> None:
        self._config, self._prefix = config, prefix
        config.kept()  # what is wrong with the options is said here
        for name in columns.names(prefix=prefix):
            if not Doc.has_extension(name):
                Doc.set_extension(name, default=None)
        if not Token.has_extension(prefix + "language"):
            Token.set_extension(prefix + "language", default=None)

    def __call__(self, doc: Document) -> Document:
        return next(self.pipe([doc]))

    def pipe(self, stream: Iterable[Document], *, batch_size: int = BATCH) -> Iterator[Document]:
        for docs in minibatch(stream, batch_size):
            texts = [doc.text for doc in docs]
            answers = self._config.kept().identify_columns(texts, words=True)
            for doc, record in zip(docs, columns.rows(answers, texts), strict=True):
                self._mark(doc, record)
                yield doc

    def _mark(self, doc: Document, record: dict[str, Any]) -> None:
        labels = token_labels([(token.idx, token.idx + len(token)) for token in doc], record.pop("words"))
        for name, value in record.items():
            doc._.set(self._prefix + name, value)
        for token, label in zip(doc, labels, strict=True):
            token._.set(self._prefix + "language", language_and_script(label)[0])
        spans = [Span(doc, first, end, label) for first, end, label in language_runs(labels)]
        doc.spans[self._prefix + "languages"] = SpanGroup(doc, name=self._prefix + "languages", spans=spans)


@Language.factory("mixlid")  # type: ignore[untyped-decorator]  # spaCy may be absent
def make_component(
    nlp: Language,  # noqa: ARG001
    name: str,  # noqa: ARG001
    prefix: str = "",
    model: str | None = None,
    preset: str = "default",
    solver: str = "exact",
    languages: list[str] | str | None = None,
    settings: dict[str, Any] | None = None,
    prior: str | dict[str, Any] | None = None,
    unit: Unit = "auto",
    min_share: float = MIN_SHARE,
) -> MixlidComponent:
    """What spaCy calls, with the `config` of `add_pipe`: options of `Configuration`, and `prefix`."""
    options: Any = {
        "model": model,
        "preset": preset,
        "solver": solver,
        "restrict": languages,
        "settings": settings or {},
        "prior": prior,
        "unit": unit,
        "min_share": min_share,
    }
    return MixlidComponent(Configuration.of(options), prefix)


def token_labels(tokens: Sequence[tuple[int, int]], words: Sequence[dict[str, Any]]) -> list[str]:
    """The label of each token, from where it begins and ends: that of the word it shares most characters with.

    Of words that share as many, the first one counts, and a language before what is none. Both are in order.
    """
    labels, first = [], 0
    for start, end in tokens:
        while first < len(words) and words[first]["end"] <= start:
            first += 1
        best, most = NO_LANGUAGE, (0, False)
        place = first
        while place < len(words) and words[place]["start"] < end:
            word = words[place]
            shared = min(end, word["end"]) - max(start, word["start"]), word["label"] != NO_LANGUAGE
            if shared > most:
                best, most = word["label"], shared
            place += 1
        labels.append(best)
    return labels
