"""Our reader of fastText files agrees with fastText's own binding."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mixlid.models.fasttext import FastTextModel
from mixlid.models.fasttext_file import read_fasttext
from mixlid.models.loading import load_model

fasttext = pytest.importorskip("fasttext")

#: fastText works in single precision and adds up long texts term by term.
TOLERANCE = 1e-5
LABELS = ["deu_Latn", "eng_Latn", "fra_Latn", "rus_Cyrl", "spa_Latn", "tur_Latn"]
KNOWN = ["the", "bread", "week-end", "qu'il", "öğleden", "güzel", "sœur", "mañana", "schließ", "ещё", "что-то", "в"]
WORDS = [*KNOWN, "unseen", "görülmemiş", "невидимый", "a", "ß", "日本語", "𐍈𐍉", "👩‍👩‍👧", "<the>", "</s>"]
#: Anything but line feeds, which the binding refuses, and lone surrogates, which it cannot encode.
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=60)
MIXED = st.lists(st.one_of(st.sampled_from(WORDS), TEXT, st.just("__label__x")), max_size=8).map(" ".join)


class Pair:
    def __init__(self, path: Path) -> None:
        self.ours = FastTextModel.load(path)
        self.theirs: Any = fasttext.load_model(str(path))

    def their_probabilities(self, text: str) -> list[float]:
        labels, values = self.theirs.predict(text, k=-1)
        # The binding gives exp(log(p + 1e-5)).
        by_label = {label.removeprefix("__label__"): value - 1e-5 for label, value in zip(labels, values, strict=True)}
        return [by_label[label] for label in self.ours.labels]


@pytest.fixture(scope="module")
def pair(tiny_bin: Path) -> Pair:
    return Pair(tiny_bin)


def test_dictionary(pair: Pair) -> None:
    words, counts = pair.theirs.get_words(include_freq=True)
    assert [word.decode() for word in pair.ours.file.words] == words
    assert pair.ours.file.word_counts.tolist() == counts.tolist()
    assert [label.decode() for label in pair.ours.file.labels] == pair.theirs.get_labels()
    assert sorted(pair.ours.labels) == LABELS
    assert {word.encode() for word in KNOWN} <= set(pair.ours.file.words)


def test_subword_ids_and_texts(pair: Pair) -> None:
    for word in WORDS:
        texts, ids = pair.theirs.get_subwords(word)
        assert pair.ours.rows_of([word]).ids.tolist() == ids.tolist()
        assert [item.text for item in pair.ours.features(word)] == texts


def test_many_words_at_once_are_each_word_alone(pair: Pair) -> None:
    words = [*WORDS, "", "__label__x", *WORDS[:3]]
    together = pair.ours.word_scores(words)
    assert together.dtype == np.float64
    for word, scores in zip(words, together, strict=True):
        np.testing.assert_allclose(scores, pair.ours.word_scores([word])[0], atol=1e-9)
    assert not together[len(WORDS)].any()
    assert not together[len(WORDS) + 1].any()


def test_no_words(pair: Pair) -> None:
    assert pair.ours.word_scores([]).shape == (0, 6)


def test_input_rows(pair: Pair) -> None:
    count = pair.ours.file.input.shape[0]
    ours = pair.ours.file.input
    theirs = np.array([pair.theirs.get_input_vector(i) for i in range(count)])
    np.testing.assert_allclose(ours, theirs, atol=1e-6)


def test_output_rows(pair: Pair) -> None:
    np.testing.assert_array_equal(pair.ours.file.output, pair.theirs.get_output_matrix())


def test_word_score_is_the_sum_of_rows_times_output(pair: Pair) -> None:
    rows, output = pair.theirs.get_input_matrix(), pair.theirs.get_output_matrix()
    for word in WORDS:
        expected = rows[pair.theirs.get_subwords(word)[1]].sum(axis=0) @ output.T
        np.testing.assert_allclose(pair.ours.word_scores([word])[0], expected, atol=1e-4)


def test_probabilities(pair: Pair, texts: list[str]) -> None:
    for text in texts:
        np.testing.assert_allclose(pair.ours.probabilities(text), pair.their_probabilities(text), atol=TOLERANCE)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.one_of(TEXT, MIXED))
def test_probabilities_of_any_text(pair: Pair, text: str) -> None:
    np.testing.assert_allclose(pair.ours.probabilities(text), pair.their_probabilities(text), atol=TOLERANCE)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(word=TEXT.filter(lambda text: text != "" and not text.startswith("__label__")))
def test_subword_ids_of_any_word(pair: Pair, word: str) -> None:
    assert pair.ours.rows_of([word]).ids.tolist() == pair.theirs.get_subwords(word)[1].tolist()


def test_the_model_tells_its_languages_apart(pair: Pair, sentences: dict[str, list[str]]) -> None:
    for label, lines in sentences.items():
        for line in lines:
            assert pair.ours.labels[int(pair.ours.probabilities(line).argmax())] == label


def test_line_feed_is_white_space_and_surrogates_do_no_harm(pair: Pair) -> None:
    np.testing.assert_array_equal(pair.ours.probabilities("la\nmer"), pair.ours.probabilities("la mer"))
    assert pair.ours.probabilities("a\ud800b").sum() == pytest.approx(1)
    assert np.isfinite(pair.ours.word_scores(["\ud800"])).all()


def test_features_add_up(pair: Pair) -> None:
    for word in ["bread", "görülmemiş", "</s>"]:
        total = sum(item.scores for item in pair.ours.features(word))
        np.testing.assert_allclose(total, pair.ours.word_scores([word])[0], atol=1e-9)
    assert pair.ours.features("") == []


def test_long_input_is_the_same_as_in_one_piece(tiny_bin: Path) -> None:
    pair = Pair(tiny_bin)
    text = "хлеб the " * 10_000
    np.testing.assert_allclose(pair.ours.probabilities(text), pair.their_probabilities(text), atol=1e-4)


def test_without_subwords_and_without_known_words(
    train: Callable[..., Any], training_text: Path, tmp_path: Path
) -> None:
    path = tmp_path / "words.bin"
    train(training_text, minn=0, maxn=0).save_model(str(path))
    pair = Pair(path)
    assert not pair.ours.word_scores(["unseen"]).any()
    np.testing.assert_allclose(
        pair.ours.probabilities("the bread x"), pair.their_probabilities("the bread x"), atol=TOLERANCE
    )


@pytest.mark.parametrize("minn", [0, 1, 3])
def test_shortest_ngrams(train: Callable[..., Any], training_text: Path, tmp_path: Path, minn: int) -> None:
    path = tmp_path / "short.bin"
    train(training_text, minn=minn, maxn=3, epoch=5).save_model(str(path))
    pair = Pair(path)
    for word in ["a", "the", "ещё", "𐍈"]:
        texts, ids = pair.theirs.get_subwords(word)
        assert pair.ours.rows_of([word]).ids.tolist() == ids.tolist()
        assert [item.text for item in pair.ours.features(word)] == texts


def test_other_label_prefix(train: Callable[..., Any], training_text: Path, tmp_path: Path) -> None:
    text = tmp_path / "train.txt"
    text.write_text(training_text.read_text(encoding="utf-8").replace("__label__", "lang:"), encoding="utf-8")
    path = tmp_path / "prefix.bin"
    train(text, label="lang:").save_model(str(path))
    pair = Pair(path)
    assert "lang:eng_Latn" in pair.ours.labels
    for line in ["lang:eng_Latn la mer", "lang:xyz la mer", "__label__eng_Latn la mer"]:
        np.testing.assert_allclose(pair.ours.probabilities(line), pair.their_probabilities(line), atol=TOLERANCE)


def test_version_11_has_no_subwords(tiny_bin: Path, tmp_path: Path) -> None:
    path = tmp_path / "old.bin"
    data = bytearray(tiny_bin.read_bytes())
    data[4:8] = (11).to_bytes(4, "little")
    path.write_bytes(data)
    pair = Pair(path)
    assert pair.ours.info()["maxn"] == 0
    np.testing.assert_allclose(
        pair.ours.probabilities("the bread"), pair.their_probabilities("the bread"), atol=TOLERANCE
    )


def test_pickle_holds_the_path_only(pair: Pair) -> None:
    data = pickle.dumps(pair.ours)
    assert len(data) < 500
    again = pickle.loads(data)
    np.testing.assert_array_equal(again.word_scores(WORDS), pair.ours.word_scores(WORDS))


def test_threads(pair: Pair, texts: list[str]) -> None:
    texts = texts * 4
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(pair.ours.probabilities, texts))
    for text, one in zip(texts, found, strict=True):
        np.testing.assert_array_equal(one, pair.ours.probabilities(text))


def test_input_matrix_stays_on_disk(tiny_bin: Path) -> None:
    values = read_fasttext(tiny_bin).input
    assert not values.flags.owndata
    assert not values.flags.writeable


def test_info(tiny_bin: Path) -> None:
    info = load_model(tiny_bin).info()
    expected = {"format": "fasttext", "dim": 16, "buckets": 2000, "minn": 2, "maxn": 5, "labels": 6, "loss": "softmax"}
    assert expected.items() <= info.items()
    assert info["bytes"] == tiny_bin.stat().st_size
