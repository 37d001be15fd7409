"""TOML by whichever reader this Python has."""

from __future__ import annotations

import sys
from typing import Any

from mixlid.errors import MissingDependencyError, SettingsError


def read_toml(text: str, name: str) -> dict[str, Any]:
    """The content of a TOML file; `SettingsError` names the file and says where it is wrong."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        try:
            import tomli as tomllib
        except ImportError as error:
            raise MissingDependencyError("tomli", "train", "Reading a recipe with Python 3.10") from error
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{name} is not valid TOML: {error}") from error
