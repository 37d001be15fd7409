"""The figures of docs/near-languages.md: `python tools/near_table.py mono-flores.jsonl.xz mono-flores-more.jsonl.xz …`.

Sentences in one language each, up to SENTENCES of a label, of which every second is judged: `fit_near_languages.py` has
the others. By group of near languages how often the answer is right as the search found it, with near languages told
apart, and with `auto`; how often it is a group, and how often that is needless, since the language would have been
right. Then the same for each language that has near ones; macro F1 over all labels, also with other thresholds; how
sure answers with a group are.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from statistics import mean
from typing import Literal, NamedTuple

import mixlid
from mixlid.cli.terminal import table
from mixlid.text.groups import GROUPS, group_of, is_group
from mixlid_lab.evaluation.calibration_metrics import expected_calibration_error
from mixlid_lab.evaluation.datasets import read_dataset
from mixlid_lab.evaluation.one_label import f1_by_label

SENTENCES = 200
#: Other values of the setting `group`.
THRESHOLDS = (0.4, 0.5, 0.55, 0.7)
Grouping = float | Literal["auto"]
#: Serbian, whose development data are in Cyrillic letters alone, in Latin ones.
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
    """A sentence: the right label, the answer of the search, without groups and with them, and how sure the last is."""

    right: str
    found: str
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


def judge(paths: Iterable[Path], group: Grouping = "auto") -> Iterator[Judged]:
    plain = mixlid.load()
    ways = plain.replace(standard_weight=0.0), plain, plain.replace(group=group)
    for right, text in labelled_sentences(paths, to_fit=False):
        found, told, grouped = (one.identify(text) for one in ways)
        labels = ("+".join(answer.labels) for answer in (found, told, grouped))
        yield Judged(right, next(labels), next(labels), next(labels), grouped.confidence or 0.0)


def main(paths: list[Path]) -> None:
    judged = list(judge(paths))
    groups = defaultdict[str, list[Judged]](list)
    for one in judged:
        if group_of(one.right) in GROUPS:
            groups[group_of(one.right)].append(one)
    rows = [
        ("group", "sentences", "as found", "by language", "with `auto`", "answered with the group", "needlessly"),
        *(row(name, groups[name]) for name in sorted(groups)),
        row("all", [one for some in groups.values() for one in some]),
    ]
    print("\n".join(table(rows, right=frozenset(range(1, 7)))))
    right = [one.right for one in judged]
    found = f1_by_label(right, [one.found for one in judged])
    told = f1_by_label(right, [one.by_language for one in judged])
    print("\nlanguage: right, F1 as found → right, F1 with near languages told apart")
    for name in (name for name in sorted(groups) if len({one.right for one in groups[name]}) > 1):
        print(f"  {name}: " + ", ".join(of_label(label, groups[name], found, told) for label in GROUPS[name].labels))
    print(
        f"\nmacro F1 of {len(set(right))} labels: as found {mean(found.values()):.3f}, by language "
        f"{mean(told.values()):.3f}, with auto {macro_f1(judged):.3f}"
    )
    for threshold in THRESHOLDS:
        some = list(judge(paths, threshold))
        needless = mean(one.was_right for one in some if one.is_group)
        print(f"  with {threshold}: {macro_f1(some):.3f}, needless {needless:.3f}")
    named = [one for one in judged if one.is_group]
    guessed = mean(1 / len({one.right for one in groups[group_of(one.right)]}) for one in named if one.is_right)
    sure: list[tuple[float, bool]] = [(one.confidence, one.is_right) for one in named]
    print(
        f"{len(named):,} of {len(judged):,} answers are a group: needless {mean(one.was_right for one in named):.3f}, "
        f"where who guesses a member is right {guessed:.3f}; confidence {mean(one for one, _ in sure):.3f}, "
        f"right {mean(one for _, one in sure):.3f}, calibration error {expected_calibration_error(sure):.3f}"
    )


def macro_f1(judged: list[Judged]) -> float:
    """Over all labels, where a group is right for its members."""
    answers = [one.right if one.is_right else one.answer for one in judged]
    return mean(f1_by_label([one.right for one in judged], answers).values())


def of_label(label: str, some: list[Judged], found: Mapping[str, float], told: Mapping[str, float]) -> str:
    own = [one for one in some if one.right == label]
    if not own:
        return f"{label} –"
    before, after = mean(one.found == label for one in own), mean(one.was_right for one in own)
    return f"{label} {before:.2f}, {found[label]:.2f} → {after:.2f}, {told[label]:.2f}"


def row(name: str, some: list[Judged]) -> tuple[str, ...]:
    shares = (
        mean(one.found == one.right for one in some),
        mean(one.was_right for one in some),
        mean(one.is_right for one in some),
        mean(one.is_group for one in some),
        mean(one.is_group and one.was_right for one in some),
    )
    return (name, f"{len(some):,}", *(f"{share:.3f}" for share in shares))


if __name__ == "__main__":
    main([Path(path) for path in sys.argv[1:]])
