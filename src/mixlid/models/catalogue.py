"""The models that can be loaded by name: the one in the package, and published ones with the address of each.

The list can be printed without a network and without optional packages. `loading.py` opens a model and `hub.py`
downloads one.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mixlid.models.interface import Model

#: The model that comes with the package.
EMBEDDED = Path(__file__).resolve().parents[1] / "data" / "litelid.mixlid"
EMBEDDED_NAME = "litelid"
#: `MODELS.md` has those of what it was trained on.
EMBEDDED_LICENCE = "Apache-2.0"


class Entry(NamedTuple):
    """A published model, as its authors describe it."""

    name: str
    address: str
    labels: int
    licence: str
    about: str

    @property
    def repository(self) -> str:
        """`org/repo`, which people use as a name too."""
        return "/".join(self.address.removeprefix("hf://").split("/")[:2])


#: `glotlid` names the file of one version, because the authors' `model.bin` is whatever is newest.
CATALOGUE = (
    Entry(
        "glotlid",
        "hf://cis-lmu/glotlid/model_v3.bin",
        2102,
        "Apache-2.0",
        "GlotLID v3 (Kargaran et al. 2023): the widest choice of languages; 1.7 GB",
    ),
    Entry(
        "openlid",
        "hf://laurievb/OpenLID/model.bin",
        201,
        "GPL-3.0",
        "OpenLID (Burchell et al. 2023): trained on open, audited data; more than 1 GB",
    ),
    Entry(
        "openlid-v2",
        "hf://laurievb/OpenLID-v2/model.bin",
        200,
        "GPL-3.0",
        "OpenLID, second version: revised data and labels; 1.2 GB",
    ),
)

NAMES = (EMBEDDED_NAME, *(entry.name for entry in CATALOGUE))


def find(name: str) -> Entry | None:
    """The entry with this name or repository, in any case: `glotlid`, `GlotLID`, `cis-lmu/glotlid`."""
    wanted = name.lower()
    return next((entry for entry in CATALOGUE if wanted in (entry.name, entry.repository.lower())), None)


def licence_of(name: str, card: Mapping[str, Any]) -> str | None:
    """What a model's card says, else what is known of the name."""
    entry = find(name)
    known = EMBEDDED_LICENCE if name == EMBEDDED_NAME else entry.licence if entry else None
    return str(card["licence"]) if card.get("licence") else known


def near_names(name: str) -> list[str]:
    """Similar names, the most similar first."""
    from difflib import get_close_matches

    return get_close_matches(name.lower(), NAMES, n=3, cutoff=0.6)


def model_name(model: Model, address: str | None = None) -> str:
    """`address` is what it was loaded by, if known: a name, a file, an address on a hub."""
    info = model.info()
    return name_of_address(address or str(info.get("path") or info.get("function") or "in memory"))


def name_of_address(address: str) -> str:
    """The name in the catalogue, else what a hub calls it, without a checksum, else the name of the file."""
    place = address.partition("#")[0]
    if place.lower() == EMBEDDED_NAME or Path(place) == EMBEDDED:
        return EMBEDDED_NAME
    entry = find(place) or next((one for one in CATALOGUE if one.address == place), None)
    if entry is not None:
        return entry.name
    return place if place.startswith("hf:") else Path(address).name
