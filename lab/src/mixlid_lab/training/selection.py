"""The corpus as a recipe uses it: labels with the sentences that the licence policy and the recipe allow."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mixlid.errors import InputError
from mixlid.text.label_sets import PAPER
from mixlid_lab.training.corpus import CorpusSentence, read_file
from mixlid_lab.training.recipe import Recipe
from mixlid_lab.training.sources import NATURAL_KINDS, SourceFacts, describe, known_sources, permitted


@dataclass(slots=True)
class Selection:
    """Which labels and sources to use."""

    recipe: Recipe
    #: Only these labels; all if empty.
    labels: Collection[str] = ()
    #: Ignore licences (for models that are not published).
    any_licence: bool = False
    #: Train without those of `labels` that have no text.
    allow_missing: bool = False
    sources: Mapping[str, SourceFacts] = field(default_factory=known_sources)

    def refuse_missing(self, found: Collection[str]) -> None:
        """`InputError` if a label that was asked for has no text."""
        missing = sorted({*self.labels} - {*found})
        if missing and not self.allow_missing:
            raise InputError(
                f"there is no text that may be used for {', '.join(missing)}, and so there would be no such label in "
                "the model. Add text, leave it out of --labels, or train without it: --allow-missing."
            )

    def sentences(self, label: str, files: Sequence[Path]) -> list[CorpusSentence]:
        """The sentences of a label that the policy and the recipe allow; empty if the label is not to be trained."""
        recipe = self.recipe
        if label in recipe.leave_out or (self.labels and label not in self.labels):
            return []
        kept = self._kept([sentence for file in files for sentence in read_file(file, label)])
        natural = sum(describe(sentence.source, self.sources).kind in NATURAL_KINDS for sentence in kept)
        return kept if natural >= recipe.min_natural or label in recipe.required or label in PAPER else []

    def _kept(self, sentences: list[CorpusSentence]) -> list[CorpusSentence]:
        left = [sentence for sentence in sentences if sentence.source not in self.recipe.exclude]
        if self.any_licence:
            return left
        allowed = permitted(left, self.sources)
        return [sentence for sentence in left if sentence.source in allowed]
