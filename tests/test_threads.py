"""Threads never hang: a failure in one ends the call, and the identifier still works."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from failing_library import failing_library
from mixlid import _processes as processes
from mixlid import _threads as threads
from mixlid._threads import ThreadPool, in_threads

TESTS = Path(__file__).parent


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return failing_library(tmp_path_factory.mktemp("failing"))


#: Of each way a few dozen every time, a few hundred in the slow set.
MOST = [24, pytest.param(300, marks=pytest.mark.slow)]


@pytest.mark.parametrize("most", MOST)
@pytest.mark.parametrize("way", ["identify", "many", "columns", "utf8", "document", "files"])
def test_an_allocation_that_fails(library: Path, way: str, most: int) -> None:
    assert tried(library, "allocation", way, most) > most // 2


@pytest.mark.parametrize(("way", "started"), [("many", 2), ("columns", 3), ("utf8", 2)])
def test_a_thread_that_does_not_start(library: Path, way: str, started: int) -> None:
    assert tried(library, "thread", way, 50) == started


def tried(library: Path, kind: str, way: str, most: int) -> int:
    """How many of the failures were reported; a process that crashes, hangs or answers differently fails the test."""
    done = subprocess.run(
        [sys.executable, TESTS / "failing_calls.py", kind, way, str(most)],
        env={**os.environ, "LD_PRELOAD": str(library), "PYTHONMALLOC": "malloc"},
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return int(done.stdout.split()[2])


def test_where_memory_ends() -> None:
    """Some megabytes are left; each thread wants tens of them, and has no arena of its own."""
    if sys.platform != "linux":
        pytest.skip("needs Linux")
    code = """
import resource, mixlid
lid = mixlid.load()
texts = ["\\ufdfa" * 200_000] * 4
expected = lid.identify_columns(["the bread"], words=True, jobs=2).labels.tolist()
size = next(int(line.split()[1]) * 1024 for line in open("/proc/self/status") if line.startswith("VmSize"))
told = 0
for left in (300_000, 3_000_000, 20_000_000):
    resource.setrlimit(resource.RLIMIT_AS, (size + left, resource.RLIM_INFINITY))
    try:
        lid.identify_columns(texts, words=True, jobs=2)
    except (MemoryError, RuntimeError):
        told += 1
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert lid.identify_columns(["the bread"], words=True, jobs=2).labels.tolist() == expected
print(told)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "MALLOC_ARENA_MAX": "1", "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout) == 3


def test_what_is_raised_ends_the_call_and_nothing_more_is_begun() -> None:
    begun: list[int] = []

    def fail(number: int) -> int:
        begun.append(number)
        if number == 3:
            raise KeyError(number)
        return number

    made = in_threads(fail, iter(range(10_000)), 3)
    assert [next(made) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(KeyError):
        next(made)
    assert len(begun) < 20
    assert list(made) == []


def test_items_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def source() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    made = in_threads(str, source(), 2)
    assert next(made) == "0"
    assert len(taken) <= 4
    made.close()  # type: ignore[attr-defined]
    assert len(taken) <= 4


def test_results_are_in_order_whoever_is_first() -> None:
    """The second of two finishes before the first may go on."""
    second = threading.Event()

    def wait_for_it(number: int) -> int:
        if number == 0:
            assert second.wait(60)
        elif number == 1:
            second.set()
        return number

    assert list(in_threads(wait_for_it, range(50), 2)) == list(range(50))


def test_a_thread_that_dies_without_a_word_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if there were no memory for any message."""
    monkeypatch.setattr(threads, "LOOK_UP", 0.01)
    monkeypatch.setattr(threads._Thread, "_run", lambda *_: None)
    with ThreadPool(2) as pool, pytest.raises(MemoryError, match="worker thread has died"):
        pool.submit(str, 5).result()


def test_what_ends_a_thread_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "LOOK_UP", 0.01)

    def fail(_: ThreadPool) -> None:
        raise MemoryError("between two tasks")

    monkeypatch.setattr(ThreadPool, "work", fail)
    with ThreadPool(2) as pool, pytest.raises(MemoryError, match="between two tasks"):
        pool.submit(str, 5).result()


def test_a_pool_of_processes_without_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "LOOK_UP", 0.01)

    class Deserted:
        _executor_manager_thread = threading.Thread()

    assert not Deserted._executor_manager_thread.is_alive()
    promise: Any = processes._WatchedFuture(Deserted(), Future())  # type: ignore[arg-type]
    with pytest.raises(MemoryError, match="pool has died"):
        promise.result()
