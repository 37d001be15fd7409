"""scikit-learn's transformer: the shares of `identify_many`, in a pipeline, cloned, with column names."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from mixlid import InputError, LabelError

pytest.importorskip("sklearn", reason="the extra mixlid[sklearn] is not installed")

from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline, make_union
from sklearn.preprocessing import FunctionTransformer

from mixlid.adapters.sklearn import LanguageProportions


def test_all_records(calibrated: Path, records: list[str | None], answers: list[dict[str, Any]]) -> None:
    made = LanguageProportions(model=str(calibrated), preset="cs", jobs=2)
    matrix = made.fit_transform(records)
    names = list(made.get_feature_names_out())
    assert matrix.shape == (len(records), len(names))
    assert names[-1] == "und"
    rows = matrix.tocsr()
    for place, answer in enumerate(answers):
        row = rows[place]
        found = dict(zip((names[column] for column in row.indices), row.data, strict=True))
        expected: dict[str, float] = {}
        for label, share in answer["proportions"] or ():
            name = "und" if label.startswith("und") else label
            expected[name] = expected.get(name, 0.0) + share
        assert found == pytest.approx(expected)


def test_in_a_pipeline(calibrated: Path) -> None:
    texts = ["the children were playing", "çocuklar bütün gün bahçede", "the bread", "yarın sabah"] * 3
    shares = LanguageProportions(languages="tur,eng", model=str(calibrated), sparse_output=False)
    lengths = FunctionTransformer(lambda few: [[len(text)] for text in few], validate=False)
    model = make_pipeline(make_union(shares, lengths), LogisticRegression())
    assert list(model.fit(texts, [0, 1, 0, 1] * 3).predict(["the garden", "bahçede"])) == [0, 1]


def test_as_scikit_learn_expects(calibrated: Path) -> None:
    made = LanguageProportions(languages=["tur", "eng"], model=str(calibrated), sparse_output=False)
    assert clone(made).get_params() == made.get_params()
    assert pickle.loads(pickle.dumps(made)).transform(["the bread", None, float("nan"), ""]).tolist() == [
        [0.0, 1.0, 0.0], [0.0] * 3, [0.0] * 3, [0.0] * 3
    ]  # fmt: skip
    assert made.get_feature_names_out().tolist() == ["tur_Latn", "eng_Latn", "und"]
    pandas = pytest.importorskip("pandas")
    frame = made.set_output(transform="pandas").transform(pandas.Series(["the bread", pandas.NA]))
    assert list(frame.columns) == ["tur_Latn", "eng_Latn", "und"]


def test_refusals(calibrated: Path) -> None:
    with pytest.raises(LabelError, match="klingon"):
        LanguageProportions(languages=["klingon"], model=str(calibrated)).fit([])
    with pytest.raises(InputError, match="one text"):
        LanguageProportions(model=str(calibrated)).transform("the bread")
