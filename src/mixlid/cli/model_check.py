"""`mixlid model check`: verify a whole model file by its checksum."""

from __future__ import annotations

import argparse

from mixlid.errors import ModelError
from mixlid.models.container import check_bytes, read_container
from mixlid.models.fasttext import FastTextModel
from mixlid.models.loading import find_model, open_model

HELP = "verify a model file by its checksum"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", nargs="?", metavar="MODEL", help="a file, a name or hf://…; default: litelid")


def run(args: argparse.Namespace) -> None:
    path = find_model(args.model)
    if isinstance(open_model(path), FastTextModel):
        raise ModelError(f"{path} is a fastText model, which has no checksum of its own.")
    if check_bytes(path, read_container(path).metadata):
        print(f"{path}: the checksum matches")
    else:
        print(f"{path}: readable; it has no checksum, since it was made by an older version")
