"""Settings, presets, and the messages about mistakes in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from mixlid.errors import SettingsError
from mixlid.settings import SETTINGS, Settings, parse, preset
from mixlid.solvers.registry import get_solver


def test_the_paper_s_configurations() -> None:
    assert preset("cs") == Settings()
    avg, mono = preset("avg"), preset("mono")
    assert (avg.rank_weights, avg.penalty, avg.min_chars, avg.force_top) == ((1.0, 0.75), 15.0, 5, 10)
    assert (mono.rank_weights, mono.penalty, mono.min_chars, mono.force_top) == ((1.0, 0.7), 20.0, 10, 10)
    assert avg.length_exponent == mono.length_exponent == 1.0


def replaced(changes: Mapping[str, Any]) -> Settings:
    return Settings().replace(**changes)


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_is_defined_with_limits_that_hold(name: str) -> None:
    definition = SETTINGS[name]
    assert definition.meaning.endswith(".")
    assert getattr(Settings(), name) == definition.default
    low, high = definition.limits
    for number, fits in ((low, True), (high, True), (low - 1, False), (high + 1, False), (float("nan"), False)):
        value: Any = (number,) if definition.listed else number
        if fits:
            assert getattr(Settings(**{name: value}), name) == value
        else:
            with pytest.raises(SettingsError, match=f"^{name}.*{re.escape(definition.range)}"):
                Settings(**{name: value})


def test_a_list_of_weights_or_a_single_one_is_taken_as_well() -> None:
    assert Settings().replace(rank_weights=[1, 0.5]).rank_weights == (1, 0.5)
    assert Settings().replace(rank_weights=0.5).rank_weights == (0.5,)


def test_a_model_s_values_are_laid_over() -> None:
    stored: dict[str, dict[str, Any]] = {"avg": {"penalty": 2.0}, "default": {"length_exponent": 0.5}}
    assert preset("avg", stored) == preset("avg").replace(penalty=2.0)
    assert preset("default", stored) == Settings(length_exponent=0.5)
    assert preset("default") == preset("avg")


@pytest.mark.parametrize("name", ["cs", "avg", "mono"])
def test_the_paper_s_programmes_as_printed_are_there_for_any_model(name: str) -> None:
    """With nothing from the model but the unit of its scores."""
    assert preset(f"paper-{name}") == preset(name)
    prices: dict[str, dict[str, Any]] = {
        one: {"penalty": {"*": 8.0, "eng": 2.0}, "word_price": {"*": 1.0}, "mixed_threshold": 0.5}
        for one in ("default", "cs", "avg", "mono", "paper-cs")
    }
    assert preset(name, prices).word_price == {"*": 1.0}
    for own, unit in ((1.5, 0.1), ({"*": 8.0, "eng": 2.0}, 2 / 15)):
        printed = preset(f"paper-{name}", prices | {"avg": {"penalty": own, "force_top": 3}})
        assert printed == preset(name).replace(penalty=round(preset(name).penalty * unit, 4))  # type: ignore[operator]
    by_mono = preset(f"paper-{name}", prices | {"mono": {"penalty": 4.0}})
    assert by_mono == preset(name).replace(penalty=round(preset(name).penalty / 5, 4))  # type: ignore[operator]


def test_the_paper_s_m_shrinks_with_the_labels_but_a_model_s_own_does_not() -> None:
    assert preset("avg", labels=25).force_top == 2
    assert preset("avg", labels=2).force_top == 1
    assert preset("avg", labels=2102).force_top == 10
    assert preset("avg", {"avg": {"force_top": 5}}, labels=25).force_top == 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("penalty=2.5", ("penalty", 2.5)),
        ("max-languages=3", ("max_languages", 3)),
        ("rank_weights=1,0.5", ("rank_weights", (1.0, 0.5))),
        ("force_top=none", ("force_top", None)),
    ],
)
def test_parse(text: str, expected: tuple[str, Any]) -> None:
    assert parse(text) == expected


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (
            lambda: preset("cs", {"cs": {"search_budget": 10**6}}),
            "budget of 1,000,000, but a model may set at most 200",
        ),
        (lambda: preset("best"), "presets are default, one, cs, avg, mono"),
        (lambda: replaced({"penatly": 1}), "no setting 'penatly'.*penalty"),
        (lambda: Settings(max_languages=6), "1 to 5"),
        (lambda: Settings(only_top=3, force_top=3), "C4.*C5"),
        (lambda: Settings(capital_weight=2), "0 to 1"),
        (lambda: Settings(length_exponent=1e9), "0 to 2"),
        (lambda: replaced({"max_languages": "2"}), "whole number"),
        (lambda: replaced({"min_chars": None}), "whole number from 0 to 1,000,000; it cannot be None"),
        (lambda: replaced({"penalty": None}), r"penalty \(P\) must be a number.*cannot be None"),
        (lambda: replaced({"penalty": {"eng_Latn": "x"}}), "must be a number.*cannot be 'x'"),
        (lambda: replaced({"rank_weights": ("a",)}), "must be numbers.*cannot be 'a'"),
        (lambda: Settings(rank_weights=()), "must fall"),
        (lambda: Settings(rank_weights=(0.5, 0.9)), "must fall"),
        (lambda: Settings(penalty=float("nan")), "cannot be nan"),
        (lambda: Settings(penalty={"*": float("inf")}), "cannot be inf"),
        (lambda: Settings(length_exponent=float("nan")), "cannot be nan"),
        (lambda: Settings(max_switches=6148914691236517205), r"max_switches \(S\).*0 to 1,000,000, or none"),
        (lambda: Settings(max_languages=True), "whole number"),
        (lambda: replaced({"max_languages": (2, 3)}), r"cannot be \(2, 3\)"),
        (lambda: parse("penatly=1"), "no setting 'penatly'"),
        (lambda: parse("penalty"), "name=value"),
        (lambda: parse("penalty=none"), "'none' is not a value"),
        (lambda: parse("max_languages=two"), "'two' is not a value"),
        (lambda: get_solver("simplex"), "solvers are exact, ilp"),
        (lambda: get_solver("topk:n=2"), "no parameter 'n'; it has k"),
        (lambda: get_solver("topk:k=x"), "'x' is not a value"),
        (lambda: get_solver("exact:k=2"), "it has no parameters"),
    ],
)
def test_mistakes(act: Any, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        act()


def test_solvers_with_parameters() -> None:
    assert get_solver("exact").name == "exact"
    assert repr(get_solver("masklid:min_bytes=5,words=best")).count("5") >= 1
    assert get_solver("ilp:solver=cbc").solver == "cbc"  # type: ignore[attr-defined]
    assert get_solver("threshold:p=0.3").p == 0.3  # type: ignore[attr-defined]
