"""Where the evaluation data are: text by others that cannot be published, so most people do not have it.

`MIXLID_EVAL` names the folder of development data; otherwise it is `shared/eval/dev` beside the repository. A test that
needs the data is skipped without them, or fails if `MIXLID_REQUIRE_DATA` is 1, so that continuous integration cannot
lose them unnoticed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

DEV = Path(os.environ.get("MIXLID_EVAL", Path(__file__).parents[2] / "shared" / "eval" / "dev"))
#: The first lines of published corpora, as they are published.
RAW = DEV.parent / "raw"


def needed(folder: Path) -> Path:
    """One of the folders above, for a test that requires it."""
    if not folder.is_dir():
        missing = f"the evaluation data are not at {folder} and cannot be published; MIXLID_EVAL says where they are"
        if os.environ.get("MIXLID_REQUIRE_DATA") == "1":
            pytest.fail(f"{missing} (MIXLID_REQUIRE_DATA is set)")
        pytest.skip(missing)
    return folder
