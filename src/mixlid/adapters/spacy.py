"""spaCy: a component that gives documents, tokens and spans their languages: `nlp.add_pipe("mixlid")`.

A document has our columns as `doc._.labels`, `doc._.language` and so on, a token has `token._.language`, and runs of
tokens in one language are in `doc.spans["labels"]`. The component holds options and no model, so it is saved with its
pipeline, and each process of `n_process` loads the model once. spaCy finds an installed mixlid by its entry point;
otherwise import this module first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mixlid.adapters import columns
from mixlid.configuration import Configuration
from mixlid.engine.document_answer import MIN_SHARE
from mixlid.engine.document_pipeline import Unit
from mixlid.errors import MissingDependencyError, SettingsError
from mixlid.io.formats.added_fields import free_prefix
from mixlid.results.marked import Run, runs
from mixlid.text.labels import NO_LANGUAGE, language_and_script

try:
    from spacy.language import Language
    from spacy.tokens import Doc, Span, SpanGroup, Token
    from spacy.tokens.underscore import Underscore
    from spacy.util import minibatch
except ImportError as error:
    raise MissingDependencyError(error.name or "spacy", "spacy", "the component of spaCy") from error

if TYPE_CHECKING:
    from spacy.tokens import Doc as Document

#: The texts of a call, where spaCy does not say how many.
BATCH = 1000
#: An extension attribute as we add it: default, method, getter and setter.
_PLAIN = (None, None, None, None)


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
            records = columns.records(self._config.cached_identifier(), [doc.text for doc in docs], words=True)
            for doc, record in zip(docs, records, strict=True):
                assert record is not None  # a document has a text
                self._mark(doc, record)
                yield doc

    def _mark(self, doc: Document, record: dict[str, Any]) -> None:
        words = list(token_words([(token.idx, token.idx + len(token)) for token in doc], record.pop("words")))
        # Where spaCy keeps `doc._` and `token._`, without asking for each whether it may be set.
        doc.user_data.update({("._.", self._prefix + name, None, None): value for name, value in record.items()})
        labels = [NO_LANGUAGE if word is None else word["label"] for word in words]
        for token, label in zip(doc, labels, strict=True):
            doc.user_data["._.", self._prefix + "language", token.idx, None] = language_and_script(label)[0]
        spans = [Span(doc, run.start, run.end, run.label) for run in language_runs(labels)]
        name = self._prefix + "labels"
        doc.spans[name] = SpanGroup(doc, name=name, spans=spans)


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
        present = {*Underscore.doc_extensions, *Underscore.token_extensions}
        raise SettingsError(
            f"{owner.__name__.lower()}._.{name} is already an attribute of another component; the config "
            f"{{'prefix': {free_prefix(present, 'lid_')!r}}} gives ours other names, {{'replace': True}} replaces it"
        )
    owner.set_extension(name, default=None, force=True)


def token_words(tokens: Iterable[tuple[int, int]], words: Sequence[Mapping[str, Any]]) -> Iterator[Any]:
    """For each token, given by its offsets, the word it shares most characters with; None if it shares none.

    If several share as many, a word with a language goes before one without, and then the first.
    """
    first = 0
    for start, end in tokens:
        while first < len(words) and words[first]["end"] <= start:
            first += 1
        after = first
        while after < len(words) and words[after]["start"] < end:
            after += 1
        here = words[first:after]
        shared = [
            (min(end, word["end"]) - max(start, word["start"]), word["label"] != NO_LANGUAGE, -place)
            for place, word in enumerate(here)
        ]
        yield here[-max(shared)[2]] if shared else None


def language_runs(labels: Sequence[str]) -> Iterator[Run]:
    """The runs of tokens with these labels. Numbers and punctuation may be inside a run, and not at its ends."""
    return runs(Run(place, place + 1, label) for place, label in enumerate(labels))
