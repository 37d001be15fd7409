"""The solvers that Pyomo can use, by name, with the options that make each prove an optimum."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from mixlid.errors import MissingDependencyError, SettingsError

_HIGHS = {
    "mip_rel_gap": 0.0,
    "mip_abs_gap": 0.0,
    "mip_feasibility_tolerance": 1e-9,
    "primal_feasibility_tolerance": 1e-9,
    "dual_feasibility_tolerance": 1e-9,
    "output_flag": False,
    "threads": 1,
    "random_seed": 0,
}

#: By default solvers stop within a small gap of the optimum; the reference must close it. By Pyomo's name.
OPTIONS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "highs": _HIGHS,
        "appsi_highs": _HIGHS,
        "gurobi": {"MIPGap": 0, "MIPGapAbs": 0, "Threads": 1},
        "cbc": {"ratioGap": 0, "allowableGap": 0},
        "glpk": {"mipgap": 0},
        "scip": {"limits/gap": 0, "limits/absgap": 0},
        "cplex": {"mipgap": 0, "threads": 1},
    }
)


def load_pyomo() -> Any:
    """Pyomo, imported only when it is needed."""
    try:
        from pyomo import environ
    except ImportError:
        raise MissingDependencyError("pyomo", "ilp", "the solver ilp") from None
    return environ


class Engine(NamedTuple):
    """A solver of Pyomo, and its name there."""

    name: str
    pyomo: Any


def find_engine(pyo: Any, solver: str) -> Engine:
    """The solver by that name, or an error that says what to do."""
    known = set(pyo.SolverFactory)  # Pyomo logs a traceback for any other name
    for name in (solver, *(["appsi_highs"] if solver == "highs" else [])):  # as older releases of Pyomo call it
        if name in known and (engine := pyo.SolverFactory(name)).available(exception_flag=False):
            return Engine(name, engine)
    raise SettingsError(
        f"the solver {solver} is not one that Pyomo can use on this machine; without a solver's name it is HiGHS, "
        "which `pip install highspy` installs"
    )
