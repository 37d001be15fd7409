"""The name of a model in outputs and reports: the one that it was loaded by."""

from __future__ import annotations

from pathlib import Path

from mixlid.models import catalogue
from mixlid.models.interface import Model


def model_name(model: Model, address: str | None = None) -> str:
    """`address` is what it was loaded by, if known: a name, a file, an address on a hub."""
    info = model.info()
    return name_of_address(address or str(info.get("path") or info.get("function") or "in memory"))


def name_of_address(address: str) -> str:
    """The name in the catalogue, else what a hub calls it, without a checksum, else the name of the file."""
    place = address.partition("#")[0]
    if place.lower() == catalogue.EMBEDDED_NAME or Path(place) == catalogue.EMBEDDED:
        return catalogue.EMBEDDED_NAME
    entry = catalogue.find(place) or next((one for one in catalogue.CATALOGUE if one.address == place), None)
    if entry is not None:
        return entry.name
    return place if place.startswith("hf:") else Path(address).name
