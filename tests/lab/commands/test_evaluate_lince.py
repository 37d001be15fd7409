"""LinCE's files, and the weighted F1 of lang1, lang2 and other, by hand and on the sample."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluation_data import RAW, needed
from mixlid.cli.main import main
from mixlid_lab.commands.evaluate_lince import read_lince

TEXT = """# sent_enum = 1
@somebody\tother
the\tlang1
#hashtag\tlang1
Pedro\tne

# sent_enum = 2
la\tlang2
casa\tlang2
.\tother
"""


def test_sentences_with_hashtags_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text(TEXT, "utf-8")
    first, second = read_lince(path, ("eng", "spa"))
    assert first.text == "@somebody the #hashtag Pedro"
    assert first.tags == ("other", "lang1", "lang1", "ne")
    assert second.tokens == ("la", "casa", ".")


def judged(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, float]:
    assert main(["evaluate", "lince", str(path), "--pair", "eng,spa", *options]) == 0
    rows = (line.rsplit(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    return {name.strip(): float(value) for name, value in rows}


def test_weighted_by_frequency(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names are not judged; a Spanish sentence that is said to be English is wrong, with the weight of its words."""
    path = tmp_path / "a.conll"
    words = [
        ("where", "lang1"),
        ("are", "lang1"),
        ("you", "lang1"),
        ("going", "lang1"),
        ("Pedro", "ne"),
        (".", "other"),
    ]
    wrong = [(word, "lang1") for word in ["mañana", "vamos", "a", "la", "playa"]]
    path.write_text("\n".join(f"{token}\t{tag}" for token, tag in [*words, ("", ""), *wrong]), "utf-8")
    found = judged(path, capsys)
    assert found["tokens"] == 10
    assert found["other"] == 1.0
    assert found["lang2"] == 0.0
    # precision 1, recall 4 of 9
    assert found["lang1"] == pytest.approx(2 * 4 / 9 / (1 + 4 / 9), abs=0.0005)
    assert found["weighted F1"] == pytest.approx((9 * found["lang1"] + 1) / 10, abs=0.001)


def test_the_sample(capsys: pytest.CaptureFixture[str]) -> None:
    found = judged(needed(RAW) / "lince_spaeng_dev.sample.conll", capsys)
    assert found["tokens"] == 671
    assert found["weighted F1"] > 0.95


@pytest.mark.parametrize(
    ("text", "pair", "message"),
    [("a\tb\tc\n", "eng,spa", "line 1: expected a token and a tag"), ("a\tne\n", "eng,spa", "no token tagged"),
     ("a\tlang1\n", "eng", "--pair is two codes")],
)  # fmt: skip
def test_what_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, pair: str, message: str
) -> None:
    path = tmp_path / "a.conll"
    path.write_text(text, "utf-8")
    assert main(["evaluate", "lince", str(path), "--pair", pair]) in (1, 2)
    assert message in capsys.readouterr().err
