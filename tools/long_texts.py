"""Texts of very many words (docs/reliability.md, docs/formulation.md): `python tools/long_texts.py`.

First, the additional memory for two megabytes of several shapes, each in its own process. Then texts of some 20,000
words made of sentences from `benchmarks/sentences.txt`, in one to four languages that alternate or follow each other:
how often the answer with few labels has the same languages, and the same value, as the exact answer with all labels.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import mixlid
from long_shapes import SHAPES, measured
from mixlid.cli.terminal import table
from mixlid.engine.long_texts import MOST_WORDS
from mixlid.settings import PresetName

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))
from text import sentences

PRESETS: tuple[PresetName, ...] = ("default", "cs", "avg", "mono")
TEXTS = 40


def memory_table() -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("two megabytes of", "preset", "identify, MB", "columns", "alternatives", "s")]
    for shape, preset in [(shape, "default") for shape in SHAPES] + [("letters", preset) for preset in PRESETS[1:]]:
        found = measured(shape, preset, "alternatives")
        rows.append((shape, preset, *(str(value) for value in found["taken"].values()), f"{found['seconds']:.1f}"))
    return rows


def made_texts() -> list[str]:
    draw, of_language, made = random.Random(1), sentences(), []
    for number in range(TEXTS):
        chosen = draw.sample(sorted(of_language), number % 4 + 1)
        shares = [1.0, draw.choice([1.0, 0.3]), draw.choice([0.3, 0.1]), 0.05][: len(chosen)]
        languages = draw.choices(chosen, shares, k=2_400)
        if number % 8 > 3:
            languages.sort()
        made.append(" ".join(draw.choice(of_language[language]) for language in languages))
    return made


def answers_table() -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("preset", "texts", "same languages", "same value")]
    texts = made_texts()
    assert min(len(text.split()) for text in texts) > MOST_WORDS
    for preset in PRESETS:
        lid = mixlid.load(preset=preset)
        pairs = [(lid.identify(text), lid.solve(lid.prepare(text))) for text in texts]
        languages = sum(one.labels == exact.labels for one, exact in pairs)
        values = sum(abs(one.objective - exact.objective) < 1e-9 for one, exact in pairs)
        rows.append((preset, str(len(texts)), str(languages), str(values)))
    return rows


def main() -> None:
    print("\n".join(table(memory_table(), right=frozenset(range(2, 6)))))
    print("\nwith few labels beside all of them")
    print("\n".join(table(answers_table(), right=frozenset(range(1, 4)))))


if __name__ == "__main__":
    main()
