"""Train a model as in the paper: fastText's classifier on sentences and single words, folded into a table.

The encoded corpus is kept in the work folder and used again. The examples are chosen in `examples.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from mixlid.models.header import TableHeader
from mixlid.models.table import write_table
from mixlid_lab.training.bags import Ragged, WordIndex, features_of
from mixlid_lab.training.corpus import Report, corpus_files, corpus_fingerprint, prepared
from mixlid_lab.training.examples import paper_examples
from mixlid_lab.training.mean_trainer import train_mean
from mixlid_lab.training.selection import Selection, make_card


def train_paper(
    corpora: Sequence[Path],
    out: Path,
    selection: Selection,
    *,
    work: Path,
    seed: int = 1,
    device: str | None = None,
    report: Report = lambda _: None,
    quiet: bool = True,
) -> None:
    """Train by the recipe and write the table."""
    recipe = selection.recipe
    path = work / f"{recipe.name}.words.pickle"
    files = [corpus_fingerprint(corpus) for corpus in corpora]
    mark = recipe.fingerprint(files, sorted(selection.labels), selection.any_licence)
    words, texts, used = prepared(path, mark, lambda: _encode(corpora, selection, report))
    bags = paper_examples(list(texts.values()), recipe.paper_examples, seed)
    report(f"training on {len(bags):,} examples")
    features = features_of(words, recipe.ngrams)
    table = train_mean(
        bags, words, features, len(texts), recipe.ngrams, recipe.fasttext, seed=seed, device=device, quiet=quiet
    )
    card = make_card(recipe, seed, used)
    header = TableHeader(tuple(texts), recipe.ngrams, table.scale, card=card)
    write_table(out, header, table.ids, table.rows, table.words)
    report(f"wrote {out}")


def _encode(
    corpora: Sequence[Path], selection: Selection, report: Report
) -> tuple[list[str], dict[str, Ragged], dict[str, dict[str, int]]]:
    """The words, each label's sentences as word numbers, and the sentences of each source."""
    index = WordIndex()
    texts: dict[str, Ragged] = {}
    used: dict[str, dict[str, int]] = {}
    for label, files in corpus_files(corpora).items():
        if selection.is_trained(label) and (sentences := selection.sentences(label, files)):
            texts[label] = Ragged.of([index.encode(sentence.text.split()) for sentence in sentences])
            used[label] = dict(Counter(sentence.source for sentence in sentences).most_common())
            report(f"{label}: {len(sentences):,} sentences")
    selection.refuse_missing(texts)
    return index.words, texts, used
