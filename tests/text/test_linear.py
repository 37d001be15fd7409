"""Reading text takes time in proportion to its length, whatever it contains: steps are counted while lengths double."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from counted_regex import CountedRegex

from compiled import compiled_module
from counted_lines import lines_run
from mixlid.text import markup, sentences, words

#: What the rules name, and what might keep them looking ahead or going back.
ATOMS = (
    *("a", "D", "x", "12", "٣", "²", "_", "é", "\u0301", "\u0300\u0323", "か", "漢", "Ж", "'", "-", "\u200d"),
    *(".", ",", ":", "/", "@", "#", "www.", "http://", "a@", "x.com", "x.com/", "(", ":(", "xD", "<3", "😀"),
    *("👩🏽\u200d", "🇹", "3\ufe0f\u20e3", "…", "。", ".)"),
    *("<", "<a", "<a ", '<a b="', " b=c", "<!--", "[", "[= ", "((", "&", "&a", "@s:", "a@s:en+", "\n*A"),
)
ENDS = ("", "_", ".")
#: Doubling the length may double the steps, and a little more for what is at the ends.
FACTOR = 2.3
#: Repetitions are bounded by 64: what is quadratic up to there is not beyond it.
SIZES = (256, 512)


Shape = tuple[str, str]
#: What a text repeats, and ends with: one atom, or two in turn.
OF_ONE: tuple[Shape, ...] = tuple(product(ATOMS, ENDS))
OF_TWO: tuple[Shape, ...] = tuple((first + second, "_") for first, second in product(ATOMS, ("12", ".", "_", "-")))
SHAPES = pytest.mark.parametrize(
    "shapes", [pytest.param(OF_ONE, id="one"), pytest.param(OF_TWO, id="two", marks=pytest.mark.slow)]
)


PATTERNS = {
    "tokens": words._token_pattern(words._ANY),
    "tokens of Latin text": words._token_pattern(words._LATIN),
    "drawn out": re.compile(words.DRAWN_OUT),
    "numerals": re.compile(words.LONG_NUMERAL),
    "markup": markup._pattern((1 << len(markup.BEGINNINGS)) - 1),
}


@pytest.fixture
def deep() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(before)


@SHAPES
@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.usefixtures("deep")
def test_scanning_is_linear(name: str, shapes: Sequence[Shape]) -> None:
    assert slow_shapes(PATTERNS[name], shapes) == []


def slow_shapes(pattern: re.Pattern[str], shapes: Sequence[Shape]) -> list[Shape]:
    slow = []
    counted = CountedRegex(pattern)
    for middle, end in shapes:
        counts = []
        for size in SIZES:
            before = counted.steps
            text = middle * (size // len(middle)) + end
            assert list(counted.spans(text)) == [match.span() for match in pattern.finditer(text)]
            counts.append(counted.steps - before)
        if counts[1] > FACTOR * counts[0]:
            slow.append((middle, end))
    return slow


def test_a_quadratic_scan_is_found() -> None:
    """What the tokenizer once did with digits: each was followed to the end of its run."""
    assert ("12", "_") in slow_shapes(re.compile(r"(?P<number>\d+(?!\w))|(?P<other>\S)"), OF_ONE)


FUNCTIONS: dict[str, Callable[[str], object]] = {
    "tokens": words.tokenize,
    "words": words.words_of,
    "sentences": sentences.split_sentences,
    "short sentences": lambda text: sentences.split_sentences(text, 20),
}


@SHAPES
@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_done_with_what_was_scanned_is_linear(name: str, shapes: Sequence[Shape]) -> None:
    """Counted: the lines of our own code that are run."""
    assert [shape for shape in shapes if grows_too_fast(FUNCTIONS[name], shape)] == []


def grows_too_fast(function: Callable[[str], object], shape: Shape) -> bool:
    middle, end = shape
    sizes = (3 * sentences.MAX_CHARS, 6 * sentences.MAX_CHARS) if function is sentences.split_sentences else SIZES
    counts = [lines_run(function, middle * (size // len(middle)) + end) for size in sizes]
    return counts[1] > FACTOR * counts[0]


def test_quadratic_work_is_found() -> None:
    def look_back(text: str) -> int:
        found = 0
        for place in range(len(text)):
            for char in text[:place]:
                found += char == "."
        return found

    assert grows_too_fast(look_back, (".", ""))


@pytest.mark.parametrize("text", ["12" * 100_000 + "_", "٣٤" * 100_000 + "_"], ids=lambda text: ascii(text[:2]))
def test_digits_that_are_no_number_are_punctuation(text: str) -> None:
    tokens = words.tokenize(text)
    assert tokens == compiled_module("mixlid.text._compiled").tokenize(text)
    assert {token.kind for token in tokens} == {"punctuation"}
    assert all(len(set(text[token.start : token.end])) == 1 for token in tokens)
    assert sum(token.end - token.start for token in tokens) == len(text)


MARKS = (
    "\u0300\u0323",
    "\u0323\u0300\u0345",
    "\u0344\u0323",
    "à\u0323",
    "\u0f73\u0300",
    "ᾂ\u0327",
    "\u05b0\u05bc\u0300",
    "가\u0300\u0323",
)


@pytest.mark.parametrize("marks", MARKS, ids=ascii)
def test_marks_are_sorted_once(marks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted: how far the interpreter has to move marks to normalise its input."""
    counts: list[int] = []
    normalize: Any = unicodedata.normalize

    def counting(form: str, text: str) -> str:
        counts[-1] += len(text) + moves(normalize, text)
        return str(normalize(form, text))

    for size in (1_000, 2_000):
        word = "a" + marks * size
        counts.append(0)
        with monkeypatch.context() as patch:
            patch.setattr("mixlid.text.words.unicodedata.normalize", counting)
            folded = words.fold(word)
        assert folded == normalize("NFKC", word).lower().translate(words._POINTS)
    assert counts[1] <= FACTOR * counts[0]


def moves(normalize: Any, text: str) -> int:
    """How many positions marks move in canonical ordering: the number of inversions."""
    steps, run = 0, [0] * 256
    for char in "".join(normalize("NFKD", char) for char in text):
        kind = unicodedata.combining(char)
        if not kind:
            run = [0] * 256
            continue
        steps += sum(run[kind + 1 :])
        run[kind] += 1
    return steps
