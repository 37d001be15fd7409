"""The exceptions that mixlid raises.

    MixlidError
    ├── ModelError              a model file that cannot be read, or cannot give word scores
    ├── LabelError              a language code that the model does not know
    ├── SettingsError           an unknown or invalid setting, preset or solver
    ├── InputError              a record of the input that cannot be read (names file and line)
    └── MissingDependencyError  an optional package is not installed (says how to get it)

Messages say what was wrong, where, and what would work; the command line prints them as they are.
"""

from __future__ import annotations

from collections.abc import Iterable


class MixlidError(Exception):
    """Base of every error that mixlid raises on purpose."""


class ModelError(MixlidError):
    """A model file that cannot be read, or that cannot give word scores."""


class LabelError(MixlidError, ValueError):
    """A language code that the model does not know."""


class SettingsError(MixlidError, ValueError):
    """An unknown or invalid setting, preset or solver."""


class InputError(MixlidError):
    """A record of the input that cannot be read; the message names the file and the line."""


class MissingDependencyError(MixlidError, ImportError):
    """An optional package is not installed; the message says which extra installs it."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs the package {package}: pip install 'mixlid[{extra}]'")


def suggestion(word: object, known: Iterable[str]) -> str:
    """`did you mean tur?` for the nearest of the known words, or an empty string if none is near."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1, cutoff=0.7) if isinstance(word, str) else []
    return f"did you mean {near[0]}?" if near else ""
