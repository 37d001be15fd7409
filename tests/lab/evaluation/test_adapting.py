"""The corpora to adapt to, and that a few labels do no harm on development corpora."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import mixlid
from evaluation_data import DEV, needed
from mixlid import InputError
from mixlid.adapt.labelled import Sample
from mixlid.cli.main import main
from mixlid_lab.evaluation.adapting import THINNED, Figures, average, corpora, exact_match
from mixlid_lab.evaluation.datasets import Dataset, read_folder
from mixlid_lab.evaluation.predictions import Prediction, answers_of
from mixlid_lab.evaluation.set_metrics import mean

PAIR = Dataset("tur-eng", tuple(Sample(f"pair {n}", frozenset({"tur", "eng"})) for n in range(5)))
NATURAL = Dataset("corpus-own", (*PAIR.samples, Sample("bir", frozenset({"tur"}))))
CHATS = Dataset("mono-chats", tuple(Sample(f"chat {n}", frozenset({"eng"})) for n in range(2)))
NEWS = Dataset(
    "mono-news", tuple(Sample(f"{one} {n}", frozenset({one})) for n in range(2 * THINNED) for one in ("tur", "eng"))
)


def test_pairs_are_joined_and_natural_corpora_stay() -> None:
    made = {one.dataset.name: one.dataset for one in corpora([PAIR, NATURAL, CHATS, NEWS])}
    assert set(made) == {"tur-eng", "corpus-own", "mono-news"}
    assert made["corpus-own"].samples == NATURAL.samples
    joined = made["tur-eng"].samples
    assert joined[:5] == PAIR.samples
    # Three of each language, English from the smaller set first.
    assert [sample.text for sample in joined[5:]] == ["chat 0", "chat 1", "tur 0", "eng 0", "tur 1", "tur 2"]
    assert len(made["mono-news"].samples) == 4


def test_mixed_sentences_alone_are_refused() -> None:
    with pytest.raises(InputError, match="tur-eng has only mixed sentences"):
        corpora([PAIR])


@pytest.mark.parametrize("name", ["corpus-cym-eng-siarad", "corpus-gug-spa"])
def test_labels_do_no_harm(name: str) -> None:
    """Ten labels of a corpus, drawn with a seed, together with its texts."""
    (corpus,) = read_folder(needed(DEV.parent / "dev-more") / f"{name}.jsonl.xz")
    samples = list(corpus.samples)
    random.Random(1).shuffle(samples)
    drawn, others = samples[:10], samples[10:410]
    adapted = mixlid.load().adapt(sample.text for sample in others)
    before, after = (
        mean(answer.is_right for answer in answers_of(one, others)) for one in (adapted, adapted.adapt(labelled=drawn))
    )
    assert after >= before - 0.01


def test_averages_are_over_what_there_is() -> None:
    without: list[Figures] = [{"mixed": 0.5, "mono": None, "all": 0.4}, {"mixed": 1.0, "mono": None, "all": 0.6}]
    assert average(without) == {"mixed": 0.75, "mono": None, "all": 0.5}
    some: list[Figures] = [{"mixed": None, "mono": 0.5, "all": 0.5}, {"mixed": 0.25, "mono": 1.0, "all": 1.0}]
    assert average(some) == {"mixed": 0.25, "mono": 0.75, "all": 0.75}


def test_exact_match_by_kind() -> None:
    """Hardly any sentences of a kind say nothing about it."""
    right = [Prediction(sample, ("tur", "eng")) for sample in PAIR.samples]
    assert exact_match(right) == {"mixed": None, "mono": None, "all": 1.0}
    wrong = [Prediction(sample, ("deu",)) for sample in NEWS.samples[:6]]
    assert exact_match([*right, right[0], *wrong]) == {"mixed": 1.0, "mono": 0.0, "all": 0.5}


def test_the_command(
    tiny_table: Path, sentences: dict[str, list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = zip(sentences["tur_Latn"], sentences["eng_Latn"], strict=True)
    records = {
        "tur-eng": [{"text": f"{one} {other}", "langs": ["tur", "eng"]} for one, other in pairs],
        "mono-own": [
            {"text": text, "langs": [label[:3]]} for label in ("tur_Latn", "eng_Latn") for text in sentences[label]
        ],
    }
    for name, members in records.items():
        text = "".join(json.dumps(record) + "\n" for record in members)
        (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    figures = tmp_path / "figures.json"
    argv = ["evaluate", "-q", "-m", tiny_table, "--data", tmp_path, "-p", "default", "--adapted", "--json", figures]
    assert main(list(map(str, argv))) == 0
    printed = capsys.readouterr().out
    assert "exact match with default settings, and adapted" in printed
    assert "(mono-own)" in printed  # in no average
    adapted = json.loads(figures.read_text(encoding="utf-8"))["adapted"]
    assert set(adapted) == {"tur-eng", "mono-own"}
    assert adapted["mono-own"]["adapted"]["mixed"] is None
    assert 0 <= adapted["tur-eng"]["adapted"]["all"] <= 1
