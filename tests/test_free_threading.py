"""Many threads share one identifier; and on a free-threaded interpreter, the extensions keep the lock off."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

import pytest

import mixlid

WITHOUT_LOCK = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
EXTENSIONS = sorted(
    ".".join(("mixlid", *path.relative_to(Path(mixlid.__file__).parent).with_suffix("").parts))
    for pattern in ("*.pyx", "_stages.pxd", "_frequent_words.pxd", "_sentences.pxd")
    for path in Path(mixlid.__file__).parent.rglob(pattern)
)


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads switch as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty")
def test_threads_share_an_identifier() -> None:
    """Its word cache and working memory are shared: each thread asks for other words in another order."""
    texts = [
        f"the {chr(97 + a)}{chr(97 + b)}read yarın {a}sabah где карта{chr(1072 + b)}"
        for a in range(20)
        for b in range(20)
    ]
    alone = [repr(result) for result in mixlid.load().identify_many(texts)]
    shared = mixlid.load()

    def ask(number: int) -> bool:
        step = 2 * number + 1  # prime to the number of texts, or nearly
        order = [(place * step) % len(texts) for place in range(len(texts))]
        return all(repr(shared.identify(texts[place])) == alone[place] for place in order)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(8)))


def test_extensions_are_found() -> None:
    assert len(EXTENSIONS) >= 6


@pytest.mark.skipif(
    not WITHOUT_LOCK, reason="this interpreter has the global lock; docs/reliability.md says what would matter"
)
def test_the_lock_stays_off() -> None:
    for name in EXTENSIONS:
        import_module(name)
    assert not sys._is_gil_enabled()  # type: ignore[attr-defined,unused-ignore]
