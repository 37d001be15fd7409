"""The corpus as a recipe uses it: labels with the sentences that the licence policy and the recipe allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mixlid.errors import InputError
from mixlid.text.label_sets import PAPER
from mixlid_lab.romanisation import romanised_label
from mixlid_lab.training.corpus import CorpusSentence, read_corpora, read_file
from mixlid_lab.training.recipe import Recipe
from mixlid_lab.training.sources import NATURAL_KINDS, SourceFacts, describe, known_sources, permitted


@dataclass(slots=True)
class Selection:
    """Which labels and sources to use and, after reading, how many sentences of each source each label used."""

    recipe: Recipe
    #: Only these labels; all if empty.
    labels: Collection[str] = ()
    #: Ignore licences (for models that are not published).
    any_licence: bool = False
    #: Train without those of `labels` that have no text.
    allow_missing: bool = False
    sources: Mapping[str, SourceFacts] = field(default_factory=known_sources)
    used: dict[str, dict[str, int]] = field(default_factory=dict)

    def read(self, corpora: Sequence[Path]) -> Iterator[tuple[str, list[CorpusSentence]]]:
        """Each label with its sentences; `InputError` for a label that has none left.

        Text that the recipe romanises is chosen by its original label or by the one that it gets.
        """
        names = ", ".join(map(str, corpora))
        romanises = "romanised" in self.recipe.paper_examples.parts
        for label, sentences in read_corpora(corpora):
            if self.labels and not {label, romanised_label(label) if romanises else None} & {*self.labels}:
                continue
            kept = self._kept(sentences)
            if not kept:
                raise InputError(
                    f"{names}: {label} has {len(sentences)} sentences, and none from a source that may be used. "
                    "Change the recipe's `exclude`, or leave the label out (--labels)."
                )
            self.used[label] = dict(Counter(sentence.source for sentence in kept).most_common())
            yield label, kept
        if not self.used:
            raise InputError(f"{names} has none of the labels {', '.join(sorted(self.labels))}.")
        self.refuse_missing(
            [*self.used, *((romanised_label(label) or label for label in self.used) if romanises else ())]
        )

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
