"""Word lists: the most frequent words of each source, with English removed from other languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from mixlid.errors import InputError
from mixlid_lab.training.word_lists import read_word_list, without_english


def _write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def test_each_source_is_a_list_of_its_most_frequent_words(tmp_path: Path) -> None:
    text = "web\tThe\t90\nweb\tboat\t10.5\nweb\tthe\t5\nbook\tsea\t3\nweb\trare\t1\nweb\ttwo words\t70\n"
    web, book = read_word_list(_write(tmp_path / "eng.tsv", text), 2)
    assert (web.words, web.counts.tolist()) == (["the", "boat"], [95.0, 10.5])
    assert book.words == ["sea"]


def test_one_script_of_a_list(tmp_path: Path) -> None:
    (mixed,) = read_word_list(_write(tmp_path / "rus_Cyrl.tsv", "web\tхлеб\t5\nweb\tok\t4\nweb\tсыр\t3\n"), 9)
    only = mixed.only("Cyrl")
    assert (only.words, only.counts.tolist()) == (["хлеб", "сыр"], [5.0, 3.0])
    assert mixed.only("Grek").words == []


def test_english_leaves_other_lists(tmp_path: Path) -> None:
    english = read_word_list(_write(tmp_path / "eng.tsv", "w\tthe\t90\nw\tboat\t10\n"), 10)
    turkish = read_word_list(_write(tmp_path / "tur.tsv", "w\ttekne\t60\nw\tthe\t20\nw\tboat\t20\n"), 10)
    cleaned = without_english({"eng_Latn": english, "tur_Latn": turkish})
    assert cleaned["eng_Latn"][0].words == ["the", "boat"]
    assert cleaned["tur_Latn"][0].words == ["tekne", "boat"]  # "boat" has a larger share of the Turkish list
    assert without_english({"tur_Latn": turkish})["tur_Latn"][0].words == ["tekne", "boat", "the"]


@pytest.mark.parametrize("line", ["w\tBoot", "w\t \t3", "w\tBoot\tmany", "Boot"])
def test_refusals(tmp_path: Path, line: str) -> None:
    with pytest.raises(InputError, match=r"deu\.tsv, line 2: it is not source<TAB>word<TAB>count"):
        read_word_list(_write(tmp_path / "deu.tsv", f"w\tSee\t3\n{line}\n"), 10)
    with pytest.raises(InputError, match="has no words"):
        read_word_list(_write(tmp_path / "deu.tsv", "w\t42\t3\n"), 10)
