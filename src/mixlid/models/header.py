"""What our model files say about themselves: all but their tensors, as JSON in the metadata.

`from_json` checks the shape, `check` what types cannot say, so that a model can rely on its header.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

from mixlid.errors import ModelError, SettingsError
from mixlid.models.added import AddedLabel
from mixlid.models.calibration import Calibration
from mixlid.models.catalogue import EMBEDDED
from mixlid.models.container import KEY, Container, damaged
from mixlid.models.decision import Decision
from mixlid.models.fitted import NEUTRAL, Fitted, with_default
from mixlid.models.from_json import from_json
from mixlid.models.ngrams import NgramSpec
from mixlid.models.unknown import UnknownDetector
from mixlid.settings import preset
from mixlid.text.words import SCRIPTS

VERSION = 1

Pooling = Literal["sum", "sqrt"]
#: How words are normalised: not at all, or by `text.words.normalise`.
Normalisation = Literal["none", "words-2"]


@dataclass(frozen=True, slots=True)
class TableHeader:
    """How the rows of one table become scores, and where they come from."""

    labels: tuple[str, ...]
    ngrams: NgramSpec
    #: The score of one unit of a row.
    scale: float = 1.0
    #: A word's score is the sum of its rows, or that divided by the square root of how many features it has.
    pooling: Pooling = "sum"
    #: With `none` words are taken as they are, and sentences as fastText does.
    normalisation: Normalisation = "none"
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    #: By preset, `mixlid.models.calibration.Calibration` as a dict.
    confidence: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    #: For people: name, sources, licences, training command, scores…
    card: Mapping[str, Any] = field(default_factory=dict)
    #: Numbers that were fitted for this model.
    fitted: Fitted = NEUTRAL

    def check(self) -> None:
        """`ValueError` if the values do not fit together."""
        if self.scale <= 0:
            raise ValueError(f"its scale is {self.scale!r}")
        _check_common(self)


@dataclass(frozen=True, slots=True)
class PartitionHeader:
    """The scripts of a partition, its labels as indices into the model's list, and how its rows become scores."""

    scripts: tuple[str, ...]
    labels: tuple[int, ...]
    #: The constant that every label of the partition gets for a word.
    certainty: float = 0.0
    #: None for a partition without rows.
    ngrams: NgramSpec | None = None
    scale: float = 1.0

    def check(self, labels: int) -> None:
        if self.scale <= 0:
            raise ValueError(f"the partition {'/'.join(self.scripts)} has an invalid scale")
        if not all(0 <= place < labels for place in self.labels):
            raise ValueError(f"the partition {'/'.join(self.scripts)} has labels that do not exist")
        count = len(set(self.labels))
        if not count or count != len(self.labels) or (count > 1) != bool(self.ngrams):
            raise ValueError(f"the partition {'/'.join(self.scripts)} has {count} labels, and its rows do not fit that")


@dataclass(frozen=True, slots=True)
class PartitionedModelHeader:
    """A header for a table for each script; most fields are those of `TableHeader`."""

    labels: tuple[str, ...]
    partitions: tuple[PartitionHeader, ...]
    normalisation: Literal["words-2"] = "words-2"
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    confidence: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    card: Mapping[str, Any] = field(default_factory=dict)
    #: What is said of labels that were added to a trained model.
    added: Mapping[str, AddedLabel] = field(default_factory=dict)
    fitted: Fitted = NEUTRAL

    def check(self) -> None:
        """`ValueError` if the values do not fit together."""
        scripts = [script for partition in self.partitions for script in partition.scripts]
        if not scripts or not set(scripts) <= set(SCRIPTS[1:]) or len(set(scripts)) != len(scripts):
            raise ValueError(f"its scripts are {scripts}")
        for partition in self.partitions:
            partition.check(len(self.labels))
        if strange := [label for label in self.added if label not in self.labels]:
            raise ValueError(f"it says something of {strange[0]!r}, which is none of its labels")
        _check_common(self)

    def table_of(self, partition: PartitionHeader) -> TableHeader:
        """The header of a partition's table."""
        assert partition.ngrams is not None
        labels = tuple(self.labels[place] for place in partition.labels)
        return TableHeader(labels, partition.ngrams, partition.scale, "sqrt", self.normalisation)


H = TypeVar("H", TableHeader, PartitionedModelHeader)
#: What a file calls its format.
FORMATS: Mapping[type, str] = {TableHeader: "mixlid-table", PartitionedModelHeader: "mixlid-blocks"}


def _check_common(header: TableHeader | PartitionedModelHeader) -> None:
    if not header.labels or not all(header.labels):
        raise ValueError("its labels are not a list of names")
    if len(set(header.labels)) != len(header.labels):
        raise ValueError("a label occurs twice")
    try:
        for name in header.presets:
            preset(name, header.presets, len(header.labels))
    except (SettingsError, TypeError) as error:
        raise ValueError(f"its presets are invalid ({error})") from error
    try:
        for values in header.confidence.values():
            Calibration.from_dict(values)
            if "decision" in values:
                from_json(Decision, values["decision"])
            if "familiarity" in values:
                from_json(UnknownDetector, values["familiarity"])
    except ValueError as error:
        raise ValueError(f"its confidence is invalid ({error})") from error


def format_of(metadata: Mapping[str, str]) -> str | None:
    """The format of one of our files; None for other files."""
    found = _description_of(metadata).get("format")
    return found if isinstance(found, str) else None


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Errors in this context are those of a file that is damaged, or made for a later mixlid."""
    try:
        yield
    except ValueError as error:
        raise damaged(path, str(error)) from error
    except ModelError as error:
        raise ModelError(f"{path}: {error}") from error


def read_header(container: Container, kind: type[H]) -> H:
    """The header of a file, checked; `ModelError` for another kind of file, or a later version."""
    path, content = container.path, _description_of(container.metadata)
    if content.get("format") != FORMATS[kind]:
        raise ModelError(
            f"{path} is a safetensors file but not a {FORMATS[kind].replace('-', ' ')}. Tables are made with `mixlid "
            "model pack` from a fastText model, or with `mixlid train`."
        )
    if content.get("version") != VERSION:
        raise ModelError(
            f"{path} is a mixlid model of version {content.get('version')!r}, but this mixlid reads version {VERSION}. "
            "Use the mixlid that made it, or a later one."
        )
    if "blocks" in content:  # as the format has always called them
        content["partitions"] = content.pop("blocks")
    with refusing(path):
        header: H = from_json(kind, content)
        header = replace(header, presets=with_default(header.presets, header.fitted))
        if path != EMBEDDED:  # ours is known to be right
            header.check()
        return header


def to_metadata(header: TableHeader | PartitionedModelHeader) -> dict[str, str]:
    """The metadata of a file with this header, without neutral numbers; `ValueError` if it is wrong."""
    header.check()
    content = {"format": FORMATS[type(header)], "version": VERSION, **asdict(header)}
    if "partitions" in content:
        content["blocks"] = content.pop("partitions")
    if header.fitted == NEUTRAL:
        del content["fitted"]
    return {KEY: json.dumps(content, ensure_ascii=False, sort_keys=True, allow_nan=False)}


def _description_of(metadata: Mapping[str, str]) -> dict[str, Any]:
    try:
        content = json.loads(metadata[KEY])
    except (KeyError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}
