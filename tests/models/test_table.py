"""Folded tables score like the model they were packed from, and damaged ones are refused."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mixlid.errors import ModelError
from mixlid.models.fasttext import FastTextModel
from mixlid.models.header import TableHeader
from mixlid.models.loading import load_model
from mixlid.models.ngrams import NgramSpec, word_features
from mixlid.models.table import TableModel, write_table
from mixlid_lab.training.folding import pack_fasttext

WORDS = ["the", "bread", "week-end", "öğleden", "ещё", "schließ", "unseen", "görülmemiş", "</s>", "", "ß", "日本語"]


def test_float32_table_is_the_model(tiny_bin: Path, texts: list[str], tmp_path: Path) -> None:
    source = FastTextModel.load(tiny_bin)
    pack_fasttext(source.file.path, tmp_path / "full.mixlid", dtype="float32")
    table = TableModel.load(tmp_path / "full.mixlid")
    assert table.labels == source.labels
    np.testing.assert_allclose(table.word_scores(WORDS), source.word_scores(WORDS), atol=1e-4)
    for text in texts:
        np.testing.assert_allclose(table.probabilities(text), source.probabilities(text), atol=1e-5)


def test_int8_table_is_close(tiny_bin: Path, texts: list[str], tmp_path: Path) -> None:
    source = FastTextModel.load(tiny_bin)
    pack_fasttext(source.file.path, tmp_path / "small.mixlid")
    table = TableModel.load(tmp_path / "small.mixlid")
    sizes = source.rows_of(WORDS).counts[:, None]
    difference = np.abs(table.word_scores(WORDS) - source.word_scores(WORDS))
    assert (difference <= table.header.scale * (sizes / 2 + 1e-3)).all()
    for text in texts:  # a mean of rows is off by half a step at most, so a log-probability by one step
        ours, theirs = np.log(table.probabilities(text)), np.log(source.probabilities(text))
        np.testing.assert_allclose(ours, theirs, atol=table.header.scale * 1.001)


def test_safetensors_package_reads_it(tiny_table: Path) -> None:
    safetensors = pytest.importorskip("safetensors")
    table = TableModel.load(tiny_table)
    theirs = pytest.importorskip("safetensors.numpy").load_file(tiny_table)
    np.testing.assert_array_equal(theirs["ids"], table.ids)
    np.testing.assert_array_equal(theirs["rows"], table.rows)
    assert theirs["vocabulary"].tobytes().split(b"\n") == table.words
    with safetensors.safe_open(tiny_table, "numpy") as file:
        content = json.loads(file.metadata()["mixlid"])
    assert content["format"] == "mixlid-table"
    assert content["version"] == 1
    assert content["labels"] == list(table.labels)
    assert content["presets"] == {"avg": {"penalty": 0.5}}
    assert table.presets == {"avg": {"penalty": 0.5}}


def test_packing_is_reproducible_and_leaves_no_rubbish(tiny_bin: Path, tiny_table: Path, tmp_path: Path) -> None:
    pack_fasttext(tiny_bin, tmp_path / "again.mixlid", presets={"avg": {"penalty": 0.5}}, card={"name": "tiny"})
    assert (tmp_path / "again.mixlid").read_bytes() == tiny_table.read_bytes()
    assert [item.name for item in tmp_path.iterdir()] == ["again.mixlid"]


def test_rows_stay_on_disk_and_are_aligned(tiny_table: Path) -> None:
    table = TableModel.load(tiny_table)
    for tensor in (table.rows, table.ids):
        assert not tensor.flags.owndata
        assert not tensor.flags.writeable
        assert tensor.flags.aligned


def test_kept_rows_are_the_largest(
    tiny_bin: Path, tiny_table: Path, sentences: dict[str, list[str]], tmp_path: Path
) -> None:
    pack_fasttext(tiny_bin, tmp_path / "some.mixlid", max_rows=300)
    some, full = TableModel.load(tmp_path / "some.mixlid"), TableModel.load(tiny_table)
    assert len(some.ids) == 300
    assert some.header.scale == full.header.scale
    kept = np.sort(np.abs(some.rows.astype(int)).max(axis=1))
    np.testing.assert_array_equal(kept, np.sort(np.abs(full.rows.astype(int)).max(axis=1))[-300:])
    assert set(some.words) < set(full.words)
    place = some.words.index(b"the")
    np.testing.assert_array_equal(some.rows[some.index[place]], full.rows[full.index[full.words.index(b"the")]])
    for label, lines in sentences.items():
        assert some.labels[int(some.probabilities(" ".join(lines)).argmax())] == label


def test_impossible_limits(tiny_bin: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no rows"):
        pack_fasttext(tiny_bin, tmp_path / "none.mixlid", max_rows=0)
    with pytest.raises(ValueError, match="dtype"):
        pack_fasttext(tiny_bin, tmp_path / "none.mixlid", dtype="int4")  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


SPEC = NgramSpec(2, 4, 500, whole_word=True)


def own_table(**changes: Any) -> TableModel:
    """A table as our training makes them: no vocabulary, normalised words, sums over the root of the count."""
    rows = np.random.default_rng(3).integers(-127, 128, (250, 3)).astype(np.int8)
    settings: dict[str, Any] = {"scale": 0.25, "pooling": "sqrt", "normalisation": "words-2"}
    header = TableHeader(("a", "b", "c"), SPEC, **(settings | changes))
    return TableModel(header, np.arange(0, 500, 2), rows)


def test_root_pooling_counts_pruned_features() -> None:
    table = own_table()
    for word in ["merhaba", "x", "günaydın"]:
        ids = word_features([word], SPEC).ids
        expected = sum(table.rows[i // 2].astype(int) for i in ids if i % 2 == 0) * 0.25 / np.sqrt(len(ids))
        np.testing.assert_allclose(table.word_scores([word])[0], expected + np.zeros(3), rtol=1e-15)
        total = sum((item.scores for item in table.features(word)), np.zeros(3))
        np.testing.assert_allclose(total, expected, rtol=1e-12)


def test_words_are_normalised() -> None:
    table = own_table()
    scores = table.word_scores(["MERHABA", "merhaba", "123", "", "#merhaba"])
    np.testing.assert_array_equal(scores[0], scores[1])
    np.testing.assert_array_equal(scores[0], scores[4])
    assert not scores[2:4].any()
    assert table.features("123") == []
    np.testing.assert_allclose(own_table(normalisation="none").word_scores(["merhaba"])[0], scores[1])


def test_own_sentence_probabilities() -> None:
    table = own_table()
    total = table.word_scores(["bir", "iki", "üç"]).sum(axis=0) / np.sqrt(3)
    expected = np.exp(total) / np.exp(total).sum()
    np.testing.assert_allclose(table.probabilities("Bir, iki: üç 4!"), expected)
    for text in ("", "123 :)", "\n"):
        np.testing.assert_allclose(table.probabilities(text), np.full(3, 1 / 3))


def test_scores_do_not_depend_on_company() -> None:
    table = own_table()
    words = [word.lower() for word in WORDS] * 2
    together = table.word_scores(words)
    assert together.shape == (len(words), 3)
    for word, scores in zip(words, together, strict=True):
        np.testing.assert_array_equal(table.word_scores([word])[0], scores)
    assert table.word_scores([]).shape == (0, 3)


def test_written_and_loaded_again(tmp_path: Path) -> None:
    table = own_table(presets={"avg": {"penalty": {"a": 1.0}}}, card={"name": "ünlü"})
    write_table(tmp_path / "own.mixlid", table.header, table.ids, table.rows)
    again = load_model(tmp_path / "own.mixlid")
    assert isinstance(again, TableModel)
    assert again.header == table.header
    assert again.info()["card"] == {"name": "ünlü"}
    assert again.info()["bytes"] == (tmp_path / "own.mixlid").stat().st_size
    np.testing.assert_array_equal(again.word_scores(WORDS), table.word_scores(WORDS))


def test_pickle(tiny_table: Path) -> None:
    table = TableModel.load(tiny_table)
    assert len(pickle.dumps(table)) < 500
    for model in (table, own_table()):
        again = pickle.loads(pickle.dumps(model))
        np.testing.assert_array_equal(again.word_scores(WORDS), model.word_scores(WORDS))


def test_parts_that_do_not_fit_are_not_written(tmp_path: Path) -> None:
    table = own_table()
    with pytest.raises(ValueError, match="ascending"):
        write_table(tmp_path / "x", table.header, table.ids[::-1], table.rows)
    with pytest.raises(ValueError, match="shape"):
        write_table(tmp_path / "x", table.header, table.ids[1:], table.rows)
    with pytest.raises(ValueError, match="int8 or float32"):
        write_table(tmp_path / "x", table.header, table.ids, table.rows.astype(np.float64))
    with pytest.raises(ValueError, match="line feed"):
        write_table(tmp_path / "x", table.header, table.ids, table.rows, [b"a\nb"])
    with pytest.raises(ValueError, match="ascending"):
        TableModel(table.header, table.ids[::-1], table.rows)
    assert not list(tmp_path.iterdir())
