"""A summary of an identifier, as one line and as a small table for notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from mixlid.models.catalogue import model_name
from mixlid.models.interface import Model
from mixlid.prior import Prior
from mixlid.solvers.solver import Solver
from mixlid.text.labels import name_of

if TYPE_CHECKING:
    from typing import Protocol

    class Summarised(Protocol):
        """What the summary needs of an identifier."""

        @property
        def model(self) -> Model: ...
        @property
        def labels(self) -> tuple[str, ...]: ...
        @property
        def solver(self) -> Solver: ...
        @property
        def prior(self) -> Prior | None: ...


#: Up to this many languages are listed by name.
_NAMED = 4


def in_a_line(identifier: Summarised) -> str:
    return f"<Identifier {'; '.join(value for _, value in _facts(identifier))}>"


def as_card(identifier: Summarised) -> str:
    """An HTML table."""
    rows = "".join(
        f"<tr><th style='text-align: left'>{escape(name)}</th><td style='text-align: left'>{escape(value)}</td></tr>"
        for name, value in _facts(identifier, by_name=True)
    )
    return f"<table><caption>mixlid.Identifier</caption>{rows}</table>"


def _facts(identifier: Summarised, by_name: bool = False) -> Iterator[tuple[str, str]]:
    yield "model", model_name(identifier.model)
    labels = identifier.labels
    few = [name_of(label) if by_name else label for label in labels] if len(labels) <= _NAMED else []
    yield "languages", ", ".join(few) or f"{len(labels):,} labels"
    if identifier.solver.name != "exact" or by_name:
        yield "solver", f"{identifier.solver.name}{'' if by_name else ' solver'}"
    if identifier.prior is not None:
        yield "prior", "with a prior"
