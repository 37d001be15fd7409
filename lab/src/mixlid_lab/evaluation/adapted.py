"""How much adapting to a corpus helps: each corpus is answered without a prior, and with one learnt from it.

A corpus is one of three things: a data set in its natural mixture; mixed sentences joined with as many monolingual ones
in their languages, since mixed sentences alone would teach that everything is mixed; or monolingual sentences in many
languages, which adapting must not harm. Learning uses no labels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError
from mixlid.identifier import Identifier
from mixlid.prior import Prior
from mixlid_lab.evaluation.calibration_metrics import Judged, expected_calibration_error
from mixlid_lab.evaluation.datasets import Dataset, is_silver
from mixlid_lab.evaluation.predictions import Prediction
from mixlid_lab.evaluation.set_metrics import mean
from mixlid_lab.evaluation.significance import Interval, difference_interval

#: One sentence in this many of the largest monolingual data set is used.
THINNED = 30
#: A kind of text with fewer sentences in a data set is ignored.
FEWEST = 6


@dataclass(frozen=True, slots=True)
class Measured:
    """Exact match of one identifier; None for a kind of text with hardly any sentences."""

    mixed: float | None
    mono: float | None
    #: the mean of these two, and exact match over all sentences
    mean: float
    plain: float
    #: confidences, and whether the answers were right
    judged: tuple[Judged, ...] = field(repr=False)

    @property
    def error(self) -> float | None:
        """Expected calibration error of the confidence."""
        return expected_calibration_error(self.judged)


@dataclass(frozen=True, slots=True)
class AdaptedComparison:
    """A corpus without and with adapting, and the difference of the means with its interval."""

    name: str
    sentences: int
    before: Measured
    after: Measured
    difference: Interval
    prior: Prior
    #: whether it is in the average: mixed, and labelled by people
    counts: bool


def is_corpus(dataset: Dataset) -> bool:
    """Whether a data set has its natural mixture, which may be entirely mixed."""
    return dataset.is_natural or (dataset.is_mixed and dataset.name.startswith("corpus-"))


def corpora(datasets: Sequence[Dataset]) -> list[Dataset]:
    """The corpora to adapt to, from sentences in languages of the model."""
    # Small data sets first: they are conversations, which are more like mixed text than news is.
    mono = sorted((one for one in datasets if not one.is_mixed), key=lambda one: len(one.samples))
    made = []
    for one in datasets:
        if is_corpus(one):
            made.append(one)
        elif one.is_mixed:
            made.append(Dataset(one.name, (*one.samples, *_partners(one, mono))))
        elif one is mono[-1]:
            made.append(Dataset(one.name, one.samples[::THINNED]))
    return made


def _partners(dataset: Dataset, mono: Iterable[Dataset]) -> list[Sample]:
    """As many monolingual sentences labelled by people, equally many of each language."""
    languages = sorted(dataset.languages)
    wanted = dict.fromkeys(languages, -(-len(dataset.samples) // len(languages)))
    chosen = []
    for sample in (sample for one in mono if not is_silver(one.samples) for sample in one.samples):
        (language,) = sample.languages
        if wanted.get(language, 0):
            wanted[language] -= 1
            chosen.append(sample)
    if not chosen:
        raise InputError(
            f"--adapted: {dataset.name} has only mixed sentences, and there are no monolingual ones in "
            f"{' or '.join(languages)} to join them with; give such data with --data"
        )
    return chosen


def compare(identifier: Identifier, corpus: Dataset) -> AdaptedComparison:
    """One corpus, without and with adapting."""
    adapted = identifier.adapt(sample.text for sample in corpus.samples)
    assert adapted.prior is not None
    before, after = (answers_of(one, corpus) for one in (identifier, adapted))
    difference = difference_interval(_kinds(after), _kinds(before))
    counts = corpus.is_mixed and corpus.counts
    return AdaptedComparison(
        corpus.name, len(corpus.samples), measure(before), measure(after), difference, adapted.prior, counts
    )


def error_of_all(measured: Sequence[Measured]) -> float | None:
    """Calibration error over several corpora of equal weight."""
    judged = [(*pair[:2], 1 / len(one.judged)) for one in measured for pair in one.judged]
    return expected_calibration_error(judged)


def answers_of(identifier: Identifier, corpus: Dataset) -> list[Prediction]:
    """An identifier's prediction for each sentence."""
    return [Prediction.of(sample, identifier.identify(sample.text)) for sample in corpus.samples]


def _kinds(answers: Sequence[Prediction]) -> Mapping[str, Sequence[Prediction]]:
    """The predictions for mixed and for monolingual text, if there are enough of each."""
    kinds: dict[str, list[Prediction]] = {}
    for answer in answers:
        kinds.setdefault("mixed" if answer.sample.is_mixed else "mono", []).append(answer)
    enough = {name: members for name, members in kinds.items() if len(members) >= FEWEST}
    return enough or kinds


def measure(answers: Sequence[Prediction]) -> Measured:
    """Exact match by kind of text."""
    kinds = {name: mean(one.is_right for one in members) for name, members in _kinds(answers).items()}
    return Measured(
        kinds.get("mixed"),
        kinds.get("mono"),
        mean(kinds.values()),
        mean(one.is_right for one in answers),
        tuple((one.confidence, one.is_right) for one in answers if one.confidence is not None),
    )
