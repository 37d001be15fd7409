from typing import Any

import numpy as np
from numpy.typing import NDArray

def json_offsets(
    data: bytes, starts: Any, ends: Any, key: bytes, taken: list[bytes]
) -> tuple[bytes, NDArray[np.int64], int] | None: ...
