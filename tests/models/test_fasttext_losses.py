"""Models with every loss, and with word n-grams, agree with fastText's own binding."""

from __future__ import annotations

import itertools
import pickle
import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mixlid
from mixlid.configuration import with_preset
from mixlid.errors import ModelError
from mixlid.models.fasttext import FastTextModel
from mixlid.models.fasttext_losses import LabelTree, huffman_tree
from mixlid.models.loading import load_model
from mixlid.models.probability import ProbabilityModel
from mixlid.solvers.registry import get_solver
from mixlid_lab.training.folding import pack_fasttext

fasttext = pytest.importorskip("fasttext")

TRAINING: dict[str, dict[str, Any]] = {
    "hs": {"loss": "hs"},
    "ova": {"loss": "ova"},
    "ns": {"loss": "ns"},
    "ova-words": {"loss": "ova", "minn": 0, "maxn": 0, "epoch": 300},
}
#: fastText adds 0.00001 to each of the factors of `hs`, and looks the sigmoids of `ova` and `ns` up in a table of 512.
TOLERANCE = {"softmax": 1e-5, "hs": 1e-4, "ova": 1 / 128 + 1e-4, "ns": 1 / 128 + 1e-4}
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=40)
WORDS = st.sampled_from(["the", "bread", "ekmek", "deniz", "pencereyi", "ещё", "unseen", "__label__x", "</s>", "mer"])
TEXTS = st.lists(st.one_of(WORDS, TEXT), max_size=8).map(" ".join)


class Pair:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.ours = FastTextModel.load(path)
        self.theirs: Any = fasttext.load_model(str(path))
        self.tolerance = TOLERANCE[str(self.ours.info()["loss"])]

    def their_probabilities(self, text: str) -> list[float]:
        labels, values = self.theirs.predict(text, k=-1)
        by_label = {label.removeprefix("__label__"): value - 1e-5 for label, value in zip(labels, values, strict=True)}
        return [by_label.get(label, 0.0) for label in self.ours.labels]


@pytest.fixture(scope="module", params=TRAINING)
def pair(
    request: pytest.FixtureRequest,
    train: Callable[..., Any],
    training_text: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Pair:
    # Labels of different frequency, so that the tree is no even one.
    lines = training_text.read_text(encoding="utf-8").splitlines(keepends=True)
    folder = tmp_path_factory.mktemp("losses")
    text = folder / "train.txt"
    text.write_text("".join(line for i, line in enumerate(lines) if i % 6 < 3 or i % 5), encoding="utf-8")
    model = train(text, **TRAINING[request.param])
    path = folder / "model.bin"
    model.save_model(str(path))
    return Pair(path)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=TEXTS)
def test_probabilities_of_any_text(pair: Pair, text: str) -> None:
    ours = pair.ours.probabilities(text)
    np.testing.assert_allclose(ours, pair.their_probabilities(text), atol=pair.tolerance)
    if pair.ours.info()["loss"] in ("softmax", "hs"):
        assert ours.sum() == pytest.approx(1)


def test_baselines_are_what_fasttext_predicts(pair: Pair, sentences: dict[str, list[str]]) -> None:
    """The k best and those above a threshold, like `predict(text, k, threshold)`, except for fastText's ties."""
    lines = [line for group in sentences.values() for line in group]
    for text in (f"{one} {other}" for one, other in zip(lines, lines[7:], strict=False)):
        theirs = dict(zip(pair.ours.labels, pair.their_probabilities(text), strict=True))
        ranked = sorted(theirs.values(), reverse=True)
        for k in (1, 2):
            lid = with_preset(pair.ours, "avg", get_solver(f"topk:k={k}"))
            found = lid.identify(text).labels
            assert len(found) == k
            assert all(theirs[label] >= ranked[k - 1] - pair.tolerance for label in found)
        lid = with_preset(pair.ours, "avg", get_solver("threshold:p=0.1"))
        found = lid.identify(text).labels
        clear = {label for label, value in theirs.items() if abs(value - 0.1) > pair.tolerance}
        above = {label for label in clear if theirs[label] > 0.1}
        assert set(found) & clear == above or not above  # an answer is never empty


def test_word_scores_are_those_of_single_words(pair: Pair) -> None:
    """With a loss without logits, a word's score is what any identifier with probabilities would give."""
    words = ["bread", "görülmemiş", "ещё", "the", "", "__label__x", "bread"]
    scores = pair.ours.word_scores(words)
    assert scores.shape == (7, 6)
    assert np.isfinite(scores).all()
    assert not scores[4:6].any()
    np.testing.assert_array_equal(scores[0], scores[6])

    def predict(word: str) -> dict[str, float]:
        found = pair.ours.probabilities(word)
        return dict(zip(pair.ours.labels, (found / found.sum()).tolist(), strict=True))

    known = [word for word, row in zip(words, scores, strict=True) if row.any()]
    np.testing.assert_allclose(
        pair.ours.word_scores(known), ProbabilityModel(predict, pair.ours.labels).word_scores(known), atol=1e-9
    )
    assert pair.ours.features("bread") == []


def test_mixed_text_and_masklid(pair: Pair) -> None:
    text = "we bought fresh bread and cheese pazardan taze ekmek ve peynir aldık"
    exact = with_preset(pair.ours, "cs").identify(text)
    if pair.ours.file.args.maxn:  # without n-grams the words must be known, and a pruned model knows few
        assert len(exact.labels) == 2
        assert "tur_Latn" in exact.labels  # 36 sentences do not always teach the other
    assert exact.optimal
    masked = with_preset(pair.ours, "cs", get_solver("masklid")).identify(text)
    assert masked.labels[0] == pair.ours.labels[int(pair.ours.probabilities(text).argmax())]


def test_info_says_what_word_scores_are(pair: Pair) -> None:
    info = pair.ours.info()
    assert (info["word_scores"] == "logits") == (info["loss"] == "softmax")
    assert bool(pair.ours.presets) == (info["loss"] != "softmax")


def test_a_pickle_answers_the_same(pair: Pair) -> None:
    again = pickle.loads(pickle.dumps(pair.ours))
    np.testing.assert_array_equal(again.word_scores(["bread"]), pair.ours.word_scores(["bread"]))


def test_there_is_no_table_of_it(pair: Pair, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"loss=.*use it as it is"):
        pack_fasttext(pair.path, tmp_path / "table.mixlid")


def test_damaged_sizes_never_crash(pair: Pair, tmp_path: Path) -> None:
    data = pair.path.read_bytes()
    labels = data.index(b"__label__")
    for place in [*range(4, 96, 8), *range(labels - 12, labels + 60, 4)]:
        for value in (-1, 0, 2**31 - 1):
            path = tmp_path / f"odd-{place}-{value}.bin"
            path.write_bytes(data[:place] + struct.pack("<i", value) + data[place + 4 :])
            with suppress(ModelError):
                load_model(path).probabilities("the bread ещё")
            path.unlink()


@given(st.lists(st.integers(0, 50), min_size=1, max_size=40).map(lambda counts: sorted(counts, reverse=True)))
def test_a_tree_has_every_label_once_and_rare_ones_deepest(counts: list[int]) -> None:
    left, right = huffman_tree(counts)
    nodes = 2 * len(counts) - 1
    assert sorted([*left, *right]) == list(range(nodes - 1))
    depth = dict.fromkeys(range(nodes), 0)
    for inner in reversed(range(len(left))):
        depth[left[inner]] = depth[right[inner]] = depth[len(counts) + inner] + 1
    for one, other in itertools.pairwise(range(len(counts))):
        assert counts[one] == counts[other] or depth[one] <= depth[other]
    hidden = np.random.default_rng(len(counts)).normal(size=(3, 4))
    output = np.random.default_rng(1).normal(size=(len(counts), 4))
    layer = LabelTree(output, np.array(counts))
    np.testing.assert_allclose(np.exp(layer.log_probabilities(hidden)).sum(axis=1), 1)


def test_it_is_loaded_like_any_model(pair: Pair) -> None:
    lid = mixlid.load(pair.path, preset="mono")
    assert lid.identify("öğleden beri treni bekliyorlar çünkü hava soğuk").labels == ("tur_Latn",)
