"""Texts with marked runs, scores of runs, and the tables that compare tools, without the other tools."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import runs
from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError
from runs import MARKED, MarkedText, every, marked_text, mixlid_runs, read_marked_runs, scores

TEXT = MarkedText("ab cd ef", ("tur", "tur", None, "eng", "eng", None, "tur", "tur"))


def test_the_set() -> None:
    texts = read_marked_runs(MARKED)
    assert len({text for text, _ in texts}) == len(texts) == 200
    assert all(len(text) == len(languages) for text, languages in texts)
    languages = Counter(language for _, languages in texts for language in {*languages} - {None})
    assert set(languages) == {"zho", "jpn", "kor", "eng"}
    assert min(languages.values()) > 60


def test_no_letter_of_another_script() -> None:
    """Kana is Japanese and Hangul Korean, wherever they are, so a slip in the marks is seen."""
    for text, languages in read_marked_runs(MARKED):
        for char, language in zip(text, languages, strict=True):
            if "ぁ" <= char <= "ヺ":
                assert language == "jpn", text
            if "가" <= char <= "힣":
                assert language == "kor", text
            if char.isascii() and char.isalpha():
                assert language in ("eng", None), text
            if "一" <= char <= "鿿":
                assert language in ("zho", "jpn"), text


def test_marks(tmp_path: Path) -> None:
    path = tmp_path / "marked.txt"
    path.write_text("# a comment\n<en>a 1<->B<zh>我\n", encoding="utf-8")
    assert read_marked_runs(path) == [MarkedText("a 1B我", ("eng", None, None, None, "zho"))]
    path.write_text("no mark\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 1: expected a mark"):
        read_marked_runs(path)


def test_scores() -> None:
    right = [(0, 3, "tur"), (3, 6, "eng"), (6, 8, "tur")]
    assert scores([TEXT], [right]) == (1.0, 1.0)
    accuracy, f1 = scores([TEXT, TEXT], [right, [(0, 6, "tur"), (6, 8, "eng")]])
    assert accuracy == 8 / 12
    assert f1 == pytest.approx(2 * (3 / 3) * (3 / 4) / (3 / 3 + 3 / 4))


def test_labelled_words_as_marked_text() -> None:
    sample = Sample("gel 3 see", frozenset({"tur", "eng"}), ("gel", "3", "see"), ("tur", "other", "eng"))
    assert marked_text(sample) == MarkedText("gel 3 see", ("tur",) * 3 + (None,) * 3 + ("eng",) * 3)


def test_lines_are_spread() -> None:
    assert every([1, 2, 3, 4, 5, 6, 7], 3) == [1, 4, 7]
    assert every([1, 2], 5) == [1, 2]


def test_runs_of_mixlid() -> None:
    find = mixlid_runs({"zho", "eng"})
    assert list(find("我们有个meeting，")) == [(0, 4, "zho"), (4, 12, "eng")]


def fill(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, what: str, records: list[dict[str, object]]) -> str:
    """The page as the command fills it."""
    path, data = tmp_path / "page.md", tmp_path / "tur-eng.jsonl"
    data.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    path.write_text(f"<!-- figures:{what} -->\n<!-- /figures -->\n", "utf-8")
    monkeypatch.setattr(runs, "lingua_languages", lambda: frozenset({"tur", "eng", "deu"}))
    monkeypatch.setattr("sys.argv", ["runs.py", what, str(data), "--page", str(path)])
    runs.main()
    return path.read_text(encoding="utf-8")


def test_runs_in_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    finders = {"told": (mixlid_runs, True), "**mixlid**": (mixlid_runs, False)}
    monkeypatch.setattr(runs, "FINDERS", finders)
    marked = tmp_path / "marked.txt"
    marked.write_text("<zh>我们有个<en>meeting<zh>。\n", encoding="utf-8")
    monkeypatch.setattr(runs, "MARKED", marked)
    text = "bugün hava güzel see you tomorrow"
    words = {"tokens": text.split(), "tags": ["tur"] * 3 + ["eng"] * 3}
    written = fill(monkeypatch, tmp_path, "runs", [{"text": text, "langs": ["tur", "eng"], **words}])
    assert "| **mixlid** | 1.000 | 1.000 |" in written
    assert "1 lines of Chinese, Japanese, Korean and English, and 1 of 1 corpora with labelled words (tur-eng)" in (
        written
    )


def test_shares_in_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(runs, "lingua_judge", lambda: lambda text, language: float(language == "tur"))  # noqa: ARG005
    texts = [("bugün hava çok güzel", "tur"), ("see you tomorrow at the station", "eng")]
    written = fill(monkeypatch, tmp_path, "share", [{"text": text, "langs": [one]} for text, one in texts])
    assert "| mixlid, `share_in` | 0.05 | 0.000 | 0.000 |" in written
    assert "| lingua, confidence | 0.75 | 0.500 | 0.000 |" in written
    assert "2 development texts in 2 languages" in written


def test_words_without_a_language_are_passed_over() -> None:
    assert runs.switch_points(["eng", None, "eng", "tur", None, "eng"]) == [3, 5]
    assert runs.switch_points([None, "eng"]) == []
