from collections.abc import Sequence

from mixlid.assign.problem import Problem
from mixlid.models._rows import Rows
from mixlid.models.calibration import Calibration
from mixlid.models.interface import Model
from mixlid.result import Result

class Pipeline:
    def __init__(
        self,
        model: Model,
        rows: Rows | None,
        columns: Sequence[int] | None,
        problem: Problem,
        scripts: frozenset[str] | None,
        capital_weight: float,
        calibration: Calibration | None,
    ) -> None: ...
    def identify(self, text: str) -> Result: ...
