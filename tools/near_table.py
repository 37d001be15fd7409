"""The figures of docs/near-languages.md: `python tools/near_table.py mono-flores.jsonl.xz mono-flores-more.jsonl.xz …`.

Monolingual sentences are used, up to SENTENCES of each label; every second one is judged, and `fit_near_languages.py`
has the others. For each group of near languages: how often the answer is right without groups and with `auto`, how
often it is a group, and how often that is unnecessary because the language would have been right. Also macro F1 over
all labels, and the calibration of answers with a group.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import mixlid
from mixlid.cli.terminal import table
from mixlid.lab.evaluation.calibration_metrics import expected_calibration_error
from mixlid.lab.evaluation.datasets import read_dataset
from mixlid.lab.evaluation.one_label import f1_by_label
from mixlid.text.groups import GROUPS, group_of, is_group

SENTENCES = 200
#: To transliterate Serbian, whose development data are only in Cyrillic.
_PAIRS = [
    *zip("абвгдђежзијклмнопрстћуфхцчш", "abvgdđežzijklmnoprstćufhcčš", strict=True),
    ("љ", "lj"),
    ("њ", "nj"),
    ("џ", "dž"),
]
LATIN = {ord(letter): latin for letter, latin in _PAIRS}
LATIN |= {ord(letter.upper()): latin.capitalize() for letter, latin in _PAIRS}


def labelled_sentences(paths: Iterable[Path], to_fit: bool) -> Iterator[tuple[str, str]]:
    """Labels and texts: those to fit on, or the others."""
    taken = Counter[str]()
    for sample in (sample for path in paths for sample in read_dataset(path).samples if not sample.is_mixed):
        right = sample.label or f"{next(iter(sample.languages))}_Latn"
        versions = [(right, sample.text)]
        if right == "srp_Cyrl":
            versions.append(("srp_Latn", sample.text.translate(LATIN)))
        for label, text in versions:
            if taken[label] < SENTENCES:
                taken[label] += 1
                if taken[label] % 2 == to_fit:
                    yield label, text


class Judged(NamedTuple):
    """A sentence: the right label, the answers without groups and with `auto`, and the latter's confidence."""

    right: str
    by_language: str
    answer: str
    confidence: float

    @property
    def is_group(self) -> bool:
        return is_group(self.answer)

    @property
    def was_right(self) -> bool:
        return self.by_language == self.right

    @property
    def is_right(self) -> bool:
        return self.answer == self.right or (self.is_group and group_of(self.answer) == group_of(self.right))


def judge(paths: Iterable[Path]) -> Iterator[Judged]:
    plain = mixlid.load()
    grouped = plain.replace(group="auto")
    for right, text in labelled_sentences(paths, to_fit=False):
        before, after = plain.identify(text), grouped.identify(text)
        yield Judged(right, "+".join(before.languages), "+".join(after.languages), after.confidence or 0.0)


def main(paths: list[Path]) -> None:
    judged = list(judge(paths))
    groups = defaultdict[str, list[Judged]](list)
    for one in judged:
        if group_of(one.right) in GROUPS:
            groups[group_of(one.right)].append(one)
    rows = [
        ("group", "sentences", "right by language", "right with `auto`", "answered with the group", "needlessly"),
        *(row(name, groups[name]) for name in sorted(groups)),
        row("all", [one for some in groups.values() for one in some]),
    ]
    print("\n".join(table(rows, right=frozenset(range(1, 6)))))
    right = [one.right for one in judged]
    before = mean(f1_by_label(right, [one.by_language for one in judged]).values())
    after = mean(f1_by_label(right, [one.right if one.is_right else one.answer for one in judged]).values())
    print(f"macro F1 of {len(set(right))} labels: by language {before:.3f}, with auto {after:.3f}")
    named = [one for one in judged if one.is_group]
    guessed = mean(1 / len({one.right for one in groups[group_of(one.right)]}) for one in named if one.is_right)
    sure: list[tuple[float, bool]] = [(one.confidence, one.is_right) for one in named]
    print(
        f"{len(named):,} of {len(judged):,} answers are a group: needless {mean(one.was_right for one in named):.3f}, "
        f"where who guesses a member is right {guessed:.3f}; confidence {mean(one for one, _ in sure):.3f}, "
        f"right {mean(one for _, one in sure):.3f}, calibration error {expected_calibration_error(sure):.3f}"
    )


def row(name: str, some: list[Judged]) -> tuple[str, ...]:
    shares = (
        mean(one.was_right for one in some),
        mean(one.is_right for one in some),
        mean(one.is_group for one in some),
        mean(one.is_group and one.was_right for one in some),
    )
    return (name, f"{len(some):,}", *(f"{share:.3f}" for share in shares))


if __name__ == "__main__":
    main([Path(path) for path in sys.argv[1:]])
