"""Read recipes from TOML files. Everything is checked before training starts, and messages name what is wrong."""

from __future__ import annotations

import sys
from collections import abc
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from importlib import resources
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from mixlid.errors import MissingDependencyError, SettingsError, suggestion
from mixlid.models.from_json import from_json
from mixlid.models.ngrams import NgramSpec
from mixlid_lab.training.recipe import Recipe


def recipe_names() -> list[str]:
    """The names of the recipes that come with mixlid."""
    folder = resources.files("mixlid_lab.training") / "recipes"
    return sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml"))


def load_recipe(name: str) -> Recipe:
    """Load a recipe by name (`v2`) or from a TOML file."""
    known = recipe_names()
    if name in known:
        text = (resources.files("mixlid_lab.training") / "recipes" / f"{name}.toml").read_text("utf-8")
        return parse_recipe(text, name)
    path = Path(name)
    if not path.is_file():
        hint = f"{near} " if (near := suggestion(name, known)) else ""
        raise SettingsError(f"there is no recipe {name!r}: {hint}Known are {', '.join(known)}, or give a TOML file.")
    return parse_recipe(path.read_text("utf-8"), path.stem)


def read_toml(text: str, name: str) -> dict[str, Any]:
    """Parse TOML; `SettingsError` names the file and the place of the error."""
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


#: By trainer, what a recipe may have, and which field of `Recipe` it is.
_FIELDS: Mapping[str, Mapping[str, str]] = {
    "fasttext": {
        **{name: name for name in ("description", "exclude", "ngrams")},
        "examples": "paper_examples", "training": "fasttext",
    },
    "linear": {
        **{name: name for name in ("description", "exclude", "ngrams", "pruning", "cleaning", "blocks", "leave_out")},
        **{name: name for name in ("arabizi", "spelling_variants", "plainly_typed")},
        "examples": "drawing", "training": "linear",
    },
}  # fmt: skip


def parse_recipe(text: str, name: str) -> Recipe:
    """Parse and check a recipe; `SettingsError` names what is wrong."""
    where = f"recipe {name}"
    content = read_toml(text, where)
    trainer = content.pop("trainer", None)
    if trainer not in _FIELDS:
        raise SettingsError(f"{where}: trainer is {trainer!r}, and must be one of {', '.join(_FIELDS)}.")
    if unknown := content.keys() - _FIELDS[trainer].keys():
        known = f"which the {trainer} trainer does not know"
        raise SettingsError(f"{where}: it has {', '.join(map(repr, sorted(unknown)))}, {known}.")
    ngrams = _read(NgramSpec, content.pop("ngrams", {}), f"{where}: ngrams", whole_word=trainer == "linear")
    if not 0 < ngrams.minn <= ngrams.maxn <= 64 or ngrams.buckets < 1:
        raise SettingsError(f"{where}: ngrams need 1 ≤ minn ≤ maxn ≤ 64 and at least one bucket, not {ngrams}.")
    types, fixed = get_type_hints(Recipe), {"linear": {"buckets": ngrams.buckets, "seed": 1}}
    given = {
        (field := _FIELDS[trainer][key]): _read(types[field], value, f"{where}: {key}", **fixed.get(field, {}))
        for key, value in ({"training": {}} | content).items()
    }
    recipe = Recipe(name=name, trainer=trainer, ngrams=ngrams, **given)
    _check(recipe, where)
    return recipe


def _check(recipe: Recipe, where: str) -> None:
    training = recipe.fasttext if recipe.trainer == "fasttext" else recipe.linear
    for key in ("learning_rate", "dim", "batch", "epochs"):
        if getattr(training, key, 1) <= 0:
            raise SettingsError(f"{where}: training.{key} must be above 0, not {getattr(training, key)}.")
    if not recipe.paper_examples.parts:
        raise SettingsError(f"{where}: examples.parts are sentences, words or both.")
    if not 0 <= (exponent := recipe.paper_examples.exponent) <= 1:
        raise SettingsError(f"{where}: examples.exponent is from 0 to 1, not {exponent}.")


def _read(kind: Any, value: Any, where: str, **fixed: Any) -> Any:
    """A value as the type of its field; `fixed` fields of a dataclass cannot be set by the recipe."""
    _refuse_unknown(kind, value, where, fixed)
    try:
        return from_json(kind, value | fixed if fixed and isinstance(value, dict) else value)
    except ValueError as error:
        raise SettingsError(f"{where}: {error}.") from error


def _refuse_unknown(kind: Any, value: Any, where: str, fixed: Collection[str] = ()) -> None:
    """`SettingsError` for a setting that a table does not have, which `from_json` ignores."""
    if not isinstance(value, dict):
        return
    known = [item.name for item in fields(kind) if item.name not in fixed] if is_dataclass(kind) else value
    for key, item in value.items():
        if key not in known:
            hint = f"{near} " if (near := suggestion(key, known)) else ""
            raise SettingsError(f"{where} has no setting {key!r}: {hint}It has {', '.join(known)}.")
        if get_origin(kind) is abc.Mapping:
            _refuse_unknown(get_args(kind)[1], item, f"{where}.{key}")
