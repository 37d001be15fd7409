from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from mixlid.models.header import TableHeader
from mixlid.models.interface import FloatArray
from mixlid.models.vocabulary import Vocabulary

class Cache:
    asked: int
    hits: int
    @property
    def words(self) -> int: ...

class Rows:
    cache: Cache
    def __init__(self, header: TableHeader, ids: NDArray[Any], rows: NDArray[Any], vocabulary: Vocabulary) -> None: ...

def word_scores(table: Rows, words: Sequence[str]) -> FloatArray: ...
