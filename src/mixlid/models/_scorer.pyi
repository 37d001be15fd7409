from collections.abc import Sequence

from mixlid.models._rows import Rows
from mixlid.models.interface import FloatArray

def word_scores(table: Rows, words: Sequence[str]) -> FloatArray: ...
