"""A restricted model has the whole model's columns, and nothing else."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from mixlid.errors import ModelError
from mixlid.models.interface import Model
from mixlid.models.loading import load_model
from mixlid.models.restricted import RestrictedModel


@pytest.mark.parametrize("kind", ["tiny_bin", "tiny_table"])
def test_columns_are_selected(kind: str, request: pytest.FixtureRequest) -> None:
    whole = load_model(request.getfixturevalue(kind))
    chosen = [4, 0, 3]
    view: Model = RestrictedModel(whole, chosen)
    assert view.labels == tuple(whole.labels[i] for i in chosen)
    words = ["the", "хлеб", ""]
    np.testing.assert_array_equal(view.word_scores(words), whole.word_scores(words)[:, chosen])
    np.testing.assert_array_equal(view.probabilities("the хлеб"), whole.probabilities("the хлеб")[chosen])
    assert view.probabilities("the хлеб").sum() < 1
    for ours, theirs in zip(view.features("the"), whole.features("the"), strict=True):
        assert ours.text == theirs.text
        np.testing.assert_array_equal(ours.scores, theirs.scores[chosen])
    assert view.presets == whole.presets
    assert view.info() == whole.info() | {"restricted_to": list(view.labels)}
    again = pickle.loads(pickle.dumps(view))
    np.testing.assert_array_equal(again.word_scores(words), view.word_scores(words))


@pytest.mark.parametrize("indices", [[], [0, 0], [6], [-1]])
def test_impossible_choices(tiny_table: Path, indices: list[int]) -> None:
    with pytest.raises(ModelError, match="6 labels cannot be restricted"):
        RestrictedModel(load_model(tiny_table), indices)
