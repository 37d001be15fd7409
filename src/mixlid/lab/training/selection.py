"""The corpus as a recipe wants it: labels with the sentences that licence policy and recipe leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mixlid.errors import InputError
from mixlid.lab.training.corpus import CorpusSentence, read_corpus
from mixlid.lab.training.recipe import Recipe
from mixlid.lab.training.sources import SourceFacts, known_sources, permitted


@dataclass(slots=True)
class Selection:
    """Which labels and sources to use, and, once read, how many sentences of each source were used for each label."""

    recipe: Recipe
    #: Only these labels; all if empty.
    labels: Collection[str] = ()
    #: Leave licences aside (for models that stay at home).
    any_licence: bool = False
    sources: Mapping[str, SourceFacts] = field(default_factory=known_sources)
    used: dict[str, dict[str, int]] = field(default_factory=dict)

    def read(self, corpus: Path) -> Iterator[tuple[str, list[CorpusSentence]]]:
        """Each label with its sentences; a label that has none left is refused."""
        for label, sentences in read_corpus(corpus):
            if self.labels and label not in self.labels:
                continue
            kept = self._kept(sentences)
            if not kept:
                raise InputError(
                    f"{corpus}: {label} has {len(sentences)} sentences, and none from a source that may be used. "
                    "Change the recipe's `exclude`, or leave the label out (--labels)."
                )
            self.used[label] = dict(Counter(sentence.source for sentence in kept).most_common())
            yield label, kept
        if not self.used:
            raise InputError(f"{corpus} has none of the labels {', '.join(sorted(self.labels))}.")

    def _kept(self, sentences: list[CorpusSentence]) -> list[CorpusSentence]:
        left = [sentence for sentence in sentences if sentence.source not in self.recipe.exclude]
        if self.any_licence:
            return left
        allowed = permitted(left, self.sources)
        return [sentence for sentence in left if sentence.source in allowed]
