"""`mixlid model info`: what a model holds, and whether its file is whole."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator, Mapping
from textwrap import fill
from typing import TYPE_CHECKING, Any

from mixlid.cli.terminal import clean, print_table, size
from mixlid.settings import AS_PRINTED, Settings, preset, preset_names
from mixlid.text.labels import sets_of

if TYPE_CHECKING:
    from mixlid.models.interface import Model

HELP = "show what is in a model, and verify its checksum"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", nargs="?", metavar="MODEL", help="a file, a name or hf://…; default: litelid")
    parser.add_argument("--json", action="store_true", help="everything that it says, as one JSON object")


def run(args: argparse.Namespace) -> None:
    from mixlid.models.catalogue import EMBEDDED_NAME, find, model_name
    from mixlid.models.container import check_bytes, read_container
    from mixlid.models.fasttext import FastTextModel
    from mixlid.models.hub import sha256_of
    from mixlid.models.loading import find_model, open_model

    name = args.model or EMBEDDED_NAME
    path = find_model(name)
    model = open_model(path)
    entry = find(name)
    published = {"licence": entry.licence, "about": entry.about, "address": entry.address} if entry else {}
    sets = sets_of(model.labels)
    facts = model.info() | published | {"sha256": sha256_of(path), "sets": sets}
    if not isinstance(model, FastTextModel):  # whose files have no checksum of their own
        facts["checksum"] = "matches" if check_bytes(path, read_container(path).metadata) else "none"
    if args.json:
        print(json.dumps(facts, indent=2))
        return
    print(clean(model_name(model, name)))
    card = facts.get("card") or {}
    shown = {("size" if key == "bytes" else key): value for key, value in facts.items() if _is_plain(key, value)}
    rows = [("file", str(path))] if str(path) != name else []
    rows += [(key.replace("_", " "), _fact(key, value)) for key, value in shown.items()]
    rows += [(f"card: {key}", _fact(key, value)) for key, value in card.items() if not isinstance(value, Mapping)]
    print_table(rows)
    print("\npresets (-p), and what they set (-s); * is this model's own value, the others are the paper's")
    print_table(list(_presets(model)))
    print("\nsets of languages (-l), and how many labels they have here")
    listed = ", ".join(f"{name} {count}" for name, count in sets.items())
    print(fill(listed, shutil.get_terminal_size().columns - 2, initial_indent="  ", subsequent_indent="  "))


def _is_plain(name: str, value: Any) -> bool:
    return name != "path" and value is not None and not isinstance(value, Mapping)


def _fact(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "size":
        return size(value)
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, int) and name not in ("version", "seed"):
        return f"{value:,}"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _presets(model: Model) -> Iterator[tuple[str, str]]:
    for name in preset_names(model.presets):
        if name == "default" and name not in model.presets:
            yield name, "as avg"
            continue
        own: Mapping[str, Any] = {} if name in AS_PRINTED else model.presets.get(name, {})
        plain = Settings().to_dict()
        values = preset(name, model.presets, len(model.labels)).to_dict().items()
        said = [f"{key}={_value(v)}{'*' * (key in own)}" for key, v in values if v != plain[key] or key in own]
        yield name, " ".join(said) or "nothing"


def _value(value: Any) -> str:
    """A setting as `-s` takes it; values by language are only counted."""
    if isinstance(value, Mapping):
        return f"{{{len(value)} values}}"
    if isinstance(value, list):
        return ",".join(f"{item:g}" for item in value)
    if value is None:
        return "none"
    return f"{value:g}"
