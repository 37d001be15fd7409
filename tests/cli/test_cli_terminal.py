"""What people see: colours and marks, the legend, tables, explanations, and no control characters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import ENGLISH, TURKISH, Command

import mixlid
from mixlid import Identifier, Settings
from mixlid.cli.terminal import clean, table, width
from mixlid.cli.text_view import TextView, wants_colour
from mixlid.models.probability import ProbabilityModel
from mixlid.results.result import Result, Word


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


@pytest.mark.parametrize(
    ("terminal", "environ", "wanted"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"TERM": "dumb"}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (False, {"FORCE_COLOR": "1"}, True),
        (False, {"FORCE_COLOR": "0"}, False),
        (True, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
    ],
)
def test_when_there_are_colours(terminal: bool, environ: dict[str, str], wanted: bool) -> None:
    assert wants_colour(terminal, environ) is wanted


def test_colours_and_legend(cli: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    sentence, legend = cli.identify("-t", TURKISH).lines
    assert sentence == (
        "\x1b[38;5;38myarınki\x1b[0m \x1b[38;5;172;4mmeeting\x1b[0m \x1b[38;5;38miçin hazır\x1b[0m"
    )  # the second is also underlined: colour is not the only sign
    assert legend == "  \x1b[38;5;38mTurkish\x1b[0m 70% (tur_Latn) · \x1b[38;5;172;4mEnglish\x1b[0m 30% (eng_Latn)"


def test_a_language_keeps_its_style(cli: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    lines = cli.identify("-t", TURKISH, "-t", ENGLISH).lines
    assert lines[2] == f"\x1b[38;5;172;4m{ENGLISH}\x1b[0m"


def test_environment_decides_about_colours(cli: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in cli.identify("-t", TURKISH).out
    assert cli.identify("-t", TURKISH, "-o", tmp_path / "a").code == 0
    assert "\x1b[" not in (tmp_path / "a").read_text(encoding="utf-8")  # it is about the screen, not about files
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in cli.identify("-t", TURKISH).out


def test_control_characters_are_shown_and_not_sent(cli: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    evil = "the \x1b[31mmap\x1b]0;title\x07 \x9b2J\x7f \u202eback\x00"
    for colour in ("0", "1"):
        monkeypatch.setenv("FORCE_COLOR", colour)
        out = cli.identify("-t", evil, "--words", "--explain").out
        assert "␛" in out
        assert not set(out) & set("\x00\x07\x7f\x9b\u202e")
        assert "\x1b[31m" not in out
        assert "\x1b]" not in out
    assert clean("a\tb\x1b\x7f\x85\u2066\ud800") == "a\tb␛␡\\x85\\u2066\\ud800"


@pytest.mark.parametrize("format", ["tsv", "csv", "jsonl"])
def test_tables_and_json_show_control_characters_on_a_terminal_alone(
    cli: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, format: str
) -> None:
    evil = "the \x1b[31mmap\x07 \x9b2J \u202eback\x7f"
    path, out = tmp_path / "in.tsv", tmp_path / f"out.{format}"
    path.write_text(f"a\x1b\ttext\n1\t{evil}\n", encoding="utf-8")
    argv: list[str | Path] = ["--header", "-k", "text", "-f", format, path]
    assert cli.identify(*argv, "-o", out).code == 0
    piped = cli.identify(*argv).out
    assert piped == out.read_text(encoding="utf-8")
    assert "\u202e" in piped
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    shown = cli.identify(*argv).out
    assert not set(shown) & set("\x1b\x07\x7f\x9b\u202e")
    assert "\\u001b[31mmap" in shown
    assert "\\u202eback" in shown
    if format == "jsonl":
        assert json.loads(shown) == json.loads(piped)


def test_errors_do_not_send_control_characters(cli: Command) -> None:
    assert "\x1b" not in cli.fails("-t", "a", "-m", "\x1b[31mred.bin")


def test_words_table(cli: Command) -> None:
    lines = cli.identify("-t", f"{TURKISH}, 42", "--words").lines
    assert lines[1].split() == ["word", "kind", "label", "score", "margin", "sure"]
    rows = [line.split() for line in lines[2:-1]]
    assert [row[0] for row in rows] == ["yarınki", "meeting", "için", "hazır", ",", "42"]
    assert rows[1][1:3] == ["word", "eng_Latn"]
    assert float(rows[1][3]) > 0
    assert float(rows[1][4]) > 0
    assert rows[5][1:] == ["number", "zxx", "-", "-", "-"]


def test_explanation(cli: Command) -> None:
    out = cli.identify("-t", "yarınki meeting, καλημέρα", "--explain").out
    meeting = out.split("  meeting → English\n")[1].split("→")[0].splitlines()
    label, score = meeting[0].split()
    assert label == "eng_Latn"
    assert float(score) > float(meeting[1].split()[-1])
    assert meeting[3].startswith("    for eng_Latn: ")
    assert "ing> +" in meeting[3]
    assert meeting[4].startswith("    against eng_Latn: ")
    assert " -" in meeting[4]
    assert "unknown in Greek\n    the model has no language written in Greek" in out
    assert ", →" not in out


def test_explanation_of_a_word_that_the_sentence_overrules(cli: Command) -> None:
    options = ["-s", "max_languages=1", "-s", "force_top=6", "--explain"]
    out = cli.identify("-t", "yarınki toplantı meeting hazır", *options).out
    part = out.split("  meeting → Turkish\n")[1]
    assert part.split("\n")[0].startswith("    Turkish, though English scores higher here: ")
    assert part.split("\n")[1].split()[0] == "eng_Latn"
    assert "\n    tur_Latn" in part.split("→")[0]


def test_explanation_of_weights_and_of_words_without_a_language(cli: Command) -> None:
    out = cli.identify("-t", "the Meeting", "-s", "capital_weight=0.5", "--explain").out
    assert "Meeting → English (weighs 0.5: a capital letter inside the sentence)" in out
    out = cli.identify("-t", "the slides", "-l", "eng,tur", "--explain").out
    assert "slides → unknown\n    it does not support any language of the sentence" in out


def test_a_model_without_ngrams_says_so() -> None:
    model = ProbabilityModel(lambda _: {"eng_Latn": 0.9, "tur_Latn": 0.1}, ["eng_Latn", "tur_Latn"])
    lid = mixlid.load(model, "cs")
    result = lid.identify("the map")
    shown = TextView(lid, people=False, colour=False, explain=True).show(result)
    assert shown.count("this model has no n-grams to show for it") == 2


def _result(words: tuple[Word, ...], fallback: bool = False, confidence: float | None = None) -> Result:
    return Result(
        "x", ["eng_Latn"], words=words, proportions={"eng_Latn": 1.0}, fallback=fallback, confidence=confidence
    )


def test_a_guess_is_called_one() -> None:
    lid = Identifier(ProbabilityModel(lambda _: {}, ["eng_Latn"]), Settings())
    result = _result((), fallback=True)
    assert "a guess: no language fits well" in TextView(lid, people=True, colour=False).show(result)


def test_confidence_is_shown_where_there_is_one() -> None:
    lid = Identifier(ProbabilityModel(lambda _: {}, ["eng_Latn"]), Settings())
    word = Word("x", 0, 1, "eng_Latn", 1.0, 0.5, "word", 0.876)
    result = _result((word,), confidence=0.914)
    shown = TextView(lid, people=True, colour=False, words=True).show(result)
    assert "English 100% (eng_Latn) · 91% sure" in shown
    assert shown.splitlines()[3].split()[-2:] == ["88%", "English"]


def test_a_screen_has_names_and_a_pipe_has_labels(lid: Identifier) -> None:
    result = lid.identify("yarınki meeting için slides hazır mı")
    screen, pipe = (TextView(lid, people=people, colour=False, words=True) for people in (True, False))
    assert screen.show(result).splitlines()[0] == "yarınki [English meeting] için [English slides] hazır mı"
    assert pipe.show(result).splitlines()[0].endswith("yarınki [eng_Latn meeting] için [eng_Latn slides] hazır mı")
    words = {line.split()[0]: line.split()[-1] for line in screen.show(result).splitlines()[3:-1]}
    assert (words["için"], words["slides"]) == ("Turkish", "English")


def test_many_languages_and_what_has_none_look_different() -> None:
    """Unknown scripts once used up the styles, and the eighth label looked like the first."""
    labels = [f"{code}_Latn" for code in ("eng", "tur", "deu", "fra", "spa", "ita", "pol", "ces", "dan", "nld")]
    words = [label for pair in zip(labels, ["und_Cyrl", "und_Arab"] * 5, strict=True) for label in pair]
    lid = Identifier(ProbabilityModel(lambda _: {}, ["eng_Latn"]), Settings())
    view = TextView(lid, people=True, colour=True)
    styles = {}
    for label in words:
        word = Word("x", 0, 1, label, 1.0, 0.5, "word", None)
        styles[label] = view.show(_result((word,))).split("x")[0]
    assert len({styles[label] for label in labels}) == len(labels)
    assert {styles[label] for label in words if label.startswith("und_")} == {"\x1b[2m"}


def test_tables_align_wide_letters_and_marks() -> None:
    assert (width("天気"), width("e\u0301"), width("ab")) == (4, 1, 2)
    assert table([("天気", "1"), ("ab", "10")], right=frozenset({1}), indent="") == ["天気   1", "ab    10"]


def test_a_group_of_near_languages_is_explained_by_its_best_member() -> None:
    lid = mixlid.load(group="always")
    shown = TextView(lid, people=False, colour=False, explain=True).show(lid.identify("dobro jutro kako ste danas"))
    assert shown.startswith("hbs_Latn\t")
    assert "  a group of near languages, of which Serbian (Latin) fits best\n" in shown
    assert "Bosnian, Croatian, Serbian, though Polish scores higher here" in shown


def test_decisions_are_explained() -> None:
    text = "yarınki meeting için slides hazır mı"
    lid = mixlid.load()
    shown = TextView(lid, people=False, colour=False, explain=True).show(lid.identify(text))
    assert "English as a further language (meeting, slides): " in shown
    assert "%, kept\n" in shown
    assert "    for      +" in shown
    assert "how much better the answer is with the language than without it" in shown
    paper = mixlid.load(preset="cs")
    assert "further language" not in TextView(paper, people=False, colour=False, explain=True).show(
        paper.identify(text)
    )
