"""`mixlid model list`: which models can be loaded by name."""

from __future__ import annotations

import argparse
import json
from typing import Any

from mixlid.cli.terminal import clean, print_table, table

HELP = "list the models that can be loaded by name"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as a JSON array of objects")


def run(args: argparse.Namespace) -> None:
    from mixlid.models.catalogue import CATALOGUE
    from mixlid.models.hub import in_cache

    models = [_embedded(), *(entry._asdict() | {"here": in_cache(entry.address)} for entry in CATALOGUE)]
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
    print_table([(model["name"], model["about"]) for model in models])
    print("\nFor any other model on a hub, use hf://org/repo/file@revision.")


def _embedded() -> dict[str, Any]:
    from mixlid.models.catalogue import EMBEDDED, EMBEDDED_NAME, licence_of
    from mixlid.models.loading import open_model

    facts = open_model(EMBEDDED).info() if EMBEDDED.is_file() else {}
    card = facts.get("card") or {}
    about = str(card.get("about") or "the model that comes with mixlid, used by default")
    licence = licence_of(EMBEDDED_NAME, card) if facts else None
    told = {"name": EMBEDDED_NAME, "address": str(EMBEDDED), "labels": facts.get("labels"), "licence": licence}
    return told | {"about": about, "here": bool(facts)}
