"""The benchmarks from end to end at the smallest size: they run, write what the report reads, and fill the page.

No time is checked: speed at this size means nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mixlid

ROOT = Path(__file__).parent.parent
BENCHMARKS = ROOT / "benchmarks"
SMALL = {
    "speed": "--rounds 2 --lines 20 --seconds 0.02 --slow-lines 1 --characters 40 --padded-labels 130 --labels 3 "
    "--dimensions 4 --buckets 500 --systems mixlid numpy padded fasttext ftz",
    "memory": "--starts 1 --memory-lines 20 --bulk-lines 200 --systems mixlid fasttext --buckets 0",
    "growth": "--labels 20 125 170 --characters 40 --k 1 2 --sentences 2 --repeats 1 --ilp-labels 0",
    "floor": "-n 50 --megabytes 1",
}


def run(script: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / f"{script}.py"), *arguments], capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    file = tmp_path_factory.mktemp("benchmarks") / "results.json"
    return file, {name: run(name, "--json", str(file), *options.split()) for name, options in SMALL.items()}


@pytest.fixture(scope="module")
def found(results: tuple[Path, dict[str, str]]) -> Any:
    return json.loads(results[0].read_text(encoding="utf-8"))


def write_page(page: Path, *sections: str) -> None:
    """A page with old figures in each section."""
    page.write_text("".join(f"# {name}\n<!-- bench:{name} -->\nold\n<!-- /bench -->\n" for name in sections))


def test_every_system_is_timed_or_left_out_with_a_reason(found: Any) -> None:
    usual, rare = found["speed"]["texts"]
    assert (usual["title"], rare["title"]) == ("usual", "rare")
    systems = {system["system"]: system for system in usual["systems"]}
    assert {"mixlid default", "mixlid mono", "mixlid cs, K=3", "mixlid cs, NumPy", "MaskLID, our arrays"} <= set(
        systems
    )
    assert {"mixlid default, 130 labels", "fastText predict", "MaskLID, published way"} <= set(systems)
    assert found["speed"]["skipped"] == {"ftz": "no file given (--ftz)"}
    assert systems["mixlid default"]["times_reference"] == 1
    for system in systems.values():
        assert system["low"] <= system["rate"] <= system["high"]
        assert 1 <= system["lines"] <= 20


def test_memory_has_every_step_tool_and_size(found: Any) -> None:
    steps = [one["step"] for one in found["memory"]["starts"]]
    assert steps[1] == "import numpy"
    assert found["memory"]["starts"][1]["times_numpy"] == 1
    assert [one["tool"] for one in found["memory"]["tools"]["tools"]] == ["mixlid"]
    assert list(found["memory"]["tools"]["skipped"]) == ["fasttext"]
    assert [(one["lines"], one["jobs"]) for one in found["memory"]["bulk"]] == [(20, 1), (200, 1), (200, 2)]
    assert all(one["peak_mb"] > 0 for one in found["memory"]["bulk"])


def test_growth_has_every_point(found: Any) -> None:
    points = {(point["system"], point["labels"]) for point in found["growth"]["points"]}
    systems = ("cs, K=1", "cs, K=2", "MaskLID, our arrays")
    assert points == {(system, labels) for system in systems for labels in (20, 125, 170)}


def test_the_floor_counts_what_a_line_needs(found: Any) -> None:
    labels = found["floor"]["labels"]
    assert labels > 100
    for text in found["floor"]["texts"]:
        assert text["rows"] <= text["ngrams"]
        assert text["bytes"] == pytest.approx(labels * text["rows"])
        # A row of 65 to 192 bytes lies in two to four cache lines.
        assert 2 * text["rows"] <= text["cache_lines"] <= 4 * text["rows"]
        assert 0 <= text["hit_rate"] < 1
    usual, rare = found["floor"]["texts"]
    assert rare["hit_rate"] < usual["hit_rate"]


def test_the_report_fills_the_page_and_draws(results: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    sections = ("machine", *SMALL)
    write_page(page, *sections)
    run("report", str(results[0]), "--page", str(page))
    text = page.read_text(encoding="utf-8")
    assert "old" not in text
    assert text.count("<!-- /bench -->") == len(sections)
    for name, printed in results[1].items():
        assert printed.strip() in text, name
    drawn = sorted(file.name for file in (tmp_path / "figures").iterdir())
    assert drawn == ["speed-by-characters.svg", "speed-by-labels.svg", "speed-systems.svg"]
    run("report", str(results[0]), "--page", str(page))  # again: nothing is added
    assert page.read_text(encoding="utf-8") == text


def test_the_page_has_a_place_for_every_section(results: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    page.write_bytes((ROOT / "docs" / "performance.md").read_bytes())
    run("report", str(results[0]), "--page", str(page))


def test_a_page_without_markers_is_refused(results: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    page.write_text("nothing\n")
    command = [sys.executable, str(BENCHMARKS / "report.py"), str(results[0]), "--page", str(page)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 1
    assert "<!-- bench:machine -->" in done.stderr


def test_text_is_the_same_each_time_and_as_long_as_asked() -> None:
    first = run("text", "-n", "50", "--characters", "60")
    assert first == run("text", "-n", "50", "--characters", "60")
    lines = first.splitlines()
    assert len(lines) == 50
    assert all(45 <= len(line) <= 75 for line in lines)
    assert len(set(lines)) == 50


def test_a_given_text_is_its_own_section(tmp_path: Path) -> None:
    text, file = tmp_path / "own.txt", tmp_path / "results.json"
    text.write_text(run("text", "-n", "1020"), encoding="utf-8")
    run(
        "speed",
        "--json",
        str(file),
        "--text",
        str(text),
        *SMALL["speed"].split()[:-5],
        "mixlid",
        "--padded-labels",
        "0",
    )
    run("floor", "--json", str(file), "--text", str(text), *SMALL["floor"].split())
    found = json.loads(file.read_text(encoding="utf-8"))
    assert [one["title"] for one in found["given"]["texts"]] == ["own.txt"]
    assert found["floor-given"]["texts"][0]["lines"] == 50


@pytest.mark.slow
def test_bulk_has_every_system_on_real_and_on_made_up_lines(tmp_path: Path) -> None:
    text, file, page = tmp_path / "lines.txt", tmp_path / "results.json", tmp_path / "performance.md"
    text.write_text(run("text", "-n", "40"), encoding="utf-8")
    printed = run("bulk", "--json", str(file), "-n", "40", "--rounds", "1", "--text", str(text))
    write_page(page, "machine", "bulk")
    run("report", str(file), "--page", str(page))
    assert printed.strip() in page.read_text(encoding="utf-8")
    real, made = json.loads(file.read_text(encoding="utf-8"))["bulk"]["texts"]
    assert (real["title"], made["title"]) == ("real", "made-up")
    systems = {system["system"]: system for system in real["systems"]}
    assert systems.keys() == {system["system"] for system in made["systems"]}
    assert {"mixlid, columns", "mixlid identify FILE.jsonl -o OUT.jsonl", "mixlid identify FILE.csv -o OUT.csv"} <= {
        *systems
    }
    assert all(system["peak_mb"] > 0 for system in systems.values())


@pytest.mark.slow
def test_made_up_lines_are_of_many_languages() -> None:
    lines = run("many_languages", "-n", "300").splitlines()
    assert all(80 <= len(line) <= 125 for line in lines)
    languages = {answer.labels[0] for answer in mixlid.load().identify_many(lines)}
    assert len(languages) > 75


def test_masklid_over_the_binding_answers_as_our_own(tmp_path: Path) -> None:
    """Both follow the published code; what is timed must be that algorithm."""
    pytest.importorskip("fasttext")
    code = """
import random, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
import fasttext
from masklid_binding import MaskLid
from mixlid.solvers.masklid import published
from mixlid.models.loading import load_model
from text import sentences
train, file = Path(sys.argv[2], "train.txt"), Path(sys.argv[2], "small.bin")
pairs = [(language, line) for language, lines in sentences().items() for line in lines]
train.write_text("".join(f"__label__{language}_Latn {line}\\n" for language, line in pairs), encoding="utf-8")
fasttext.train_supervised(str(train), dim=16, epoch=100, lr=0.5, minn=2, maxn=4, bucket=5000, thread=1, seed=3,
                          verbose=0).save_model(str(file))
model, scorer = fasttext.load_model(str(file)), load_model(str(file))
rng, mixed = random.Random(5), 0
for _ in range(100):
    text = " ".join(line for _, line in rng.sample(pairs, 2))
    ours = {label: len(words) for label, words in published(text, scorer).items()}
    for copies in (True, False):
        answer = MaskLid(model, copies)(text)
        theirs = {label.removeprefix("__label__"): len(words) for label, words in answer.items()}
        assert theirs == ours, (text, theirs, ours)
    mixed += len(ours) > 1
print(mixed)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(BENCHMARKS), str(tmp_path)], capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 20
