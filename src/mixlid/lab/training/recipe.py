"""Recipes: everything that decides a model apart from the corpus and the seed, one TOML file for each version.

The versions of the paper's table and our own are in `recipes/` and known by their names; any other file will do.
A recipe is checked in full before anything is read, and says what it does not understand.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields
from difflib import get_close_matches
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from mixlid.errors import MissingDependencyError, SettingsError
from mixlid.lab.training.examples import PARTS, Part
from mixlid.lab.training.linear import LinearSettings
from mixlid.lab.training.sampling import DrawSettings
from mixlid.models.ngrams import NgramSpec

Trainer = Literal["fasttext", "linear"]
Section = TypeVar("Section")


@dataclass(frozen=True, slots=True)
class PaperExamples:
    """The paper's augmentation (`examples.py`)."""

    parts: tuple[Part, ...] = ("sentences",)
    word_limit: int = 1_000_000
    frequent: int = 1_000
    rejection: float = 0.5


@dataclass(frozen=True, slots=True)
class FastTextSettings:
    """What fastText is told."""

    learning_rate: float = 0.8
    epochs: int = 1
    dim: int = 256
    #: Words seen less often have no row of their own, only their n-grams.
    min_count: int = 1_000


@dataclass(frozen=True, slots=True)
class Pruning:
    """What is left of a trained linear table, and how it is trained further once it is small."""

    #: Rows that are kept; 0 keeps all that are not zero.
    rows: int = 0
    epochs: float = 0.0
    learning_rate: float = 0.1


@dataclass(frozen=True, slots=True)
class Recipe:
    """A checked recipe. Only the sections of its own trainer mean anything."""

    name: str
    trainer: Trainer
    ngrams: NgramSpec
    description: str = ""
    #: Sources that are never used, whatever their licence.
    exclude: tuple[str, ...] = ()
    paper_examples: PaperExamples = PaperExamples()
    fasttext: FastTextSettings = FastTextSettings()
    drawing: DrawSettings = field(default_factory=DrawSettings)
    linear: LinearSettings = field(default_factory=lambda: LinearSettings(0))
    pruning: Pruning = Pruning()

    def fingerprint(self, *more: object) -> str:
        """A short hash of all that the recipe says, and of whatever else decides the result."""
        content = json.dumps([asdict(self), *more], sort_keys=True, default=str)
        return hashlib.sha256(content.encode()).hexdigest()[:16]


def recipe_names() -> list[str]:
    """The names of the recipes that come with mixlid."""
    folder = resources.files("mixlid.lab.training") / "recipes"
    return sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml"))


def load_recipe(name: str) -> Recipe:
    """A recipe by its name (`v2`), or from a TOML file."""
    known = recipe_names()
    if name in known:
        text = (resources.files("mixlid.lab.training") / "recipes" / f"{name}.toml").read_text("utf-8")
        return parse_recipe(text, name)
    path = Path(name)
    if not path.is_file():
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise SettingsError(f"there is no recipe {name!r}: {hint}Known are {', '.join(known)}, or give a TOML file.")
    return parse_recipe(path.read_text("utf-8"), path.stem)


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


def parse_recipe(text: str, name: str) -> Recipe:
    """Read and check a recipe; `SettingsError` names what is wrong in it."""
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


def _section(
    kind: type[Section], content: dict[str, Any], name: str, where: str, fixed: Mapping[str, Any] | None = None
) -> Section:
    """One table of the recipe as its dataclass; `fixed` fields are not the recipe's to set."""
    given = _typed(content.pop(name, {}), dict, f"{where}: [{name}]")
    known = {item.name: item for item in fields(kind) if item.name not in (fixed or {})}  # type: ignore[arg-type]
    values: dict[str, Any] = dict(fixed or {})
    for key, value in given.items():
        if key not in known:
            near = get_close_matches(key, known, n=1)
            hint = f"did you mean {near[0]}? " if near else ""
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
