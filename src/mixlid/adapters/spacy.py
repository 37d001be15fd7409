"""spaCy: a component that gives documents, tokens and spans their languages: `nlp.add_pipe("mixlid")`.

A document has our columns as `doc._.labels`, `doc._.language` and so on, a token has `token._.language`, and runs of
tokens in one language are in `doc.spans["labels"]`, with their confidence in its `attrs["scores"]`. The component
holds options and no model, so it is saved with its pipeline, and each process of `n_process` loads the model once.
spaCy finds an installed mixlid by its entry point; otherwise import this module first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.adapters import columns
from mixlid.configuration import Configuration
from mixlid.engine.document_answer import MIN_SHARE
from mixlid.engine.document_pipeline import Unit
from mixlid.errors import MissingDependencyError, SettingsError
from mixlid.results.batch import AnswerBatch
from mixlid.text.labels import NO_LANGUAGE, language_and_script

try:
    from spacy.attrs import IDX, LENGTH
    from spacy.language import Language
    from spacy.tokens import Doc, Span, SpanGroup, Token
    from spacy.util import minibatch
except ImportError as error:
    raise MissingDependencyError(error.name or "spacy", "spacy", "the component of spaCy") from error

if TYPE_CHECKING:
    from spacy.tokens import Doc as Document

#: The texts of a call, where spaCy does not say how many.
BATCH = 1000
#: An extension attribute as we add it: default, method, getter and setter.
_PLAIN = (None, None, None, None)

Ints = NDArray[np.int64]


class MixlidComponent:
    """The component. What it adds is called `prefix` plus the name of the column."""

    def __init__(self, config: Configuration, prefix: str = "", replace: bool = False) -> None:
        self._config, self._prefix = config, prefix
        config.cached_identifier()  # wrong options are reported here
        for name in columns.names(prefix=prefix):
            _add_extension(Doc, name, replace)
        _add_extension(Token, prefix + "language", replace)

    def __call__(self, doc: Document) -> Document:
        return next(self.pipe([doc]))

    def pipe(self, stream: Iterable[Document], *, batch_size: int = BATCH) -> Iterator[Document]:
        for docs in minibatch(stream, batch_size):
            texts = [doc.text for doc in docs]  # once: spaCy puts it together from the tokens
            batch = self._config.cached_identifier().identify_columns(texts, words=True)
            tokens = [doc.to_array((IDX, LENGTH)).astype(np.int64).reshape(-1, 2) for doc in docs]
            labels, confidences = _labels(texts, tokens, batch)
            first = 0
            for doc, places, record in zip(docs, tokens, columns.rows(batch, None), strict=True):
                here = slice(first, first + len(places))
                self._mark(doc, places[:, 0].tolist(), labels[here], confidences[here], record)
                first = here.stop
                yield doc

    def _mark(
        self, doc: Document, starts: list[int], labels: list[str], sure: list[float | None], record: dict[str, Any]
    ) -> None:
        # Where spaCy keeps `doc._` and `token._`: `set` finds the same place, and takes longer than identifying.
        prefix, language = self._prefix, self._prefix + "language"
        languages = {label: language_and_script(label)[0] for label in set(labels)}
        doc.user_data.update({("._.", prefix + name, None, None): value for name, value in record.items()})
        doc.user_data.update(
            {("._.", language, start, None): languages[label] for start, label in zip(starts, labels, strict=True)}
        )
        runs = list(language_runs(labels))
        spans = [Span(doc, run.first, run.end, run.label) for run in runs]
        scores = {"scores": [mean_confidence(run, labels, sure) for run in runs]}
        doc.spans[prefix + "labels"] = SpanGroup(doc, name=prefix + "labels", attrs=scores, spans=spans)


@Language.factory("mixlid")  # type: ignore[untyped-decorator]  # spaCy may be absent
def make_component(
    nlp: Language,  # noqa: ARG001
    name: str,  # noqa: ARG001
    prefix: str = "",
    replace: bool = False,
    model: str | None = None,
    preset: str = "default",
    solver: str = "exact",
    languages: list[str] | str | None = None,
    settings: dict[str, Any] | None = None,
    prior: str | dict[str, Any] | None = None,
    unit: Unit = "auto",
    min_share: float = MIN_SHARE,
) -> MixlidComponent:
    """What spaCy calls, with the `config` of `add_pipe`: options of `Configuration`, `prefix` and `replace`."""
    options: Any = {
        "model": model,
        "preset": preset,
        "solver": solver,
        "languages": languages,
        "settings": settings or {},
        "prior": prior,
        "unit": unit,
        "min_share": min_share,
    }
    return MixlidComponent(Configuration.of(options), prefix, replace)


def _add_extension(owner: Any, name: str, replace: bool) -> None:
    """An attribute of documents or tokens. One of that name that computes its value, or has a default, is not ours."""
    if owner.has_extension(name) and owner.get_extension(name) != _PLAIN and not replace:
        raise SettingsError(
            f"{owner.__name__.lower()}._.{name} is already an attribute of another component; "
            "the config {'prefix': 'lid_'} gives ours other names, {'replace': True} replaces it"
        )
    owner.set_extension(name, default=None, force=True)


def _labels(texts: Sequence[str], tokens: Sequence[Ints], batch: AnswerBatch) -> tuple[list[str], list[float | None]]:
    """The label of each token of all documents, one after the other, and how sure it is."""
    counts, lengths = [len(places) for places in tokens], [len(text) + 1 for text in texts]
    shifts = np.concatenate([[0], np.cumsum(lengths)])[:-1]
    places = np.concatenate([*tokens, np.empty((0, 2), np.int64)])
    starts = places[:, 0] + np.repeat(shifts, counts)
    shifted = np.repeat(shifts, np.diff(batch.starts("words")))
    words = token_words(
        starts,
        starts + places[:, 1],
        shifted + batch.word_column("start"),
        shifted + batch.word_column("end"),
        np.array([name != NO_LANGUAGE for name in batch.names])[batch.word_column("label")],
    )
    labels = [batch.names[label] for label in batch.word_column("label").tolist()]
    sure = [None if value != value else value for value in batch.word_number("confidence").tolist()]
    return [NO_LANGUAGE if word < 0 else labels[word] for word in words], [
        None if word < 0 else sure[word] for word in words
    ]


def token_words(
    starts: Ints, ends: Ints, word_starts: Ints, word_ends: Ints, has_language: NDArray[np.bool_]
) -> list[int]:
    """For each token, the index of the word it shares most characters with; -1 if it shares none.

    If several share as many, a word with a language goes before one without, and then the first. Both are in order.
    """
    first = np.searchsorted(word_ends, starts, side="right")
    after = np.searchsorted(word_starts, ends, side="left")
    found: list[int] = np.where(first < after, first, -1).tolist()
    for token in np.flatnonzero(after - first > 1).tolist():  # rare: most tokens are words
        shared = [
            (min(ends[token], word_ends[word]) - max(starts[token], word_starts[word]), has_language[word], -word)
            for word in range(first[token], after[token])
        ]
        found[token] = -max(shared)[2]
    return found


class Run(NamedTuple):
    """Tokens from `first` to `end`, exclusive."""

    first: int
    end: int
    label: str


def language_runs(labels: Sequence[str]) -> Iterator[Run]:
    """The runs of the same label. What has no language (numbers, punctuation) may be inside a run, not at its ends."""
    current, first, end = NO_LANGUAGE, 0, 0
    for place, label in enumerate(labels):
        if label == NO_LANGUAGE:
            continue
        if label != current:
            if current != NO_LANGUAGE:
                yield Run(first, end, current)
            current, first = label, place
        end = place + 1
    if current != NO_LANGUAGE:
        yield Run(first, end, current)


def mean_confidence(run: Run, labels: Sequence[str], confidences: Sequence[float | None]) -> float:
    """How sure the tokens of a run are on average, without those that have no language; None counts as 1."""
    places = [place for place in range(run.first, run.end) if labels[place] == run.label]
    sure = [confidences[place] for place in places]
    return sum(1.0 if one is None else one for one in sure) / len(sure)
