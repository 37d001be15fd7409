"""For every solver and setting: no set is more probable than its first language, and no probability exceeds 1."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import mixlid
from mixlid import Identifier, MixlidError

SOLVERS = ("exact", "masklid", "masklid:words=best", "topk", "topk:k=3", "threshold")
TEXTS = (
    *("yarınki meeting için slides hazır mı", "no no si da ja oui", "где the old карта", "zxqv kjhw", "the", "漢 a"),
    *("Hello Wörld 123 @x #tag http://a.b Привет мир", "see you demain mañana and then " * 6),
)
CHANGES: dict[str, st.SearchStrategy[Any]] = {
    "max_languages": st.integers(1, 5),
    "penalty": st.sampled_from([-1e6, -1000.0, -1.0, 0.0, 1.0, 100.0]),
    "min_chars": st.sampled_from([0, 3, 15, 1000]),
    "max_switches": st.sampled_from([0, 1, 10]),
    "length_exponent": st.sampled_from([0.0, 1.0, 2.0]),
    "rank_weights": st.sampled_from([(1.0, 0.8), (0.5,), (1.0, 0.5, 0.3)]),
    "only_top": st.sampled_from([1, 5]),
    "mixed_threshold": st.sampled_from([0.0, 0.3, 0.9]),
    "unknown_threshold": st.sampled_from([0.0, 0.5]),
    "word_price": st.sampled_from([-10.0, 1.0, 1000.0]),
    "group": st.sampled_from([0.0, 0.01, 0.5, 1.0]),
    "search_budget": st.just(1),
}
#: What is known of the texts: nothing, or something that may be wrong.
PRIORS: tuple[dict[str, Any] | None, ...] = (
    None,
    None,
    {"languages": {"eng_Latn": 0.9}, "mixed": 0.01},
    {"mixed": 0.99},
)


@pytest.fixture(scope="module")
def presets() -> dict[str, Identifier]:
    return {name: mixlid.load(preset=name) for name in ("default", "cs", "avg", "mono")}


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["default", "cs", "avg", "mono"]),
    st.sampled_from(SOLVERS),
    st.fixed_dictionaries({}, optional=CHANGES),
    st.booleans(),
    st.sampled_from(PRIORS),
    st.sampled_from(TEXTS),
)
def test_they_do(
    presets: dict[str, Identifier],
    preset: str,
    solver: str,
    changes: dict[str, Any],
    few: bool,
    prior: dict[str, Any] | None,
    text: str,
) -> None:
    try:
        lid = presets[preset].replace(solver, **changes).with_prior(prior)
    except MixlidError:
        return
    result = (lid.restrict(["en", "tr", "ru"]) if few else lid).identify(text)
    if result.confidence is None or result.language_score is None:
        assert result.confidence is result.language_score
        assert all(word.confidence is None for word in result.words)
        return
    assert 0 <= result.confidence <= 1
    assert 0 <= result.language_score <= 1
    assert result.is_mixed or result.confidence <= result.language_score
    for word in result.words:
        if word.confidence is not None:
            assert 0 <= word.confidence <= 1
            assert result.is_mixed or word.label != result.label or word.confidence <= result.language_score


@settings(max_examples=50, deadline=None)
@given(
    st.sampled_from(SOLVERS), st.fixed_dictionaries({}, optional=CHANGES), st.lists(st.sampled_from(TEXTS), min_size=2)
)
@example("exact", {}, [TEXTS[0], TEXTS[2], TEXTS[4]])
def test_those_of_documents_do(
    presets: dict[str, Identifier], solver: str, changes: dict[str, Any], texts: list[str]
) -> None:
    """Whose sentences need not have the same first language."""
    result = presets["default"].replace(solver, **changes).identify_document("\n\n".join(texts))
    if result.confidence is not None and result.language_score is not None:
        assert 0 <= result.confidence <= 1
        assert 0 <= result.language_score <= 1
