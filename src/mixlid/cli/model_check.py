"""`mixlid model check`: whether a model file is as it was written, however large it is."""

from __future__ import annotations

import argparse

from mixlid.errors import ModelError
from mixlid.models.container import check_bytes, read_container
from mixlid.models.fasttext import FastTextModel
from mixlid.models.loading import find_model, open_model


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", nargs="?", metavar="MODEL", help="a file, a name or hf://…; default: litelid")


def run(args: argparse.Namespace) -> None:
    path = find_model(args.model)
    if isinstance(open_model(path), FastTextModel):
        raise ModelError(f"{path} is a fastText model, which has no checksum of its own.")
    if check_bytes(path, read_container(path).metadata):
        print(f"{path}: its bytes are those that it was made with")
    else:
        print(f"{path}: it can be read; it has no checksum, as files of older versions have none")
