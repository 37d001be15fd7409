"""Read recipes from TOML files. Everything is checked before training starts, and messages name what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import MISSING, fields
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from mixlid.errors import MissingDependencyError, SettingsError, suggestion
from mixlid.models.ngrams import NgramSpec
from mixlid_lab.training.examples import PARTS, PaperExamples
from mixlid_lab.training.linear import LinearSettings
from mixlid_lab.training.mean_trainer import MeanSettings
from mixlid_lab.training.recipe import BlockChanges, Cleaning, Pruning, Recipe
from mixlid_lab.training.sampling import DrawSettings

Section = TypeVar("Section")


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


#: By trainer, the sections of a recipe: the field of `Recipe` that each is, and its class.
_SECTIONS: Mapping[str, Mapping[str, tuple[str, type]]] = {
    "fasttext": {"examples": ("paper_examples", PaperExamples), "training": ("fasttext", MeanSettings)},
    "linear": {
        "examples": ("drawing", DrawSettings),
        "training": ("linear", LinearSettings),
        "pruning": ("pruning", Pruning),
        "cleaning": ("cleaning", Cleaning),
    },
}
#: By trainer, its other fields.
_FIELDS = {
    "fasttext": ("description", "exclude"),
    "linear": ("description", "exclude", "leave_out", "arabizi", "spelling_variants", "plainly_typed"),
}


def parse_recipe(text: str, name: str) -> Recipe:
    """Parse and check a recipe; `SettingsError` names what is wrong."""
    where = f"recipe {name}"
    content = read_toml(text, where)
    trainer = content.pop("trainer", None)
    if trainer not in _SECTIONS:
        raise SettingsError(f"{where}: trainer is {trainer!r}, and must be one of {', '.join(_SECTIONS)}.")
    ngrams = _section(NgramSpec, content, "ngrams", where, {"whole_word": trainer == "linear"})
    if not 0 < ngrams.minn <= ngrams.maxn <= 64 or ngrams.buckets < 1:
        raise SettingsError(f"{where}: [ngrams] needs 1 ≤ minn ≤ maxn ≤ 64 and at least one bucket, not {ngrams}.")
    declared = {item.name: str(item.type) for item in fields(Recipe)}
    given: dict[str, Any] = {
        key: _as_declared(content.pop(key), declared[key], f"{where}: {key}")
        for key in _FIELDS[trainer]
        if key in content
    }
    for section, (key, kind) in _SECTIONS[trainer].items():
        given[key] = _section(kind, content, section, where, {"buckets": ngrams.buckets} if key == "linear" else None)
    if trainer == "linear":
        blocks = _typed(content.pop("blocks", {}), dict, f"{where}: [blocks]")
        given["blocks"] = {one: _section(BlockChanges, dict(blocks), one, f"{where}: [blocks]") for one in blocks}
    if content:
        raise SettingsError(
            f"{where}: it has {', '.join(map(repr, content))}, which the {trainer} trainer does not know."
        )
    recipe = Recipe(name=name, trainer=trainer, ngrams=ngrams, **given)
    _check(recipe, where)
    return recipe


def _check(recipe: Recipe, where: str) -> None:
    training = recipe.fasttext if recipe.trainer == "fasttext" else recipe.linear
    for key in ("learning_rate", "dim", "batch", "epochs"):
        if getattr(training, key, 1) <= 0:
            raise SettingsError(f"{where}: [training] {key} must be above 0, not {getattr(training, key)}.")
    parts, exponent = recipe.paper_examples.parts, recipe.paper_examples.exponent
    if not parts or not {*parts} <= {*PARTS}:
        raise SettingsError(f"{where}: [examples] parts are some of {', '.join(PARTS)}, not {list(parts)}.")
    if not 0 <= exponent <= 1:
        raise SettingsError(f"{where}: [examples] exponent is from 0 to 1, not {exponent}.")


def _section(
    kind: type[Section], content: dict[str, Any], name: str, where: str, fixed: Mapping[str, Any] | None = None
) -> Section:
    """A table of the recipe as its dataclass; `fixed` fields cannot be set by the recipe."""
    given = _typed(content.pop(name, {}), dict, f"{where}: [{name}]")
    known = {item.name: item for item in fields(kind) if item.name not in (fixed or {})}  # type: ignore[arg-type]
    values: dict[str, Any] = dict(fixed or {})
    for key, value in given.items():
        if key not in known:
            hint = f"{near} " if (near := suggestion(key, known)) else ""
            raise SettingsError(f"{where}: [{name}] has no setting {key!r}: {hint}It has {', '.join(known)}.")
        values[key] = _as_declared(value, str(known[key].type), f"{where}: [{name}] {key}")
    missing = [
        key
        for key, item in known.items()
        if key not in values and item.default is MISSING and item.default_factory is MISSING
    ]
    if missing:
        raise SettingsError(f"{where}: [{name}] must have {', '.join(missing)}.")
    return kind(**values)


def _as_declared(value: Any, declared: str, where: str) -> Any:
    if declared.startswith("tuple"):
        return _strings(value, where)
    if declared.startswith("Mapping"):
        kind: type = str if declared.endswith("str]") else int
        return {key: _typed(item, kind, f"{where}.{key}") for key, item in _typed(value, dict, where).items()}
    if declared == "float" and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return _typed(value, {"int": int, "float": float, "bool": bool}.get(declared, str), where)


def _strings(value: Any, where: str) -> tuple[str, ...]:
    return tuple(_typed(item, str, where) for item in _typed(value, list, where))


def _typed(value: Any, kind: type[Section], where: str) -> Section:
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        names = {int: "a whole number", float: "a number", str: "text", bool: "true or false", list: "a list"}
        raise SettingsError(f"{where} must be {names.get(kind, 'a table')}, not {value!r}.")
    return value
