"""What the trainer sees of a corpus: which labels, and each sentence by script."""

from __future__ import annotations

import dataclasses
from itertools import pairwise
from pathlib import Path

import pytest

from mixlid_lab.training.bags import Ragged
from mixlid_lab.training.corpus import corpus_files
from mixlid_lab.training.encoding import LabelText, encode_labels
from mixlid_lab.training.recipe import Recipe
from mixlid_lab.training.recipe_files import parse_recipe
from mixlid_lab.training.selection import Selection

RECIPE = 'trainer = "linear"\n[ngrams]\nminn = 2\nmaxn = 4\nbuckets = 64\n'


@pytest.fixture
def recipe() -> Recipe:
    return parse_recipe(RECIPE, "tiny")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    for name, lines in {
        "eng.tsv": ["the boat", "a small boat"],
        "jpn_Jpan.tsv": ["漢字とカナ iPhone", "かな"],
        "kaz_Cyrl.tsv": ["қар the", "қар өң"],
    }.items():
        (tmp_path / name).write_text("".join(f"own\t{line}\n" for line in lines), "utf-8")
    return tmp_path


def _encode(recipe: Recipe, corpus: Path, jobs: int = 1) -> dict[str, LabelText]:
    texts = encode_labels(Selection(recipe), corpus_files([corpus]), {}, 1, jobs)
    return {text.label: text for text in texts}


def _sentences(text: LabelText, script: str) -> list[list[str]]:
    part = text.by_script[script]
    ends = part.sentences.starts.tolist()
    numbers = part.sentences.flat.tolist()
    return [[part.words[n] for n in numbers[a:b]] for a, b in pairwise(ends)]


def test_words_by_script(recipe: Recipe, corpus: Path) -> None:
    texts = _encode(recipe, corpus)
    assert list(texts) == ["eng_Latn", "jpn_Jpan", "kaz_Cyrl"]
    assert _sentences(texts["eng_Latn"], "Latn") == [["the", "boat"], ["a", "small", "boat"]]
    assert _sentences(texts["kaz_Cyrl"], "Cyrl") == [["қар"], ["қар", "өң"]]  # an English word teaches nothing here
    japanese = texts["jpn_Jpan"]
    assert set(japanese.by_script) == {"Hani", "Hira", "Kana"}
    assert _sentences(japanese, "Hani") == [["漢字"]]
    assert _sentences(japanese, "Hira") == [["と"], ["かな"]]
    assert japanese.used == {"own": 2}
    assert isinstance(japanese.by_script["Kana"].sentences, Ragged)


def test_processes_change_nothing(recipe: Recipe, corpus: Path) -> None:
    one, two = _encode(recipe, corpus), _encode(recipe, corpus, jobs=2)
    assert list(one) == list(two)
    for label, text in one.items():
        for script in text.by_script:
            assert _sentences(text, script) == _sentences(two[label], script)


def test_which_labels(recipe: Recipe, corpus: Path) -> None:
    without = dataclasses.replace(recipe, leave_out=("eng_Latn",))
    assert list(_encode(without, corpus)) == ["jpn_Jpan", "kaz_Cyrl"]


def test_draws_of_a_label_do_not_depend_on_others(recipe: Recipe, corpus: Path) -> None:
    copying = dataclasses.replace(recipe, spelling_variants={"eng_Latn": 3})
    together = _encode(copying, corpus)["eng_Latn"]
    (corpus / "deu.tsv").write_text("own\tdas Boot\n", "utf-8")
    assert _sentences(_encode(copying, corpus)["eng_Latn"], "Latn") == _sentences(together, "Latn")


def test_copies_in_other_spellings(recipe: Recipe, corpus: Path) -> None:
    (corpus / "eng.tsv").write_text("own\tshoot those three sheep quickly\n" * 10, "utf-8")
    copied = _encode(dataclasses.replace(recipe, spelling_variants={"eng_Latn": 2}), corpus)["eng_Latn"]
    assert len(copied.by_script["Latn"].sentences) == 30
    assert len(copied.by_script["Latn"].words) > 5
    assert copied.used == {"own": 10}  # the corpus has no more for that
