"""The figures printed in the paper (`published.json`), to be shown beside ours. Nothing here is computed.

Its two models are `glotlid` (trained on sentences) and `litelid-v2` (on sentences and words). Systems are named after
what was done with the model: `k=1`, `p>0.1`, `MaskLID τ=5`, `CS`, `AVG`, `MONO`.
"""

from __future__ import annotations

import json
from importlib import resources
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


class PrintedWordScores(NamedTuple):
    precision: float
    recall: float
    f1: float
    #: a share; the paper prints per cent
    unassigned: float


_DATA = json.loads(resources.files(__package__).joinpath("published.json").read_text("utf-8"))


def _parts(*rows: list[float]) -> Parts:
    return Parts(*(Scores(*row) for row in rows))


#: Development data: the table of baselines and MaskLID, and the one of the three configurations.
DEV = {(model, system): _parts(*rows) for model, system, *rows in _DATA["development"]}
#: Development data, LiteLID-v2, one row for each of `systems.ablation_configurations`, by its name there. The paper
#: prints no figures for C4, "found to bring no significant improvement".
ABLATION = {name: _parts(*rows) if rows else None for name, *rows in _DATA["ablation"]}
#: Test data, the mean over eight pairs (npi-eng is one of them) and ten languages.
TEST = {(model, system): _parts(*rows) for model, system, *rows in _DATA["test"]}
#: Test data by (model, system) and by pair or language. The paper does not give MaskLID's τ here; only with 10 do the
#: means of these rows match its test table.
DETAILS: dict[tuple[str, str], dict[str, Scores]] = {}
for _model, _system, _name, _row in _DATA["details"]:
    DETAILS.setdefault((_model, _system), {})[_name] = Scores(*_row)
#: p of McNemar's test on test data against MaskLID with the same model (τ is not given; it is 5 elsewhere).
MCNEMAR: dict[str, float] = dict(_DATA["mcnemar"])
#: Words of the code-switched test sentences, LiteLID-v2, by system and pair.
WORDS: dict[str, dict[str, PrintedWordScores]] = {}
for _system, _name, _row in _DATA["words"]:
    WORDS.setdefault(_system, {})[_name] = PrintedWordScores(*_row)
#: The code-switched corpora, and how many of their sentences are for development.
CORPORA: dict[str, int] = dict(_DATA["corpora"])
