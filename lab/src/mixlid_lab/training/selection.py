"""The corpus as a recipe uses it: labels with the sentences that the licence policy and the recipe allow."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mixlid.errors import InputError
from mixlid_lab.training.corpus import CorpusSentence, read_file
from mixlid_lab.training.recipe import Recipe
from mixlid_lab.training.sources import SourceFacts, describe, known_sources, open_sentences
from mixlid_lab.training.word_lists import WordList, read_word_list


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

    def is_trained(self, label: str) -> bool:
        return label not in self.recipe.leave_out and (not self.labels or label in self.labels)

    def sentences(self, label: str, files: Iterable[Path]) -> list[CorpusSentence]:
        """The sentences of a label that the policy and the recipe allow."""
        read = [sentence for file in files for sentence in read_file(file, label)]
        allowed = {source for source in {one.source for one in read} if self.may_use(label, source)}
        kept = []
        for one in read:
            if one.source in allowed:
                kept.append(one)
            elif zlib.crc32(one.text.encode()) in open_sentences():
                kept.append(CorpusSentence(f"{one.source}:open", one.text))
        return kept

    def word_lists(self, label: str, files: Iterable[Path], most: int) -> list[WordList]:
        """The `most` most frequent words of each list that the policy and the recipe allow."""
        used = () if label in self.recipe.drawing.exclude_lists else files
        return [one for file in used for one in read_word_list(file, most) if self.may_use(label, one.source)]

    def may_use(self, label: str, source: str) -> bool:
        """Whether the policy and the recipe allow a source of a label's text or words."""
        if source in self.recipe.exclude:
            return False
        return self.any_licence or describe(source, self.sources).is_open(label)
