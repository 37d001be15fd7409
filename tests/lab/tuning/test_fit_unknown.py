"""Languages left out of a model are told from those that it has, and made-up text from language."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from mixlid import Identifier, Settings
from mixlid.adapt.labelled import Sample
from mixlid.models.unknown import SIGNS, SIZE, UnknownDetector
from mixlid.text.frequent_words import FrequentWords
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.tuning.no_language import made_up
from mixlid_lab.tuning.unknown import (
    Example,
    Typical,
    by_language,
    chances,
    examples,
    fit,
    is_known,
    typical_of,
    without,
)
from mixlid_lab.tuning.unknown_tables import separation, separation_table
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
    prepared = identifier._prepare("раз два три")
    column = LABELS.index("rus_Cyrl")
    expected = float(prepared.scores[:, column].mean())
    assert typical.get("rus_Cyrl", 0.0) == (pytest.approx(expected, abs=1e-4) if expected > 0 else 0.0)
    assert "*" in typical
    assert "deu_Latn" not in typical  # which the model does not have


def test_what_is_known_depends_on_the_model(identifier: Identifier) -> None:
    found = examples(identifier, typical_of(identifier, sets()), sets())
    kinds = {(example.kind, example.group) for example in found}
    assert ("unknown", "deu") in kinds
    assert {("known", "eng"), ("known", "fra"), ("known", "eng-fra")} <= kinds
    assert {"none"} == {kind for kind, group in kinds if group == "code"}
    assert {15, 30, math.inf} == {example.cut for example in found if example.group == "deu"}


@pytest.mark.parametrize(
    ("written", "text", "is_so"),
    [
        ("hin", "kal milte hain", True),
        ("hin", "कल मिलते हैं", True),  # who says no script says that any will do, but for Latin letters
        ("snd_Arab", "سنڌي", False),
        ("snd_Latn", "sindhi", True),
        ("min", "alah makan", False),
        ("min_Arab", "مينڠ", True),
    ],
)
def test_a_script_that_a_model_lacks_is_not_known(written: str, text: str, is_so: bool) -> None:
    assert is_known(written, text, ["hin_Latn", "snd_Latn", "min_Arab"]) == is_so


def test_signs_are_those_of_the_engine(identifier: Identifier) -> None:
    from mixlid.engine.plain_pipeline import PlainAnalyzer
    from mixlid.inspection import signs_of

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


def drawn(kind: str, group: str, fit_sign: float, seed: int) -> list[Example]:
    """Examples that differ in how well their words fit."""
    draw = np.random.default_rng(seed)
    made = []
    for _ in range(60):
        signs = dict.fromkeys(SIGNS, 0.0) | {"fit": float(draw.normal(fit_sign, 0.03)), "length": 3.0}
        signs["symbols"] = 0.6 if kind == "none" else 0.0
        made.append(Example(kind, group, math.inf, tuple(signs.values())))
    return made


def test_the_fit_separates() -> None:
    found = [
        *drawn("known", "eng", 1.0, 1), *drawn("known", "fra", 1.0, 2), *drawn("known", "eng-fra", 0.9, 3),
        *drawn("unknown", "deu", 0.4, 4), *drawn("unknown", "nld", 0.4, 5), *drawn("none", "code", 0.3, 6),
    ]  # fmt: skip
    typical = Typical({"*": 1.0}, {"*": 0.5})
    fitted = fit(found, typical)
    probable = chances(fitted, found)
    assert probable[:180].min() > 0.5 > probable[180:].max()
    assert separation(pd.Series(probable[:180]), pd.Series(probable[180:])) == (1.0, 0.0, 0.0)
    table = separation_table(found, typical)
    assert [row[0] for row in table[1:]] == ["unknown language, whole sentences", "code"]
    silver = [replace(one, silver=one.group == "deu") for one in found]
    assert [row[1] for row in separation_table(silver, typical)[1:]] == ["60", "60"]
    assert fit(silver, typical) == fitted


def test_the_two_hardest_are_left_out_once() -> None:
    unknown = {"deu": 0.4, "nld": 0.3, "sco": 0.97, "wln": 0.95}
    found = [
        *drawn("known", "eng", 1.0, 1), *drawn("known", "fra", 1.0, 2),
        *(one for language, sign in unknown.items() for one in drawn("unknown", language, sign, len(language))),
    ]  # fmt: skip
    table = separation_table([replace(one, cut=120) for one in found], Typical({"*": 1.0}, {"*": 0.5}))
    hard = {"sco", "wln"}
    assert table[1][:2] == ("unknown language, 120 characters", "240")
    assert {*table[2][0].removeprefix("120 characters, without ").split(" and ")} == hard
    assert table[2][1] == "120"
    assert {row[0] for row in table[3:]} == set(unknown)
    assert float(table[1][3]) < float(table[2][3])


def test_settings_of_a_model_with_more_languages(identifier: Identifier) -> None:
    priced = identifier.replace(penalty={"*": 1.0, "fra_Latn": 2.0}, word_price={"*": 0.0, "tur_Latn": 0.5})
    fewer = identifier.restrict("eng,fra").model
    assert without(fewer, priced).settings.penalty == {"*": 1.0, "fra_Latn": 2.0}
    assert without(fewer, priced).settings.word_price == {"*": 0.0}


def test_some_sentences_of_each_language() -> None:
    assert {language: len(texts) for language, texts in by_language(sets()).items()} == dict.fromkeys(sorted(TEXTS), 12)


def test_made_up_text_repeats_itself() -> None:
    first, second = (list(made_up(3, 7)) for _ in range(2))
    assert first == second
    assert len({kind for kind, _ in first}) == 11
    assert all(text.strip() for _, text in first)
    assert list(made_up(3, 8)) != first
