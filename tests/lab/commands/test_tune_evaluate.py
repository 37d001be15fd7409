"""Tuning and evaluating a tiny model on a few sentences of our own, through the command line."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from curves import CURVES
from mixlid.cli.main import main
from mixlid.models.catalogue import EMBEDDED
from mixlid.models.loading import open_model, with_header
from mixlid.models.table import TableModel
from mixlid.models.unknown import SIZE, UnknownDetector
from mixlid_lab.commands.tune import print_shares
from mixlid_lab.evaluation import datasets
from mixlid_lab.tuning.decision import Shares

MIXED = [
    "yarın sabah the meeting starts early",
    "bahçede the children were playing",
    "please close the window çünkü soğuk",
]
MONO = {
    "tur": ["bütün gün bahçede oynuyordu", "hafta sonu hava güzel"],
    "eng": ["the weather will be better", "nobody knows where"],
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "dev"
    folder.mkdir()
    mixed = [{"text": text, "langs": ["tur", "eng"]} for text in MIXED]
    mono = [{"text": text, "langs": [language]} for language, texts in MONO.items() for text in texts]
    for name, records in (("tur-eng", mixed), ("mono-own", mono)):
        lines = (json.dumps(record) + "\n" for record in records)
        (folder / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder


def test_tune_writes_presets_that_evaluate_reads(
    tiny_table: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tuned.mixlid"
    arguments = [
        "tune",
        str(tiny_table),
        "--data",
        str(data),
        "--mono-share",
        "1",
        "-o",
        str(out),
        "-q",
    ]
    assert main(arguments) == 0
    presets = TableModel.load(out).presets
    assert set(presets) == {"cs", "avg", "mono", "default"}
    for name in ("cs", "avg", "mono"):
        assert set(presets[name]) <= {"penalty", "word_price"}
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("default ")]
    best = float(line.split()[3])

    figures = tmp_path / "figures.json"
    assert main(["evaluate", "-m", str(out), "--data", str(data), "--json", str(figures), "--one-label"]) == 0
    recorded = json.loads(figures.read_text(encoding="utf-8"))
    for part in ("CS", "mono", "mean"):
        assert recorded["cs"]["sets"][part].keys() == {"exact", "precision", "recall", "f1", "count"}
        assert recorded["cs"]["sets"][part]["exact"] == recorded["cs"][part]
    assert recorded["default"]["mean"] == pytest.approx(best, abs=1e-4)
    assert recorded["one-label"]["macro F1"] == 1.0

    assert main(["evaluate", "-m", str(out), "--data", str(data), "--gate", str(figures)]) == 0
    recorded["cs"]["CS"] += 0.02
    figures.write_text(json.dumps(recorded), encoding="utf-8")
    assert main(["evaluate", "-m", str(out), "--data", str(data), "--gate", str(figures)]) == 1
    assert "cs CS is" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "missing"), [("tur-eng", 2), ("mono-own", 1)])
def test_data_of_one_kind(
    tiny_table: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, missing: int
) -> None:
    """An average without data is a dash, and null in the file."""
    path, figures = data / f"{name}.jsonl", tmp_path / "figures.json"
    assert main(["evaluate", "-m", str(tiny_table), "--data", str(path), "-q", "--json", str(figures), "--force"]) == 0
    recorded = json.loads(figures.read_text(encoding="utf-8"))["cs"]
    assert [recorded[part] is None for part in ("CS", "mono", "mean")] == [missing == 1, missing == 2, True]
    cells = capsys.readouterr().out.splitlines()[1].split()
    assert [cells[place] == "-" for place in (1, 5, 9)] == [missing == 1, missing == 2, True]


def test_silver_data_are_in_no_average(
    tiny_table: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It depends on the data, not on a name: npi-eng counts unless something says that it is silver."""
    records = [{"text": text, "langs": ["tur", "deu"]} for text in MIXED]  # all wrong
    (data / "npi-eng.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    figures = tmp_path / "figures.json"
    command = [
        "evaluate",
        "-m",
        str(tiny_table),
        "--data",
        str(data),
        "-p",
        "cs",
        "-q",
        "--json",
        str(figures),
        "--force",
    ]

    def code_switched(*options: str) -> float:
        assert main([*command, *options]) == 0
        value = json.loads(figures.read_text(encoding="utf-8"))["cs"]["CS"]
        assert isinstance(value, float)
        return value

    counted = code_switched()
    assert "silver" not in capsys.readouterr().out
    assert code_switched("--silver", "npi-eng") == pytest.approx(2 * counted)
    assert "in no average, because people have not labelled them (silver): npi-eng" in capsys.readouterr().out


def append(path: Path, records: list[dict[str, object]]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)


def test_silver_sentences_do_not_take_the_others_with_them(tiny_table: Path, data: Path, tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    command = [
        "evaluate",
        "-m",
        str(tiny_table),
        "--data",
        str(data),
        "-p",
        "cs",
        "-q",
        "--json",
        str(figures),
        "--force",
    ]
    assert main(command) == 0
    before = json.loads(figures.read_text(encoding="utf-8"))
    append(data / "tur-eng.jsonl", [{"text": MIXED[0], "langs": ["tur", "deu"], "silver": True}])
    assert main(command) == 0
    after = json.loads(figures.read_text(encoding="utf-8"))
    assert after["cs"]["CS"] == before["cs"]["CS"] > 0
    assert (before["silver"], after["silver"]) == ([], ["tur-eng-silver"])
    assert after["cs"]["tur-eng-silver"] == 0.0


def test_silver_monolingual_data_are_shown(
    tiny_table: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = tmp_path / "figures.json"
    wrong = {"text": MONO["eng"][0], "langs": ["tur"], "label": "tur_Latn", "silver": True}
    append(data / "wordy.jsonl", [wrong])
    command = [
        "evaluate",
        "-m",
        str(tiny_table),
        "--data",
        str(data),
        "-p",
        "cs",
        "-q",
        "--json",
        str(figures),
        "--force",
    ]
    assert main([*command, "--one-label"]) == 0
    found = json.loads(figures.read_text(encoding="utf-8"))
    assert found["cs"]["mono/wordy (in no average)"] == 0.0
    assert found["one-label"]["macro F1"] == 1.0
    assert "mono/wordy (in no average)" in capsys.readouterr().out


def test_every_table_of_evaluate_says_what_is_silver(
    tiny_table: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    append(data / "npi-eng.jsonl", [{"text": text, "langs": ["tur", "eng"]} for text in MIXED])
    append(data / "wordy.jsonl", [{"text": MONO["eng"][0], "langs": ["eng"], "silver": True}])
    tables = ["--one-label", "--adapted"]
    command = ["evaluate", "-m", str(tiny_table), "--data", str(data), "-p", "cs", "-q", "--silver", "npi-eng"]
    assert main([*command, *tables]) == 0
    said = [line for line in capsys.readouterr().out.splitlines() if "(silver)" in line]
    # averages, one label (monolingual alone), adapted, adapted to what is hard
    assert [line.partition("(silver): ")[2] for line in said] == [
        "npi-eng, wordy",
        "wordy",
        "npi-eng",
        "npi-eng, 1 % mixed, all together, equal parts",
    ]


def test_silver_words_are_in_no_word_figure(
    tiny_table: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = tmp_path / "figures.json"
    tagged: dict[str, object] = {
        "text": MIXED[0],
        "langs": ["tur", "eng"],
        "tokens": MIXED[0].split(),
        "tags": ["tur"] * 2 + ["eng"] * 4,
    }
    command = [
        "evaluate",
        "-m",
        str(tiny_table),
        "--data",
        str(data),
        "-p",
        "cs",
        "-q",
        "--json",
        str(figures),
        "--force",
    ]
    found = []
    for record in (tagged, {**tagged, "tags": ["eng"] * 2 + ["tur"] * 4, "silver_words": True}):
        append(data / "own.jsonl", [record])
        assert main(command) == 0
        found.append(json.loads(figures.read_text(encoding="utf-8")))
    assert found[0]["cs"]["words F1"] == found[1]["cs"]["words F1"] > 0
    assert [one["silver words"] for one in found] == [[], ["own"]]
    assert "people have not labelled their words: own" in capsys.readouterr().out


def test_tune_counts_what_evaluate_counts(
    tiny_table: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [{"text": text, "langs": ["tur", "deu"]} for text in MIXED]
    (data / "npi-eng.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    figures = tmp_path / "figures.json"
    common = ["--data", str(data), "--silver", "npi-eng", "-q"]
    assert main(["evaluate", "-m", str(tiny_table), "-p", "cs", "--json", str(figures), *common]) == 0
    capsys.readouterr()
    assert main(["tune", str(tiny_table), "--mono-share", "1", "--keep-presets", *common]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("cs "))
    assert float(line.split()[1]) == json.loads(figures.read_text(encoding="utf-8"))["cs"]["CS"] > 0


def test_nothing_to_judge_mixed_text_by(tiny_table: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", str(tiny_table), "--mono-share", "1", "-q", "--data", str(data), "--silver", "tur-eng"]) == 1
    said = capsys.readouterr()
    assert "no data set with code-switched sentences counts (tur-eng: silver" in said.err
    assert said.out == ""
    assert main(["tune", str(tiny_table), "-q", "--data", str(data / "mono-own.jsonl")]) == 1
    assert "no data set with code-switched sentences has languages of the model" in capsys.readouterr().err


def test_one_file_with_both_kinds_is_enough(
    tiny_table: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It gives the same figures as two files with its sentences."""
    both = tmp_path / "both.jsonl"
    both.write_bytes(b"".join(path.read_bytes() for path in sorted(data.iterdir())))
    printed = []
    for path in (data, both):
        command = ["tune", str(tiny_table), "--mono-share", "1", "--keep-presets", "-q", "--data", str(path)]
        assert main(command) == 0
        printed.append([line.split()[:4] for line in capsys.readouterr().out.splitlines()])
    assert printed[0] == printed[1]
    assert float(printed[0][1][1]) > 0


def test_the_mean_of_held_out_sets_leaves_silver_out(capsys: pytest.CaptureFixture[str]) -> None:
    shares = Shares({"tur-eng": 0.8, "npi-eng": 0.0}, {"mono": 0.6, "own-cut": 0.0})
    print_shares(shares, ("npi-eng", "own-cut"))
    printed = capsys.readouterr().out
    assert "mixed npi-eng" in printed
    assert "mean of mixed and mono  0.7000\n" in printed
    assert "in no average, because people have not labelled them (silver): npi-eng, own-cut\n" in printed
    print_shares(shares, ("npi-eng", "tur-eng"))
    assert "mean of mixed and mono      -\n" in capsys.readouterr().out


def test_a_model_without_a_place_for_presets_is_refused_first(
    tiny_bin: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is read or computed."""
    monkeypatch.setattr(datasets, "labelled_sets", None)
    assert main(["tune", str(tiny_bin), "--data", str(data), "-q", "-o", str(tmp_path / "out.mixlid")]) == 1
    assert "cannot hold presets; `mixlid model pack`" in capsys.readouterr().err


def test_what_tells_unknown_text_is_kept(tiny_table: Path, data: Path, tmp_path: Path) -> None:
    known = asdict(UnknownDetector((1.0,) * (SIZE + 1), (0.0,) * (SIZE + 1), {"*": 1.0}, {"*": 0.5}))
    before, after = tmp_path / "before.mixlid", tmp_path / "after.mixlid"
    confidence = {"default": {**CURVES, "familiarity": known}}
    with_header(tiny_table, before, presets={"default": {"penalty": 0.5}}, confidence=confidence)
    command = ["tune", str(before), "--mono-share", "1", "--keep-presets", "--data", str(data), "-q", "-o", str(after)]
    assert main(command) == 0
    assert open_model(after).confidence["default"]["familiarity"] == json.loads(json.dumps(known))


def test_test_data_are_refused(tiny_table: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    test = data.rename(data.parent / "test")
    assert main(["tune", str(tiny_table), "--data", str(test), "-q"]) == 2
    assert "--force" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evaluate", "--gate", "{gate}", "-p", "cs"], "lacks figures"),
        (["tune", "{model}", "--mono-share", "0"], "at least 1"),
    ],
)
def test_mistakes_are_sentences(
    tiny_table: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    gate = tmp_path / "gate.json"
    gate.write_text("{}", encoding="utf-8")
    given = [part.format(gate=gate, model=tiny_table) for part in arguments]
    if given[0] == "evaluate":
        given += ["-m", str(tiny_table)]
    assert main([*given, "--data", str(data)]) in (1, 2)
    assert message in capsys.readouterr().err


def test_data_that_are_not_text(tiny_table: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / "broken.jsonl").write_bytes(b"\xff\xfe\n")
    assert main(["evaluate", "-m", str(tiny_table), "--data", str(data)]) == 1
    assert "broken.jsonl, line 1" in capsys.readouterr().err


def test_few_sentences_do_not_replace_a_decision(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tuned.mixlid"
    command = ["tune", str(EMBEDDED), "--mono-share", "1", "--data", str(data), "-q", "-o", str(out)]
    assert main(command) == 1
    said = capsys.readouterr().err
    assert "3 code-switched sentences (at least 500 are needed) are too few" in said
    assert "`mixlid adapt --labelled FILE`" in said
    assert not out.exists()
    assert main([*command, "--keep-presets"]) == 0
