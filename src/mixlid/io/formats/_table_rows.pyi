from typing import Any

import numpy as np
from numpy.typing import NDArray

def end_of_rows(data: bytes, delimiter: str) -> int: ...
def csv_offsets(
    data: bytes, delimiter: str, columns: int, column: int
) -> tuple[bytes, NDArray[np.int64], int] | None: ...
def tsv_offsets(data: bytes, starts: Any, ends: Any, column: int) -> tuple[NDArray[np.int64], int] | None: ...
