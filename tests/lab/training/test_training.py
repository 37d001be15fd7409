"""Both trainers on a tiny corpus, end to end, and preparation that is not repeated."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path

import numpy as np
import pytest

from mixlid.errors import InputError
from mixlid.lab.training.preparation import prepared
from mixlid.lab.training.recipe import load_recipe
from mixlid.lab.training.selection import Selection
from mixlid.lab.training.word_lists import read_word_lists
from mixlid.lab.verbs.train import train
from mixlid.models.table import TableModel

WORDS = {
    "eng": [
        "the",
        "small",
        "boat",
        "goes",
        "over",
        "water",
        "with",
        "three",
        "old",
        "friends",
        "who",
        "sing",
        "about",
        "weather",
        "and",
        "light",
    ],
    "tur": [
        "küçük",
        "tekne",
        "suyun",
        "üzerinde",
        "gidiyor",
        "üç",
        "eski",
        "arkadaş",
        "hava",
        "ile",
        "ışık",
        "için",
        "şarkı",
        "söylüyor",
    ],
}
FASTTEXT = """
trainer = "fasttext"
[ngrams]
minn = 2
maxn = 4
buckets = 2000
[examples]
parts = ["sentences", "words"]
[training]
dim = 8
epochs = 5
"""
LINEAR = """
trainer = "linear"
[ngrams]
minn = 2
maxn = 4
buckets = 4096
[examples]
words = 500
held_out = 0.1
listed = 50
[training]
epochs = 4
batch = 64
learning_rate = 0.3
crop = 0.2
[pruning]
rows = 300
epochs = 1
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    draw = random.Random(3)
    for label, words in WORDS.items():
        lines = [f"tatoeba\t{' '.join(draw.choices(words, k=6))}\n" for _ in range(200)]
        (folder / f"{label}.tsv").write_text("".join(lines), "utf-8")
    return folder


def _recipe(tmp_path: Path, text: str) -> str:
    path = tmp_path / "tiny.toml"
    path.write_text(text, "utf-8")
    return str(path)


def _separates(path: Path) -> None:
    model = TableModel.load(path)
    assert model.labels == ("eng_Latn", "tur_Latn")
    for place, words in enumerate(WORDS.values()):
        scores = model.word_scores(words)
        assert (scores.argmax(axis=1) == place).mean() > 0.9
        assert model.probabilities(" ".join(words)).argmax() == place


def test_fasttext_to_table(corpus: Path, tmp_path: Path) -> None:
    pytest.importorskip("fasttext")
    out = tmp_path / "out" / "tiny.mixlid"
    recipe = _recipe(tmp_path, FASTTEXT)
    train(corpus, out, recipe=recipe, quiet=True)
    _separates(out)
    text = out.with_name("tiny.mixlid.work") / "tiny.train.txt"
    first = text.stat().st_mtime_ns, out.with_suffix(".bin").stat().st_mtime_ns
    train(corpus, out, recipe=recipe, quiet=True)
    assert (text.stat().st_mtime_ns, out.with_suffix(".bin").stat().st_mtime_ns) == first
    train(corpus, out, recipe=recipe, seed=2, quiet=True)
    assert text.stat().st_mtime_ns != first[0]


def test_linear_table(corpus: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    lists = tmp_path / "lists"
    lists.mkdir()
    (lists / "eng.tsv").write_text("web\tweather\t10\nweb\tthe\t90\n", "utf-8")
    first, second = tmp_path / "a.mixlid", tmp_path / "b.mixlid"
    recipe = _recipe(tmp_path, LINEAR)
    for out in (first, second):
        train(corpus, out, recipe=recipe, work=tmp_path / "work", word_lists=lists, device="cpu", quiet=True)
    _separates(first)
    assert first.read_bytes() == second.read_bytes()  # the same seed gives the same model
    model = TableModel.load(first)
    assert len(model.ids) <= 300
    assert model.rows.dtype == np.int8
    assert model.header.pooling == "sqrt"


def test_first_step_of_training(tmp_path: Path) -> None:
    """One example, one step: the rows of its features move towards its label, and no others."""
    pytest.importorskip("torch")
    from mixlid.lab.training.bags import Bags, Ragged, features_of
    from mixlid.lab.training.linear import LinearSettings, train_linear

    spec = load_recipe(_recipe(tmp_path, LINEAR)).ngrams
    features = features_of(["boat"], spec)
    bags = Bags(Ragged(np.zeros(1, dtype=np.int32), np.array([0, 1])), np.zeros(1, dtype=np.int16))
    settings = LinearSettings(spec.buckets, epochs=1, learning_rate=1.0, batch=1, label_smoothing=0.0)
    table = train_linear(bags, features, 2, settings, device="cpu")
    # One step from zero: every row gets g/√n with g = ±½, scaled by Adagrad to ±1.
    touched = table[np.unique(features.flat)]
    assert np.allclose(touched, [[1.0, -1.0]], atol=1e-3)
    assert not table[np.setdiff1d(np.arange(spec.buckets), features.flat)].any()


def test_half_a_file_is_never_taken_for_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"

    def fail(target: Path) -> None:
        target.write_text("half", "utf-8")
        raise KeyboardInterrupt

    def finish(target: Path) -> None:
        target.write_text("whole", "utf-8")

    with pytest.raises(KeyboardInterrupt):
        prepared(path, "a", fail)
    assert not path.exists()
    assert prepared(path, "a", finish)
    assert not prepared(path, "a", fail)
    assert prepared(path, "b", finish)


def test_labels_without_usable_text_are_refused(corpus: Path) -> None:
    recipe = dataclasses.replace(load_recipe("v0"), exclude=("tatoeba",))
    with pytest.raises(InputError, match="eng_Latn has 200 sentences, and none"):
        list(Selection(recipe).read(corpus))
    with pytest.raises(InputError, match="has none of the labels deu_Latn"):
        list(Selection(load_recipe("v0"), labels=["deu_Latn"]).read(corpus))


def test_english_leaves_other_lists(tmp_path: Path) -> None:
    (tmp_path / "eng.tsv").write_text("w\tthe\t90\nw\tboat\t10\n", "utf-8")
    (tmp_path / "tur.tsv").write_text("w\ttekne\t80\nw\tthe\t20\n", "utf-8")
    assert read_word_lists(tmp_path, 10)["tur_Latn"][0].words == ["tekne"]
    assert "tur_Latn" not in read_word_lists(tmp_path, 10, exclude=["tur_Latn"])
    (tmp_path / "deu.tsv").write_text("w\tBoot\n", "utf-8")
    with pytest.raises(InputError, match=r"deu\.tsv, line 1"):
        read_word_lists(tmp_path, 10)
