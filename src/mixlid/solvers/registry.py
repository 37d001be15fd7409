"""Solvers by name, with parameters: `exact`, `masklid:min_bytes=5`, `topk:k=2`. Register new solvers here."""

from __future__ import annotations

from dataclasses import fields
from importlib import import_module
from typing import Any

from mixlid.errors import SettingsError, suggestion
from mixlid.solvers.solver import Solver

#: The class of each solver, whose module is imported when it is asked for.
SOLVERS = {
    "exact": "exact:ExactSolver",
    "ilp": "ilp:IlpSolver",
    "masklid": "masklid:MaskLidSolver",
    "topk": "baselines:TopK",
    "threshold": "baselines:Threshold",
}


def get_solver(text: str) -> Solver:
    """The solver that `name` or `name:parameter=value,…` stands for: `exact`, `topk:k=2`, `masklid:keep=20`.

    Parameters are the fields of the solver's class. `SettingsError` if there is no such solver or parameter.
    """
    name, _, rest = text.partition(":") if isinstance(text, str) else (text, "", "")
    if not isinstance(name, str) or name not in SOLVERS:
        hint = suggestion(name, SOLVERS) or f"the solvers are {', '.join(SOLVERS)}"
        raise SettingsError(f"there is no solver {name!r}; {hint}")
    module, _, class_name = SOLVERS[name].partition(":")
    kind = getattr(import_module(f"mixlid.solvers.{module}"), class_name)
    known = {field.name: field.default for field in fields(kind)}
    values: dict[str, Any] = {}
    for item in filter(None, rest.split(",")):
        key, _, value = (part.strip() for part in item.partition("="))
        if key not in known:
            names = ", ".join(known) or "no parameters"
            raise SettingsError(f"the solver {name} has no parameter {key!r}; it has {names}")
        values[key] = _like(known[key], value, f"{name}:{key}")
    made: Solver = kind(**values)
    return made


def _like(default: Any, value: str, what: str) -> Any:
    """A parameter's text as a value of the type its default has (an optional one is a whole number)."""
    if isinstance(default, str):
        return value
    try:
        return float(value) if isinstance(default, float) else int(value)
    except ValueError:
        raise SettingsError(f"{value!r} is not a value for {what}") from None
