"""The solvers that Pyomo can use, by name, with the options that make each prove an optimum."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from mixlid.errors import MissingDependencyError, SettingsError

#: How to get a solver, for those that people ask for.
_INSTALL: Mapping[str, str] = MappingProxyType(
    {
        "highs": "pip install highspy",
        "appsi_highs": "pip install highspy",
        "gurobi": "pip install gurobipy, and a licence from gurobi.com",
        "cbc": "install the programme cbc (package coinor-cbc, or conda-forge's coin-or-cbc)",
        "glpk": "install the programme glpsol (package glpk-utils, or conda-forge's glpk)",
        "scip": "pip install pyscipopt, or install the programme scip (scipopt.org, or conda-forge's scip)",
        "cplex": "pip install cplex (limited in size without a licence), or install IBM CPLEX",
        "mosek": "pip install mosek, and a licence from mosek.com",
    }
)

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

_GUROBI = {"MIPGap": 0, "MIPGapAbs": 0, "Threads": 1}
_SCIP = {"limits/gap": 0, "limits/absgap": 0}

#: By default solvers stop within a small gap of the optimum; the reference must close it. By Pyomo's name.
OPTIONS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "highs": _HIGHS,
        "appsi_highs": _HIGHS,
        "gurobi": _GUROBI,
        "gurobi_direct": _GUROBI,
        "cbc": {"ratioGap": 0, "allowableGap": 0},
        "glpk": {"mipgap": 0},
        "scip": _SCIP,
        "scip_direct": _SCIP,
        "cplex": {"mipgap": 0, "threads": 1},
        "cplex_direct": {"mip_tolerances_mipgap": 0, "threads": 1},
    }
)

#: Pyomo has some solvers under a second name: HiGHS in its older releases, others for their Python packages alone.
_SECOND_NAME: Mapping[str, str] = MappingProxyType(
    {
        "highs": "appsi_highs",
        "gurobi": "gurobi_direct",
        "scip": "scip_direct",
        "cplex": "cplex_direct",
        "mosek": "mosek_direct",
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
    engine = _available(pyo, solver)
    if engine is not None:
        return engine
    others = [name for name in _INSTALL if name != "appsi_highs" and _available(pyo, name) is not None]
    reason = (
        f"is not installed: {_INSTALL[solver]}"
        if solver in _INSTALL
        else "is not one that Pyomo can use on this machine"
    )
    raise SettingsError(f"the solver {solver} {reason}. Available now: {', '.join(others) or 'none'}")


def _available(pyo: Any, solver: str) -> Engine | None:
    """A ready solver, or None. Pyomo logs a traceback for an unknown name, so those are not tried."""
    known = set(pyo.SolverFactory)
    for name in (solver, _SECOND_NAME.get(solver)):
        if name is not None and name in known:
            engine = pyo.SolverFactory(name)
            if engine.available(exception_flag=False):
                return Engine(name, engine)
    return None
