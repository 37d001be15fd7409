"""Languages that a model does not have are told from those that it has, and made-up text from language."""

from __future__ import annotations

import lzma
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mixlid import Identifier, Settings
from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError
from mixlid.models.unknown import SIGNS, SIZE, UnknownDetector
from mixlid.text.frequent_words import FrequentWords
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.tuning.no_language import made_up
from mixlid_lab.tuning.tuner import prepare
from mixlid_lab.tuning.unknown import (
    LOST,
    UNKNOWN_THRESHOLD,
    Example,
    Typical,
    by_language,
    chances,
    examples,
    fit,
    read_unknown,
    rejected,
    typical_of,
)
from tiny_partitions import LABELS, make_partitioned

TEXTS = {"eng": "one two three", "fra": "quatre cinq six", "rus": "раз два три", "deu": "eins zwei drei vier"}


def sets() -> list[Dataset]:
    mono = tuple(Sample(f"{text} {text} {n}", frozenset({code})) for code, text in TEXTS.items() for n in range(12))
    mixed = tuple(Sample(f"one two quatre {n}", frozenset({"eng", "fra"})) for n in range(3))
    return [Dataset("mono-a", mono), Dataset("eng-fra", mixed)]


@pytest.fixture(scope="module")
def identifier() -> Identifier:
    return Identifier(make_partitioned(), Settings(penalty=0.1))


def test_what_is_typical_are_means_by_label(identifier: Identifier) -> None:
    typical, frequent = typical_of(identifier, sets())
    words = FrequentWords(["eng_Latn"])
    shares = [words.look_up(0, word, 0, len(word)) for word in TEXTS["eng"].split()]
    assert frequent["eng_Latn"] == pytest.approx(sum(shares) / len(shares), abs=1e-4)
    assert "*" in frequent
    prepared = prepare(identifier, "раз два три")
    column = LABELS.index("rus_Cyrl")
    expected = float(prepared.scores[:, column].mean())
    assert typical.get("rus_Cyrl", 0.0) == (pytest.approx(expected, abs=1e-4) if expected > 0 else 0.0)
    assert "*" in typical
    assert "deu_Latn" not in typical  # which the model does not have


UNKNOWN = [("nld", "een twee drie"), ("nld", "een twee drie vier vijf zes zeven acht")]


def test_examples_are_of_four_kinds(identifier: Identifier) -> None:
    found = examples(identifier, typical_of(identifier, sets()), sets(), UNKNOWN)
    kinds = {(example.kind, example.group) for example in found}
    assert {("known", "eng"), ("known", "fra"), ("mixed", "eng-fra"), ("unknown", "nld"), ("none", "code")} <= kinds
    assert {group for kind, group in kinds if kind == "unknown"} == {"nld"}
    known = [example for example in found if example.group == "eng"]
    assert len({example.signs[-1] for example in known}) > 1  # sentences are cut
    assert any(example.is_right for example in found if example.kind in ("known", "mixed"))
    assert not any(example.is_right for example in found if example.kind in ("unknown", "none"))


def test_unknown_text_is_in_no_language_of_the_model(tmp_path: Path) -> None:
    path = tmp_path / "other.tsv.xz"
    path.write_bytes(lzma.compress(b"nld\teen twee\neng_Latn\tone two\nfra\tun deux\nsco\tane twa\n"))
    assert list(read_unknown(path, ["eng_Latn", "fra_Latn"])) == [("nld", "een twee"), ("sco", "ane twa")]
    path = tmp_path / "wrong.tsv"
    path.write_text("nld een twee\n")
    with pytest.raises(InputError, match=r"wrong\.tsv, line 1: expected the code of a language, a tab and a text"):
        list(read_unknown(path, ["eng_Latn"]))


def test_signs_are_those_of_the_engine(identifier: Identifier) -> None:
    from mixlid.engine.plain_pipeline import PlainAnalyzer
    from mixlid_lab.tuning.unknown import signs_of

    neutral = UnknownDetector((0.0,) * (SIZE + 1), (0.0,) * (SIZE + 1), {"*": 3.0, "fra_Latn": 2.0}, {"*": 0.5})
    doubting = Identifier(
        identifier.model, identifier.settings.replace(unknown_threshold=0.1), unknown_detector=neutral
    )
    for text in ("one two quatre, 12!", "раз два", "x1 aBc zzzz"):
        analyzer = PlainAnalyzer(doubting._config())
        analyzer.answer(text, None)
        assert analyzer.stages.reject_unknown is not None
        result = identifier.identify(text)
        seen = signs_of(result, neutral, identifier.model)
        assert seen is not None
        assert tuple(seen.signs) == pytest.approx(tuple(analyzer.stages.reject_unknown.signs.signs))
    assert signs_of(identifier.identify("12"), neutral, identifier.model) is None


def drawn(kind: str, group: str, fit_sign: float, seed: int, taken_for: str = "eng_Latn") -> list[Example]:
    """Examples that differ in how well their words fit."""
    draw = np.random.default_rng(seed)
    made = []
    for _ in range(60):
        signs = dict.fromkeys(SIGNS, 0.0) | {"fit": float(draw.normal(fit_sign, 0.03)), "length": 3.0}
        signs["symbols"] = 0.6 if kind == "none" else 0.0
        made.append(Example(kind, group, tuple(signs.values()), taken_for, kind in ("known", "mixed")))
    return made


TYPICAL = Typical({"*": 1.0}, {"*": 0.5})


def test_the_fit_separates() -> None:
    found = [
        *drawn("known", "eng", 1.0, 1), *drawn("known", "fra", 1.0, 2), *drawn("mixed", "eng-fra", 0.9, 3),
        *drawn("unknown", "deu", 0.4, 4), *drawn("unknown", "nld", 0.4, 5), *drawn("none", "code", 0.3, 6),
    ]  # fmt: skip
    fitted = fit(found, TYPICAL)
    probable = chances(fitted, found)
    assert (probable[:180] < UNKNOWN_THRESHOLD).sum() <= 1
    assert probable[180:].max() < UNKNOWN_THRESHOLD
    assert {kind for kind, _, share in rejected(found, TYPICAL)[1:] if float(share) > 0.5} == {"unknown", "none"}
    silver = [replace(one, silver=one.group == "eng") for one in found]
    assert ("known", "60") in [row[:2] for row in rejected(silver, TYPICAL)]
    assert fit(silver, TYPICAL) == fitted


def test_as_many_right_answers_are_lost_as_was_decided() -> None:
    """However well unknown text is told, and whatever becomes of answers that are wrong anyway."""
    for sign in (0.4, 0.9, 1.0):
        known = [one for seed in range(20) for one in drawn("known", "eng", 1.0, seed)]
        wrong = [replace(one, is_right=False) for one in drawn("known", "eng", 0.5, 21)]
        found = [*known, *wrong, *drawn("unknown", "deu", sign, 22), *drawn("none", "code", 0.3, 23)]
        lost = chances(fit(found, TYPICAL), known) < UNKNOWN_THRESHOLD
        assert 0 < lost.mean() <= LOST + 1 / len(known)


def test_labels_that_unknown_text_is_taken_for_are_doubted() -> None:
    found = [
        *drawn("known", "eng", 1.0, 1), *drawn("known", "fra", 1.0, 2, "fra_Latn"),
        *drawn("unknown", "deu", 0.9, 3, "fra_Latn"), *drawn("unknown", "nld", 0.9, 4, "fra_Latn"),
    ]  # fmt: skip
    fitted = fit([*found, *drawn("none", "code", 0.3, 5)], TYPICAL)
    assert fitted.offsets["fra_Latn"] < -0.1 < 0.1 < fitted.offsets["eng_Latn"]
    assert max(map(abs, fitted.offsets.values())) <= 2.0  # so that French is still told


def test_some_sentences_of_each_language() -> None:
    assert {language: len(texts) for language, texts in by_language(sets()).items()} == dict.fromkeys(sorted(TEXTS), 12)


def test_made_up_text_repeats_itself() -> None:
    first, second = (list(made_up(3, 7)) for _ in range(2))
    assert first == second
    assert len({kind for kind, _ in first}) == 14
    assert all(text.strip() for _, text in first)
    assert list(made_up(3, 8)) != first
