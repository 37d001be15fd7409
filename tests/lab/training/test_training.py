"""Both trainers on a tiny corpus, end to end through the command, and preparation that is not repeated."""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mixlid.cli.main import main
from mixlid.models.loading import load_model
from mixlid.models.partitions import PartitionedModel
from mixlid_lab.training import partition_trainer
from mixlid_lab.training.corpus import prepared
from mixlid_lab.training.examples import paper_examples
from mixlid_lab.training.recipe_files import load_recipe

WORDS = {
    "eng": "the small boat goes over water with three old friends who sing about weather and light",
    "tur": "küçük tekne suyun üzerinde gidiyor üç eski arkadaş hava ile ışık için şarkı söylüyor",
    "bul_Cyrl": "мадето кодърт ръцат щабоз лъната сърмет",
    "rus_Cyrl": "бродыв клыней сморы пытяк вёдрый эльсы тыркал ящуры",
    "ukr_Cyrl": "глінок шпаків їжевіт ґандій рівіть сієнь кіфля повіж",
    "bel_Cyrl": "ўрадзы ўжаліў цвёўкі",
    "mkd_Cyrl": "ѓаволс ќудамј љубест",
    "kaz_Cyrl": "қарғым өңдәр ұшқаң",
    "ell_Grek": "καλοτι μερανω θαλιψη σπορετη",
}
#: Labels with fewer sentences than the others.
FEW = {"bel_Cyrl": 30, "mkd_Cyrl": 10, "kaz_Cyrl": 10}
PLANTED = 6
PAPER = """
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
leave_out = ["bel_Cyrl", "mkd_Cyrl"]
[ngrams]
minn = 2
maxn = 4
buckets = 4096
[blocks.Cyrl]
minn = 1
rows = 200
guests = ["bul_Cyrl"]
[examples]
words = 500
held_out = 0.1
listed = 50
[cleaning]
epochs = 6
sure = 0.7
own = 0.3
[training]
epochs = 4
batch = 64
learning_rate = 0.3
[pruning]
rows = 300
epochs = 1
"""


def _draw(label: str, count: int, seed: int) -> list[str]:
    draw = random.Random(f"{label} {seed}")
    return [" ".join(draw.choices(WORDS[label].split(), k=6)) for _ in range(count)]


@pytest.fixture
def latin(tmp_path: Path) -> Path:
    """English and Turkish."""
    folder = tmp_path / "latin"
    folder.mkdir()
    for label in ("eng", "tur"):
        lines = [f"tatoeba\t{sentence}\n" for sentence in _draw(label, 200, 1)]
        (folder / f"{label}.tsv").write_text("".join(lines), "utf-8")
    return folder


@pytest.fixture
def others(tmp_path: Path) -> Path:
    """Cyrillic and Greek, with word lists beside the sentences and a little Turkish, some of it English."""
    folder = tmp_path / "others"
    for part in ("sentences", "words"):
        (folder / part).mkdir(parents=True)
    for label in WORDS:
        if "_" in label:
            lines = [f"own\t{sentence}\n" for sentence in _draw(label, FEW.get(label, 120), 2)]
            (folder / "sentences" / f"{label}.tsv").write_text("".join(lines), "utf-8")
    planted = [f"planted\t{sentence}\n" for sentence in _draw("eng", PLANTED, 3)]
    good = [f"own\t{sentence}\n" for sentence in _draw("tur", 20, 4)]
    (folder / "sentences" / "tur.tsv").write_text("".join([*good, *planted]), "utf-8")
    (folder / "words" / "rus_Cyrl.tsv").write_text("web\tбродыв\t10\nweb\tновейщ\t9\nweb\tthe\t5\n", "utf-8")
    return folder


def _recipe(tmp_path: Path, text: str, name: str = "tiny") -> str:
    path = tmp_path / f"{name}.toml"
    path.write_text(text, "utf-8")
    return str(path)


def _train(recipe: str, out: Path, *corpora: Path, **options: Any) -> None:
    arguments = ["train", *map(str, corpora), "--recipe", recipe, "-o", str(out), "-q", "--force"]
    for name, value in options.items():
        arguments += [f"--{name}", str(value)]
    assert main(arguments) == 0


def _separates(path: Path, *labels: str) -> None:
    model = load_model(path)
    for label in labels:
        words = WORDS[label].split()
        place = model.labels.index(label if "_" in label else f"{label}_Latn")
        assert (model.word_scores(words).argmax(axis=1) == place).mean() > 0.9
        assert model.probabilities(" ".join(words)).argmax() == place


def test_the_papers_recipe(latin: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    out = tmp_path / "out" / "tiny.mixlid"
    recipe = _recipe(tmp_path, PAPER)
    _train(recipe, out, latin, device="cpu")
    _separates(out, "eng", "tur")
    words = out.with_name("tiny.mixlid.work") / "tiny.words.pickle"
    first = out.read_bytes(), words.stat().st_mtime_ns
    _train(recipe, out, latin, device="cpu")
    assert (out.read_bytes(), words.stat().st_mtime_ns) == first
    _train(recipe, out, latin, device="cpu", seed=2)
    assert out.read_bytes() != first[0]
    assert words.stat().st_mtime_ns == first[1]


def test_it_is_fasttexts_classifier(latin: Path, tmp_path: Path) -> None:
    """One example at a time gives the matrices of fastText, whose rows begin at random."""
    pytest.importorskip("torch")
    fasttext = pytest.importorskip("fasttext")
    _train(_recipe(tmp_path, PAPER + "batch = 1\n"), tmp_path / "ours.mixlid", latin, device="cpu")
    recipe = load_recipe(_recipe(tmp_path, PAPER))
    with (tmp_path / "ours.mixlid.work" / "tiny.words.pickle").open("rb") as stream:
        _, (words, texts, _) = pickle.load(stream), pickle.load(stream)  # the first is the fingerprint
    bags = paper_examples(list(texts.values()), recipe.paper_examples, 1)
    lists = np.split(bags.words.flat, bags.words.starts[1:-1])
    lines = [
        f"__label__{list(texts)[n]} {' '.join(words[w] for w in one)}\n"
        for n, one in zip(bags.labels, lists, strict=True)
    ]
    (tmp_path / "text").write_text("".join(lines), "utf-8")
    settings = recipe.fasttext
    theirs = fasttext.train_supervised(
        input=str(tmp_path / "text"), lr=settings.learning_rate, epoch=settings.epochs, dim=settings.dim,
        minn=2, maxn=4, bucket=2000, minCount=settings.min_count, thread=1, verbose=0,
    )  # fmt: skip
    theirs.save_model(str(tmp_path / "theirs.bin"))
    ours, other = load_model(tmp_path / "ours.mixlid"), load_model(tmp_path / "theirs.bin")
    leads = []
    for model in (ours, other):
        scores = model.word_scores([*WORDS["eng"].split(), *WORDS["tur"].split()])
        leads.append(scores[:, model.labels.index("eng_Latn")] - scores[:, model.labels.index("tur_Latn")])
    assert leads[0] == pytest.approx(leads[1], rel=0.15)


def test_training_that_diverges_is_an_error(latin: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    recipe = _recipe(tmp_path, PAPER + "learning_rate = 1e6\n")
    assert main(["train", str(latin), "-r", recipe, "-o", str(tmp_path / "a.mixlid"), "--device", "cpu", "-q"]) != 0
    assert "training diverged" in capsys.readouterr().err


def test_partitions(latin: Path, others: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    first, second = tmp_path / "a.mixlid", tmp_path / "b.mixlid"
    recipe = _recipe(tmp_path, LINEAR)
    _train(recipe, first, latin, others, device="cpu")
    _separates(first, "eng", "tur", "rus_Cyrl", "ukr_Cyrl", "ell_Grek")
    model = PartitionedModel.load(first)
    # Belarusian and Macedonian are left out.
    assert model.labels == ("bul_Cyrl", "ell_Grek", "eng_Latn", "kaz_Cyrl", "rus_Cyrl", "tur_Latn", "ukr_Cyrl")
    assert set(model.partition_of) == {"Cyrl", "Grek", "Latn"}
    cyrillic, greek, roman = (model.partition_of[script] for script in ("Cyrl", "Grek", "Latn"))
    assert (greek.table, greek.header.labels) == (None, (1,))
    assert cyrillic.table is not None
    assert roman.table is not None
    assert 0 < len(cyrillic.table.ids) <= 200
    assert 0 < len(roman.table.ids) <= 300
    assert roman.table.rows.dtype == np.int8
    assert (cyrillic.table.header.ngrams.minn, roman.table.header.ngrams.minn) == (1, 2)
    guest = cyrillic.header.labels.index(0)
    assert not cyrillic.table.rows[:, guest].any()
    assert np.delete(cyrillic.table.rows, guest, axis=1).any(axis=0).all()
    # A word weighs about as much in every script, and Latin sets how much.
    assert roman.header.certainty == 0
    assert greek.header.certainty > 0
    _train(recipe, second, latin, others, device="cpu")
    assert first.read_bytes() == second.read_bytes()  # the same seed gives the same model
    _train(recipe, second, latin, others, device="cpu", seed=2)
    assert first.read_bytes() != second.read_bytes()


def test_foreign_sentences_are_taken_out_and_counted(latin: Path, others: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    _train(_recipe(tmp_path, LINEAR), tmp_path / "a.mixlid", latin, others, device="cpu")
    card = PartitionedModel.load(tmp_path / "a.mixlid").header.card
    assert card["taken_out"] == {
        "sentences": PLANTED, "labels": {"tur_Latn": PLANTED}, "sources": {"planted": PLANTED}
    }  # fmt: skip
    assert card["sources"]["planted"]["sentences"] == PLANTED
    related = LINEAR.replace("own = 0.3\n", 'own = 0.3\nrelated = ["eng tur"]\n')
    _train(_recipe(tmp_path, related), tmp_path / "b.mixlid", latin, others, device="cpu")
    assert PartitionedModel.load(tmp_path / "b.mixlid").header.card["taken_out"]["sentences"] == 0


def test_finished_blocks_are_kept(latin: Path, others: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that is interrupted after the first block does not train it again."""
    pytest.importorskip("torch")
    trained = []
    train_partition = partition_trainer.train_partition

    def interrupted(script: str, *about: Any, **more: Any) -> Any:
        trained.append(script)
        if trained == ["Cyrl", "Latn"]:
            raise KeyboardInterrupt
        return train_partition(script, *about, **more)

    monkeypatch.setattr("mixlid_lab.training.table_trainer.train_partition", interrupted)
    recipe, out, work = _recipe(tmp_path, LINEAR), tmp_path / "a.mixlid", tmp_path / "work"
    arguments = ["train", str(latin), str(others), "--recipe", recipe, "-o", str(out), "-q", "--device", "cpu"]
    assert main([*arguments, "--work", str(work)]) != 0
    assert not out.exists()
    _train(recipe, out, latin, others, device="cpu", work=work)
    assert trained == ["Cyrl", "Latn", "Latn"]
    _train(recipe, out, latin, others, device="cpu", work=work)
    assert trained == ["Cyrl", "Latn", "Latn"]
    (latin / "eng.tsv").write_text("tatoeba\tthe boat\n" * 50, "utf-8")
    _train(recipe, out, latin, others, device="cpu", work=work)
    assert trained == ["Cyrl", "Latn", "Latn", "Cyrl", "Latn"]


def test_only_some_labels(latin: Path, others: Path, tmp_path: Path) -> None:
    """None of their scripts has several labels, so there is nothing to train."""
    _train(_recipe(tmp_path, LINEAR), tmp_path / "a.mixlid", latin, others, labels="eng,ell_Grek", device="cpu")
    model = PartitionedModel.load(tmp_path / "a.mixlid")
    assert model.labels == ("ell_Grek", "eng_Latn")
    assert model.info()["rows"] == 0
    assert model.word_scores(["the"])[0, 1] == model.word_scores(["θα"])[0, 0] > 0


def test_first_step_of_training(tmp_path: Path) -> None:
    """One example, one step: only the rows of its features move, towards its label."""
    pytest.importorskip("torch")
    from mixlid_lab.training.bags import Bags, Ragged, features_of
    from mixlid_lab.training.linear import LinearSettings, train_linear

    spec = load_recipe(_recipe(tmp_path, LINEAR)).ngrams
    features = features_of(["boat"], spec)
    bags = Bags(Ragged(np.zeros(1, dtype=np.int32), np.array([0, 1])), np.zeros(1, dtype=np.int16))
    settings = LinearSettings(spec.buckets, epochs=1, learning_rate=1.0, batch=1, label_smoothing=0.0)
    table = train_linear(bags, features, 2, settings, device="cpu")
    # One step from zero: every row gets g/√n with g = ±½, scaled by Adagrad to ±1.
    touched = table[np.unique(features.flat)]
    assert np.allclose(touched, [[1.0, -1.0]], atol=1e-3)
    assert not table[np.setdiff1d(np.arange(spec.buckets), features.flat)].any()


def test_what_is_kept_is_made_once(tmp_path: Path) -> None:
    path, made = tmp_path / "work" / "file", list[int]()

    def make() -> list[int]:
        made.append(len(made))
        return made[-1:]

    def fail() -> list[int]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        prepared(path, "a", fail)
    assert not path.exists()
    assert prepared(path, "a", make) == prepared(path, "a", fail) == [0]
    assert prepared(path, "b", make) == prepared(path, "b", fail) == [1]


@pytest.mark.parametrize(("recipe", "second"), [(PAPER, "tur_Latn"), (LINEAR, "ell_Grek")], ids=["paper", "linear"])
def test_a_label_that_was_asked_for_and_has_no_text_is_an_error(
    latin: Path, others: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], recipe: str, second: str
) -> None:
    pytest.importorskip("torch")
    out, path = tmp_path / "three.mixlid", _recipe(tmp_path, recipe)
    labels = f"eng_Latn,{second},fra_Latn"
    arguments = ["train", str(latin), str(others), "-r", path, "-l", labels, "-o", str(out), "-q"]
    assert main(arguments) != 0
    assert "no text that may be used for fra_Latn" in capsys.readouterr().err
    assert not out.exists()
    assert main([*arguments, "--allow-missing"]) == 0
    assert set(load_model(out).labels) == {"eng_Latn", second}
