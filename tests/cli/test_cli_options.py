"""The options of `mixlid identify`, exit codes, and messages about options that do not fit."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command import ENGLISH, TURKISH, Command

import mixlid
from mixlid._kernel import kernel
from mixlid.models import loading as registry
from mixlid.settings import SETTINGS


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


def test_version_and_help(cli: Command) -> None:
    assert cli("--version") == (0, f"mixlid {mixlid.__version__} ({kernel()} kernel)\n", "")
    assert cli("--help").code == 0
    assert "tweets.jsonl" in cli("identify", "--help").out


@pytest.mark.parametrize("command", ["identify", "adapt", "languages", "model", "stats", "kwic", "compare", "serve"])
def test_help_fits_on_a_screen_and_a_half(cli: Command, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    brief = cli(command, "--help").out
    assert len(brief.splitlines()) <= 60
    if "--help-all" in brief:
        whole = cli(command, "--help-all").out
        assert set(re.findall(r"^  (-\S+)", brief, re.M)) < set(re.findall(r"^  (-\S+)", whole, re.M))


def test_help_has_every_setting_with_its_sentence_and_its_range(cli: Command) -> None:
    out = " ".join(cli("identify", "--help-all").out.split())
    for name, definition in SETTINGS.items():
        assert f" {name} {definition.meaning} {definition.range}" in out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["guess"], "invalid choice: 'guess'; choose from identify, adapt"),
        (["identfy"], "did you mean identify?"),
        (["model", "inof"], "did you mean info?"),
        (["identify", "--nonsense"], "unrecognized arguments: --nonsense (`mixlid identify --help-all`"),
        (["identify", "--langauges=tur"], "did you mean --languages?"),
        (["identify", "--unit", "documnt"], "did you mean document?"),
        (["identify", "--only", "mixd"], "--only mixd: did you mean mixed?"),
        (["identify", "-f", "xml"], "'xml' is not a format"),
        (["identify", "-f", "jsnl.gz"], "did you mean jsonl?"),
        (["identify", "-p", "defalt", "-t", "a"], "did you mean default?"),
        (["identify", "--max-record", "x"], "--max-record"),
        (["model"], "COMMAND"),
    ],
)
def test_wrong_usage_in_one_line(cli: Command, argv: list[str], said: str) -> None:
    outcome = cli(*argv)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert outcome.err.startswith("mixlid: ")
    assert said in outcome.err


@pytest.mark.parametrize("argv", [["train"], ["model", "add"]])
def test_where_a_command_of_the_lab_is(cli: Command, monkeypatch: pytest.MonkeyPatch, argv: list[str]) -> None:
    monkeypatch.setattr("mixlid.cli.commands.plug_ins", lambda _: {})
    outcome = cli(*argv)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"`mixlid {' '.join(argv)}` comes with mixlid-lab (in the source tree: pip install ./lab)" in outcome.err


def test_the_bare_command_shows_what_it_can_do(cli: Command) -> None:
    outcome = cli()
    assert (outcome.code, outcome.out) == (2, "")
    assert len([line for line in outcome.err.split("\n") if line.startswith("  mixlid ")]) == 3
    assert "find the languages of texts" in outcome.err


def test_texts_on_the_command_line(cli: Command) -> None:
    assert cli.identify("-t", ENGLISH, "--text", "the\nbread").lines == [f"eng_Latn\t{ENGLISH}", "eng_Latn\tthe␊bread"]
    assert cli.identify("-t", "la\nmer", "-f", "tsv").lines[0].endswith("\tla\\nmer")
    assert "not both" in cli.fails("-t", ENGLISH, "a.txt", code=2)


def test_dash_is_standard_input(cli: Command) -> None:
    assert cli.identify("-", "-o", "-", stdin=ENGLISH).lines == [f"eng_Latn\t{ENGLISH}"]


def test_model_from_option_and_environment(
    cli: Command, monkeypatch: pytest.MonkeyPatch, tiny_bin: Path, tiny_table: Path, tmp_path: Path
) -> None:
    summary = tmp_path / "summary.json"
    told = ("-q", "--force", "--summary", summary, "-t", "the map")

    def used(*options: str | Path) -> str:
        assert cli.identify(*options, *told).code == 0
        model: str = json.loads(summary.read_text(encoding="utf-8"))["made_by"]["model"]
        return model

    assert used("-m", tiny_bin) == "tiny.bin"
    for value in (None, ""):
        monkeypatch.setenv("MIXLID_MODEL", value) if value is not None else monkeypatch.delenv("MIXLID_MODEL")
        monkeypatch.setattr(registry, "EMBEDDED", tiny_table)
        assert used() == "litelid"
        monkeypatch.setattr(registry, "EMBEDDED", tiny_table / "nothing")
        assert "comes with mixlid is missing" in cli.fails("-t", "the map")
    assert cli.identify("-m", tiny_table, "-t", "the map").code == 0
    assert "There is no model file" in cli.fails("-m", "nowhere.bin", "-t", "the map")


def test_restriction_is_hard_and_knows_near_matches(cli: Command) -> None:
    outcome = cli.identify("-l", "fr,spa", "-f", "jsonl", "--words", stdin=f"{TURKISH}\n{ENGLISH}\n")
    labels = {word["label"] for record in outcome.records for word in record["words"]}
    assert labels <= {"fra_Latn", "spa_Latn", "und"}
    assert "did you mean tur_Latn" in cli.fails("-l", "eng,turk", "-t", "the map", code=2)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-p", "best"], "there is no preset 'best'; the presets are default, one, cs, avg, mono"),
        (["--solver", "magic"], "there is no solver 'magic'; the solvers are exact, ilp"),
        (["--solver", "topk:n=3"], "has no parameter 'n'"),
        (["-s", "colour=3"], "there is no setting 'colour'; the settings are max_languages"),
        (["-s", "min_chars=many"], "'many' is not a value"),
        (["-s", "min_chars"], "name=value"),
        (["-s", "max_languages=9"], "from 1 to 5"),
        (["-j", "0"], "at least 1, or auto"),
        (["-j", "9" * 5000], "at least 1, or auto"),
        (["-f", "jsonl", "--runs", "min_words=" + "9" * 5000], "min_words of runs must be a whole number"),
        (
            ["-k", "text"],
            "vtt and whisper, but the input is txt; set the format with --from",
        ),
        (["--header"], "--header is for tsv and csv, but the input is txt"),
        (["--explain", "-f", "jsonl"], "--explain cannot be shown as jsonl; choose text"),
        (["--excel", "-f", "jsonl"], "--excel is for csv, but the output is jsonl"),
        (["--columns", "id", "-f", "jsonl"], "--columns is for csv and parquet, but the output is jsonl"),
        (["--encoding", "klingon"], "there is no encoding 'klingon'"),
        (["--encoding", "rot13"], "there is no encoding 'rot13'"),
    ],
)
def test_options_that_do_not_fit(cli: Command, options: list[str], said: str) -> None:
    assert said in cli.fails(*options, "-t", ENGLISH, code=2)


def test_settings_solvers_and_presets_are_used(cli: Command) -> None:
    assert cli.identify("-t", TURKISH, "-s", "max-languages=1").lines[0].startswith("tur_Latn\t")
    assert cli.identify("-t", TURKISH, "--solver", "topk:k=3").lines[0].split("\t")[0].count(",") == 2
    assert cli("identify", "-t", TURKISH, "-p", "mono").lines[0].startswith("tur_Latn\t")
    assert cli("identify", "-t", TURKISH).lines[0].startswith("tur_Latn,eng_Latn\t")
    assert cli("identify", "-t", TURKISH, "-p", "one").lines[0].startswith("tur_Latn\t")


def test_words_may_be_those_of_the_paper(cli: Command) -> None:
    def words(*options: str) -> list[str]:
        answer = json.loads(cli.identify("-t", "the map, 2", "--to", "jsonl", "--words", *options).lines[0])
        return [word["text"] for word in answer["words"]]

    assert words("-s", "words=whitespace") == ["the", "map,", "2"]
    assert words() == ["the", "map", ",", "2"]
    assert "words must be own or whitespace, not 'mine'" in cli.fails("-t", "a", "-s", "words=mine", code=2)


def test_files_that_cannot_be_opened(cli: Command, tmp_path: Path) -> None:
    assert cli.fails(tmp_path / "none.txt") == f"{tmp_path / 'none.txt'} cannot be read: No such file or directory"
    assert "no file with a known suffix" in cli.fails(tmp_path)
    assert "cannot be written" in cli.fails("-t", "the map", "-o", tmp_path / "none" / "out.txt")
    assert "is a folder; give a file in it" in cli.fails("-t", "the map", "-o", tmp_path, code=2)


def test_debug_shows_where_an_error_comes_from(cli: Command) -> None:
    for argv in (["--debug", "identify", "-t", "a", "-p", "best"], ["identify", "--debug", "-t", "a", "-p", "best"]):
        with pytest.raises(mixlid.SettingsError, match="best"):
            cli(*argv)


def test_output_file(cli: Command, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    outcome = cli.identify("-t", ENGLISH, "-o", path)
    assert outcome == (0, "", "")
    assert path.read_text(encoding="utf-8").startswith('{"text": ')
    path.chmod(0o640)
    assert cli.fails(path, "-o", path, code=2) == f"{path} is an input, and would be replaced; --force replaces it"
    assert cli.fails("-t", "a", "-o", path, code=2) == f"{path} exists already; --force replaces it"
    assert cli.identify(path, "--force", "-o", path).code == 0  # the input itself is read to its end first
    assert path.read_text(encoding="utf-8").count('"labels"') == 1
    assert path.stat().st_mode & 0o777 == 0o640
    assert [item.name for item in tmp_path.iterdir()] == ["out.jsonl"]


def test_a_failure_leaves_the_old_output_alone(cli: Command, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("old\n", encoding="utf-8")
    assert "line 2" in cli.fails("--from", "jsonl", "--force", "-o", path, stdin='{"text": "the map"}\n{"text": \n')
    assert path.read_text(encoding="utf-8") == "old\n"
    fresh = tmp_path / "fresh.jsonl"
    assert "line 1" in cli.fails("--from", "jsonl", "-o", fresh, stdin="[")
    assert [item.name for item in tmp_path.iterdir()] == ["out.jsonl"]


def test_an_output_that_is_a_link_or_a_device(cli: Command, tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old\n", encoding="utf-8")
    link.symlink_to(real)
    assert cli.identify("-t", ENGLISH, "--force", "-o", link).code == 0
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == f"eng_Latn\t{ENGLISH}\n"
    assert cli.identify("-t", ENGLISH, "-o", "/dev/null").code == 0
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        (["-t", "see you"], "did you mean `mixlid identify -t …`?"),
        (["see you demain"], "a text or a file comes after a command, as in `mixlid identify`"),
        (["texts.txt"], "a text or a file comes after a command, as in `mixlid identify`"),
        (["identfy", "-t", "a"], "did you mean identify?"),
        (["identify", "-t", "a", "-s", "penatly=2"], "did you mean penalty?"),
        (["identify", "-t", "a", "--solver", "masklidd"], "did you mean masklid?"),
    ],
)
def test_what_was_probably_meant(
    cli: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], remedy: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("texts.txt").touch()
    outcome = cli(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert remedy in outcome.err


@pytest.mark.parametrize(
    ("record", "key"),
    [
        ('{"data": {"text": "see you demain"}}', "data.text"),
        ('{"id": 1, "turns": [{"text": "see you demain"}]}', "turns[0].text"),
        ('{"data": {"lang": "en", "content": "see you demain"}}', "data.content"),
        ('{"id": "a", "body": "see you demain"}', "body"),
    ],
)
def test_another_field_is_offered(cli: Command, record: str, key: str) -> None:
    assert f"give -k {key}, if that is the text" in cli.fails("--from", "jsonl", stdin=record)
    assert cli.identify("--from", "jsonl", "-k", key, "-f", "text", stdin=record).code == 0
