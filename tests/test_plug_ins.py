"""Formats, commands and adapters are found by entry points, ours like those of any package.

`plug_in/` is a package of somebody else with one of each; it is installed into a folder, without the network.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import pytest

import mixlid

PLUG_IN = Path(__file__).parent / "plug_in"
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.mark.parametrize("group", ["mixlid.adapters", "mixlid.commands", "mixlid.formats"])
def test_what_is_declared_exists(group: str) -> None:
    found = [point for point in entry_points(group=group) if point.module.partition(".")[0] == "mixlid"]
    assert found
    for point in found:
        assert find_spec(point.module) is not None, point


def test_adapters_are_attributes() -> None:
    assert mixlid.adapters.arrow.__name__ == "mixlid.adapters.arrow"
    assert "arrow" in dir(mixlid.adapters)
    with pytest.raises(AttributeError, match="no attribute 'sparks'; there are arrow, "):
        mixlid.adapters.sparks  # noqa: B018


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Python in which the plug-in is installed."""
    folder = tmp_path_factory.mktemp("plug-in")
    shutil.copytree(PLUG_IN, folder / "source")  # a build leaves files there
    options = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(folder / "site")]
    subprocess.run([*command, str(folder / "source")], check=True, env={**os.environ, "PYTHONPATH": ""})
    paths = [str(folder / "site"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}

    def run(*arguments: str | Path, code: int = 0, stdin: str = "") -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, *arguments], input=stdin, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stderr
        return done

    return run


@pytest.fixture
def stars(tmp_path: Path) -> Path:
    path = tmp_path / "in.stars"
    path.write_text("***see you demain\n***the map\n", encoding="utf-8")
    return path


def test_a_format_by_suffix_by_option_and_by_content(run: Run, stars: Path, tmp_path: Path) -> None:
    out, again = tmp_path / "out.stars", tmp_path / "in.txt"
    run("-m", "mixlid", "identify", "-q", stars, "-o", out)
    assert out.read_text(encoding="utf-8") == "eng_Latn,fra_Latn see you demain\neng_Latn the map\n"
    again.write_text("***see you demain\n", encoding="utf-8")
    done = run("-m", "mixlid", "identify", again, "-f", "jsonl")
    assert f"{again} is read as stars, since it looks like it" in done.stderr
    assert json.loads(done.stdout)["labels"] == ["eng_Latn", "fra_Latn"]
    done = run("-m", "mixlid", "identify", "-q", "--from", "stars", "-f", "stars", stdin="see you\n", code=1)
    assert "standard input, line 1: there are no stars" in done.stderr


def test_the_help_and_the_messages_list_it(run: Run) -> None:
    told = run("-m", "mixlid", "identify", "--help-all").stdout
    assert "  stars     a text after three stars. Out: the languages in place of the stars\n" in told
    assert "textgrid" in told
    assert "stars" in run("-m", "mixlid", "identify", "-f", "star", "-t", "a", code=2).stderr
    assert ".stars" in run("-m", "mixlid", "identify", "-o", "a.xyz", "-t", "a", code=2).stderr


def test_a_command(run: Run, stars: Path) -> None:
    assert "count the stars of a file" in run("-m", "mixlid", "--help").stdout
    assert run("-m", "mixlid", "count-stars", stars).stdout == "6\n"


def test_an_adapter(run: Run) -> None:
    script = 'import mixlid; print(mixlid.adapters.lists.identify(["see you demain"]), "lists" in dir(mixlid.adapters))'
    assert run("-c", script).stdout == "[('eng_Latn', 'fra_Latn')] True\n"


def test_a_plain_run_does_not_look_for_plug_ins(run: Run, tmp_path: Path) -> None:
    lines = tmp_path / "in.jsonl"
    lines.write_text('{"text": "see you demain"}\n', encoding="utf-8")
    script = (
        "import sys; from mixlid.cli.main import main; main(sys.argv[1:]); print('importlib.metadata' in sys.modules)"
    )
    assert run("-c", script, "identify", "-q", "-t", "see you demain").stdout.endswith("False\n")
    assert run("-c", script, "identify", "-q", lines, "-f", "csv").stdout.endswith("False\n")


def test_what_cannot_be_loaded_is_said_in_a_sentence_and_breaks_nothing_else(run: Run, tmp_path: Path) -> None:
    about = tmp_path / "broken-1.0.dist-info"
    about.mkdir()
    about.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    groups = ("formats", "commands", "adapters")
    points = "\n".join(f"[mixlid.{group}]\nbroken = broken_module:THING\n" for group in groups)
    about.joinpath("entry_points.txt").write_text(points, encoding="utf-8")
    tmp_path.joinpath("broken_module.py").write_text("raise RuntimeError('no luck')\n", encoding="utf-8")
    with_it = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); "
    command = with_it + "from mixlid.cli.main import main; sys.exit(main())"
    why = "broken (broken_module:THING) cannot be loaded: no luck"
    listed = run("-c", command, "--help")
    assert listed.stderr == f"the command {why}\n"
    assert "count the stars of a file" in listed.stdout
    assert run("-c", command, "broken", code=1).stderr == f"mixlid: the command {why}\n"
    read = run("-c", command, "identify", "-f", "stars", "-t", "see you demain")
    assert read.stdout.startswith("eng_Latn,fra_Latn")
    assert f"the format {why}" in read.stderr
    assert (
        f"MixlidError: the adapter {why}" in run("-c", with_it + "import mixlid; mixlid.adapters.broken", code=1).stderr
    )
