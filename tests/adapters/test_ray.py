"""Ray Data with two cores: every row equals `identify_many`, also if an actor dies."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from adapters.engine_records import assert_same, read_folder
from mixlid.adapters.arrow import BatchIdentifier

pytest.importorskip("ray", reason="the extra mixlid[ray] is not installed (make test-all has it)")

import ray.data

# Ray's own: processes that it leaves to the system, files of its logs, and its advice about later versions.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning:ray"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:ray"),
]


@pytest.fixture(scope="module")
def two_cores() -> Iterator[None]:
    tests = str(Path(__file__).parent.parent)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": tests}})
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


class Dying(BatchIdentifier):
    """An actor whose process ends in the middle of its work, the first time."""

    def __init__(self, marker: str, **options: Any) -> None:
        super().__init__(**options)
        self._marker, self._batches = Path(marker), 0

    def __call__(self, batch: pa.Table) -> pa.Table:
        answer = super().__call__(batch)
        self._batches += 1
        if self._batches == 3 and not self._marker.exists():
            self._marker.touch()
            os._exit(9)  # as the kernel ends a process that has taken too much memory
        return answer


@pytest.mark.usefixtures("two_cores")
def test_every_row(
    folder: Path, calibrated: Path, tmp_path: Path, records: list[str | None], answers: list[dict[str, Any]]
) -> None:
    found = ray.data.read_parquet(str(folder)).map_batches(
        BatchIdentifier,
        fn_constructor_kwargs={"model": str(calibrated), "preset": "cs", "words": True},
        batch_format="pyarrow",
        batch_size=1000,
        compute=ray.data.ActorPoolStrategy(min_size=1, max_size=2),
        num_cpus=1,
    )
    found.write_parquet(str(tmp_path / "out"))
    assert_same(read_folder(tmp_path / "out"), records, answers, words=True)


@pytest.mark.usefixtures("two_cores")
def test_an_actor_that_dies_loses_and_repeats_nothing(
    folder: Path, calibrated: Path, tmp_path: Path, records: list[str | None], answers: list[dict[str, Any]]
) -> None:
    marker = tmp_path / "died"
    found = ray.data.read_parquet(str(folder)).map_batches(
        Dying,
        fn_constructor_kwargs={"marker": str(marker), "model": str(calibrated), "preset": "cs"},
        batch_format="pyarrow",
        batch_size=1000,
        compute=ray.data.ActorPoolStrategy(size=1),
        num_cpus=1,
    )
    found.write_parquet(str(tmp_path / "out"))
    assert marker.exists()
    assert_same(read_folder(tmp_path / "out"), records, answers, words=False)
