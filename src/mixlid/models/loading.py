"""Name to model: the one in the package, a file, an address on a hub, or a name for such an address.

The format of a file is recognised by its contents, not by its name. `catalogue.py` has the names; `hub.py` downloads,
and is imported only if needed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from mixlid.errors import ModelError
from mixlid.models.catalogue import EMBEDDED, EMBEDDED_NAME, NAMES, find, near_names
from mixlid.models.container import read_container
from mixlid.models.header import FORMATS, PartitionedModelHeader, format_of
from mixlid.models.interface import Model
from mixlid.models.partitions import PartitionedModel
from mixlid.models.signature import HEAD_SIZE, check_regular, describe_start, is_fasttext, is_safetensors
from mixlid.models.table import TableModel

_READABLE = "mixlid reads its own tables (.mixlid) and fastText classifiers (.bin)"


def load_model(name: str | os.PathLike[str] | None = None) -> Model:
    """Open a model; `ModelError` if there is none of that name, or none that can be used.

    `name` is nothing or `litelid` for the model in the package, a path, `hf://org/repo/file@revision#sha256=…` (the
    revision and the checksum may be left out), or a name that `mixlid model list` prints, which may have both as well
    (`glotlid@main`). For a file called like a model write `./glotlid`.
    """
    return open_model(find_model(name))


def find_model(name: str | os.PathLike[str] | None = None) -> Path:
    """The file of a model, downloaded if need be. Anything that is not a known name or an address is a path."""
    if name is None or (isinstance(name, str) and name.lower() == EMBEDDED_NAME):
        if not EMBEDDED.is_file():
            raise ModelError(
                f"The model that comes with mixlid is missing ({EMBEDDED}), as it is in a copy of the source code "
                "without it. Install a release (pip install --force-reinstall mixlid), or name another model: a file, "
                f"or one of {', '.join(NAMES[1:])}."
            )
        return EMBEDDED
    if isinstance(name, str):
        short = re.split("[@#]", name, maxsplit=1)[0]
        entry = find(short)
        if entry or name.startswith("hf:"):
            from mixlid.models.hub import download

            return download(name if entry is None else entry.address + name[len(short) :])
    return Path(name)


def open_model(path: Path) -> Model:
    """Open a model file, whose format is recognised by its first bytes."""
    if path.is_dir():
        inside = sorted(item.name for item in path.iterdir() if item.suffix in (".mixlid", ".bin"))
        hint = f"give one of the files in it: {', '.join(inside[:5])}" if inside else _READABLE
        raise ModelError(f"{path} is a directory, not a model file; {hint}.")
    try:
        check_regular(path)
        with path.open("rb") as stream:
            head = stream.read(HEAD_SIZE)
    except FileNotFoundError as error:
        raise ModelError(_nothing_there(path)) from error
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the path
        raise ModelError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    try:
        if is_fasttext(head):
            from mixlid.models.fasttext import FastTextModel

            return FastTextModel.load(path)
        if is_safetensors(head):
            container = read_container(path.absolute())
            is_partitioned = format_of(container.metadata) == FORMATS[PartitionedModelHeader]
            return (PartitionedModel if is_partitioned else TableModel).from_container(container)
    except MemoryError as error:
        raise ModelError(f"{path} needs more memory than there is; free some, or use a smaller model.") from error
    raise ModelError(f"{path} is not a model that mixlid can use: it looks like {describe_start(head)}; {_READABLE}.")


def with_header(source: str | os.PathLike[str], target: str | os.PathLike[str] | None = None, **changes: Any) -> None:
    """Write a model file with other values of its header, such as `fitted=Fitted(…)`; in place without a target."""
    path = find_model(source)
    with_place_for_presets(open_model(path)).with_header(**changes).write(path if target is None else target)


def with_place_for_presets(model: Model) -> PartitionedModel | TableModel:
    """The model itself; `ModelError` if its format cannot hold presets."""
    if not isinstance(model, PartitionedModel | TableModel):
        raise ModelError(
            f"{model!r} cannot hold presets; `mixlid model pack` makes a table of a fastText model. Without -o, "
            "`mixlid tune` prints what it finds, which can be given with `-s`."
        )
    return model


def _nothing_there(path: Path) -> str:
    near = near_names(str(path))
    meant = f" Did you mean {' or '.join(near)}?" if near else ""
    return (
        f"There is no model file {path} (in {Path.cwd()}), and no model has that name.{meant} "
        f"Names are {', '.join(NAMES)} (see `mixlid model list`); {_READABLE}, here or at hf://org/repo/file."
    )
