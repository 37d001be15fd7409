"""A pattern repeated to any length, in every kind of call: linear work and bounded memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import mixlid
from counted_lines import lines_run
from mixlid.engine.plain_pipeline import PlainPipeline
from mixlid.results.marked import bracketed
from mixlid.solvers import exact
from rarely import rarely

#: What rules for tokens, sentences, numbers, markup and scripts might look at again and again.
PATTERNS = (
    *("no.1.", "sent.", "sent. ", "no.1. ", "a b ", "a@", "x.com ", "www.", "12_", ":(", "<b>", "&amp;", "[b]", "(("),
    *("*A: ", "\ufdfa", "\u0300\u0323", "漢", "かな", "a я ", "👩🏽\u200d", "'a", "a-", "#Tag", "@user ", "。", "Dr. "),
    *("A.B. ", "\n"),
)
#: Twice as long may take twice as many lines, and a little more for what is at the ends.
FACTOR = 2.3


@pytest.fixture(scope="module")
def ways(tiny_table: Path) -> dict[str, Callable[[str], object]]:
    """In Python wherever there is a choice, since only its lines can be counted."""
    lid = mixlid.load(tiny_table, "cs")
    lid.__dict__["_pipeline"] = PlainPipeline(lid._config())

    def shown(text: str) -> str:
        result = lid.identify(text)
        return bracketed(text, result.words, result.label) + result._repr_html_()

    return {
        "identify": lid.identify,
        "columns": lambda text: lid.identify_columns([text], words=True),
        "document": lid.identify_document,
        "shown": shown,
    }


@pytest.mark.parametrize("pattern", PATTERNS, ids=ascii)
def test_lines_are_in_proportion(
    ways: dict[str, Callable[[str], object]], pattern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact, "_kernel", lambda: exact.search)
    texts = [pattern * (size // len(pattern)) for size in (1000, 2000)]
    for name, way in ways.items():
        few, many = (lines_run(way, text) for text in texts)
        assert many <= FACTOR * few + 200, name


@pytest.mark.parametrize("pattern", ["\ufdfa", "a b ", *rarely("a@", "no.1.", "é ", "&a", "👩🏽\u200d")], ids=ascii)
def test_a_megabyte_takes_half_a_gigabyte_at_most(pattern: str) -> None:
    check_half_a_gigabyte(pattern, {})


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["a@", "no.1."])
def test_with_numpy_too(pattern: str) -> None:
    """For a text that cannot be split, with an object for each of half a million words."""
    check_half_a_gigabyte(pattern, {"MIXLID_KERNEL": "numpy"})


def check_half_a_gigabyte(pattern: str, environment: dict[str, str]) -> None:
    """Half a gigabyte of address space, whatever else runs on the machine."""
    if sys.platform != "linux":
        pytest.skip("needs Linux")
    code = f"""
import resource, mixlid
lid = mixlid.load()
lid.identify("the bread ve ekmek")
pattern = {pattern!a}
text = pattern * (1_000_000 // len(pattern.encode()))
size = next(int(line.split()[1]) * 1024 for line in open("/proc/self/status") if line.startswith("VmSize"))
resource.setrlimit(resource.RLIMIT_AS, (size + 500_000_000, resource.RLIM_INFINITY))
print(lid.identify(text).language)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
