"""A hundred thousand lines, random and real: both pipelines agree on all, and so do threads and columns (`make
test-slow`).
"""

from __future__ import annotations

import json
import lzma
import random
from collections.abc import Iterator

import pytest
from column_rows import of_columns, of_result
from reference import reference

import mixlid
from compiled import compiled_module
from evaluation_data import DEV, needed
from mixlid.settings import PresetName

compiled_module("mixlid.engine._compiled")

#: A hundred thousand in all. Python takes long to search under the rules of `avg`, which every line has to pass.
LINES = {"default": 80_000, "avg": 20_000}


def real_lines() -> Iterator[str]:
    """The development data, each line cut to at most 120 characters."""
    for path in sorted(needed(DEV).glob("*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                text = json.loads(line)["text"]
                yield from (text[start : start + 120] for start in range(0, len(text), 120))


def random_lines(draw: random.Random, words: list[str]) -> Iterator[str]:
    """Random words, damaged here and there."""
    strange = "'’-.,:;!?()#@/0123456789 😀❤️\u0301\u200d\u00adİıßĳдΣم漢"
    while True:
        line = " ".join(draw.choices(words, k=draw.randint(0, 16)))
        for _ in range(draw.randint(0, 4)):
            place = draw.randint(0, len(line))
            line = line[:place] + draw.choice(strange) + line[place + draw.randint(0, 1) :]
        yield line


@pytest.mark.slow
@pytest.mark.parametrize("preset", LINES)
def test_a_hundred_thousand_lines(preset: PresetName) -> None:
    draw = random.Random(1)
    real = list(real_lines())
    lines = draw.sample(real, min(len(real), LINES[preset] // 2))
    invented = random_lines(draw, [word for line in real[:20_000] for word in line.split()])
    lines += [next(invented) for _ in range(LINES[preset] - len(lines))]
    lid = mixlid.load(preset=preset)
    plain = reference(lid)
    in_threads = lid.identify_many(lines, jobs=2)
    columns = of_columns(lid.identify_columns(lines, words=True))
    columns_in_threads = of_columns(lid.identify_columns(lines, words=True, jobs=2))
    brief = lid.identify_columns(lines)
    for place, line in enumerate(lines):
        expected = plain.identify(line)
        assert lid.identify(line) == expected
        assert next(in_threads) == expected
        assert next(columns) == next(columns_in_threads) == of_result(expected)
        assert brief.names[brief.labels[brief.starts("labels")[place]]] == expected.label
