"""The identifier, made of a model, settings and a solver: text in, `Result` out.

An `Identifier` is immutable, so threads can share one; `restrict` and `replace` make new ones cheaply. Words in a
script that no label of the model is written in never reach the solver: they become `und_Cyrl` and the like.
"""

from __future__ import annotations

import dataclasses
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from mixlid._plug_ins import load as load_plug_in
from mixlid._threads import in_threads
from mixlid.adapt.label_prices import LabelPrices, by_column
from mixlid.documents import DocumentResult, document_results
from mixlid.engine.batches import COLUMN_BATCH, RESULT_BATCH, as_text, batch_of_utf8, batches, one_by_one, several
from mixlid.engine.document_answer import MIN_SHARE
from mixlid.engine.document_pipeline import DocumentPipeline, Unit
from mixlid.engine.label_numbers import LabelNumbers
from mixlid.engine.near_languages import NO_GROUP
from mixlid.engine.pipeline import Pipeline, make_pipeline
from mixlid.engine.pipeline_config import PipelineConfig
from mixlid.engine.plain_pipeline import PlainPipeline
from mixlid.errors import SettingsError
from mixlid.models.added import fitted_for
from mixlid.models.calibration import Calibration
from mixlid.models.catalogue import model_name
from mixlid.models.decision import Decision, evidence_of
from mixlid.models.interface import Model
from mixlid.models.restricted import RestrictedModel, with_rivals
from mixlid.models.unknown import UnknownDetector
from mixlid.prior import SAMPLE, Prior, as_prior
from mixlid.results.batch import AnswerBatch, joined
from mixlid.results.result import Alternatives, Answer, Result
from mixlid.settings import Changes, Settings
from mixlid.solvers.exact import ExactSolver
from mixlid.solvers.problem import LabelRules
from mixlid.solvers.registry import get_solver
from mixlid.solvers.solver import SEARCHES_SCORES, Solver
from mixlid.text.labels import as_codes, find_all, scripts_of
from mixlid.text.words import CUTS, WordCut

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from mixlid.adapt.labelled import Labelled
    from mixlid.adapt.learning import Weigher
    from mixlid.adapt.learning_labels import LabelGain
    from mixlid.results.runs import Run


AnyAnswer = TypeVar("AnyAnswer", bound=Answer)
#: What a data frame has a row for.
Rows = Literal["texts", "words", "runs"]
#: Up to this many languages are listed by name in the `repr`.
_NAMED = 4


@dataclass(frozen=True, repr=False)
class Identifier:
    """Finds the languages of texts. Immutable, thread-safe, picklable if its model is."""

    model: Model
    settings: Settings
    solver: Solver = field(default_factory=ExactSolver)
    #: Turns margins into probabilities. Fitted for a preset, and reused for changed settings where that is sound.
    calibration: Calibration | None = None
    #: Decides whether a further language is in the answer, if the settings use it (`mixed_threshold`).
    decision: Decision | None = None
    #: Tells whether a text is in any of the languages, if the settings use it (`unknown_threshold`).
    unknown_detector: UnknownDetector | None = None
    #: What a word is: `own`, or `whitespace` for everything between white space, as in the paper.
    words: WordCut = "own"
    #: What is known about the texts in advance.
    prior: Prior | None = None
    #: What a text is: `sentence`, `document`, which is split into sentences, or `auto`: a document if it is long.
    unit: Unit = "auto"
    #: The share of a document that a language with sentences of its own needs.
    min_share: float = MIN_SHARE

    def __post_init__(self) -> None:
        if self.unit not in get_args(Unit):
            raise SettingsError(f"unit must be sentence, document or auto, not {self.unit!r}")
        if not (isinstance(self.min_share, int | float) and 0 <= self.min_share <= 1):
            raise SettingsError(f"min_share must be a number from 0 to 1, not {self.min_share!r}")
        if self.words not in CUTS:
            raise SettingsError(f"words must be {' or '.join(CUTS)}, not {self.words!r}")
        _ = self._prices  # refuses settings and priors that name a language which the model lacks
        if self.settings.mixed_threshold and self.decision is None:
            raise SettingsError(
                "mixed_threshold needs a model with a fitted decision, and this one has none; set mixed_threshold=0, "
                "or run `mixlid tune` on the model"
            )
        if self.settings.unknown_threshold and self.unknown_detector is None:
            raise SettingsError(
                "unknown_threshold needs a model that can recognise unknown languages, and this one cannot; set "
                "unknown_threshold=0, or run `mixlid tune --unknown` on the model"
            )

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label that an answer may have, apart from `und`, `und_…` and `zxx`."""
        return self.model.labels

    @property
    def prior_weight(self) -> float:
        """How much the prior says, from 0 to 1: little if most texts are in other languages, or if it has many."""
        return self._prices.weight

    def __getstate__(self) -> dict[str, Any]:
        """Only the fields: what is cached is computed again when needed."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    def restrict(self, codes: Iterable[str]) -> Identifier:
        """An identifier that answers only with these languages (`eng`, `en`, `en-Latn`, `eng_Latn`; `@europe`)."""
        indices = find_all(as_codes(codes), self.labels)
        return dataclasses.replace(self, model=RestrictedModel(self.model, indices, keeps_rivals=True))

    def replace(
        self,
        solver: Solver | str | None = None,
        *,
        words: WordCut | None = None,
        unit: Unit | None = None,
        min_share: float | None = None,
        **changes: Unpack[Changes],
    ) -> Identifier:
        """A copy with another solver or other settings: `lid.replace(max_languages=3)`, `lid.replace("masklid")`.

        `words="whitespace"` splits texts at white space only, as the paper does. `unit="sentence"` treats each text as
        one sentence (if it has at most 32,768 characters), and `unit="document"` as a document, however short.
        """
        asked = {
            "solver": solver if solver is None or hasattr(solver, "solve") else get_solver(solver),
            "words": words,
            "unit": unit,
            "min_share": min_share,
            "settings": self.settings.replace(**changes) if changes else None,
        }
        changed: dict[str, Any] = {
            name: value for name, value in asked.items() if value is not None and value != getattr(self, name)
        }
        return dataclasses.replace(self, **changed) if changed else self

    def with_prior(self, prior: Prior | Mapping[str, Any] | str | os.PathLike[str] | None) -> Identifier:
        """A copy that uses what is known about the texts: a `Prior`, a mapping of its values, or a file with one."""
        return dataclasses.replace(self, prior=None if prior is None else as_prior(prior))

    def adapt(self, texts: Iterable[str] = (), size: int = SAMPLE, labelled: Iterable[Labelled] = ()) -> Identifier:
        """A copy with a prior learnt from the texts themselves, or from others like them: `lid.adapt(texts).prior`.

        All texts are read once, and a sample of `size` of them, which does not depend on their order, is used in place
        of any prior.

        `labelled` are sentences with all their languages, `{"text": "…", "langs": ["tur", "eng"]}`; `LabelError` if the
        model lacks one. They add shares of languages and an offset for the decision to the prior that there is.
        """
        from mixlid.adapt.labelled import known_samples
        from mixlid.adapt.learning import learn, sample
        from mixlid.adapt.learning_labels import learn_labels

        labelled = list(several(labelled, "adapt"))
        if size < 1:
            raise SettingsError(f"adapt needs a sample of at least one text, not {size}")
        chosen = sample(one_by_one(texts, "adapt"), size)
        if not chosen and not labelled:
            raise SettingsError("there is nothing to adapt to: adapt needs at least one text or labelled sentence")
        adapted = self.with_prior(learn(chosen, self._weigher)) if chosen else self
        if not labelled:
            return adapted
        samples = known_samples(labelled, self.labels)
        return adapted.with_prior(learn_labels(adapted.prior or Prior(), samples, self._weigher))

    def label_gain(self, labelled: Iterable[Labelled]) -> LabelGain:
        """How much `adapt(labelled=…)` gains: exact match before and after, by cross-validation on the labels."""
        from mixlid.adapt.labelled import known_samples
        from mixlid.adapt.learning_labels import label_gain

        samples = known_samples(several(labelled, "label_gain"), self.labels)
        return label_gain(self.prior or Prior(), samples, self._weigher)

    @property
    def _weigher(self) -> Weigher:
        """Weighs evidence under any prior, for learning one."""
        from mixlid.adapt.learning import Weigher

        # A corpus tells near languages apart by counting them, so each of them counts alike and none as its group.
        plain = self.replace(group=NO_GROUP if self._config().tells_near() else 0.0, standard_weight=0.0)
        return Weigher(lambda prior: plain.with_prior(prior)._config())

    def identify(self, text: str) -> Result:
        """The languages of one text and of its words. Any string gets an answer."""
        if type(text) is str:  # not a subclass, whose characters compiled code could not read
            return self._by_unit.identify(text)
        return self._by_unit.identify(as_text(text, "identify"))

    def sentences(self, text: str) -> list[tuple[int, int]]:
        """Start and end of each sentence that is analysed: those of a document, else the text itself."""
        return DocumentPipeline(self._pipeline, self.unit).cut(as_text(text, "sentences"))

    def identify_document(self, text: str) -> DocumentResult:
        """The languages of a text treated as a document, whatever `unit` is, with a list of its sentences."""
        return next(self.identify_documents([as_text(text, "identify_document")]))

    def identify_documents(self, texts: Iterable[str], jobs: int = 1) -> Iterator[DocumentResult]:
        """The same for many texts, in order; the sentences of several texts go through the engine together."""
        share = self._share(jobs)
        answered = share(self._documents, batches(texts, RESULT_BATCH, "identify_documents"), jobs)
        return (result for results in answered for result in results)

    def stream(self, pieces: Iterable[str], **runs: Any) -> Iterator[Run]:
        """The runs of a text that arrives in pieces, each as soon as what follows can no longer change it.

        Together they are the text, and they are those of its sentences, each identified by itself. No more than
        `mixlid.streaming.DELAY` characters wait. `runs` are the options of `Answer.runs`.
        """
        from mixlid.results.runs import RunOptions
        from mixlid.streaming import stream_runs

        options = RunOptions(**runs)
        options.check()
        return stream_runs(self._pipeline.identify, one_by_one(pieces, "stream"), options)

    def identify_many(self, texts: Iterable[str], jobs: int = 1) -> Iterator[Result]:
        """Results for many texts, one by one and in order; the input is read lazily, as results are consumed.

        With `jobs` above 1 the work is shared by that many threads, or by processes if Python code does it (the NumPy
        kernel, or a solver other than the exact one). For processes, guard your script's entry point with
        `if __name__ == "__main__":`, as always in Python.
        """
        if jobs == 1:
            return map(self._by_unit.identify, one_by_one(texts, "identify_many"))
        share = self._share(jobs)
        parts = batches(texts, RESULT_BATCH, "identify_many")
        return (result for results in share(self._results, parts, jobs) for result in results)

    def identify_columns(self, texts: Iterable[str], *, words: bool = False, jobs: int = 1) -> AnswerBatch:
        """The answers for many texts as columns of numbers, at a fraction of the cost of results; words on request."""
        made = partial(self._columns, words=words)
        share = self._share(jobs)
        parts = batches(texts, COLUMN_BATCH, "identify_columns")
        return joined(list(share(made, parts, jobs)) or [made([])])

    def frame(self, texts: Iterable[str | None], rows: Rows = "texts") -> Any:
        """The answers for many texts as a data frame of pandas, with a row for each text, word or run."""
        adapter = load_plug_in("mixlid.adapters", "pandas", "mixlid.adapters.pandas")  # which needs pandas
        return adapter.frame(self, texts, rows)

    def identify_utf8(
        self, data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], *, words: bool = False, jobs: int = 1
    ) -> AnswerBatch | None:
        """The same for UTF-8 texts at the byte ranges `starts` to `ends` of `data`; None if one is not valid UTF-8.

        `data` is bytes or any contiguous buffer (Arrow, NumPy, a memory-mapped file), and is not copied. `InputError`
        names the first text that is out of range.
        """
        return batch_of_utf8(self._by_unit, data, starts, ends, words, jobs if jobs > 1 and self._uses_threads else 1)

    def alternatives(self, answer: Answer) -> Alternatives:
        """What else the main language of an answer might be, and how probable its group of near languages is.

        The answer must come from this identifier, or from one whose labels this one has. This takes several times as
        long as the answer did, so answers do not include it.
        """
        from mixlid.alternatives import alternatives_of

        if not isinstance(answer, Answer):
            raise TypeError(f"alternatives takes an answer, as identify returns it, not {answer!r:.40}")
        return alternatives_of(answer, self.model, self._config())

    def _results(self, texts: list[str]) -> list[Result]:
        return self._by_unit.identify_results(texts)

    def _columns(self, texts: list[str], words: bool) -> AnswerBatch:
        return self._by_unit.identify_batch(texts, words)

    def _documents(self, texts: list[str]) -> list[DocumentResult]:
        return document_results(self._documents_in("document").answer(texts, True))

    def _share(self, jobs: int) -> Callable[..., Iterator[Any]]:
        """What shares work among threads or processes."""
        if jobs == 1 or self._uses_threads:
            return in_threads
        from mixlid._processes import ordered_map  # slow to import

        return ordered_map

    @property
    def _uses_threads(self) -> bool:
        """Whether threads run in parallel: only compiled code releases the global interpreter lock."""
        return not isinstance(self._pipeline, PlainPipeline) and type(self.solver) is ExactSolver

    def __repr__(self) -> str:
        few = ", ".join(self.labels) if len(self.labels) <= _NAMED else f"{len(self.labels):,} labels"
        solver = [] if self.solver.name == "exact" else [self.solver.name]
        prior = [] if self.prior is None else ["with a prior"]
        return f"<Identifier {'; '.join([model_name(self.model), few, *solver, *prior])}>"

    @cached_property
    def _prices(self) -> LabelPrices:
        return LabelPrices(self.model, self.settings, self.prior, self.decision)

    @cached_property
    def _scored(self) -> Model:
        """The model whose scores are searched: with all labels, as those that a restriction excludes still compete.

        Solvers that ask for probabilities see only the labels of the restriction, as the published MaskLID does.
        """
        return with_rivals(self.model) if self.solver.name in SEARCHES_SCORES else self.model

    def _config(self) -> PipelineConfig:
        """What its pipeline is made of."""
        labels, prices, threshold = self._scored.labels, self._prices, self.settings.mixed_threshold
        is_restricted = labels != self.labels
        return PipelineConfig(
            self._scored,
            self.settings,
            LabelRules.of(self.settings, by_column(prices.languages, labels), labels),
            self.solver,
            LabelNumbers(labels, scripts_of(self.labels)),
            prices.of_words(labels),
            prices.decision if threshold else None,
            evidence_of(threshold) if 0 < threshold < 1 else math.inf,
            self.calibration,
            self.unknown_detector if self.settings.unknown_threshold else None,
            CUTS[self.words],
            allowed=bytes(label in self.labels for label in labels) if is_restricted else None,
            unrestricted_prices=np.zeros(len(labels)) + by_column(prices.unrestricted, labels)
            if is_restricted
            else None,
        )

    @cached_property
    def _pipeline(self) -> Pipeline:
        """For sentences."""
        return make_pipeline(self._config())

    @cached_property
    def _by_unit(self) -> DocumentPipeline:
        return self._documents_in(self.unit)

    def _documents_in(self, unit: Unit) -> DocumentPipeline:
        fitted, main_only = fitted_for(self.model).documents, bool(self.settings.main_only)
        return DocumentPipeline(self._pipeline, unit, self.min_share, fitted, main_only)
