"""The header of a table: everything but its tensors (`table.py`), as JSON in the file's metadata.

Every field is checked on reading, so that the model can rely on it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_args

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
        try:
            content = json.loads(metadata[KEY])
        except (KeyError, ValueError, RecursionError):
            content = None
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise ModelError(
                f"{path} is a safetensors file but not a mixlid table. Tables are made with `mixlid model pack` from a "
                "fastText model, or with `mixlid train`."
            )
        if content.get("version") != VERSION:
            raise ModelError(
                f"{path} is a mixlid table of version {content.get('version')!r}, but this mixlid reads version "
                f"{VERSION}. Use the mixlid that made it, or a later one."
            )
        try:
            known = (item.name for item in fields(cls) if item.name not in ("confidence", "fitted"))
            values = {name: content[name] for name in known}
            values["confidence"] = content.get("confidence", {})
            values["fitted"] = fitted_in(content, metadata.get(CHECKSUM))
            values["ngrams"] = check_spec(NgramSpec(**values["ngrams"]))
            values["labels"] = tuple(values["labels"])
            values["presets"] = with_default(values["presets"], values["fitted"])
            header = cls(**values)
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
