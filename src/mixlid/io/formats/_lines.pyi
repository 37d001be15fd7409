from typing import Any

from mixlid.engine.answer_columns import AnswerColumns
from mixlid.io.formats.steps import Step

def write_lines(data: bytes, starts: Any, ends: Any, answers: AnswerColumns, steps: list[Step]) -> bytes: ...
def number_text(value: float, short: bool) -> str: ...
