"""Recipes: everything that decides a model apart from the corpus and the seed, one TOML file for each version.

The versions of the paper's table and our own are in `recipes/` and known by their names; any other file will do.
A recipe is checked in full before anything is read, and says what it does not understand.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from mixlid.errors import MissingDependencyError, SettingsError
from mixlid.lab.training.examples import PARTS, Part
from mixlid.lab.training.linear import LinearSettings
from mixlid.lab.training.sampling import DrawSettings
from mixlid.models.ngrams import NgramSpec
from mixlid.text.suggestions import suggestion

Trainer = Literal["fasttext", "linear"]
Section = TypeVar("Section")


@dataclass(frozen=True, slots=True)
class PaperExamples:
    """The paper's augmentation (`examples.py`)."""

    parts: tuple[Part, ...] = ("sentences",)
    word_limit: int = 1_000_000
    frequent: int = 1_000
    rejection: float = 0.5
    #: Small labels are repeated until sentences go with this power of their number; 1 repeats nothing.
    exponent: float = 1.0


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
class BlockChanges:
    """What a script has in place of what the recipe says for all; 0 changes nothing."""

    minn: int = 0
    maxn: int = 0
    buckets: int = 0
    #: Rows that are kept.
    rows: int = 0
    #: Floors and ceilings of examples (`DrawSettings`).
    words: int = 0
    min_sentences: int = 0
    min_words: int = 0
    #: `LinearSettings.balance`
    balance: float = 0.0
    #: Labels that are written in the script now and then: they get no rows, so a word speaks neither for nor against.
    guests: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cleaning:
    """Which training sentences are taken out: those that a first model is sure belong to a distant language."""

    #: Epochs of that first model, on sentences alone; 0 cleans nothing.
    epochs: float = 0.0
    #: A sentence goes if another language is at least this probable…
    sure: float = 0.9
    #: …and its own at most this.
    own: float = 0.02
    #: Languages that a model may well mistake for each other, each group a line of codes: none goes for another.
    related: tuple[str, ...] = ()

    def near(self) -> dict[str, set[str]]:
        """For each language those that it may be mistaken for."""
        near: dict[str, set[str]] = {}
        for line in self.related:
            for code in line.split():
                near.setdefault(code, set()).update(line.split())
        return near


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
    cleaning: Cleaning = Cleaning()
    #: What differs by script.
    blocks: Mapping[str, BlockChanges] = field(default_factory=dict)
    #: Labels that are not trained, with the reason, and the natural sentences that a label needs to be trained unless
    #: it is one of `required`.
    leave_out: Mapping[str, str] = field(default_factory=dict)
    min_natural: int = 0
    required: tuple[str, ...] = ()
    #: Copies of each sentence in other spellings, by label.
    spelling_variants: Mapping[str, int] = field(default_factory=dict)
    #: Share of the sentences in Latin letters that get a copy without marks and apostrophes, if they have any.
    plainly_typed: float = 0.0

    def guests(self, script: str) -> tuple[str, ...]:
        """Labels that take part in a block without rows of their own."""
        return self.blocks[script].guests if script in self.blocks else ()

    def for_script(self, script: str) -> Recipe:
        """The recipe as it is for the block of one script."""
        given = {name: value for name, value in asdict(self.blocks.get(script, BlockChanges())).items() if value}
        spec, draw = (
            {name: given[name] for name in names if name in given}
            for names in (("minn", "maxn", "buckets"), ("words", "min_sentences", "min_words"))
        )
        rows = {"rows": given["rows"]} if "rows" in given else {}
        balance = {"balance": given["balance"]} if "balance" in given else {}
        return replace(
            self,
            ngrams=replace(self.ngrams, **spec),
            drawing=replace(self.drawing, **draw),
            linear=replace(self.linear, **balance),
            pruning=replace(self.pruning, **rows),
        )

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
        hint = f"{near} " if (near := suggestion(name, known)) else ""
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
    """One table of the recipe as its dataclass; `fixed` fields are not the recipe's to set."""
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
