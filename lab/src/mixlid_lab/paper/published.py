"""The figures printed in the paper, to be shown beside ours. Nothing here is computed.

Its two models are `glotlid` (trained on sentences) and `litelid-v2` (on sentences and words). Systems are named after
what was done with the model: `k=1`, `p>0.1`, `MaskLID τ=5`, `CS`, `AVG`, `MONO`.
"""

from __future__ import annotations

from typing import NamedTuple

GLOTLID = "glotlid"
LITELID = "litelid-v2"


class Scores(NamedTuple):
    """The scores for one part of the data; precision and recall are not printed everywhere."""

    exact: float
    f1: float
    precision: float | None = None
    recall: float | None = None


class Parts(NamedTuple):
    cs: Scores
    mono: Scores
    all: Scores


def _short(*values: float) -> Parts:
    return Parts(*(Scores(*values[i : i + 2]) for i in (0, 2, 4)))


def _long(*values: float) -> Parts:
    return Parts(*(Scores(*values[i : i + 4]) for i in (0, 4, 8)))


#: Development data: the table of baselines and MaskLID, and the one of the three configurations.
DEV = {
    (GLOTLID, "k=1"): _short(0.00, 0.55, 0.98, 0.98, 0.49, 0.76),
    (GLOTLID, "k=2"): _short(0.22, 0.56, 0.00, 0.66, 0.11, 0.61),
    (GLOTLID, "p>0.1"): _short(0.09, 0.61, 0.94, 0.97, 0.51, 0.79),
    (LITELID, "k=1"): _short(0.00, 0.63, 0.99, 0.99, 0.50, 0.81),
    (LITELID, "k=2"): _short(0.39, 0.68, 0.00, 0.67, 0.19, 0.67),
    (LITELID, "p>0.1"): _short(0.18, 0.71, 0.98, 0.99, 0.58, 0.85),
    (GLOTLID, "MaskLID τ=5"): _short(0.31, 0.66, 0.69, 0.90, 0.50, 0.78),
    (GLOTLID, "MaskLID τ=10"): _short(0.29, 0.66, 0.74, 0.92, 0.51, 0.79),
    (GLOTLID, "MaskLID τ=15"): _short(0.26, 0.66, 0.80, 0.93, 0.53, 0.79),
    (GLOTLID, "MaskLID τ=20"): _short(0.23, 0.65, 0.83, 0.94, 0.53, 0.79),
    (LITELID, "MaskLID τ=5"): _short(0.39, 0.77, 0.96, 0.98, 0.68, 0.88),
    (LITELID, "MaskLID τ=10"): _short(0.35, 0.76, 0.98, 0.99, 0.67, 0.87),
    (LITELID, "MaskLID τ=15"): _short(0.30, 0.74, 0.99, 0.99, 0.65, 0.87),
    (LITELID, "MaskLID τ=20"): _short(0.25, 0.73, 0.99, 0.99, 0.62, 0.86),
    (LITELID, "AVG"): _short(0.60, 0.83, 0.91, 0.97, 0.76, 0.90),
    (LITELID, "CS"): _short(0.68, 0.83, 0.06, 0.69, 0.37, 0.76),
    (LITELID, "MONO"): _short(0.47, 0.81, 0.98, 0.99, 0.73, 0.90),
}

#: Development data, LiteLID-v2, one row for each of `systems.ablation_configurations`, by its name there.
ABLATION: dict[str, Parts | None] = {
    "0: CS": _short(0.68, 0.83, 0.06, 0.69, 0.37, 0.76),
    "1: 0 + α=[1, 0.95]": _short(0.68, 0.83, 0.09, 0.70, 0.39, 0.77),
    "1 + P=10": _short(0.67, 0.84, 0.59, 0.88, 0.63, 0.86),
    "1 + P=25": _short(0.57, 0.83, 0.88, 0.96, 0.73, 0.90),
    "1 + P=50": _short(0.33, 0.76, 0.99, 0.99, 0.66, 0.88),
    "0 + α=[1, 0.25]": _short(0.59, 0.80, 0.68, 0.91, 0.64, 0.86),
    "0 + α=[1, 0.50]": _short(0.65, 0.82, 0.47, 0.84, 0.56, 0.83),
    "0 + α=[1, 0.75]": _short(0.66, 0.82, 0.26, 0.77, 0.46, 0.80),
    "0 + α=[1, 0.99]": _short(0.68, 0.83, 0.06, 0.69, 0.37, 0.76),
    "1 + C3 τ=5": _short(0.68, 0.83, 0.17, 0.73, 0.43, 0.78),
    "1 + C3 τ=10": _short(0.65, 0.82, 0.36, 0.80, 0.51, 0.81),
    "1 + C3 τ=15": _short(0.61, 0.82, 0.49, 0.84, 0.55, 0.83),
    # The paper prints no figures for C4, "found to bring no significant improvement".
    **dict.fromkeys(("1 + C4 M=10", "1 + C4 M=20", "1 + C4 M=30")),
    "1 + C5 M=10": _short(0.66, 0.82, 0.46, 0.84, 0.56, 0.83),
    "1 + C5 M=20": _short(0.63, 0.81, 0.57, 0.87, 0.60, 0.84),
    "1 + C5 M=30": _short(0.62, 0.81, 0.65, 0.90, 0.64, 0.86),
    "0 + α=[1, 0.95] + C3, C5, P": _short(0.65, 0.82, 0.49, 0.84, 0.57, 0.83),
    "0 + α=[1, 0.75] + C3, C5, P": _short(0.64, 0.83, 0.82, 0.95, 0.73, 0.89),
    "0 + α=[1, 0.50] + C3, C5, P": _short(0.57, 0.83, 0.93, 0.98, 0.75, 0.91),
    "AVG + α=[1, 0.50]": _short(0.46, 0.80, 0.97, 0.99, 0.72, 0.90),
    "MONO + α=[1, 0.50]": _short(0.51, 0.82, 0.97, 0.99, 0.74, 0.91),
    "MONO + α=[1, 0.75]": _short(0.35, 0.77, 0.99, 0.99, 0.67, 0.88),
    "1 + C6 S=3": _short(0.67, 0.83, 0.09, 0.70, 0.38, 0.77),
    "1 + C6 S=5": _short(0.67, 0.83, 0.09, 0.70, 0.38, 0.77),
    "2: AVG": _short(0.60, 0.83, 0.91, 0.97, 0.76, 0.90),
    "3: MONO": _short(0.47, 0.81, 0.98, 0.99, 0.73, 0.90),
}

#: Test data, the mean over eight pairs (npi-eng is one of them) and ten languages.
TEST = {
    (GLOTLID, "k=1"): _long(0.00, 0.58, 0.87, 0.44, 0.97, 0.97, 0.97, 0.97, 0.49, 0.78, 0.92, 0.71),
    (GLOTLID, "k=2"): _long(0.20, 0.56, 0.56, 0.56, 0.00, 0.66, 0.49, 0.98, 0.10, 0.61, 0.53, 0.77),
    (GLOTLID, "p>0.1"): _long(0.06, 0.62, 0.85, 0.49, 0.95, 0.97, 0.97, 0.98, 0.50, 0.80, 0.91, 0.74),
    (LITELID, "k=1"): _long(0.00, 0.63, 0.95, 0.47, 0.99, 0.99, 0.99, 0.99, 0.50, 0.81, 0.97, 0.73),
    (LITELID, "k=2"): _long(0.36, 0.67, 0.67, 0.67, 0.00, 0.67, 0.50, 1.00, 0.18, 0.67, 0.58, 0.83),
    (LITELID, "p>0.1"): _long(0.15, 0.69, 0.91, 0.56, 0.94, 0.98, 0.97, 1.00, 0.54, 0.84, 0.94, 0.78),
    (GLOTLID, "MaskLID τ=5"): _long(0.30, 0.68, 0.79, 0.60, 0.76, 0.92, 0.87, 0.98, 0.53, 0.80, 0.83, 0.79),
    (GLOTLID, "MaskLID τ=10"): _long(0.29, 0.68, 0.82, 0.59, 0.80, 0.93, 0.89, 0.98, 0.54, 0.81, 0.85, 0.79),
    (LITELID, "MaskLID τ=5"): _long(0.39, 0.78, 0.92, 0.67, 0.94, 0.98, 0.97, 0.99, 0.67, 0.88, 0.95, 0.83),
    (LITELID, "MaskLID τ=10"): _long(0.37, 0.77, 0.94, 0.66, 0.97, 0.98, 0.98, 0.99, 0.67, 0.88, 0.96, 0.83),
    (LITELID, "CS"): _long(0.67, 0.82, 0.83, 0.82, 0.04, 0.68, 0.52, 1.00, 0.36, 0.75, 0.68, 0.91),
    (LITELID, "MONO"): _long(0.42, 0.79, 0.93, 0.69, 0.96, 0.98, 0.98, 0.99, 0.69, 0.89, 0.96, 0.84),
    (LITELID, "AVG"): _long(0.54, 0.81, 0.88, 0.76, 0.88, 0.96, 0.94, 0.99, 0.71, 0.89, 0.91, 0.88),
}

#: p of McNemar's test on test data against MaskLID with the same model (τ is not given; it is 5 elsewhere).
MCNEMAR = {"AVG": 1.3e-302, "MONO": 1.3e-18, "CS": 0.0498}

#: Share of words of all test sentences that are given no language, LiteLID-v2.
UNASSIGNED = {"MaskLID τ=5": 0.23, "AVG": 0.03}
