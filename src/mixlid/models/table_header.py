"""The header of a table: everything but its tensors (`table.py`), as JSON in the file's metadata.

Every field is checked on reading, so that the model can rely on it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar, get_args

from mixlid.errors import ModelError, SettingsError
from mixlid.models.calibration import Calibration
from mixlid.models.container import CHECKSUM, KEY, damaged
from mixlid.models.decision import Decision
from mixlid.models.fitted import NEUTRAL, Fitted, fitted_in, with_default
from mixlid.models.ngrams import NgramSpec
from mixlid.models.unknown import UnknownDetector
from mixlid.models.vocabulary import LONGEST_NGRAM, MOST_BUCKETS
from mixlid.settings import preset

FORMAT = "mixlid-table"
VERSION = 1

Pooling = Literal["sum", "sqrt"]
Normalisation = Literal["none", "words-1", "words-2"]
Absent = Literal["count", "skip"]


@dataclass(frozen=True, slots=True)
class TableHeader:
    """How rows become scores, and where they come from."""

    labels: tuple[str, ...]
    ngrams: NgramSpec
    #: The score of one unit of a row.
    scale: float = 1.0
    #: A word's score is the sum of its rows, or that divided by the square root of how many features it has.
    pooling: Pooling = "sum"
    #: A scheme of `text.words.normalise`; with `none` words are taken as they are, and sentences as fastText does.
    normalisation: Normalisation = "none"
    #: Whether a feature without a row still counts as one: yes if its row was left out because it was small, no if the
    #: model never had it (a pruned fastText model).
    absent: Absent = "count"
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    #: By preset, `mixlid.models.calibration.Calibration` as a dict; old files have none.
    confidence: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    #: For people: name, sources, licences, training command, scores…
    card: Mapping[str, Any] = field(default_factory=dict)
    #: Numbers that were fitted for this model.
    fitted: Fitted = NEUTRAL

    def to_metadata(self) -> dict[str, str]:
        return description(FORMAT, VERSION, self)

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, str], path: Path) -> TableHeader:
        """`ModelError` if this is not a table, or one of a later version, or an invalid one."""
        content = description_of(metadata)
        if content.get("format") != FORMAT:
            raise ModelError(
                f"{path} is a safetensors file but not a mixlid table. Tables are made with `mixlid model pack` from a "
                "fastText model, or with `mixlid train`."
            )
        return read_header(metadata, path, "table", VERSION, cls._from_description)

    @classmethod
    def _from_description(cls, content: Mapping[str, Any], fitted: Fitted) -> TableHeader:
        values = {item.name: content[item.name] for item in fields(cls) if item.name not in ("confidence", "fitted")}
        values["confidence"] = content.get("confidence", {})
        values["ngrams"] = check_spec(NgramSpec(**values["ngrams"]))
        values["labels"] = tuple(values["labels"])
        values["presets"] = with_default(values["presets"], fitted)
        return cls(**values, fitted=fitted)

    def fault(self) -> str:
        """What is wrong with the values, as part of a sentence; empty if nothing is.

        `ModelError` if nothing is wrong but they need a later mixlid.
        """
        if not self.labels or not all(isinstance(label, str) and label for label in self.labels):
            return "its labels are not a list of names"
        if len(set(self.labels)) != len(self.labels):
            return "a label occurs twice"
        if not isinstance(self.scale, (int, float)) or not math.isfinite(self.scale) or self.scale <= 0:
            return f"its scale is {self.scale!r}"
        known = {"pooling": Pooling, "normalisation": Normalisation, "absent": Absent}
        for name, choices in known.items():
            if getattr(self, name) not in get_args(choices):
                return f"its {name} is {getattr(self, name)!r}, not one of {', '.join(get_args(choices))}"
        if not isinstance(self.presets, dict) or not all(isinstance(item, dict) for item in self.presets.values()):
            return "its presets are not settings by name"
        if fault := self._presets_fault():
            return fault
        if fault := self._confidence_fault():
            return fault
        if not isinstance(self.card, dict):
            return "its card is not a JSON object"
        return ""

    def _presets_fault(self) -> str:
        try:
            for name in self.presets:
                preset(name, self.presets, len(self.labels))
        except (SettingsError, TypeError) as error:
            return f"its presets are invalid ({error})"
        return ""

    def _confidence_fault(self) -> str:
        if not isinstance(self.confidence, dict):
            return "its confidence is not curves by preset"
        try:
            for values in self.confidence.values():
                Calibration.from_dict(values)
                if "decision" in values:
                    Decision.from_dict(values["decision"])
                if "familiarity" in values:
                    UnknownDetector.from_dict(values["familiarity"])
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            return f"its confidence is invalid ({error})"
        return ""


class Header(Protocol):
    """What the file of a model says about itself."""

    def fault(self) -> str: ...


H = TypeVar("H", bound=Header)


def description_of(metadata: Mapping[str, str]) -> dict[str, Any]:
    """What our files say about themselves; empty for other files."""
    try:
        content = json.loads(metadata[KEY])
    except (KeyError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def read_header(
    metadata: Mapping[str, str],
    path: Path,
    kind: str,
    version: int,
    build: Callable[[Mapping[str, Any], Fitted], H],
) -> H:
    """What `build` makes of the description of a file; `ModelError` if it is of a later version, or invalid."""
    content = description_of(metadata)
    if content.get("version") != version:
        raise ModelError(
            f"{path} is a mixlid {kind} of version {content.get('version')!r}, but this mixlid reads version "
            f"{version}. Use the mixlid that made it, or a later one."
        )
    try:
        header = build(content, fitted_in(content, metadata.get(CHECKSUM)))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise damaged(path, f"its description is incomplete ({error})") from error
    try:
        fault = header.fault()
    except ModelError as error:
        raise ModelError(f"{path}: {error}") from error
    except OverflowError as error:  # a whole number with hundreds of digits
        raise damaged(path, f"one of its numbers is too large ({error})") from error
    if fault:
        raise damaged(path, fault)
    return header


def description(form: str, version: int, header: Any) -> dict[str, str]:
    """The metadata of a file with this header; numbers that are all by default are left out."""
    content = {"format": form, "version": version, **asdict(header)}
    if "partitions" in content:
        content["blocks"] = content.pop("partitions")  # as the format has always called them
    if header.fitted == NEUTRAL:
        del content["fitted"]
    return {KEY: json.dumps(content, ensure_ascii=False, sort_keys=True)}


def check_spec(spec: NgramSpec) -> NgramSpec:
    limits = ((spec.minn, LONGEST_NGRAM), (spec.maxn, LONGEST_NGRAM), (spec.buckets, MOST_BUCKETS))
    if not all(type(number) is int and 0 <= number <= limit for number, limit in limits):
        raise ValueError(f"n-grams of {spec.minn} to {spec.maxn} letters in {spec.buckets} buckets")
    if type(spec.whole_word) is not bool or ((spec.maxn or spec.whole_word) and not spec.buckets):
        raise ValueError(f"n-grams in {spec.buckets} buckets, whole_word {spec.whole_word!r}")
    return spec
