"""Whatever stands in the header of a model file, it is a model that works, or a `ModelError`."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import mixlid
from curves import CURVES
from mixlid.errors import ModelError
from mixlid.models.container import KEY, Container, read_container, write_container
from mixlid.models.decision import EVIDENCE
from mixlid.models.fitted import Fitted, NearNumbers
from mixlid.models.loading import with_header
from mixlid.models.unknown import SIZE
from mixlid.settings import preset_names
from tiny_partitions import make_partitioned

VALUES = [-3.5, "text", ["text", 1], {"name": 1}, None, math.nan]
CONFIDENCE = {
    "default": {
        **CURVES,
        "decision": {"constant": 0.5, "weights": dict.fromkeys(EVIDENCE, 0.25), "dominant": {"*": 0.0}},
        "familiarity": {
            "known": [0.5] * (SIZE + 1),
            "language": [0.5] * (SIZE + 1),
            "typical": {"*": 1.0},
            "frequent": {"*": 0.5},
        },
    }
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value, and to what holds it."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in inside:
        yield (*path, name)
        if not (isinstance(value, list) and name > 1):  # the others of a long list are alike
            yield from places(item, (*path, name))


def damaged(content: Any, path: tuple[Any, ...], value: Any) -> Any:
    made = json.loads(json.dumps(content))
    inside = made
    for name in path[:-1]:
        inside = inside[name]
    inside[path[-1]] = value
    return made


def faults(container: Container, target: Path) -> Iterator[str]:
    content = json.loads(container.metadata[KEY])
    for path in places(content):
        if len(path) > 1 and isinstance(path[-1], int) and path[-1] > 1:
            continue
        for value in VALUES:
            write_container(target, container.tensors, {KEY: json.dumps(damaged(content, path, value))})
            try:
                names: Any = preset_names(mixlid.load(target).model.presets)
                for name in names:
                    mixlid.load(target, name).identify("the bread и хлеб")
            except ModelError as error:
                if str(target) not in str(error):
                    yield f"{path} = {value!r}: {error} does not name the file"
            except Exception as error:
                yield f"{path} = {value!r}: {error!r}"


@pytest.mark.parametrize("kind", ["table", "partitions"])
def test_any_value_anywhere(kind: str, tiny_table: Path, tmp_path: Path) -> None:
    source = tiny_table
    if kind == "partitions":
        source = tmp_path / "partitions.mixlid"
        make_partitioned().write(source)
    fitted = Fitted(default={"switch_price": 0.5}, near={"*": NearNumbers(0.5, 0.1, {"nob_Latn": 0.3})})
    presets = {"default": {"penalty": 0.25, "max_languages": 2}, "avg": {"penalty": {"eng_Latn": 0.5}}}
    full = tmp_path / "full.mixlid"
    with_header(source, full, fitted=fitted, presets=presets, confidence=CONFIDENCE)
    assert json.loads(read_container(full).metadata[KEY])["fitted"] == json.loads(json.dumps(asdict(fitted)))
    found = list(faults(read_container(full), tmp_path / "damaged.mixlid"))
    assert not found, "\n".join(found)
