"""Evidence by hand, its effect on a decision, and equal answers from all solvers that find the optimum."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

import mixlid
from mixlid import Identifier, Settings
from mixlid.engine.plain_pipeline import PlainAnalyzer
from mixlid.explain import judgements
from mixlid.models.decision import PLACES, Decision
from mixlid.models.interface import Feature, FloatArray
from mixlid.solvers.registry import get_solver
from mixlid.text.frequent_words import FrequentWords

LABELS = ("eng_Latn", "tur_Latn", "deu_Latn", "rus_Cyrl")
#: Scores by word; minus infinity where the script does not fit.
WORDS = {
    "the": (5.0, 1.0, 2.0), "old": (4.0, -1.0, 1.0), "house": (5.0, 0.0, 1.0),
    "bahçede": (-3.0, 6.0, 1.0), "Peter": (1.0, 2.0, 1.5), "güzel": (-2.0, 5.0, 2.0), "ein": (0.0, 0.0, 6.0),
}  # fmt: skip


class Words:
    """A model that knows a few words, and Russian by its letters."""

    labels = LABELS
    presets: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
    confidence: Mapping[str, Mapping[str, Any]] = MappingProxyType({})

    def word_scores(self, words: Sequence[str]) -> FloatArray:
        rows = [(*WORDS[word], -np.inf) if word in WORDS else (-np.inf, -np.inf, -np.inf, 4.0) for word in words]
        return np.array(rows).reshape(len(words), len(LABELS))

    def probabilities(self, _text: str) -> FloatArray:
        return np.full(len(LABELS), 1 / len(LABELS))

    def features(self, _word: str) -> list[Feature]:
        return []

    def info(self) -> dict[str, object]:
        return {}


def weigh(text: str, **changes: Any) -> dict[str, float]:
    """The evidence about the last proposal for a text, by name."""
    neutral = Decision(0.0, {}, {"*": 0.0})
    settings = Settings(mixed_threshold=1.0, length_exponent=0.5).replace(**changes)
    analyzer = PlainAnalyzer(Identifier(Words(), settings, decision=neutral)._config())
    analyzer.answer(text, None)
    evidence = analyzer.stages.decide.evidence
    assert evidence is not None
    assert analyzer.text.weighed
    return {name: evidence.pieces[place] for name, place in PLACES.items()}


def test_every_piece_is_gathered() -> None:
    """Every piece is set."""
    parts = Identifier(Words(), Settings(mixed_threshold=1.0), decision=Decision(0.0, {}, {"*": 0.0}))._config()
    analyzer = PlainAnalyzer(parts)
    evidence = analyzer.stages.decide.evidence
    assert evidence is not None
    for place in PLACES.values():
        evidence.pieces[place] = math.nan
    analyzer.answer("the old house bahçede", None)
    assert [name for name, place in PLACES.items() if math.isnan(evidence.pieces[place])] == []


def test_a_new_piece_does_not_change_a_model_that_does_not_know_it(tmp_path: Path) -> None:
    """The shipped model, in a package with one more piece of evidence; it comes first, so that all others move."""
    source, package = Path(mixlid.__file__).parent, tmp_path / "mixlid"
    shutil.copytree(source, package, copy_function=os.symlink)
    declared = package / "models" / "decision.py"
    content, start = declared.read_text(encoding="utf-8"), "EVIDENCE = {\n"
    assert start in content
    declared.unlink()
    declared.write_text(content.replace(start, start + '    "weather": "whether it rains",\n'), encoding="utf-8")
    text = "ieri ho visto il signor Johnson alla meeting room"
    script = f"""import mixlid, mixlid.explain
from mixlid.models.decision import EVIDENCE
lid = mixlid.load()
print("weather" in EVIDENCE, lid.identify({text!r}).to_dict(), mixlid.explain.judgements(lid, {text!r}))"""
    made = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    lid = mixlid.load()
    assert made.stdout == f"True {lid.identify(text).to_dict()} {judgements(lid, text)}\n"


def test_by_hand() -> None:
    found = weigh("the old house bahçede")
    # Together 20/2, English alone 14/2 and nothing for the fourth word.
    assert found["lead"] == pytest.approx(10 - 7)
    assert found["mean_gain"] == pytest.approx(6)
    assert found["share"] == pytest.approx(math.log(7 / 18))
    assert found["foreign_letters"] == found["names"] == found["titles"] == found["plain"] == 0
    assert found["root_lead"] == pytest.approx(math.sqrt(3))
    assert found["run"] == found["scattered"] == 0
    assert found["run_gain"] == found["least_gain"] == pytest.approx(6)
    assert found["log_run_gain"] == pytest.approx(math.log(7))
    assert found["text_letters"] == pytest.approx(math.log(18))
    assert (found["strangers"], found["near"]) == (0, 0)


def test_capitals_and_names() -> None:
    inside = weigh("the old house Peter güzel")
    assert inside["names"] == inside["titles"] == pytest.approx(0.5)
    assert inside["capital_gain"] == pytest.approx(1 / math.sqrt(5))
    assert weigh("the old house Peter")["plain"] == 1
    at_the_start = weigh("Peter güzel. the old house")
    assert at_the_start["titles"] == at_the_start["capital_gain"] == 0
    assert at_the_start["names"] == pytest.approx(0.5)


def test_frequent_words() -> None:
    words = FrequentWords(["tur_Latn"])
    for word in ("güzel", "bahçede"):
        assert weigh(f"the old house {word}")["frequent"] == words.look_up(0, word, 0, len(word))
    assert weigh("the old house güzel")["frequent"] == 1


def test_words_of_another_script_are_nobody_elses() -> None:
    assert weigh("the old house дом")["foreign_letters"] == 1


def test_runs() -> None:
    """Of its three words two follow each other; the gains are 6, 5 and 5."""
    found = weigh("bahçede güzel the old house güzel the old house")
    assert found["run"] == pytest.approx(math.log(2))
    assert found["scattered"] == pytest.approx(math.log(3 / 2))
    assert found["run_gain"] == pytest.approx(11)
    assert found["least_gain"] == pytest.approx(5)


def test_a_third_language_is_weighed_against_two() -> None:
    found = weigh("the old house bahçede güzel ein", max_languages=3, mixed_threshold=0.4)
    assert found["lead"] == pytest.approx(6 / math.sqrt(6))
    assert found["run_gain"] == pytest.approx(6)  # of German
    assert found["third"] == pytest.approx(6 / math.sqrt(6))  # nothing else is worth anything for `ein`


def test_further_languages_have_weights_of_their_own() -> None:
    text, by_lead = "the old house bahçede güzel ein", Decision(0.0, {"lead": 1.0}, {"*": 0.0})
    assert set(decided(text, replace(by_lead, further=replace(by_lead, constant=-6.5)))) == {"tur_Latn", "eng_Latn"}
    assert len(decided(text, replace(by_lead, constant=-6.5, further=by_lead))) == 3


def decided(text: str, decision: Decision, solver: str = "exact", threshold: float = 0.5) -> tuple[str, ...]:
    settings = Settings(max_languages=3, mixed_threshold=threshold)
    return Identifier(Words(), settings, get_solver(solver), decision=decision).identify(text).labels


def test_they_come_in_one_by_one() -> None:
    """With a threshold on the lead only: Turkish adds 11 to English, then German adds 6."""
    by_lead = Decision(0.0, {"lead": 1.0}, {"*": 0.0})
    text = "the old house bahçede güzel ein"
    assert decided(text, by_lead) == ("eng_Latn", "tur_Latn", "deu_Latn")  # in the order of their words
    assert decided(text, replace(by_lead, constant=-6.5)) == ("eng_Latn", "tur_Latn")
    assert decided(text, replace(by_lead, constant=-12.0)) == ("eng_Latn",)
    assert decided(text, by_lead, threshold=0.0) == ("eng_Latn", "tur_Latn", "deu_Latn")
    assert decided(text, by_lead, threshold=1.0) == ("eng_Latn",)


@pytest.mark.parametrize("constant", [0.0, -6.5, -12.0, -20.0])
def test_the_integer_programme_agrees(constant: float) -> None:
    pytest.importorskip("pyomo")
    pytest.importorskip("highspy")
    decision = Decision(constant, {"lead": 1.0}, {"*": 0.0})
    for text in ("the old house bahçede güzel ein", "the old bahçede Peter", "ein the дом"):
        assert set(decided(text, decision)) == set(decided(text, decision, "ilp"))


def test_masklid_decides_by_itself() -> None:
    never = Decision(-100.0, {}, {"*": 0.0})
    settings = Settings(mixed_threshold=0.5)
    lid = Identifier(Words(), settings, get_solver("topk:k=2"), decision=never)
    assert len(lid.identify("the old house bahçede").labels) == 2
