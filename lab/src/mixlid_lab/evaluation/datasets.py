"""Data sets of labelled sentences (`mixlid.adapt.labelled`), one a file, and which of them count in which averages.

Sentences whose `langs` name no language are skipped and counted. A file whose sentences all have one language is
monolingual, whatever its name. A file that is partly silver becomes two data sets.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError
from mixlid.io.labelled import read_labelled

#: Data sets with this prefix are reported, but are in no average.
EXTRA = "extra-"
#: Added to the name of a file's silver sentences if it has others too, and put before the name of its monolingual
#: sentences if they are separated.
SILVER, MONO = "-silver", "mono-"
#: The languages of the paper's pairs; its monolingual average is over these.
PAIR_LANGUAGES = ("deu", "eng", "eus", "fra", "hin", "ind", "npi", "spa", "tur", "wol")


@dataclass(frozen=True, slots=True)
class Dataset:
    name: str
    samples: tuple[Sample, ...]
    #: how many more sentences its file has that are in no language
    skipped: int = 0

    @property
    def languages(self) -> frozenset[str]:
        return frozenset(language for sample in self.samples for language in sample.languages)

    @property
    def is_mixed(self) -> bool:
        """Whether it has code-switched sentences."""
        return any(sample.is_mixed for sample in self.samples)

    @property
    def is_natural(self) -> bool:
        """Whether it has both kinds of sentences, as corpora do."""
        return self.is_mixed and any(not sample.is_mixed for sample in self.samples)

    @property
    def counts(self) -> bool:
        """Whether it is in averages."""
        return is_counted(self.name, self.samples)


def read_dataset(path: Path) -> Dataset:
    """Read a file of JSON lines; `InputError` names a line that cannot be used."""
    samples, skipped = read_labelled(path)
    return Dataset(_name(path), tuple(samples), skipped)


def read_folder(path: Path) -> list[Dataset]:
    """Read each `*.jsonl` in a folder (also `.xz`, `.gz` and `.zst`) by name, or the one file that `path` is."""
    return [read_dataset(item) for item in _files(path)]


def dataset_names(path: Path) -> set[str]:
    """The names of the data sets in a folder."""
    return {_name(item) for item in _files(path)}


def _files(path: Path) -> list[Path]:
    files = [path] if path.is_file() else sorted(item for item in path.glob("*.jsonl*") if item.is_file())
    if not files:
        raise InputError(f"{path} has no evaluation data: expected a .jsonl file, or a folder of them")
    return files


def _name(path: Path) -> str:
    return path.name.partition(".")[0]


def is_silver(samples: Iterable[Sample]) -> bool:
    """Whether the sentences of a data set were not labelled by people; either all of them were, or none."""
    return any(sample.silver for sample in samples)


def silver_names(datasets: Iterable[Dataset]) -> list[str]:
    """The names of the data sets that are in no average because people have not labelled them."""
    return [dataset.name for dataset in datasets if is_silver(dataset.samples)]


def is_counted(name: str, samples: Iterable[Sample]) -> bool:
    """Whether a data set is in averages."""
    return not name.startswith(EXTRA) and not is_silver(samples)


def read_marked(
    paths: Iterable[Path], silver: Collection[str] = (), silver_words: Collection[str] = ()
) -> list[Dataset]:
    """Read all data sets in folders (or single files); each is either silver or not.

    Those named in `silver` and `silver_words` count as such even if their sentences do not say so.
    """
    read = [dataset for path in paths for dataset in read_folder(path)]
    if unknown := {*silver, *silver_words} - {dataset.name for dataset in read}:
        raise InputError(f"no data set is called {min(unknown)}; there are {', '.join(one.name for one in read)}")
    parts = []
    for name, samples, skipped in ((one.name, one.samples, one.skipped) for one in read):
        words = name in silver_words
        marked = [replace(one, silver_words=True) if words else one for one in samples]
        is_silver = [one.silver or name in silver for one in marked]
        # The sentences that people have labelled count whatever else is in the file.
        gold = tuple(one for one, mark in zip(marked, is_silver, strict=True) if not mark)
        rest = tuple(replace(one, silver=True) for one, mark in zip(marked, is_silver, strict=True) if mark)
        parts += [Dataset(name, gold or rest, skipped), *([Dataset(name + SILVER, rest)] if gold and rest else [])]
    return parts


def judged_by_kind(datasets: Sequence[Dataset]) -> list[Dataset]:
    """The data sets without those in natural mixture, whose two kinds of text cannot be weighed against each other.

    If no other data set counts for a kind of text, sentences of that kind are taken from them after all.
    """
    plain = [one for one in datasets if not one.is_natural]
    natural = [one for one in datasets if one.is_natural and one.counts]
    chosen = list(plain)
    for is_mixed, before in ((True, ""), (False, MONO)):
        if not any(one.counts and one.is_mixed is is_mixed for one in plain):
            parts = ((one.name, [sample for sample in one.samples if sample.is_mixed is is_mixed]) for one in natural)
            chosen += [Dataset(before + name, tuple(samples)) for name, samples in parts]
    return chosen


def labelled_sets(
    folders: Path | Sequence[Path],
    known: Collection[str],
    mono_languages: Collection[str] | None = None,
    mono_share: int = 1,
    extra: bool = False,
    labels: Collection[str] | None = None,
    silver: Collection[str] = (),
    silver_words: Collection[str] = (),
    tell: Callable[[str], object] = str,
) -> list[Dataset]:
    """The data sets in folders (or single files), limited to sentences whose languages are all `known` (ISO 639-3).

    With `labels`, a sentence that names its script must have one of these: a model may know Hindi, but not in
    Devanagari. For `silver` and `silver_words` see `read_marked`.

    Monolingual sentences are limited to `mono_languages` (by default `counted_languages`), and to every `mono_share`-th
    of each language. Data sets called `extra-…` are left out unless `extra` is true. `tell` is called with a
    sentence about anything that is left out without being asked.
    """
    paths = [folders] if isinstance(folders, Path) else folders
    read = read_marked(paths, silver, silver_words)
    wanted = [dataset for dataset in read if extra or not dataset.name.startswith(EXTRA)]
    answerable = [_answerable(dataset, frozenset(known), labels) for dataset in wanted]
    counted = counted_languages(answerable) if mono_languages is None else frozenset(mono_languages)
    chosen = [dataset if dataset.is_mixed else _thinned(dataset, counted, mono_share) for dataset in answerable]
    for sentence in _left_out(wanted, answerable, counted):
        tell(sentence)
    chosen = [dataset for dataset in chosen if dataset.samples]
    where = ", ".join(map(str, paths))
    if not chosen:
        raise InputError(f"{where} has no sentences in languages of the model")
    return chosen


def counted_languages(datasets: Iterable[Dataset]) -> frozenset[str]:
    """The languages whose monolingual sentences are in the average: those of the code-switched data.

    Data sets with both kinds of sentences are used only if no other code-switched one exists. If all languages are in
    the paper's pairs, its ten count, so that averages are comparable. Without code-switched data every language counts.
    """
    own = [dataset for dataset in datasets if not dataset.name.startswith(EXTRA)]
    asked = [one for one in own if one.is_mixed and not one.is_natural] or [one for one in own if one.is_mixed]
    mixed = frozenset(language for dataset in asked for language in dataset.languages)
    if mixed:
        return frozenset(PAIR_LANGUAGES if mixed <= set(PAIR_LANGUAGES) else mixed)
    return frozenset(language for dataset in own for language in dataset.languages)


def _answerable(dataset: Dataset, known: frozenset[str], labels: Collection[str] | None) -> Dataset:
    """The sentences that a model with these languages and labels can get right."""
    fitting = (one for one in dataset.samples if labels is None or not one.label or one.label in labels)
    return Dataset(dataset.name, tuple(one for one in fitting if one.languages <= known))


def _thinned(dataset: Dataset, languages: Collection[str], share: int) -> Dataset:
    kept, seen = [], dict.fromkeys(languages, 0)
    for sample in dataset.samples:
        language = next(iter(sample.languages))
        if language in seen:
            if seen[language] % share == 0:
                kept.append(sample)
            seen[language] += 1
    return Dataset(dataset.name, tuple(kept))


def _left_out(read: Sequence[Dataset], answerable: Sequence[Dataset], counted: Collection[str]) -> Iterator[str]:
    """A sentence for each data set with something that no figure shows."""
    for before, after in zip(read, answerable, strict=True):
        if before.skipped:
            count = before.skipped + len(before.samples)
            yield f"{before.name}: {before.skipped} of {count} sentences skipped, as they have no language"
        if missing := len(before.samples) - len(after.samples):
            of = f"{missing} of {len(before.samples)}"
            yield f"{before.name}: {of} sentences left out, in languages that the model (or -l, --labels) lacks"
        uncounted = after.languages - set(counted)
        if uncounted and not after.is_mixed:
            names = ", ".join(sorted(uncounted)[:5]) + (", …" if len(uncounted) > 5 else "")
            why = "the code-switched data are in others; --mono-languages says which count"
            yield f"{after.name}: left out {names}, {len(uncounted)} of its languages, because {why}"
