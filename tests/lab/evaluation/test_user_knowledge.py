"""What a user's knowledge is worth: averages, and that a few labels do no harm on development corpora."""

from __future__ import annotations

import random

import pytest

import mixlid
from evaluation_data import DEV, needed
from mixlid_lab.evaluation.adapted import answers_of
from mixlid_lab.evaluation.datasets import Dataset, read_folder
from mixlid_lab.evaluation.set_metrics import mean
from mixlid_lab.evaluation.user_knowledge import Exact, average


def test_averages_are_over_what_there_is() -> None:
    assert average([Exact(0.5, None, 0.4), Exact(1.0, None, 0.6)]) == Exact(0.75, None, 0.5)
    assert average([Exact(None, 0.5, 0.5), Exact(0.25, 1.0, 1.0)]) == Exact(0.25, 0.75, 0.75)


@pytest.mark.parametrize("name", ["corpus-cym-eng-siarad", "corpus-gug-spa"])
def test_labels_do_no_harm(name: str) -> None:
    """Ten labels of a corpus, drawn with a seed, together with its texts."""
    (corpus,) = read_folder(needed(DEV.parent / "dev-more") / f"{name}.jsonl.xz")
    samples = list(corpus.samples)
    random.Random(1).shuffle(samples)
    drawn, others = samples[:10], Dataset(name, tuple(samples[10:410]))
    adapted = mixlid.load().adapt(sample.text for sample in others.samples)
    before, after = (
        mean(answer.is_right for answer in answers_of(one, others)) for one in (adapted, adapted.with_labels(drawn))
    )
    assert after >= before - 0.01
