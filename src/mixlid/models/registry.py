"""Path to model, by what the file holds and not by its name. Left out: names that must be looked up or downloaded."""

from __future__ import annotations

import os
from pathlib import Path

from mixlid.errors import ModelError
from mixlid.models.base import Model
from mixlid.models.fasttext import FastTextModel
from mixlid.models.signature import HEAD_SIZE, describe_start, is_fasttext, is_safetensors
from mixlid.models.table import TableModel

_READABLE = "mixlid reads its own tables (.mixlid) and fastText classifiers (.bin, .ftz)"


def load_model(path: str | os.PathLike[str]) -> Model:
    """Open a model file; `ModelError` if there is none at `path`, or none that can be used."""
    path = Path(path)
    if path.is_dir():
        inside = sorted(item.name for item in path.iterdir() if item.suffix in (".mixlid", ".bin", ".ftz"))
        hint = f"give one of the files in it: {', '.join(inside[:5])}" if inside else _READABLE
        raise ModelError(f"{path} is a directory, not a model file; {hint}.")
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD_SIZE)
    except FileNotFoundError as error:
        raise ModelError(f"There is no model file {path} (seen from {Path.cwd()}); {_READABLE}.") from error
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}.") from error
    if is_fasttext(head):
        return FastTextModel.load(path)
    if is_safetensors(head):
        return TableModel.load(path)
    raise ModelError(f"{path} is no model that mixlid can use: it looks like {describe_start(head)}; {_READABLE}.")
