"""The corpora to adapt to, and what is measured on them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mixlid
from mixlid import InputError
from mixlid.adapt.labelled import Sample
from mixlid.cli.main import main
from mixlid_lab.evaluation.adapted import THINNED, compare, corpora
from mixlid_lab.evaluation.datasets import Dataset

PAIR = Dataset("tur-eng", tuple(Sample(f"pair {n}", frozenset({"tur", "eng"})) for n in range(5)))
NATURAL = Dataset("corpus-own", (*PAIR.samples, Sample("bir", frozenset({"tur"}))))
CHATS = Dataset("mono-chats", tuple(Sample(f"chat {n}", frozenset({"eng"})) for n in range(2)))
NEWS = Dataset(
    "mono-news", tuple(Sample(f"{one} {n}", frozenset({one})) for n in range(2 * THINNED) for one in ("tur", "eng"))
)


def test_pairs_are_joined_and_natural_corpora_stay() -> None:
    made = {one.name: one for one in corpora([PAIR, NATURAL, CHATS, NEWS])}
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


def test_both_ways(tiny_table: Path, sentences: dict[str, list[str]]) -> None:
    mixed = [
        Sample(f"{one} {other}", frozenset({"tur", "eng"}))
        for one, other in zip(sentences["tur_Latn"], sentences["eng_Latn"], strict=True)
    ]
    mono = [Sample(text, frozenset({label[:3]})) for label in ("tur_Latn", "eng_Latn") for text in sentences[label]]
    found = compare(mixlid.load(tiny_table), Dataset("own", (*mixed, *mono)))
    assert found.counts
    assert found.sentences == len(mixed) + len(mono)
    for way in (found.before, found.after):
        assert way.mixed is not None
        assert way.mono is not None
        assert way.mean == pytest.approx((way.mixed + way.mono) / 2)
        assert way.plain == pytest.approx((way.mixed + 2 * way.mono) / 3)
        assert way.error is None  # this model has no curves
    assert found.difference.value == pytest.approx(found.after.mean - found.before.mean)
    assert found.difference.low <= found.difference.value <= found.difference.high
    assert set(found.prior.languages) >= {"tur_Latn", "eng_Latn"}


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
    assert "as it comes → adapted to each corpus" in printed
    assert "(mono-own)" in printed  # in no average
    adapted = json.loads(figures.read_text(encoding="utf-8"))["adapted"]
    assert set(adapted) == {"tur-eng", "mono-own"}
    assert adapted["mono-own"]["adapted"]["mixed"] is None
    assert 0 <= adapted["tur-eng"]["adapted"]["mean"] <= 1
