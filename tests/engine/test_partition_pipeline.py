"""A model of many scripts: the compiled pipeline, script by script, equals Python and NumPy over all labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from reference import reference, same

import mixlid
from compiled import compiled_module
from curves import CURVES
from mixlid import Identifier
from mixlid.models.calibration import Calibration
from mixlid.models.partitions import PartitionedModel
from mixlid.settings import PresetName
from tiny_partitions import make_partitioned

compiled_module("mixlid.engine._compiled")

TEXTS = [
    "",
    "42 😀!",
    "the Bread and the Window",
    "мы купили Хлеб и сыр",
    "η θάλασσα",
    "kahve içtik με την Μαρία вчера вечером",
    "我今天有個 meeting 要開",
    "これはペンです",
    "漢字とカタカナ, ひらがな",
    "สวัสดีครับ hello สบายดีไหม",
    "नमस्ते yaar, kaise हो",
    "שָׁלוֹם לכולם and more",
    "مرحبا the bread привет",
    "مرحبا",
    "𝐛𝐨𝐥𝐝 the 𝐛𝐨𝐥𝐝",
    "𝐛𝐨𝐥𝐝",
    "3arabi 8elo 2024lar",
    "#привет @you https://example.org #hello",
    "iPhoneで撮った Фото",
    "the хлеб " * 60,
]
SETTINGS: list[dict[str, Any]] = [
    {},
    {"capital_weight": 0.3, "length_exponent": 0.75, "min_chars": 4, "rank_weights": (1.0, 0.65)},
    {"capital_weight": 0.0, "max_languages": 5},
    {"max_languages": 3, "min_chars": 3, "max_switches": 1, "penalty": 0.1},
    {"max_languages": 3, "only_top": 2, "penalty": {"*": 0.3, "eng": -0.2, "rus": 1.0}},
    {"force_top": 1, "rank_weights": (0.9, 0.5, 0.4), "max_languages": 3, "length_exponent": 1.0},
    {"max_languages": 1, "length_exponent": 0.5},
    {"penalty": 1e6},
    {"max_languages": 4, "min_chars": 300, "max_switches": 2},
]
RESTRICTIONS = ["eng,tur", "rus", "ell,eng,jpn,zho", "hin", "heb,tha", "ukr,fra,zho,rus"]


def _identifier(model: PartitionedModel, **changes: Any) -> Identifier:
    lid = Identifier(model, mixlid.Settings()).replace(**changes)
    return replace(lid, calibration=Calibration.from_dict(CURVES))


@pytest.fixture(scope="module")
def lids() -> list[Identifier]:
    """One identifier for each of the settings."""
    model = make_partitioned()
    return [_identifier(model, **changes) for changes in SETTINGS]


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_settings(lids: list[Identifier], number: int) -> None:
    same(lids[number], TEXTS)


@pytest.mark.parametrize("labels", RESTRICTIONS)
@pytest.mark.parametrize("number", [0, 2, 4])
def test_restricted(lids: list[Identifier], number: int, labels: str) -> None:
    same(lids[number].restrict(labels), TEXTS)


def test_restricted_twice(lids: list[Identifier]) -> None:
    same(lids[0].restrict("rus,eng,ukr,tur,ell").restrict("ell,ukr,tur"), TEXTS)


@pytest.mark.parametrize("preset", ["default", "cs", "avg", "mono"])
def test_presets_of_a_file(tmp_path: Path, preset: PresetName) -> None:
    presets: Mapping[str, Any] = {"avg": {"penalty": 0.5}, "default": {"penalty": {"*": 1.0, "tur": 0.0}}}
    make_partitioned(seed=2, presets=presets, confidence={"default": CURVES}).write(tmp_path / "tiny.mixlid")
    same(mixlid.load(tmp_path / "tiny.mixlid", preset), TEXTS)


@pytest.mark.parametrize("solver", ["topk:k=2", "topk:k=1", "threshold:p=0.05", "masklid"])
def test_other_solvers(solver: str) -> None:
    lid = _identifier(make_partitioned()).replace(solver)
    same(lid, TEXTS)
    same(lid.restrict("eng,tur,rus"), TEXTS)
    same(lid.replace(capital_weight=0.3, length_exponent=0.75), TEXTS)


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_priors(lids: list[Identifier], number: int) -> None:
    lid = lids[number].with_prior({"languages": {"eng": 0.5, "tur": 0.3, "rus": 0.002}, "offset": 0.4})
    assert lid.prior_weight > 0
    same(lid, TEXTS)
    same(lid.restrict("eng,tur,rus"), TEXTS)
    plain = reference(lid)
    for text in TEXTS:
        assert lid._pipeline.weigh(text) == plain._pipeline.weigh(text)


def test_rows_that_are_not_small_integers() -> None:
    same(_identifier(make_partitioned(dtype=np.float32)), TEXTS)


def test_words_take_no_label_of_another_script(lids: list[Identifier]) -> None:
    scripts = {"Jpan": {"Hani", "Hira", "Kana"}, "Hans": {"Hani"}}
    for lid in lids:
        for text in TEXTS:
            for word in lid.identify(text).words:
                language, _, script = word.label.partition("_")
                if language not in ("und", "zxx"):
                    tokens = mixlid.text.words.tokenize(text)
                    token = next(token for token in tokens if (token.start, token.end) == (word.start, word.end))
                    assert token.script in scripts.get(script, {script, ""})


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(TEXTS).flatmap(lambda text: st.sampled_from(text.split() or [""])), max_size=8).map(
        " ".join
    )
    | st.text("abTé дХλή漢字かカกิनमשָم12'-#. \u0301\u200d😀𝐛", max_size=40),
    st.integers(0, len(SETTINGS) - 1),
)
@example("漢", 2)
@example("Aд Aд", 2)
def test_any_text(lids: list[Identifier], text: str, number: int) -> None:
    same(lids[number], [text])


def test_the_plain_way_is_plain(lids: list[Identifier]) -> None:
    """The reference has nothing compiled in it."""
    plain: Any = reference(lids[0]).model
    assert [type(partition.table).__name__ for partition in plain.partitions if partition.table] == ["NumpyTable"] * 3
