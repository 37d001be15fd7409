"""The report on tiny models and our own sentences, and consistency of the paper's figures."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from mixlid.cli.main import main
from mixlid.models.loading import load_model
from mixlid.models.table import TableModel
from mixlid_lab.evaluation.scoreboard import Scoreboard
from mixlid_lab.evaluation.set_metrics import mean
from mixlid_lab.paper import published, systems
from mixlid_lab.paper.published import CORPORA, DETAILS, WORDS
from mixlid_lab.paper.set_tables import stands_for
from mixlid_lab.paper.tables import tables
from mixlid_lab.report.table import Table

MIXED = [
    ("yarın sabah the meeting starts early", "tur tur eng eng eng eng"),
    ("bahçede the children were playing", "tur eng eng eng eng"),
    ("please close the window çünkü soğuk", "eng eng eng eng tur tur"),
]
MONO = {
    "tur": ["bütün gün bahçede oynuyordu", "hafta sonu hava güzel"],
    "eng": ["the weather will be better", "nobody knows where"],
}


def write(path: Path, records: Sequence[Mapping[str, object]]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("paper")
    for part in ("dev", "test"):
        folder = place / part
        mixed = [
            {"text": text, "langs": ["tur", "eng"], "tokens": text.split(), "tags": tags.split()}
            for text, tags in MIXED
        ]
        write(folder / "tur-eng.jsonl", mixed)
        mono = [{"text": text, "langs": [language]} for language, texts in MONO.items() for text in texts]
        write(folder / "mono-own.jsonl", mono)
    return place


@pytest.fixture(scope="module")
def made_report(data: Path, tiny_table: Path, tiny_bin: Path) -> Path:
    folder = data / "report"
    arguments = ["--data", str(data / "dev"), "--test", str(data / "test"), "--mono-share", "1", "-j", "1", "-q"]
    models = ["-m", f"v2={tiny_table}", "-m", f"v0={tiny_bin}"]
    assert main(["evaluate", "paper", *arguments, *models, "-o", str(folder)]) == 0
    return folder


@pytest.fixture
def report(made_report: Path, tmp_path: Path) -> Path:
    """A copy that may be modified."""
    return shutil.copytree(made_report, tmp_path / "report")


def table(folder: Path, key: str) -> Table:
    return all_tables(folder)[key]


def all_tables(folder: Path) -> dict[str, Table]:
    places = [folder / "predictions" / part for part in ("dev", "test")]
    dev, test = (Scoreboard(place) if place.is_dir() else None for place in places)
    board = test or dev
    assert board is not None
    return tables(board.models[-1], dev, test)


def cell(found: Table, labels: tuple[str, ...], group: str, name: str) -> tuple[object, float | None]:
    row = next(row for row in found.rows if row.labels == labels)
    return row.cells[f"{group} {name}"].value, row.cells[f"{group} {name}"].paper


def test_every_table_is_there(report: Path) -> None:
    """All of the paper's tables, each with its value beside ours."""
    development = table(report, "development")
    assert len(development.rows) == 2 * (3 + 5 + 4 + 6)
    assert cell(development, ("v0", "k=1"), "CS", "EM") == (0.0, 0.0)
    assert cell(development, ("v2", "k=1"), "mono", "EM") == (1.0, 0.99)
    ablation = table(report, "ablation-v2")
    assert len(ablation.rows) == 28
    assert cell(ablation, ("1 + C4 M=10",), "CS", "EM")[1] is None
    assert cell(ablation, ("1 + C5 M=10",), "CS", "EM")[1] == 0.66
    assert cell(table(report, "test"), ("v2", "AVG"), "all", "Re")[1] == 0.88
    by_pair = table(report, "by-pair")
    assert [row.labels[0] for row in by_pair.rows] == ["tur-eng", "eng", "tur"]
    assert cell(by_pair, ("tur-eng",), "v2, AVG", "EM")[1] == 0.78
    words = table(report, "words")
    assert cell(words, ("tur-eng",), "v2, CS", "F1")[1] == 0.91
    # The paper does not say which words of MaskLID it counts.
    assert cell(words, ("tur-eng",), "v2, MaskLID τ=5, masked words", "Un")[1] == 0.186
    assert cell(words, ("tur-eng",), "v2, MaskLID τ=5", "Un")[1] == 0.186
    assert table(report, "significance").rows
    assert "## Development data: ablation" in (report / "report.md").read_text(encoding="utf-8")


def test_which_system_is_better_stands_beside_p(report: Path) -> None:
    found = table(report, "significance")
    for row in found.rows:
        first, second, better, _ = (one.value for name, one in row.cells.items() if name.startswith("McNemar"))
        assert isinstance(first, int)
        assert isinstance(second, int)
        assert better == ("neither" if first == second else row.labels[first < second])


def test_a_second_run_asks_no_model(report: Path, data: Path, tiny_table: Path, tiny_bin: Path) -> None:
    stamps = {path: path.stat().st_mtime_ns for path in report.glob("predictions/*/*/*.jsonl")}
    # labels; models × data sets × systems, development and test, with what is tried for baselines and the best of that;
    # one model has an `avg` of its own
    assert len(stamps) == 2 * 2 + 2 * 2 * (8 + 3 + 28 + 11) + 2 * 2 * (9 + 2) + 2 * 2
    arguments = ["--data", str(data / "dev"), "--test", str(data / "test"), "--mono-share", "1", "-j", "1", "-q"]
    models = ["-m", f"v2={tiny_table}", "-m", f"v0={tiny_bin}"]
    assert main(["evaluate", "paper", *arguments, *models, "-o", str(report), "--force"]) == 0
    assert {path: path.stat().st_mtime_ns for path in report.glob("predictions/*/*/*.jsonl")} == stamps


@pytest.mark.parametrize("kind", ["tur-eng", "mono-own"])
def test_data_of_one_kind(data: Path, tiny_table: Path, tmp_path: Path, kind: str) -> None:
    """Tables have what is available; nothing fails because something is missing."""
    shutil.copytree(data / "dev", tmp_path / "dev", ignore=lambda _, names: [n for n in names if kind not in n])
    paths = [option for part in ("--data", "--test") for option in (part, str(tmp_path / "dev"))]
    folder = tmp_path / "report"
    assert main(["evaluate", "paper", *paths, "-m", str(tiny_table), "-j", "1", "-q", "-o", str(folder)]) == 0
    values = [row.cells[f"{kind} EM"].value for row in table(folder, "test").rows for kind in ("CS", "mono")]
    assert [value is None for value in values] == [kind == "mono-own", kind == "tur-eng"] * (len(values) // 2)


def test_a_pair_that_the_paper_has_not(tmp_path: Path) -> None:
    """Italian and Polish count because the code-switched data are in them; every table says what is silver."""
    text = "domani mattina spotkanie zaczyna się wcześnie"
    mixed: dict[str, object] = {"text": text, "langs": ["ita", "pol"]}
    tokens = {"tokens": text.split(), "tags": ["ita"] * 2 + ["pol"] * 4}
    write(tmp_path / "dev" / "ita-pol.jsonl", [mixed | tokens])
    write(tmp_path / "dev" / "own-list.jsonl", [mixed | tokens | {"silver": True}])
    write(tmp_path / "dev" / "by-rule.jsonl", [mixed | tokens | {"silver_words": True}])
    mono = [("domani mattina piove", "ita"), ("jutro rano pada deszcz", "pol"), ("demain il pleut", "fra")]
    write(tmp_path / "dev" / "mono.jsonl", [{"text": text, "langs": [language]} for text, language in mono])
    folder, paths = tmp_path / "report", ["--data", str(tmp_path / "dev"), "--test", str(tmp_path / "dev")]
    assert main(["evaluate", "paper", *paths, "--mono-share", "1", "-j", "1", "-q", "-o", str(folder)]) == 0
    by_pair = table(folder, "by-pair")
    assert [row.labels[0] for row in by_pair.rows] == ["by-rule", "ita-pol", "own-list", "ita", "pol"]
    words = table(folder, "words")
    assert [row.labels[0] for row in words.rows] == ["ita-pol", "own-list", "mean"]
    assert "Left out, because people have not labelled their words: by-rule." in words.notes
    for key in ("development", "configurations", "ablation-litelid", "test", "by-pair", "words"):
        assert any("(silver): own-list." in note for note in table(folder, key).notes), key
        # The paper's averages are over other data, so they do not stand beside these.
        assert {one.paper for row in table(folder, key).rows for one in row.cells.values()} == {None}, key


def test_only_models_that_stand_for_the_papers_are_compared() -> None:
    compared = {name: stands_for(name) for name in ("v0", "v0-small", "glotlid", "v2", "litelid", "litelid-v2")}
    assert list(compared.values()) == [published.GLOTLID] * 3 + [published.LITELID] * 3
    assert [stands_for(name) for name in ("own", "v1", "v1.2", "v20", "nllb", "litelid-more")] == [None] * 6


def test_another_model_has_none_of_the_papers_figures(data: Path, tiny_table: Path, tmp_path: Path) -> None:
    paths = ["--data", str(data / "dev"), "--test", str(data / "test")]
    command = ["evaluate", "paper", *paths, "-m", f"own={tiny_table}", "-j", "1", "-q", "-o", str(tmp_path)]
    assert main(command) == 0
    for key, found in all_tables(tmp_path).items():
        assert {one.paper for row in found.rows for one in row.cells.values()} <= {None}, key


def test_the_baseline_has_the_baselines_figures(report: Path) -> None:
    """The paper's ablation is that of LiteLID-v2."""
    assert {one.paper for row in table(report, "ablation-v0").rows for one in row.cells.values()} == {None}
    rows = [row for row in table(report, "ablation-v2").rows if "C4" not in row.labels[0]]
    assert None not in {one.paper for row in rows for one in row.cells.values()}


def test_the_papers_figures_are_not_beside_other_data(data: Path, tiny_table: Path, tmp_path: Path) -> None:
    """A pair that the paper does not have changes the averages; a pair that it has stays comparable."""
    shutil.copytree(data / "test", tmp_path / "test")
    shutil.copy(tmp_path / "test" / "tur-eng.jsonl", tmp_path / "test" / "mine.jsonl")
    command = ["evaluate", "paper", "--test", str(tmp_path / "test"), "-m", f"v2={tiny_table}", "-j", "1", "-q"]
    assert main([*command, "-o", str(tmp_path / "report")]) == 0
    for key in ("test",):
        assert {one.paper for row in table(tmp_path / "report", key).rows for one in row.cells.values()} == {None}, key
    by_pair = table(tmp_path / "report", "by-pair")
    assert [cell(by_pair, (name,), "v2, AVG", "EM")[1] for name in ("tur-eng", "mine", "eng")] == [0.78, None, None]
    assert not any("six pairs" in note for note in table(tmp_path / "report", "words").notes)


def silver_report(data: Path, folder: Path, *options: str) -> Path:
    shutil.copytree(data / "test", folder / "test")
    tagged = [
        {"text": text, "langs": ["tur", "eng"], "tokens": text.split(), "tags": tags.split()} for text, tags in MIXED
    ]
    write(folder / "test" / "npi-eng.jsonl", [{**one, "langs": ["tur", "deu"]} for one in tagged])
    write(folder / "test" / "wol-fra.jsonl", [{**one, "tags": one["tags"][::-1]} for one in tagged])
    write(folder / "test" / "wordy.jsonl", [{"text": "nobody knows where", "langs": ["tur"], "silver": True}])
    command = ["evaluate", "paper", "--test", str(folder / "test"), "--mono-share", "1", "-j", "1", "-q", *options]
    assert main([*command, "-o", str(folder / "report")]) == 0
    return folder / "report"


def test_silver_in_every_table(data: Path, tmp_path: Path) -> None:
    """Shown, and in no average."""
    marks = ("--silver", "npi-eng", "--silver-words", "wol-fra")
    marked = silver_report(data, tmp_path / "a", *marks)
    assert [row.labels[0] for row in table(marked, "by-pair").rows][-3:] == ["eng", "tur", "wordy"]


def test_silver_data_that_only_one_part_has(data: Path, tiny_table: Path, tmp_path: Path) -> None:
    shutil.copytree(data, tmp_path / "data", ignore=shutil.ignore_patterns("report"))
    (tmp_path / "data" / "test" / "tur-eng.jsonl").rename(tmp_path / "data" / "test" / "own.jsonl")
    paths = ["--data", str(tmp_path / "data" / "dev"), "--test", str(tmp_path / "data" / "test")]
    command = ["evaluate", "paper", *paths, "-m", str(tiny_table), "-j", "1", "-q", "-o", str(tmp_path / "report")]
    assert main([*command, "--silver", "own"]) == 0
    assert any("(silver): own." in note for note in table(tmp_path / "report", "test").notes)
    assert table(tmp_path / "report", "development").notes == (
        "The paper's averages are over more pairs: eus-spa, hin-eng, npi-eng, tur-deu too.",
    )
    assert main([*command, "--silver", "nowhere", "--force"]) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give development data"),
        (["--data", "x", "-j", "0"], "at least 1"),
        (["--data", "x", "-m", "a=1", "-m", "a=2"], "two models are called a"),
    ],
)
def test_mistakes_are_sentences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["evaluate", "paper", "-o", str(tmp_path / "report"), *arguments]) in (1, 2)
    assert message in capsys.readouterr().err


def test_penalties_are_in_the_models_units(tiny_table: Path) -> None:
    """The tiny table's `avg` penalty is 0.5 where the paper's is 15."""
    model = TableModel.load(tiny_table)
    changes = systems.ablation_configurations(model)["1 + P=25"].settings
    assert changes["penalty"] == pytest.approx(25 / 30)


def test_m_shrinks_with_the_number_of_labels(tiny_table: Path) -> None:
    """Among six labels, each would be one of the ten best of every word."""
    changes = systems.ablation_configurations(TableModel.load(tiny_table))
    assert [
        changes[f"1 + {rule}"].settings[name] for rule, name in (("C4 M=30", "only_top"), ("C5 M=10", "force_top"))
    ] == [1, 1]
    printed = systems.ablation_configurations(load_model("litelid"))
    assert printed["1 + C5 M=20"].settings["force_top"] == 20


def test_the_test_table_has_the_baselines_that_development_data_prefer() -> None:
    model = load_model("litelid")
    tried = {"p>0.1": 0.51, "p>0.3": 0.55, "p>0.4": 0.55, "MaskLID τ=10": 0.60, "MaskLID τ=5, P=0.5, α=15": 0.64}
    assert systems.best_on_development(tried) == ["p>0.3", "MaskLID τ=5, P=0.5, α=15"]
    assert systems.best_on_development({}) == []
    usual, tuned = systems.on_test(model), systems.on_test(model, systems.best_on_development(tried))
    assert set(tuned) - set(usual) == {"p>0.3", "MaskLID τ=5, P=0.5, α=15"}
    assert set(tuned) <= set(systems.on_development(model))


def test_the_papers_systems_have_the_papers_words(tiny_table: Path, tiny_bin: Path) -> None:
    """With a model that takes words as they are; our tables know words without punctuation."""
    plain, ours = load_model(tiny_bin), load_model("litelid")
    cuts = {name: one.settings.get("words") for name, one in systems.on_test(plain).items()}
    assert set(cuts.values()) == {"whitespace"}
    assert all("words" not in one.settings for one in systems.on_development(ours).values())
    table = load_model(tiny_table)
    assert table.info()["normalisation"] == "none"
    assert systems.on_development(table)["1 + P=10"].settings["words"] == "whitespace"


# The paper's figures were typed in, so they are held against each other: averages are means of what they average.


def test_rows_of_the_ablation_are_those_of_the_paper(tiny_table: Path) -> None:
    assert list(systems.ablation_configurations(TableModel.load(tiny_table))) == list(published.ABLATION)


@pytest.mark.parametrize("rows", [published.DEV, published.TEST, published.ABLATION])
def test_all_is_the_mean_of_both_parts(rows: dict[object, published.Parts | None]) -> None:
    for name, parts in rows.items():
        if parts is None:  # not printed
            continue
        for field in published.Scores._fields:
            values = [getattr(part, field) for part in parts]
            if values[0] is not None:
                assert values[2] == pytest.approx((values[0] + values[1]) / 2, abs=0.0151), (name, field)


def test_averages_are_means_over_pairs_and_languages() -> None:
    for system, details in DETAILS.items():
        printed = published.TEST[system]
        pairs, languages = ([name for name in details if ("-" in name) is mixed] for mixed in (True, False))
        assert (len(pairs), len(languages)) == (8, 10)
        for part, names in ((printed.cs, pairs), (printed.mono, languages)):
            for field in published.Scores._fields:
                assert mean(getattr(details[name], field) for name in names) == pytest.approx(
                    getattr(part, field), abs=0.012
                ), (system, field)  # fmt: skip


def test_word_means() -> None:
    for rows in WORDS.values():
        for field in ("precision", "recall", "f1", "unassigned"):
            values = [getattr(scores, field) for name, scores in rows.items() if name != "mean"]
            assert mean(values) == pytest.approx(getattr(rows["mean"], field), abs=0.008)
    assert set(CORPORA) == {name for name in DETAILS[published.LITELID, "AVG"] if "-" in name}
