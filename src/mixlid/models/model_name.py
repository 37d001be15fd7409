"""What a model is called in all that is written about it."""

from __future__ import annotations

from pathlib import Path

from mixlid.models.interface import Model


def model_name(model: Model, address: str | None = None) -> str:
    """What the model calls itself, or else its address on a hub, or the name of its file."""
    info = model.info()
    card = info.get("card") or {}
    if card.get("name"):
        return str(card["name"])
    address = address or str(info.get("path") or info.get("function") or "in memory")
    return address if address.startswith("hf:") else Path(address).name
