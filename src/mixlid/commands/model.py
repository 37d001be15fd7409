"""`mixlid model list`, `info` and `pack`: which models there are, what one holds, and a fastText model as a table."""

from __future__ import annotations

import argparse
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixlid.commands.verb import Verb, add_verbs
from mixlid.errors import MixlidError
from mixlid.settings import PAPER, Settings, preset
from mixlid.terminal import clean, language_name, table, width

if TYPE_CHECKING:
    from mixlid.models.base import Model
    from mixlid.models.fasttext import FastTextModel

#: Words for comparing two models that are in no vocabulary for sure, besides the model's own.
_WORDS = (
    "yarınki meeting slides hazır deadline'ı uzatmak weekend'de Straßenbahn überraschend quelquefois aujourd'hui "
    "mañana ordenador завтра поезд καλημέρα मौसम अच्छा مرحبا 天気 오늘 sooooo lol xyzzy"
)
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_verbs(
        parser,
        (
            Verb("list", "say which models can be loaded by name", _add_list, list_models),
            Verb("info", "say what a model holds", _add_info, info),
            Verb("pack", "fold a fastText model into a table, whole or cut to a size", _add_pack, pack),
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
        values = preset(name, model.presets).to_dict().items()
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


def _add_pack(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="IN", help="a fastText model, .bin or .ftz")
    parser.add_argument("target", metavar="OUT", help="the table to write, .mixlid")
    parser.add_argument("--dtype", choices=("int8", "float32"), default="int8", help="default: int8")
    parser.add_argument("--max-rows", type=_count, metavar="N", help="keep only the N strongest rows")
    parser.add_argument("--max-size", type=_bytes, metavar="SIZE", help="as many rows as fit: 30M is 30,000,000 bytes")
    parser.add_argument("--force", action="store_true", help="replace OUT if it exists")


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of rows; give a whole number from 1")
    return int(text)


def _bytes(text: str) -> int:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMG]?)B?", text.strip(), re.IGNORECASE)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write it like 500K, 30M or 1.5G")
    return int(float(match[1]) * _UNITS[match[2].upper()])


def pack(args: argparse.Namespace) -> None:
    from mixlid.models.fasttext import FastTextModel
    from mixlid.models.pack import pack_fasttext
    from mixlid.models.table import TableModel

    target = Path(args.target)
    if target.exists():
        if Path(args.source).exists() and target.samefile(args.source):
            raise MixlidError(f"{target} is the model to be packed itself; give the table another name")
        if not args.force:
            raise MixlidError(f"{target} is there already; --force replaces it")
    before = FastTextModel.load(args.source)
    pack_fasttext(args.source, target, dtype=args.dtype, max_rows=args.max_rows, max_bytes=args.max_size)
    after = TableModel.load(target)
    facts = before.info()
    rows = facts["vocabulary"] + facts["buckets"] * (facts["maxn"] > 0)
    print(clean(str(target)))
    lines = [
        ("rows", f"{len(after.ids):,} of {rows:,} ({len(after.ids) / max(rows, 1):.1%})"),
        ("size", f"{size(after.info()['bytes'])}, from {size(facts['bytes'])}"),
        ("scores", _difference(before, after)),
    ]
    print("\n".join(table(lines)))


def _difference(before: FastTextModel, after: Model) -> str:
    """What packing did to the scores of words, in a sentence."""
    import numpy as np

    known = [word.decode("utf-8", "ignore") for word in before.file.words]
    step = max(len(known) // 1000, 1)
    words = [word for word in known[::step] if word and word != "</s>"] + _WORDS.split()
    old, new = before.word_scores(words), after.word_scores(words)
    same = float((old.argmax(axis=1) == new.argmax(axis=1)).mean())
    return (
        f"same best language for {same:.1%} of {len(words):,} words; the largest change of a score "
        f"is {np.abs(old - new).max():.2g}, where scores reach {np.abs(old).max():.3g}"
    )


def size(count: int) -> str:
    """Bytes for people: `31.2 MB`."""
    for unit, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if count >= unit:
            return f"{count / unit:.1f} {name}"
    return f"{count} bytes"
