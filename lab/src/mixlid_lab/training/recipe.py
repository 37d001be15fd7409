"""Recipes: everything that decides a model apart from the corpus and the seed, one TOML file for each version.

The recipes for the versions of the paper's table and for our own are in `recipes/` and known by name; any other file
can be used too (`recipe_files.py`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from mixlid.models.ngrams import NgramSpec
from mixlid_lab.training.examples import PaperExamples
from mixlid_lab.training.linear import LinearSettings
from mixlid_lab.training.mean_trainer import MeanSettings
from mixlid_lab.training.sampling import DrawSettings

Trainer = Literal["fasttext", "linear"]


@dataclass(frozen=True, slots=True)
class Pruning:
    """What is kept of a trained linear table, and how it is trained further afterwards."""

    #: Rows to keep; 0 keeps all that are not zero.
    rows: int = 0
    epochs: float = 0.0
    learning_rate: float = 0.1


@dataclass(frozen=True, slots=True)
class BlockChanges:
    """What differs for a script; 0 changes nothing."""

    minn: int = 0
    maxn: int = 0
    buckets: int = 0
    #: Rows to keep.
    rows: int = 0
    #: `DrawSettings.min_sentences`
    min_sentences: int = 0
    #: `LinearSettings.balance`
    balance: float = 0.0
    #: Labels that occasionally use the script: they get no rows, so a word speaks neither for nor against them.
    guests: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cleaning:
    """Which training sentences are removed: those that a first model is sure belong to a distant language."""

    #: Epochs of the first model, on sentences only; 0 cleans nothing.
    epochs: float = 0.0
    #: A sentence is removed if another language is at least this probable…
    sure: float = 0.9
    #: …and its own at most this.
    own: float = 0.02
    #: Languages that a model may well confuse, as groups of codes; a sentence is not removed for a language of its own
    #: group.
    related: tuple[str, ...] = ()

    def near(self) -> dict[str, set[str]]:
        """For each language, those that it may be confused with."""
        near: dict[str, set[str]] = {}
        for line in self.related:
            for code in line.split():
                near.setdefault(code, set()).update(line.split())
        return near


@dataclass(frozen=True, slots=True)
class Recipe:
    """A checked recipe. Only the sections of its own trainer have a meaning."""

    name: str
    trainer: Trainer
    ngrams: NgramSpec
    description: str = ""
    #: Sources that are never used, whatever their licence.
    exclude: tuple[str, ...] = ()
    paper_examples: PaperExamples = field(default_factory=PaperExamples)
    fasttext: MeanSettings = field(default_factory=MeanSettings)
    drawing: DrawSettings = field(default_factory=DrawSettings)
    linear: LinearSettings = field(default_factory=lambda: LinearSettings(0))
    pruning: Pruning = Pruning()
    cleaning: Cleaning = Cleaning()
    #: What differs by script.
    blocks: Mapping[str, BlockChanges] = field(default_factory=dict)
    #: Labels of the corpus that are not trained.
    leave_out: tuple[str, ...] = ()
    #: Labels that also get the text of a label in Arabic letters, typed in Latin ones (`arabizi.py`).
    arabizi: Mapping[str, str] = field(default_factory=dict)
    #: Copies of each sentence in other spellings, by label.
    spelling_variants: Mapping[str, int] = field(default_factory=dict)
    #: Share of sentences in Latin script that get a copy without diacritics and apostrophes, if they have any.
    plainly_typed: float = 0.0

    def for_script(self, script: str) -> Recipe:
        """The recipe for the block of one script."""
        given = {name: value for name, value in asdict(self.blocks.get(script, BlockChanges())).items() if value}

        def changed(section: Any) -> Any:
            return replace(section, **{name: value for name, value in given.items() if hasattr(section, name)})

        sections = ("ngrams", "drawing", "linear", "pruning")
        return replace(self, **{name: changed(getattr(self, name)) for name in sections})

    def fingerprint(self, *more: object) -> str:
        """A short hash of the recipe and of whatever else decides the result."""
        content = json.dumps([asdict(self), *more], sort_keys=True, default=str)
        return hashlib.sha256(content.encode()).hexdigest()[:16]
