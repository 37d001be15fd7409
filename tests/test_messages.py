"""What public functions say of arguments that make no sense: each message names what would."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import mixlid
from mixlid import Identifier, Prior

NAN = float("nan")
MISSING = r"pass an empty text for a missing one, or leave it out$"
DECODE = r"decode it with decode\(\), or call identify_utf8"
MANY = r"for many texts there is identify_many$"
LABEL = "a label, such as tur_Latn"
LIST = r"put it in a list, or call identify$"
CODES = r"languages are codes, such as \['tur', 'eng'\] or 'tur,eng', not "
RECORD = r'a labelled sentence is {"text": "…", "langs": \["tur", "eng"\]}, not '
NOTHING = "adapt needs at least one text or labelled sentence"
NO_LABELS = "there are no labelled sentences to learn from"
SOLVERS = "the solvers are exact, ilp, masklid"
PRESETS = "the presets are default, "
EXAMPLE = r'such as {"languages": {"tur": 0.6, "eng": 0.4}}, or the name of a file'
MODEL = "load takes a file, the name of a model or a Model, not "
ANSWER = "alternatives takes an answer, as identify returns it, not "
A_TEXT = {"None": MISSING, "NaN": MISSING, "bytes": DECODE, "list": MANY, "number": r"make it a text with str\(\)$"}
COLUMN = r"pass a column, such as df\['text'\]$"
TEXTS = {"None": MISSING, "NaN": MISSING, "bytes": DECODE, "str": LIST, "items": MISSING, "frame": COLUMN}
GIVEN: dict[str, Any] = {
    "None": None, "NaN": NAN, "bytes": b"see you", "list": ["see you"], "number": 12, "str": "see you", "empty": [],
    "items": ["see you", None], "misspelt": "defualt", "frame": SimpleNamespace(columns=["text"]),
}  # fmt: skip

#: By public function: what it is given, and what the message must say.
CASES: dict[str, tuple[Callable[[Identifier, Any], Any], dict[str, str]]] = {
    "mixlid.identify": (lambda _, it: mixlid.identify(it), A_TEXT),
    "Identifier.identify": (lambda lid, it: lid.identify(it), A_TEXT),
    "Identifier.identify_document": (lambda lid, it: lid.identify_document(it), A_TEXT),
    "Identifier.sentences": (lambda lid, it: lid.sentences(it), A_TEXT),
    "Identifier.identify_many": (lambda lid, it: list(lid.identify_many(it)), TEXTS),
    "Identifier.identify_columns": (lambda lid, it: lid.identify_columns(it), TEXTS),
    "Identifier.identify_documents": (lambda lid, it: list(lid.identify_documents(it)), TEXTS),
    "Identifier.frame": (lambda lid, it: lid.frame(it), {key: said for key, said in TEXTS.items() if key != "items"}),
    "Identifier.stream": (lambda lid, it: list(lid.stream(it)), TEXTS),
    "Identifier.identify_utf8": (
        lambda lid, it: lid.identify_utf8(it, np.array([0]), np.array([1])),
        dict.fromkeys(("None", "NaN", "list", "str"), "data must be a contiguous buffer of bytes, not "),
    ),
    "Identifier.adapt": (lambda lid, it: lid.adapt(it), {**TEXTS, "empty": NOTHING}),
    "Identifier.adapt(labelled=…)": (
        lambda lid, it: lid.adapt(labelled=it),
        {"None": MISSING, "NaN": MISSING, "bytes": DECODE, "empty": NOTHING, "list": RECORD, "items": RECORD},
    ),
    "Identifier.label_gain": (
        lambda lid, it: lid.label_gain(it),
        {"None": MISSING, "NaN": MISSING, "bytes": DECODE, "empty": NO_LABELS, "list": RECORD, "items": RECORD},
    ),
    "Identifier.restrict": (
        lambda lid, it: lid.restrict(it),
        {"None": CODES, "NaN": CODES, "bytes": CODES, "empty": "give at least one, such as eng", "list": "lists what"},
    ),
    "Identifier.with_prior": (
        lambda lid, it: lid.with_prior(it),
        {"NaN": EXAMPLE, "bytes": EXAMPLE, "list": EXAMPLE, "misspelt": "defualt cannot be read: No such file"},
    ),
    "Identifier.replace": (
        lambda lid, it: lid.replace(it),
        {"NaN": SOLVERS, "bytes": SOLVERS, "list": SOLVERS, "misspelt": SOLVERS},
    ),
    "Identifier.alternatives": (
        lambda lid, it: lid.alternatives(it),
        dict.fromkeys(("None", "NaN", "bytes", "list", "str"), ANSWER),
    ),
    "mixlid.load": (
        lambda _, it: mixlid.load(it),
        {"NaN": MODEL, "bytes": MODEL, "list": MODEL, "misspelt": "defualt"},
    ),
    "Prior.from_dict": (lambda _, it: Prior.from_dict(it), dict.fromkeys(("None", "NaN", "bytes", "list"), EXAMPLE)),
    "Prior.load": (
        lambda _, it: Prior.load(it),
        {"None": "str, bytes or os.PathLike", "list": "str, bytes or os.PathLike", "misspelt": "cannot be read"},
    ),
    "mixlid.name_of": (lambda _, it: mixlid.name_of(it), dict.fromkeys(("None", "NaN", "bytes", "list"), LABEL)),
    "mixlid.autonym_of": (lambda _, it: mixlid.autonym_of(it), dict.fromkeys(("None", "NaN", "bytes", "list"), LABEL)),
}  # fmt: skip
#: Public methods that take nothing from users, or only numbers.
NOTHING_TO_CHECK = {"Identifier.labels", "Identifier.prior_weight", "Prior.save", "Prior.to_dict", "Prior.to_json"}
#: Names that are misspelt: the call, and what was meant.
MISSPELT: dict[str, tuple[Callable[[Identifier], Any], str]] = {
    "a setting of replace": (lambda lid: lid.replace(penatly=2), "did you mean penalty?"),  # type: ignore[call-arg]
    "a setting of load": (lambda _: mixlid.load(penatly=2), "did you mean penalty?"),  # type: ignore[call-arg]
    "a setting of identify": (lambda _: mixlid.identify("a", penatly=2), "did you mean penalty?"),  # type: ignore[call-arg]
    "one in a mapping": (lambda _: mixlid.load(settings={"penatly": 2}), "did you mean penalty?"),
    "settings that are a list": (lambda _: mixlid.load(settings=["penalty"]), "such as {'max_languages': 3}"),  # type: ignore[arg-type]
    "a preset": (lambda _: mixlid.load(preset="defualt"), "did you mean default?"),  # type: ignore[arg-type]
    "no preset": (lambda _: mixlid.load(preset=None), PRESETS),  # type: ignore[arg-type]
    "a solver": (lambda lid: lid.replace("masklidd"), "did you mean masklid?"),
    "a solver of load": (lambda _: mixlid.load(solver=None), SOLVERS),  # type: ignore[arg-type]
    "a language": (lambda lid: lid.restrict("turkisch"), "did you mean tur_Latn"),
    "a unit": (lambda lid: lid.replace(unit="dokument"), "unit must be sentence, document or auto"),  # type: ignore[arg-type]
    "a share": (lambda lid: lid.replace(min_share="much"), "min_share must be a number from 0 to 1"),  # type: ignore[arg-type]
    "a field of a prior": (lambda lid: lid.with_prior({"langauges": {"tur": 1}}), "did you mean languages?"),
}  # fmt: skip


@pytest.fixture(scope="module")
def lid(tiny_table: Path) -> Identifier:
    return mixlid.load(tiny_table)


@pytest.mark.parametrize(
    ("function", "given"), [(function, given) for function, (_, messages) in CASES.items() for given in messages]
)
def test_what_makes_no_sense(lid: Identifier, function: str, given: str) -> None:
    call, messages = CASES[function]
    with pytest.raises((TypeError, ValueError, mixlid.MixlidError), match=messages[given]):
        call(lid, GIVEN[given])


@pytest.mark.parametrize("which", MISSPELT)
def test_what_is_misspelt(lid: Identifier, which: str) -> None:
    call, meant = MISSPELT[which]
    with pytest.raises((TypeError, mixlid.MixlidError)) as caught:
        call(lid)
    assert meant in str(caught.value)


def test_every_public_function_is_tried() -> None:
    functions = {f"mixlid.{name}" for name in mixlid.__all__ if inspect.isfunction(getattr(mixlid, name))}
    for owner in (Identifier, Prior):
        functions |= {f"{owner.__name__}.{name}" for name in vars(owner) if not name.startswith("_")}
    fields = {f"{owner.__name__}.{name}" for owner in (Identifier, Prior) for name in owner.__dataclass_fields__}
    tried = {name.partition("(")[0] for name in CASES}
    assert functions - fields == tried | NOTHING_TO_CHECK


def test_settings_are_options_of_load(tiny_table: Path) -> None:
    assert mixlid.load(tiny_table, max_languages=3).settings.max_languages == 3


@pytest.mark.parametrize("module", ["pandas", "polars", "arrow"])
def test_lists_and_frames(module: str) -> None:
    pytest.importorskip({"arrow": "pyarrow"}.get(module, module))
    adapter = getattr(mixlid.adapters, module)
    for given in (["see you"], None, "see you"):
        with pytest.raises(
            TypeError, match=rf"takes a .*, not {type(given).__name__}; .*(identify_many|Identifier.frame)"
        ):
            adapter.identify(given, "text")
