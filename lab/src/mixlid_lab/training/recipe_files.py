"""Read recipes from TOML files. Everything is checked before training starts, and messages name what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import MISSING, fields
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar, get_args

from mixlid.errors import MissingDependencyError, SettingsError
from mixlid.models.ngrams import NgramSpec
from mixlid.text.suggestions import suggestion
from mixlid_lab.training.examples import PARTS
from mixlid_lab.training.linear import LinearSettings
from mixlid_lab.training.recipe import BlockChanges, Cleaning, FastTextSettings, PaperExamples, Pruning, Recipe, Trainer
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


def parse_recipe(text: str, name: str) -> Recipe:
    """Parse and check a recipe; `SettingsError` names what is wrong."""
    where = f"recipe {name}"
    content = read_toml(text, where)
    trainer = content.pop("trainer", None)
    if trainer not in get_args(Trainer):
        raise SettingsError(f"{where}: trainer is {trainer!r}, and must be one of {', '.join(get_args(Trainer))}.")
    ngrams = _section(NgramSpec, content, "ngrams", where, {"whole_word": trainer == "linear"})
    if not 0 < ngrams.minn <= ngrams.maxn <= 64 or ngrams.buckets < 1:
        raise SettingsError(f"{where}: [ngrams] needs 1 ≤ minn ≤ maxn ≤ 64 and at least one bucket, not {ngrams}.")
    common = {
        "name": name,
        "trainer": trainer,
        "ngrams": ngrams,
        "description": _typed(content.pop("description", ""), str, f"{where}: description"),
        "exclude": _strings(content.pop("exclude", []), f"{where}: exclude"),
    }
    if trainer == "fasttext":
        examples = _section(PaperExamples, content, "examples", where)
        unknown = [part for part in examples.parts if part not in PARTS]
        if unknown or not examples.parts:
            raise SettingsError(
                f"{where}: [examples] parts are some of {', '.join(PARTS)}, not {list(examples.parts)}."
            )
        if not 0 <= examples.exponent <= 1:
            raise SettingsError(f"{where}: [examples] exponent is from 0 to 1, not {examples.exponent}.")
        recipe = Recipe(
            **common, paper_examples=examples, fasttext=_section(FastTextSettings, content, "training", where)
        )
        positive = {"learning_rate": recipe.fasttext.learning_rate, "dim": recipe.fasttext.dim}
    else:
        recipe = Recipe(
            **common,
            drawing=_section(DrawSettings, content, "examples", where),
            linear=_section(LinearSettings, content, "training", where, {"buckets": ngrams.buckets}),
            pruning=_section(Pruning, content, "pruning", where),
            cleaning=_section(Cleaning, content, "cleaning", where),
            blocks=_blocks(content, where),
            leave_out=_reasons(content, where),
            min_natural=_typed(content.pop("min_natural", 0), int, f"{where}: min_natural"),
            required=_strings(content.pop("required", []), f"{where}: required"),
            spelling_variants=_as_declared(
                content.pop("spelling_variants", {}), "Mapping", f"{where}: spelling_variants"
            ),
            plainly_typed=_as_declared(content.pop("plainly_typed", 0.0), "float", f"{where}: plainly_typed"),
        )
        positive = {"learning_rate": recipe.linear.learning_rate, "batch": recipe.linear.batch}
    epochs = recipe.fasttext.epochs if trainer == "fasttext" else recipe.linear.epochs
    for key, value in {**positive, "epochs": epochs}.items():
        if value <= 0:
            raise SettingsError(f"{where}: [training] {key} must be above 0, not {value}.")
    if content:
        raise SettingsError(
            f"{where}: it has {', '.join(map(repr, content))}, which the {trainer} trainer does not know."
        )
    return recipe


def _blocks(content: dict[str, Any], where: str) -> dict[str, BlockChanges]:
    given = _typed(content.pop("blocks", {}), dict, f"{where}: [blocks]")
    return {script: _section(BlockChanges, dict(given), script, f"{where}: [blocks]") for script in given}


def _reasons(content: dict[str, Any], where: str) -> dict[str, str]:
    given = _typed(content.pop("leave_out", {}), dict, f"{where}: [leave_out]")
    return {label: _typed(reason, str, f"{where}: [leave_out] {label}") for label, reason in given.items()}


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
        table = _typed(value, dict, where)
        return {key: _typed(item, int, f"{where}.{key}") for key, item in table.items()}
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
