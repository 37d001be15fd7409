"""The compiled pipeline equals Python and NumPy: every label, offset and bit of a number."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from reference import reference, same

import mixlid
from compiled import compiled_module
from mixlid import Identifier, Span, Word
from mixlid.models.calibration import Calibration
from mixlid.models.decision import Decision
from mixlid.models.interface import FloatArray
from mixlid.models.probability import ProbabilityModel
from mixlid.models.table import TableModel
from mixlid.settings import PresetName
from mixlid.solvers.problem import Assignment, Solution
from mixlid.solvers.solver import Sentence
from rarely import each_once

compiled_module("mixlid.engine._compiled")

CURVES: Mapping[str, Any] = {
    "unit": 0.5,
    "word_unit": 1.25,
    "one": {
        "languages": [-1.5, 0.75, 0.3, 0.0],
        "language": [2.0, 0.5, -0.1, 0.0],
        "word": [-1.0, 0.8, -0.5, 0.4, 0.3, 0.0],
    },
    "several": {
        "languages": [1.0, 0.9, -0.7, 0.0],
        "language": [0.5, 0.4, 0.2, 0.0],
        "word": [0.3, 0.6, -0.1, 0.35, -0.5, 0.0],
    },
}
TEXTS = [
    "",
    " \n",
    "12 345 😀!",
    "yarın sabah the meeting starts bahçede",
    "The children saw Garden and. Window, WINDOW (Ekmek) x",
    "где лежит the old карта? 你好 μετά, 你好",
    "привет мир",
    "#bahçede the @you https://example.org 12:30 #2024 ekmek-peynir l'été",
    "x y z",
    "(the) [ekmek] «la mer» — die Besprechung!",
    "the ekmek " * 70,
    "a" * 25 + " " + "the" * 200,
    "‏مرحبا hello שלום",
    "the the the THE The tHe",
    "\ud800 the \udfff",
]
SETTINGS: list[dict[str, Any]] = [
    {},
    {"capital_weight": 0.3, "length_exponent": 0.75, "min_chars": 4, "rank_weights": (1.0, 0.65)},
    {"capital_weight": 0.0, "max_languages": 5},
    {"max_languages": 3, "min_chars": 3, "max_switches": 1, "penalty": 0.1},
    {"max_languages": 3, "only_top": 2, "penalty": {"*": 0.3, "eng": -0.2}},
    {"force_top": 1, "rank_weights": (0.9, 0.5, 0.4), "max_languages": 3, "length_exponent": 1.0},
    {"max_languages": 1, "length_exponent": 0.5},
    {"penalty": 1e6},
    {"max_languages": 4, "min_chars": 300, "max_switches": 2},
    {"word_price": 0.4, "capital_weight": 0.5},
    {"word_price": {"*": 0.25, "tur": -0.5}, "length_exponent": 0.5},
    {"mixed_threshold": 0.5, "penalty": -1.0},
    {"mixed_threshold": 0.3, "penalty": -1.0, "max_languages": 4, "word_price": {"*": 0.1, "eng": 0}, "min_chars": 2},
    {"mixed_threshold": 1.0, "penalty": -1.0, "max_languages": 3},
]
#: Some proposals stay and some do not.
DECISION = Decision(
    0.3,
    {"lead": 0.8, "mean_gain": 0.2, "third": -0.3, "capital_gain": -0.6, "names": -0.9, "titles": 0.5, "plain": -0.3}
    | {"share": 0.4, "foreign_letters": 1.5, "strangers": -2.0, "frequent": 0.3, "near": -0.7},
    {"*": -0.2, "eng_Latn": 0.25},
)


@pytest.fixture(scope="module")
def variants(tiny_table: Path) -> list[Identifier]:
    """The tiny table as it is, like ours, and with float32 rows; each with and without curves."""
    model = TableModel.load(tiny_table)
    calibration = Calibration.from_dict(CURVES)
    ours = replace(model.header, normalisation="words-2", pooling="sqrt")
    ids = model.ids - np.uint32(len(model.words))
    buckets = model.ids >= len(model.words)
    plain = TableModel(ours, ids[buckets], model.rows[buckets])
    floats = TableModel(ours, ids[buckets], (model.rows[buckets] * np.float32(0.3)).astype(np.float32))
    return [
        Identifier(each, mixlid.Settings(), calibration=curves, decision=DECISION)
        for each in (model, plain, floats)
        for curves in (None, calibration)
    ]


@pytest.fixture(scope="module")
def by_setting(variants: list[Identifier]) -> list[list[Identifier]]:
    """The variants with each of the settings."""
    # `replace` of an identifier drops the curves, which belong to settings.
    return [[replace(lid.replace(**changes), calibration=lid.calibration) for lid in variants] for changes in SETTINGS]


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_every_table_and_setting(by_setting: list[list[Identifier]], number: int) -> None:
    for lid in by_setting[number]:
        same(lid, TEXTS)


@pytest.mark.parametrize("preset", ["default", "cs", "avg", "mono"])
def test_every_preset(tiny_table: Path, preset: PresetName) -> None:
    lid = mixlid.load(tiny_table, preset)
    same(lid, TEXTS)
    same(lid.restrict("eng,tur"), TEXTS)
    same(lid.restrict("tur"), TEXTS)
    same(lid.restrict("deu,tur,eng,fra").restrict("fra,tur,deu"), TEXTS)


def test_other_models(tiny_bin: Path) -> None:
    """Any model's scores are treated the same."""
    same(mixlid.load(tiny_bin), TEXTS)
    model = ProbabilityModel(
        lambda text: {"aaa_Latn": 0.9 if "t" in text else 0.1, "bbb_Latn": 0.1}, ["aaa_Latn", "bbb_Latn"]
    )
    same(Identifier(model, mixlid.Settings(penalty=0.1, capital_weight=0.5)), TEXTS)


@pytest.mark.parametrize(
    ("preset", "languages"),
    each_once(["default", "cs", "avg", "mono"], [None, "eng,tur,deu,fra,spa"]),
)
def test_the_model_that_ships(preset: PresetName, languages: str | None) -> None:
    lid = mixlid.load(preset=preset)
    same(lid.restrict(languages) if languages else lid, TEXTS)


@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text() | st.text("aeiouktrs THEçşğé'-#@:/.,😀01\u0301\u200dдمक\x00\ud800", max_size=60),
    st.integers(0, len(SETTINGS) - 1),
)
@example("e\u0301\u0301\u0301", 1)
@example("\u2028the\u2029bread\x85", 3)
@example("r<A A:0Ã", 2)
def test_any_text(by_setting: list[list[Identifier]], text: str, number: int) -> None:
    for lid in by_setting[number][1::2]:
        same(lid, [text])


class Broken(ProbabilityModel):
    def word_scores(self, words: Sequence[str]) -> FloatArray:
        return np.full((len(words), len(self.labels)), np.nan)


@pytest.mark.parametrize("pipeline", [lambda lid: lid, reference])
def test_scores_that_are_not_numbers_are_refused(pipeline: Callable[[Identifier], Identifier]) -> None:
    lid = pipeline(Identifier(Broken(lambda _: {}, ["aaa_Latn", "bbb_Latn"]), mixlid.Settings()))
    with pytest.raises(mixlid.ModelError, match="finite"):
        lid.identify("the bread")
    assert lid.identify("12").labels == ("zxx",)


class Narrow(ProbabilityModel):
    def word_scores(self, words: Sequence[str]) -> FloatArray:
        return np.ones((len(words), 1))


@pytest.mark.parametrize("pipeline", [lambda lid: lid, reference])
def test_scores_for_other_labels_are_refused(pipeline: Callable[[Identifier], Identifier]) -> None:
    lid = pipeline(Identifier(Narrow(lambda _: {}, ["aaa_Latn", "bbb_Latn"]), mixlid.Settings()))
    with pytest.raises(mixlid.ModelError, match="2 words and 2 labels"):
        lid.identify("the bread")


@pytest.mark.parametrize("solver", ["topk:k=2", "topk:k=1", "threshold:p=0.05", "masklid"])
def test_other_solvers(tiny_table: Path, solver: str) -> None:
    lid = mixlid.load(tiny_table, solver=solver)
    same(lid, TEXTS)
    same(lid.restrict("eng,tur"), TEXTS)
    same(lid.replace(capital_weight=0.3, length_exponent=0.75, penalty=1e6), TEXTS)


class Fixed:
    """A solver that always gives the same answer, valid or not."""

    name = "fixed"

    def __init__(self, languages: tuple[int, ...], ranks: tuple[int, ...]) -> None:
        self._solution = Solution(Assignment(languages, ranks), 0.0, optimal=False)

    def solve(self, _: Sentence) -> Solution:
        return self._solution


@pytest.mark.parametrize("pipeline", [lambda lid: lid, reference])
@pytest.mark.parametrize(
    ("languages", "ranks"), [((0,), (0,)), ((0,), (0, 1)), ((99,), (0, 0)), ((-1,), (0, 0)), ((0,), (0, -2))]
)
def test_an_answer_that_does_not_fit_is_refused(
    tiny_table: Path,
    languages: tuple[int, ...],
    ranks: tuple[int, ...],
    pipeline: Callable[[Identifier], Identifier],
) -> None:
    lid = pipeline(mixlid.load(tiny_table).replace(Fixed(languages, ranks)))
    with pytest.raises(mixlid.SettingsError, match="solver fixed gave an impossible answer"):
        lid.identify("the bread")


def one_language(label: str, text: str) -> dict[str, float]:
    return {label: 0.9 if "м" in text or "t" in text else 0.1}


def test_a_model_may_have_special_labels_of_its_own() -> None:
    """They are counted and shown as they are, and named once."""
    for labels in (["und_Cyrl", "bbb_Latn"], ["zxx", "bbb_Latn"], ["und", "bbb_Latn"], ["und_Cyrl", "bbb_Cyrl"]):
        model = ProbabilityModel(partial(one_language, labels[0]), labels)
        lid = Identifier(model, mixlid.Settings())
        same(lid, TEXTS)
        for text in TEXTS:
            languages = lid.identify(text).labels
            assert len(set(languages)) == len(languages)


def test_a_text_may_be_more_than_a_str(tiny_table: Path) -> None:
    class Text(str):
        __slots__ = ()

        def __str__(self) -> str:
            return "something else"

    assert mixlid.load(tiny_table).identify(Text("the bread")) == mixlid.load(tiny_table).identify("the bread")


def test_more_labels_than_any_fixed_room() -> None:
    """Every word has its own language."""
    labels = [f"{a}{b}{c}_Latn" for a in "abcdefgh" for b in "abcdefgh" for c in "abcdefgh"]
    model = ProbabilityModel(lambda text: {f"{text}_Latn": 0.9}, labels)
    text = " ".join(label[:3] for label in labels)
    result = Identifier(model, mixlid.Settings(), EveryWord(), unit="sentence").identify(text)
    assert result.labels == tuple(labels)
    assert [span.label for span in result.spans] == labels
    assert len(result.proportions) == len(labels)


class EveryWord:
    """A solver that gives each word its best language."""

    name = "every"

    def solve(self, sentence: Sentence) -> Solution:
        best = sentence.problem.scores.argmax(axis=0).tolist()
        languages = tuple(dict.fromkeys(best))
        return Solution(Assignment(languages, tuple(map(languages.index, best))), 0.0, optimal=False)


def test_the_cache_is_bounded_and_forgets(tiny_table: Path) -> None:
    """More words than fit, seen again and again in another order."""
    model = TableModel.load(tiny_table)
    lid = Identifier(model, mixlid.Settings())
    general = reference(lid)
    assert model.compiled is not None
    cache = model.compiled.cache
    draw = random.Random(3)
    words = ["".join(draw.choices("aeioubdklmnrst", k=draw.randint(3, 8))) for _ in range(2 * cache.words)]
    for _ in range(2):
        for start in range(0, len(words), 64):
            lid.identify(" ".join(words[start : start + 64]))
    assert 0 < cache.hits < cache.asked
    for _ in range(50):
        text = " ".join(draw.choices(words, k=12))
        assert lid.identify(text) == general.identify(text)


def test_threads(tiny_table: Path) -> None:
    lid = mixlid.load(tiny_table)
    general = reference(lid)
    draw = random.Random(4)
    words = ["the", "meeting", "starts", "yarın", "sabah", "bahçede", "la", "réunion", "commence", "hair", "xyz"]
    texts = [" ".join(draw.choices(words, k=10)) + str(n % 7) for n in range(400)]
    expected = [general.identify(text) for text in texts]
    with ThreadPoolExecutor(6) as pool:
        for _ in range(5):
            assert list(pool.map(lid.identify, texts)) == expected


def test_results_are_hashed_and_pickled_like_any_other(tiny_table: Path) -> None:
    result = mixlid.load(tiny_table).identify("the meeting starts bahçede")
    for word in result.words:
        assert hash(word) == hash(Word(*word))
        assert Word(**word.to_dict()) == word
    for span in result.spans:
        assert hash(span) == hash(Span(*span))
        assert Span(**span.to_dict()) == span
    assert pickle.loads(pickle.dumps(result)) == result


def test_a_pickled_identifier_has_no_pipeline(tiny_table: Path) -> None:
    lid = mixlid.load(tiny_table)
    lid.identify("the bread")
    assert len(pickle.dumps(lid)) < 3000
    assert pickle.loads(pickle.dumps(lid)).identify("the bread") == lid.identify("the bread")


@pytest.mark.parametrize("name", ["compiled", "numpy"])
def test_the_variable_rules_all_of_it(tiny_table: Path, name: str) -> None:
    program = (
        f"import mixlid; lid = mixlid.load({str(tiny_table)!r}); "
        "print(type(lid._pipeline).__name__, lid.model.compiled is None, lid.identify('the bread').labels)"
    )
    environment = {**os.environ, "MIXLID_KERNEL": name}
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    pipeline = {"compiled": "CompiledPipeline", "numpy": "PlainPipeline"}[name]
    assert run.stdout == f"{pipeline} {name == 'numpy'} ('eng_Latn',)\n"


def test_a_text_that_is_too_large_for_the_memory_does_no_harm() -> None:
    """There is no memory for the scores of a million words; what was allocated before is freed, once."""
    pytest.importorskip("resource")
    program = """
import resource, mixlid
lid = mixlid.load().replace(unit="sentence")
texts = ["the bread " * 2000, "the bread " * 500, "the bread and ekmek"]  # what the last one used is used again
expected = [lid.identify(text) for text in texts]
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + 300_000_000, resource.RLIM_INFINITY))
for _ in range(3):
    try:
        lid._pipeline.identify("the bread " * 500_000)
    except MemoryError:
        print("refused")
    assert [lid.identify(text) for text in texts] == expected
"""
    if not Path("/proc/self/statm").exists():
        pytest.skip("this system does not say how much memory a process has")
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (run.stdout, run.returncode) == ("refused\n" * 3, 0), run.stderr
