from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixlid.engine.pipeline import Pipeline
from mixlid.engine.pipeline_config import PipelineConfig, WeighedAnswer
from mixlid.models._compiled import Rows
from mixlid.models.interface import FloatArray
from mixlid.results.batch import AnswerBatch
from mixlid.results.result import Result
from mixlid.text.words import Token

class CompiledPipeline:
    def __init__(
        self,
        config: PipelineConfig,
        rows: Rows | None,
        columns: Sequence[int] | None,
        searches: bool,
        certainty: float | None = None,
    ) -> None: ...
    def use_partitions(self, makers: list[Callable[[], Pipeline]], partition_of: bytes) -> None: ...
    @property
    def can_repeat(self) -> bool: ...
    def identify(self, text: str, scores: FloatArray | None = None) -> Result: ...
    def identify_results(self, texts: list[str]) -> list[Result]: ...
    def identify_batch(self, texts: list[str], words: bool = False) -> AnswerBatch: ...
    def identify_utf8(
        self, data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], words: bool = False
    ) -> tuple[AnswerBatch | None, int]: ...
    def weigh(self, text: str) -> WeighedAnswer: ...
    def tokenize(self, text: str) -> list[Token]: ...
