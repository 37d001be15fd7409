"""Runs that are complete, interrupted, changed and resumed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from mixlid.adapt.labelled import Sample
from mixlid.configuration import Configuration
from mixlid.errors import InputError
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.evaluation.predictions import FoundWord, Prediction
from mixlid_lab.evaluation.runner import ModelContender, run
from mixlid_lab.evaluation.saved import pack, slug, without_text
from mixlid_lab.evaluation.scoreboard import Answers, Scoreboard
from mixlid_lab.evaluation.word_metrics import word_scores

MANY = Dataset("many", tuple(Sample(f"sentence {n}", frozenset(["eng"])) for n in range(250)))
FEW = Dataset("few", (Sample("two words", frozenset(["tur", "eng"]), ("two", "words"), ("eng", "eng")),))


@dataclass
class Parrot:
    """Answers with the text's last word, and fails when told to."""

    version: int = 1
    breaks_at: str | None = None
    asked: list[tuple[str, str]] = field(default_factory=list)

    @property
    def systems(self) -> Mapping[str, Mapping[str, Any]]:
        return {"parrot low": {"version": self.version}, "parrot high": {"version": self.version}}

    def predict(self, samples: Sequence[Sample], systems: Sequence[str]) -> dict[str, list[Prediction]]:
        if any(sample.text == self.breaks_at for sample in samples):
            raise KeyboardInterrupt
        self.asked += [(system, sample.text) for system in systems for sample in samples]
        return {
            system: [
                Prediction(sample, (sample.text.split()[-1],), (FoundWord(0, 3, "eng"),), self.version / 4)
                for sample in samples
            ]
            for system in systems
        }


def saved(folder: Path) -> dict[str, Answers]:
    board = Scoreboard(folder)
    return {system: board.answers(system) for system in board.facts}


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def whole(tmp_path: Path) -> dict[str, bytes]:
    run(tmp_path / "whole", [Parrot()], [MANY, FEW])
    return files(tmp_path / "whole")


def test_answers_come_back_as_they_were_given(tmp_path: Path, whole: dict[str, bytes]) -> None:
    assert len(whole) == 2 + 2 * 3  # labels; two systems: what they are, many, few
    answers = saved(tmp_path / "whole")
    assert set(answers) == {"parrot low", "parrot high"}
    assert [len(answers["parrot low"][name]) for name in ("few", "many")] == [1, 250]
    kept = replace(FEW.samples[0], text="x x", tokens=("x", "x"))
    assert answers["parrot low"]["few"] == [Prediction(kept, ("words",), (FoundWord(0, 1, "eng"),), 0.25)]


def test_no_text_is_saved(whole: dict[str, bytes]) -> None:
    assert not any(word in content for content in whole.values() for word in (b"sentence ", b"two"))
    assert b"x" in whole["labels/few.jsonl"]


def test_words_are_judged_as_with_their_text() -> None:
    """Tokens that the text lacks, tokens without letters, a word over two tokens, one that was given no language."""
    tags = ("tur", "other", "tur", "eng", "tur", "eng")
    sample = Sample("git - time'a bak now", frozenset({"tur", "eng"}), ("git", "-", "gone", "time", "'a", "now"), tags)
    words = (FoundWord(0, 3, "tur"), FoundWord(6, 12, "eng"), FoundWord(13, 16, "tur"))
    plain = Sample("bir - iki", frozenset({"tur"}))
    given = [Prediction(sample, ("tur", "eng"), words), Prediction(plain, ("tur",), (FoundWord(0, 3, "tur"),))]
    kept = list(map(without_text, given))
    before = word_scores(given)
    assert before is not None
    assert before.tokens == 4
    assert word_scores(kept) == before
    assert kept[0].sample.text == "x - x x x"


def test_packed_answers_are_the_same(tmp_path: Path) -> None:
    run(tmp_path / "folder", [Parrot()], [MANY, FEW])
    for name in ("one", "two"):
        pack(tmp_path / "folder", tmp_path / f"{name}.tar.xz", ["parrot low"], confidence=True)
    assert (tmp_path / "one.tar.xz").read_bytes() == (tmp_path / "two.tar.xz").read_bytes()
    whole, kept = saved(tmp_path / "folder"), saved(tmp_path / "one.tar.xz")
    assert kept["parrot low"]["few"] == whole["parrot low"]["few"]
    # neither words that people have not labelled, nor those of other systems
    for system, name in (("parrot low", "many"), ("parrot high", "few")):
        assert kept[system][name] == [replace(one, words=None) for one in whole[system][name]]
    pack(tmp_path / "folder", tmp_path / "less.tar.xz", [], confidence=False)
    assert {one.confidence for one in saved(tmp_path / "less.tar.xz")["parrot low"]["many"]} == {None}


def test_a_broken_run_goes_on_after_the_last_data_set(tmp_path: Path, whole: dict[str, bytes]) -> None:
    folder = tmp_path / "broken"
    with pytest.raises(KeyboardInterrupt):
        run(folder, [Parrot(breaks_at="sentence 220")], [FEW, MANY])
    again = Parrot()
    run(folder, [again], [FEW, MANY])
    assert files(folder) == whole
    assert not any(text == "two words" for _, text in again.asked)
    run(folder, [again := Parrot()], [MANY, FEW])
    assert again.asked == []


def test_a_system_that_is_behind_is_not_asked_twice_for_the_rest(tmp_path: Path, whole: dict[str, bytes]) -> None:
    folder = tmp_path / "uneven"
    run(folder, [Parrot()], [MANY, FEW])
    (folder / "parrot_low" / "many.jsonl").unlink()
    run(folder, [again := Parrot()], [MANY, FEW])
    assert {system for system, _ in again.asked} == {"parrot low"}
    assert files(folder) == whole


def test_other_circumstances_and_other_sentences_are_done_anew(tmp_path: Path) -> None:
    run(tmp_path, [Parrot()], [MANY])
    run(tmp_path, [newer := Parrot(version=2)], [MANY])
    assert len(newer.asked) == 500
    changed = replace(MANY, samples=(*MANY.samples[:-1], Sample("another", frozenset(["eng"]))))
    run(tmp_path, [again := Parrot(version=2)], [changed])
    assert len(again.asked) == 500
    assert saved(tmp_path)["parrot low"]["many"][-1].languages == ("another",)


def test_processes_give_the_same(tmp_path: Path, tiny_table: Path) -> None:
    contender = ModelContender("tiny", str(tiny_table), {"CS": Configuration("cs"), "k=1": Configuration("cs", "topk")})
    run(tmp_path / "one", [contender], [MANY, FEW])
    run(tmp_path / "two", [contender], [MANY, FEW], jobs=2)
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_what_is_no_prediction_is_named(tmp_path: Path) -> None:
    run(tmp_path, [Parrot()], [FEW])
    path = tmp_path / "parrot_low" / "few.jsonl"
    before = path.read_text(encoding="utf-8")
    path.write_text('{"text": 3}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"few\.jsonl does not have an answer for each of 1 sentences"):
        saved(tmp_path)
    path.write_text(2 * before, encoding="utf-8")
    with pytest.raises(InputError, match="does not have an answer for each of 1 sentences"):
        saved(tmp_path)


def test_folders_of_systems_differ() -> None:
    names = ["a b", "a_b", "a  b", "0 + α=[1, 0.25]", "0 + α=[1; 0.25]", "MaskLID τ=5"]
    assert len({slug(name) for name in names}) == len(names)
    assert all(slug(name).isascii() for name in names)
