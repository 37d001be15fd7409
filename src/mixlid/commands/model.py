"""`mixlid model list`, `info` and `pack`: which models there are, what one holds, and a fastText model as a table."""

from __future__ import annotations

import argparse
import json
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from mixlid.commands import pack
from mixlid.commands.verb import Verb, add_verbs
from mixlid.settings import PAPER, Settings, preset
from mixlid.terminal import clean, language_name, size, table, width

if TYPE_CHECKING:
    from mixlid.models.base import Model


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_verbs(
        parser,
        (
            Verb("list", "say which models can be loaded by name", _add_list, list_models),
            Verb("info", "say what a model holds", _add_info, info),
            Verb("pack", "fold a fastText model into a table, or cut a table to a size", pack.add_arguments, pack.run),
        ),
    )


def _add_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as a JSON array of objects")


def list_models(args: argparse.Namespace) -> None:
    from mixlid.models.catalogue import CATALOGUE
    from mixlid.models.hub import in_cache

    models = [_embedded(), *(asdict(entry) | {"here": in_cache(entry.address)} for entry in CATALOGUE)]
    if args.json:
        print(json.dumps(models, indent=2, ensure_ascii=False))
        return
    states = {True: "here", False: "to be downloaded", None: "needs mixlid[hub]"}
    rows = [("name", "labels", "licence", "", "address")]
    for model in models:
        labels = f"{model['labels']:,}" if model["labels"] else "?"
        state = "missing" if model is models[0] and not model["here"] else states[model["here"]]
        rows.append((model["name"], labels, clean(model["licence"] or "?"), state, clean(model["address"])))
    print("\n".join(table(rows, right=frozenset({1}))) + "\n")
    _print_table([(model["name"], model["about"]) for model in models])
    print("\nAnything else at a hub is hf://org/repo/file@revision.")


def _embedded() -> dict[str, Any]:
    from mixlid.models.catalogue import EMBEDDED, EMBEDDED_NAME
    from mixlid.models.registry import open_model

    facts = open_model(EMBEDDED).info() if EMBEDDED.is_file() else {}
    card = facts.get("card") or {}
    about = str(card.get("about") or "the model that comes with mixlid, and is used if none is named")
    licence = str(card["licence"]) if "licence" in card else None
    told = {"name": EMBEDDED_NAME, "address": str(EMBEDDED), "labels": facts.get("labels"), "licence": licence}
    return told | {"about": about, "here": bool(facts)}


def _add_info(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", nargs="?", metavar="MODEL", help="a file, a name or hf://…; default: litelid")
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    parser.add_argument("--labels", action="store_true", help="list the labels as well")


def info(args: argparse.Namespace) -> None:
    from mixlid.models.catalogue import EMBEDDED_NAME, find
    from mixlid.models.hub import sha256_of
    from mixlid.models.registry import find_model, open_model

    name = args.model or EMBEDDED_NAME
    path = find_model(name)
    model = open_model(path)
    entry = find(name)
    published = {"licence": entry.licence, "about": entry.about, "address": entry.address} if entry else {}
    facts = model.info() | published | {"sha256": sha256_of(path)}
    if args.json:
        if args.labels:
            facts["label_list"] = model.labels
        print(json.dumps(facts, indent=2))
        return
    print(clean(name))
    card = facts.get("card") or {}
    shown = {("size" if key == "bytes" else key): value for key, value in facts.items() if _is_plain(key, value)}
    rows = [("file", str(path))] if str(path) != name else []
    rows += [(key.replace("_", " "), _fact(key, value)) for key, value in shown.items()]
    rows += [(f"card: {key}", _fact(key, value)) for key, value in card.items() if not isinstance(value, Mapping)]
    _print_table(rows)
    for key, value in card.items():
        if isinstance(value, Mapping):
            print(f"\ncard: {clean(key)}")
            _print_table(_sources(value, card.get("licences")) if key == "sources" else list(_flat(value)))
    print("\npresets (-p), and what they set (-s); * is this model's own value, the others are the paper's")
    _print_table(list(_presets(model)))
    if args.labels:
        print("\nlabels")
        print("\n".join(_columns([f"{clean(label)} {clean(language_name(label))}" for label in sorted(model.labels)])))


def _print_table(rows: Sequence[Sequence[str]]) -> None:
    print("\n".join(table([tuple(map(clean, row)) for row in rows])))


def _sources(sources: Mapping[str, Any], licences: Any) -> Sequence[Sequence[str]]:
    """How much came from each source, when what is known is how much of each source went into each label."""
    sentences: Counter[str] = Counter()
    labels: Counter[str] = Counter()
    for counts in sources.values():
        if not isinstance(counts, Mapping) or not all(isinstance(count, int) for count in counts.values()):
            return list(_flat(sources))
        sentences.update(counts)
        labels.update(counts.keys())
    known = licences if isinstance(licences, Mapping) else {}
    return [
        (source, f"{count:,} sentences", f"{labels[source]:,} labels", str(known.get(source, "")))
        for source, count in sentences.most_common()
    ]


def _flat(values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{key} ")
        else:
            yield f"{above}{key}", _fact(key, value)


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
    for name in dict.fromkeys(["default", *PAPER, *model.presets]):
        if name == "default" and name not in model.presets:
            yield name, "as avg"
            continue
        own, plain = model.presets.get(name, {}), Settings().to_dict()
        values = preset(name, model.presets, len(model.labels)).to_dict().items()
        said = [f"{key}={_value(v)}{'*' * (key in own)}" for key, v in values if v != plain[key] or key in own]
        yield name, " ".join(said) or "nothing"


def _value(value: Any) -> str:
    """A setting as `-s` takes it, where it can."""
    if isinstance(value, list):
        return ",".join(f"{item:g}" for item in value)
    if value is None:
        return "none"
    return f"{value:g}" if isinstance(value, int | float) else json.dumps(value)


def _columns(items: Sequence[str]) -> list[str]:
    """Items down and then across, as wide as the terminal is."""
    widest = max(map(width, items)) + 2
    count = max((shutil.get_terminal_size().columns - 2) // widest, 1)
    height = -(-len(items) // count)
    padded = [item + " " * (widest - width(item)) for item in items]
    return [f"  {''.join(padded[row::height]).rstrip()}" for row in range(height)]
