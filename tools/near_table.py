"""The table of docs/near-languages.md: `python tools/near_table.py mono-flores.jsonl.xz mono-flores-more.jsonl.xz …`.

Monolingual sentences in languages that have near ones, up to SENTENCES of each: how often the answer is right without
groups and with them, how often it is a group, how often that was needless, and how sure such answers are.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path
from statistics import mean

import mixlid
from mixlid.cli.terminal import table
from mixlid.lab.evaluation.datasets import read_dataset
from mixlid.text.groups import GROUPS, group_of, is_group

SENTENCES = 200


def main(paths: list[Path]) -> None:
    plain = mixlid.load()
    grouped = plain.replace(group="auto")
    taken, rows, sure = (
        Counter[str](),
        defaultdict[str, list[int]](lambda: [0, 0, 0, 0]),
        list[tuple[float, int, int]](),
    )
    for sample in (sample for path in paths for sample in read_dataset(path).samples if len(sample.languages) == 1):
        right = sample.label or f"{next(iter(sample.languages))}_Latn"
        group = group_of(right)
        if group not in GROUPS or taken[right] == SENTENCES:
            continue
        taken[right] += 1
        before, after = plain.identify(sample.text), grouped.identify(sample.text)
        was_right, is_a_group = before.languages == (right,), is_group(after.label)
        is_right = after.languages in ((right,), (GROUPS[group].label,))
        for name in (group, "all"):
            for place, value in enumerate((1, was_right, is_right, is_a_group)):
                rows[name][place] += value
        if is_a_group:
            sure.append((after.confidence or 0.0, is_right, was_right))
    head = ("group", "sentences", "right by language", "right with `auto`", "answered with the group")
    body = [
        (name, f"{count:,}", *(f"{one / count:.3f}" for one in others))
        for name, (count, *others) in sorted(rows.items())
    ]
    print("\n".join(table([head, *body], right=frozenset(range(1, 5)))))
    confidence, right_ones, needless = (mean(column) for column in zip(*sure, strict=True))
    shares = f"confidence {confidence:.3f}, right {right_ones:.3f}, needless {needless:.3f}"
    print(f"{len(sure):,} answers are a group: {shares}")


if __name__ == "__main__":
    main([Path(path) for path in sys.argv[1:]])
