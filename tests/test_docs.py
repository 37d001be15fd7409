"""The pages show what happens: every code block is run, or is on a list here.

The conventions are in `doc_blocks.py`.
"""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import io
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from doc_blocks import (
    ROOT,
    Block,
    agrees,
    claim,
    commands,
    inline_commands,
    is_true,
    name_of,
    pages,
    read_blocks,
    transcript,
)
from doc_commands import fault, unknown_extras

#: Blocks that are not run, by page: they need a corpus, a hub or hours. Whoever adds one says so here.
#: Those of bulk.md and data-frames.md need an engine and a folder, and are run by adapters/test_cluster_docs.py;
#: those of speech.md by speech/test_recipes.py.
NOT_RUN = {
    "docs/bulk.md": 5,
    "docs/data-frames.md": 1,
    "docs/models-of-your-own.md": 2,
    "docs/other-tools.md": 2,
    "docs/speech.md": 3,
}

#: Pages whose blocks talk to a server, and the test that runs them beside one.
ELSEWHERE = {
    "docs/http.md": "tests/server/test_http_reference.py",
    "docs/service.md": "tests/server/test_service_document.py",
}

PAGES = {name_of(page): page.read_text(encoding="utf-8") for page in pages()}
BLOCKS = {name: read_blocks(text, name) for name, text in PAGES.items()}


@pytest.fixture
def shell_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A PATH on which `mixlid` is this one, with warnings as errors."""
    folder = tmp_path_factory.mktemp("bin")
    command = folder / "mixlid"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -W error -m mixlid "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.parametrize(
    "page", [name for name, blocks in BLOCKS.items() if name not in ELSEWHERE and any(block.runs for block in blocks)]
)
def test_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell_path: str) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("MIXLID_MODEL", "MIXLID_KERNEL", "FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"PATH": shell_path, "COLUMNS": "100", "NO_COLOR": "1", "HF_HUB_OFFLINE": "1"}.items():
        monkeypatch.setenv(name, value)
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)
    for block in BLOCKS[page]:
        if block.runs and "alone" not in block.options:
            _skip_without_packages(block)
            _run(block, module)


ALONE = [block for blocks in BLOCKS.values() for block in blocks if "alone" in block.options]


@pytest.mark.parametrize("block", ALONE, ids=lambda block: f"{block.page}-{block.options['needs']}")
@pytest.mark.filterwarnings("ignore")  # packages of others, which warn of much
def test_block_runs_alone(block: Block) -> None:
    _skip_without_packages(block)
    _run(block, ModuleType("page"))


def _skip_without_packages(block: Block) -> None:
    missing = [name for name in block.needs if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"{block.where} needs {', '.join(missing)}")


def _run(block: Block, module: ModuleType) -> None:
    if "file" in block.options:
        path = Path(block.options["file"])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
    elif block.language == "python":
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            _statements(block, vars(module))
        answers = [line.removeprefix("# → ") for line in block.text.split("\n") if line.startswith("# → ")]
        assert output.getvalue().split("\n")[:-1] == answers, block.where
    elif block.language == "console":
        for command, expected in transcript(block.text):
            printed = _shell(command)
            assert agrees(printed, expected), f"{block.where}: {command}\n{printed}"
    elif block.language == "sh":
        _shell(f"set -e\n{block.text}", succeed=block.where)
    elif block.language == "json":
        json.loads(block.text)


def _statements(block: Block, names: dict[str, Any]) -> None:
    lines = ("\n" * block.line + block.text).split("\n")
    for statement in ast.parse("\n".join(lines)).body:
        claimed = claim(lines[(statement.end_lineno or 0) - 1]) if isinstance(statement, ast.Expr) else ""
        if isinstance(statement, ast.Expr) and claimed:
            value = eval(compile(ast.Expression(statement.value), block.page, "eval"), names)
            assert is_true(claimed, value), f"{block.page}, line {statement.lineno}: {value!r}"
        else:
            exec(compile(ast.Module([statement], []), block.page, "exec"), names)


def _shell(command: str, succeed: str = "") -> str:
    """What a terminal would show."""
    done = subprocess.run(
        ["bash", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    printed = done.stdout.decode("utf-8")
    assert not succeed or done.returncode == 0, f"{succeed}\n{printed}"
    return printed


@pytest.mark.parametrize("page", PAGES)
def test_commands_exist(page: str) -> None:
    whole = [(block.where, line, fault(line)) for block in BLOCKS[page] for line in commands(block)]
    parts = [(page, line, fault(line, part=True)) for line in inline_commands(PAGES[page])]
    assert [found for found in (*whole, *parts) if found[2]] == []
    assert unknown_extras(PAGES[page]) == []


def test_what_is_not_run_is_listed() -> None:
    found = [block for blocks in BLOCKS.values() for block in blocks if not block.runs]
    assert Counter(block.page for block in found) == NOT_RUN
    for block in found:
        if block.language == "python":
            compile(block.text, block.where, "exec")


def test_the_pages_are_there() -> None:
    """Otherwise the tests would also pass with nothing to run."""
    kinds = Counter(block.language for blocks in BLOCKS.values() for block in blocks if block.runs)
    claims = [line for block in BLOCKS["README.md"] for line in block.text.split("\n") if claim(line)]
    assert len(claims) >= 2
    assert kinds["python"] > 20
    assert kinds["console"] > 10


#: Folders that paths in the documentation begin from, besides the project's; `lab/tuning` is short for the last.
FOLDERS = ("", "src/mixlid/", "tests/", "lab/src/mixlid_lab/", "lab/src/")
#: Where a file is looked for that is named without its folder.
SOURCES = ("src", "lab/src", "tests", "tools", "benchmarks")
#: What looks like a path or a module and is neither: examples, names in files, and what was removed since.
NOT_PATHS = {
    "adapters/NAME.py", "solvers/NAME.py", "label_spark.py", "my_taggers.py", "spark_scale.py", "benchmarks/engines.py",
    "mixlid.commands", "mixlid.formats", "mixlid.adapters", "mixlid.model", "mixlid.sha256", "mixlid.version",
    "mixlid.config", "mixlid.example.org",
}  # fmt: skip


@pytest.mark.parametrize("page", [page for page in pages() if page.name != "CHANGELOG.md"], ids=name_of)
def test_paths_and_modules_exist(page: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    words = {
        word.rstrip(".")
        for span in re.findall(r"`([^`\n]+)`", prose)
        for word in re.findall(r"[\w./*-]+", span)
        if not re.search(rf"[=:]/*{re.escape(word)}", span)
    }
    assert sorted(word for word in words - NOT_PATHS if names_nothing(word)) == []


def test_promises_name_tests_that_exist() -> None:
    page = (ROOT / "docs/reliability.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/\S+\.py)::(test_\w+)`", page)
    promises = [line for line in page.split("\n") if line.startswith("| ") and not line.startswith("| promise")]
    assert len(promises) > 20
    assert [line for line in promises if "::test_" not in line] == []
    for path, test in named:
        assert f"\ndef {test}(" in (ROOT / path).read_text(encoding="utf-8"), f"{path}::{test}"


def names_nothing(word: str) -> bool:
    """Whether it is written as a path, a module or a source file of this project, and there is none."""
    if re.fullmatch(r"(src|tools|lab|tests|benchmarks|docs)/\S*[\w*]|[\w/]+\.(py|pyx|pxi|pxd)", word):
        short = word.removeprefix("lab/")
        there = any(any(ROOT.glob(folder + path)) for folder in FOLDERS for path in {word, short})
        anywhere = (found for name in SOURCES for found in (ROOT / name).rglob(word))
        return not there and ("/" in word or not any(anywhere))
    if re.fullmatch(r"mixlid(_lab)?(\.\w+)+", word) and not word.endswith((".mixlid", ".fish")):
        return not any(has_module(ROOT / folder, word.split(".")) for folder in ("src", "lab/src"))
    return False


def has_module(folder: Path, names: list[str]) -> bool:
    """Whether there is a module of that name, or one whose source has what the rest of the name says."""
    for count in range(len(names), 0, -1):
        place = folder.joinpath(*names[:count])
        sources = place.with_suffix(".py"), place.with_suffix(".pyx"), place / "__init__.py"
        if source := next(filter(Path.is_file, sources), None):
            return count == len(names) or re.search(rf"\b{names[count]}\b", source.read_text("utf-8")) is not None
    return False
