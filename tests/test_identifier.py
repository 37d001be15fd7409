"""From text to result with a real, tiny model: answers, offsets, restriction, processes, determinism."""

from __future__ import annotations

import json
import math
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import mixlid
from mixlid import Identifier, LabelError, Result
from mixlid.solvers.exact import ExactSolver
from mixlid.solvers.problem import Problem
from mixlid.solvers.solver import Sentence

MIXED = "yarın sabah the meeting starts bahçede"


@pytest.fixture(scope="module")
def lid(tiny_table: Path) -> Identifier:
    return mixlid.load(tiny_table, preset="cs")


def test_mixed_sentence(lid: Identifier) -> None:
    result = lid.identify(MIXED)
    assert set(result.labels) == {"tur_Latn", "eng_Latn"}
    assert result.is_mixed
    assert [word.label[:3] for word in result.words] == ["tur", "tur", "eng", "eng", "eng", "tur"]
    assert [MIXED[span.start : span.end] for span in result.spans] == ["yarın sabah ", "the meeting starts ", "bahçede"]
    assert result.proportions.keys() == set(result.labels)
    assert sum(result.proportions.values()) == pytest.approx(1)
    assert result.optimal
    assert not result.fallback
    assert result.margin is not None
    assert result.margin > 0
    assert result.objective == pytest.approx(sum(word.score for word in result.words))


@pytest.mark.parametrize("text", ["", " \n", "12 345", "😀 !!", "\x00", "\ud800", "https://example.org @you"])
def test_nothing_linguistic_is_zxx(lid: Identifier, text: str) -> None:
    result = lid.identify(text)
    assert result.labels == ("zxx",)
    assert not result.is_mixed
    assert {word.label for word in result.words} <= {"zxx"}


@pytest.mark.parametrize("kernel", ["numpy", "compiled"])
def test_words_between_white_space(lid: Identifier, monkeypatch: pytest.MonkeyPatch, kernel: str) -> None:
    """The paper's words: the scores of `text.split()`, whatever it contains, and nothing else decides."""
    monkeypatch.setattr("mixlid.engine.pipeline.kernel", lambda: kernel)
    text = "yarın, sabah 12 (the meeting) https://starts.org 你好"
    cut = lid.replace(words="whitespace")
    result = cut.identify(text)
    assert [word.text for word in result.words] == text.split()
    scores = lid.model.word_scores(text.split())
    lengths = np.array(list(map(len, text.split())))
    best = ExactSolver().solve(Sentence(text, (), Problem(scores.T, lengths), lid.model)).assignment
    assert set(result.labels) == {lid.labels[language] for language in best.languages}
    assert result.objective == pytest.approx(Problem(scores.T, lengths).value(best))
    assert cut._pipeline.identify(text, scores) == result
    assert [word.text for word in lid.identify(text).words] != text.split()


def test_how_words_are_cut_stays_with_an_identifier(lid: Identifier) -> None:
    cut = lid.replace(words="whitespace")
    assert cut.restrict("tur,eng").words == cut.replace(max_languages=1).words == "whitespace"
    assert pickle.loads(pickle.dumps(cut)).words == "whitespace"
    assert cut.replace(words="own") == lid != cut
    with pytest.raises(mixlid.SettingsError, match="words must be own or whitespace, not 'sentences'"):
        lid.replace(words="sentences")  # type: ignore[arg-type]


def test_foreign_scripts_are_languages_of_their_own(lid: Identifier) -> None:
    result = lid.identify("the meeting 你好 μετά")
    assert result.labels == ("eng_Latn", "und_Hani", "und_Grek")
    assert [word.label for word in result.words] == ["eng_Latn", "eng_Latn", "und_Hani", "und_Grek"]
    assert lid.identify("你好 世界 再见").labels == ("und_Hani",)


def test_a_script_counts_however_short_and_whatever_the_rules(lid: Identifier) -> None:
    strict = lid.replace(max_languages=1, min_chars=5)
    assert strict.identify("the children were playing 你好").labels == ("eng_Latn", "und_Hani")
    assert strict.identify("你好").labels == ("und_Hani",)


@pytest.mark.parametrize("solver", ["masklid", "topk:k=2", "threshold:p=0.01"])
def test_no_solver_invents_languages_where_there_is_nothing_to_read(tiny_table: Path, solver: str) -> None:
    lid = mixlid.load(tiny_table, solver=solver).restrict("eng,tur")
    assert lid.identify("123 😀").labels == ("zxx",)
    assert lid.identify("привет мир").labels == ("und_Cyrl",)


def test_the_best_labels_of_a_word_are_those_of_the_whole_model(tiny_table: Path) -> None:
    """With two labels both would be among a word's best, and C5 would leave no choice."""
    avg = mixlid.load(tiny_table, preset="avg").replace(penalty=0.5, force_top=1)
    assert avg.restrict("eng,tur").settings == avg.settings
    assert set(avg.restrict("eng,tur").identify(MIXED).labels) == {"tur_Latn", "eng_Latn"}


def test_a_script_is_foreign_to_a_restricted_model(lid: Identifier) -> None:
    assert lid.identify("где лежит карта").labels == ("rus_Cyrl",)
    assert lid.restrict(["en", "tr"]).identify("где лежит карта").labels == ("und_Cyrl",)


def test_restriction_is_a_hard_guarantee(lid: Identifier) -> None:
    only = lid.restrict(["fra", "es"])
    assert set(only.labels) == {"fra_Latn", "spa_Latn"}
    for text in (MIXED, "the weather will be better", "x y z"):
        assert set(only.identify(text).labels) <= {"fra_Latn", "spa_Latn", "und"}
    assert set(lid.restrict("eng,tur").labels) == {"eng_Latn", "tur_Latn"}
    with pytest.raises(LabelError, match="did you mean"):
        lid.restrict(["enq"])


def test_a_high_penalty_falls_back_to_one_language_and_says_so(lid: Identifier) -> None:
    result = lid.replace(penalty=1e6).identify(MIXED)
    assert result.fallback
    assert len(result.labels) == 1
    assert all(word.label == result.label for word in result.words)


def test_settings_that_make_no_problem_are_refused_at_once(lid: Identifier) -> None:
    with pytest.raises(mixlid.SettingsError, match="must fall"):
        lid.replace(rank_weights=(0.5, 0.9))


def test_penalty_by_language(lid: Identifier) -> None:
    assert "eng_Latn" in lid.identify(MIXED).labels
    without = lid.replace(penalty={"*": 0.0, "eng_Latn": 1e6}).identify(MIXED)
    assert "eng_Latn" not in without.labels


def test_a_penalty_may_be_named_by_any_code_but_not_by_a_wrong_one(lid: Identifier) -> None:
    assert "eng_Latn" not in lid.replace(penalty={"en": 1e6}).identify(MIXED).labels
    with pytest.raises(LabelError, match="enq"):
        lid.replace(penalty={"enq": 1.0})
    named = lid.replace(penalty={"deu": 1.0})
    assert named.restrict("eng,tur").identify(MIXED).is_mixed


def test_a_copy_keeps_what_is_not_changed(lid: Identifier) -> None:
    priced = lid.replace(penalty={"*": 0.1, "en": 0.2, "tur_Latn": 0.3})
    assert priced.replace() is priced
    assert priced.replace(max_languages=priced.settings.max_languages) is priced
    other = priced.replace("topk:k=2", unit="sentence")
    assert other.identify(MIXED).solver == "topk"
    assert other == Identifier(priced.model, priced.settings, other.solver, unit="sentence")


def test_settings_are_not_reached_by_later_changes(lid: Identifier) -> None:
    prices = {"*": 0.0, "eng_Latn": 1e6}
    priced = lid.replace(penalty=prices)
    prices["eng_Latn"] = 0.0
    assert "eng_Latn" not in priced.identify(MIXED).labels


def test_another_solver_by_name(lid: Identifier) -> None:
    assert lid.replace("topk:k=2").identify(MIXED).solver == "topk"


def test_capitals_inside_a_sentence_weigh_less(lid: Identifier) -> None:
    text = "The children saw Garden and. Window"
    plain, weighed = lid.identify(text), lid.replace(capital_weight=0.25).identify(text)
    changed = [a.text for a, b in zip(plain.words, weighed.words, strict=True) if a.score != b.score]
    assert changed == ["Garden"]


@pytest.mark.parametrize("solver", ["exact", "masklid", "topk:k=2", "threshold:p=0.05", "ilp"])
def test_every_solver_gives_the_same_kind_of_result(tiny_table: Path, solver: str) -> None:
    if solver == "ilp":
        pytest.importorskip("pyomo")
        pytest.importorskip("highspy")
    result = mixlid.load(tiny_table, "cs", solver).identify(MIXED)
    assert result.solver == solver.partition(":")[0]
    assert result.optimal == (solver in ("exact", "ilp"))
    assert set(result.labels) <= {"eng_Latn", "tur_Latn", "fra_Latn", "spa_Latn", "deu_Latn", "rus_Cyrl"}
    check(result, MIXED)


def test_ilp_and_exact_agree_on_text(tiny_table: Path) -> None:
    pytest.importorskip("pyomo")
    pytest.importorskip("highspy")
    exact, ilp = (mixlid.load(tiny_table, "avg", solver).identify(MIXED) for solver in ("exact", "ilp"))
    assert exact.objective == pytest.approx(ilp.objective, rel=1e-9)
    assert exact.margin == pytest.approx(ilp.margin, rel=1e-6)


def check(result: Result, text: str) -> None:
    assert result.text == text
    assert result.labels
    for word in result.words:
        assert text[word.start : word.end] == word.text
    assert "".join(text[span.start : span.end] for span in result.spans) == text
    assert all(a.end == b.start for a, b in zip(result.spans, result.spans[1:], strict=False))
    assert not result.proportions or sum(result.proportions.values()) == pytest.approx(1)
    plain = result.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert pickle.loads(pickle.dumps(result)) == result


@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text() | st.text("aeiouktrs çşğé'-#@:/.😀01\u0301\u200dдمक\x00\ud800", max_size=60))
@example("‏مرحبا hello שלום")
@example("👩‍👩‍👧‍👦 the bread")
@example("e\u0301\u0301\u0301")
@example("\u2028the\u2029bread\x85")
def test_any_text_gets_an_answer(lid: Identifier, text: str) -> None:
    check(lid.identify(text), text)


@pytest.mark.parametrize("text", ["x" * 100_000, "the ekmek " * 100_000], ids=["one token", "a megabyte"])
def test_long_texts(lid: Identifier, text: str) -> None:
    result = lid.identify(text)
    assert result.spans[-1].end == len(text)
    assert result.optimal


def test_identify_refuses_what_is_no_text(lid: Identifier) -> None:
    with pytest.raises(TypeError, match="identify_many"):
        lid.identify([MIXED])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not one str"):
        lid.identify_many(MIXED)
    with pytest.raises(mixlid.SettingsError, match="at least 1"):
        lid.identify_many([MIXED], jobs=0)
    for jobs in (1, 2):
        with pytest.raises(TypeError, match=r"item 300 \(counting from 0\) is nan, of type float"):
            list(lid.identify_many([MIXED] * 300 + [math.nan], jobs=jobs))  # type: ignore[list-item]


def test_identify_many_keeps_order_and_reads_as_it_goes(lid: Identifier) -> None:
    read = []

    def lines() -> object:
        for number in range(1000):
            read.append(number)
            yield f"the bread {'ekmek ' * (number % 5)}"

    results = lid.identify_many(lines())  # type: ignore[arg-type]
    first = next(results)
    assert first.text == "the bread "
    assert len(read) == 1
    assert len(list(results)) == 999


def test_processes_and_threads_give_the_same_answers(lid: Identifier) -> None:
    texts = [f"{MIXED} {'kitap' * (n % 7)} {n}" for n in range(700)]
    plain = [lid.identify(text) for text in texts]
    assert list(lid.identify_many(texts, jobs=2)) == plain
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lid.identify, texts)) == plain


def test_an_abandoned_run_in_processes_ends(lid: Identifier) -> None:
    results = lid.identify_many((f"{MIXED} {n}" for n in range(100_000)), jobs=2)
    assert next(results).is_mixed
    results.close()  # type: ignore[attr-defined]


def test_pickled_identifier(lid: Identifier) -> None:
    again = pickle.loads(pickle.dumps(lid.restrict("eng,tur")))
    assert again.identify(MIXED) == lid.restrict("eng,tur").identify(MIXED)


def test_the_same_on_every_hash_seed(tiny_table: Path) -> None:
    code = f"import mixlid; print(mixlid.load({str(tiny_table)!r}).identify({MIXED!r}))"
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(runs) == 1


def test_japanese_that_cannot_be_read_is_one_language(lid: Identifier) -> None:
    """Han and Kana together; Han without Kana may also be Chinese."""
    assert lid.identify("今日は会議があります。東京タワー").labels == ("und_Jpan",)
    assert [word.label for word in lid.identify("東京 the children へ").words][::3] == ["und_Jpan", "und_Jpan"]
    assert lid.identify("今日 会議").labels == ("und_Hani",)
