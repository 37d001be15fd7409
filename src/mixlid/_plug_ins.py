"""What installed packages add: formats, commands and adapters, named by entry points, ours like those of any package.

Names are looked up without importing anything; what they stand for is imported when it is used. What cannot be imported
must not break anything else.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Literal

from mixlid.errors import MixlidError

Group = Literal["mixlid.formats", "mixlid.commands", "mixlid.adapters"]


@cache
def plug_ins(group: Group) -> dict[str, str]:
    """The plug-ins of a group in the order of their names, each with its `module` or `module:object`."""
    from importlib.metadata import entry_points  # some twenty milliseconds, and few runs need it

    return {point.name: point.value for point in sorted(entry_points(group=group))}


def load(group: Group, name: str, value: str) -> Any:
    """The object that a plug-in stands for; `MixlidError` says in a sentence why it cannot be loaded."""
    module, _, attribute = value.partition(":")
    try:
        found = import_module(module)
        return getattr(found, attribute) if attribute else found
    except MixlidError:
        raise  # such as a package that is not installed
    except Exception as error:
        kind = group.removeprefix("mixlid.").removesuffix("s")
        raise MixlidError(f"the {kind} {name} ({value}) cannot be loaded: {error}") from error


def load_or_warn(group: Group, name: str, value: str) -> Any:
    """The same; where it cannot be loaded, None and a warning that says why."""
    try:
        return load(group, name, value)
    except MixlidError as error:
        import logging  # slow to import

        logging.getLogger("mixlid").warning("%s", error)
        return None


def load_all(group: Group) -> list[Any]:
    """The objects of a group, without those that cannot be loaded."""
    found = (load_or_warn(group, name, value) for name, value in plug_ins(group).items())
    return [one for one in found if one is not None]
