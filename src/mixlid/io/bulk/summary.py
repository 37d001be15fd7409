"""The counts of a run: added up chunk by chunk, and shown at the end.

Every record is counted once, as written, filtered out, or skipped because it is bad. Labels, pairs, the share of
mixed text and the code-mixing index cover all identified records, including those filtered out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixlid.results.batch import AnswerBatch
from mixlid.results.result import Answer
from mixlid.word_counts import code_mixing

#: How many labels and pairs are shown to people.
_SHOWN = 5
_COUNTS = ("records", "characters", "written", "filtered", "bad", "skipped", "nulls", "mixed", "with_words")


@dataclass(slots=True)
class Summary:
    records: int = 0
    characters: int = 0
    written: int = 0
    filtered: int = 0
    #: Records that could not be identified: written without an answer, or skipped.
    bad: int = 0
    skipped: int = 0
    #: Records whose text is null: written without an answer.
    nulls: int = 0
    mixed: int = 0
    #: Records with a word in a known language: the code-mixing index is averaged over these.
    with_words: int = 0
    cmi_sum: float = 0.0
    #: Records by label.
    labels: Counter[str] = field(default_factory=Counter)
    #: Records by pair of labels, sorted and joined by a plus sign.
    pairs: Counter[str] = field(default_factory=Counter)

    def add_answer(self, answer: Answer) -> None:
        self.mixed += answer.is_mixed
        self.labels.update(answer.labels)
        if answer.is_mixed:
            self.pairs.update(map("+".join, combinations(sorted(answer.labels), 2)))
        mixing = code_mixing(answer)
        if mixing is not None:
            self.with_words += 1
            self.cmi_sum += mixing

    def add_columns(self, answers: AnswerBatch) -> None:
        """The same as `add_answer` for each answer, but for what `add_mixing` adds."""
        names, labels, starts = answers.names, answers.labels, answers.starts("labels")
        counts = np.bincount(labels)
        found = np.flatnonzero(counts)
        self.labels.update(dict(zip([names[label] for label in found.tolist()], counts[found].tolist(), strict=True)))
        sizes = np.diff(starts)
        self.mixed += int((sizes > 1).sum())
        keys: list[NDArray[np.int64]] = []
        for first, second in combinations(range(int(sizes.max(initial=0))), 2):
            rows = starts[:-1][sizes > second]
            both = np.sort([labels[rows + first], labels[rows + second]], axis=0).astype(np.int64)
            keys.append(both[0] * len(names) + both[1])
        pairs, times = np.unique(np.concatenate([np.zeros(0, np.int64), *keys]), return_counts=True)
        for key, count in zip(pairs.tolist(), times.tolist(), strict=True):
            self.pairs["+".join(sorted(names[place] for place in divmod(key, len(names))))] += count

    def add_mixing(self, mixing: NDArray[np.float64]) -> None:
        """Code-mixing indices of answers; NaN if a text has none."""
        mixing = mixing[~np.isnan(mixing)]
        self.with_words += len(mixing)
        # In order, as for single answers; `sum` adds in pairs, which rounds differently.
        self.cmi_sum = float(np.cumsum(np.append(self.cmi_sum, mixing))[-1])

    def add(self, other: Summary) -> None:
        for name in (*_COUNTS, "cmi_sum"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.labels.update(other.labels)
        self.pairs.update(other.pairs)


def figures(counts: Summary, seconds: float, rate: float | None) -> dict[str, Any]:
    """The summary as JSON. `rate` is in records a second after loading, if known."""
    identified = counts.records - counts.bad - counts.nulls
    return {
        **{
            name: getattr(counts, name)
            for name in ("records", "written", "filtered", "bad", "skipped", "nulls", "characters")
        },
        "mixed": counts.mixed,
        "share_mixed": counts.mixed / identified if identified else None,
        "mean_cmi": counts.cmi_sum / counts.with_words if counts.with_words else None,
        "labels": dict(_ranked(counts.labels)),
        "pairs": dict(_ranked(counts.pairs)),
        "seconds": round(seconds, 3),
        "records_per_second": None if rate is None else round(rate, 1),
    }


def figure_lines(values: Mapping[str, Any]) -> list[str]:
    """The summary for people."""
    bad = values["bad"] - values["skipped"]
    unanswered = [f"{values['nulls']:,} whose text is null"] if values["nulls"] else []
    unanswered += [f"{bad:,} bad ones kept"] if bad else []
    among = f" ({', '.join(unanswered)})" if unanswered else ""
    lost = [f"{values[name]:,} {name}" for name in ("filtered", "skipped") if values[name]]
    rate = values["records_per_second"]
    lines = [
        f"{values['records']:,} records, {values['characters']:,} characters"
        + (f", {rate:,.0f} records a second" if rate else ""),
        f"{values['written']:,} written{among}" + "".join(f", {part}" for part in lost),
    ]
    if values["share_mixed"] is not None:
        index = values["mean_cmi"]
        lines.append(
            f"{values['share_mixed']:.1%} mixed"
            + (f", mean code-mixing index {index:.1f}" if index is not None else "")
        )
    for what in ("labels", "pairs"):
        counts = list(values[what].items())
        if counts:
            shown = ", ".join(f"{label} {count:,}" for label, count in counts[:_SHOWN])
            more = f", and {len(counts) - _SHOWN} more" if len(counts) > _SHOWN else ""
            lines.append(f"{what}: {shown}{more}")
    return lines


def _ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
