from collections.abc import Sequence

from mixlid.engine.pipeline import PipelineParts
from mixlid.models._rows import Rows
from mixlid.models.interface import FloatArray
from mixlid.result import Result
from mixlid.text.words import Token

class CompiledPipeline:
    def __init__(
        self, parts: PipelineParts, rows: Rows | None, columns: Sequence[int] | None, searches: bool
    ) -> None: ...
    def identify(self, text: str, scores: FloatArray | None = None) -> Result: ...
    def tokenize(self, text: str) -> list[Token]: ...
