"""What tests of several rooms share: tiny models, a server, a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

import tiny_models

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from served import Served

    from mixlid import Identifier

Train = Callable[..., Any]

# Without the laboratory, what needs it is left out.
collect_ignore = [
    str(path)
    for path in Path(__file__).parent.rglob("test_*.py")
    if find_spec("mixlid_lab") is None and "from mixlid_lab" in path.read_text(encoding="utf-8")
]

# No test looks at the clock: a busy machine is not a fault.
settings.register_profile("mixlid", settings(), deadline=None)
settings.load_profile("mixlid")

#: Texts that go through every branch of fastText's reader of sentences.
TEXTS = [
    "",
    " ",
    "the bread",
    "yarınki meeting için slides hazır mı",
    "где the old карта",
    "</s>",
    "the </s> хлеб",
    "__label__eng_Latn la mer",
    "__label__nothing la mer",
    "tab\there\vand\fthere\rand\0nul",
    "a",
    "ß",
    "日本語 𐍈𐍉 👩‍👩‍👧",
    "x" * 300,
    "<the> > <",
]


#: Into how many parts long rows of random cases are cut: the first is always run, the others by `make test-slow`.
PARTS = 12


@pytest.fixture(params=[pytest.param(part, marks=pytest.mark.slow if part else ()) for part in range(PARTS)])
def part_of(request: pytest.FixtureRequest) -> Callable[[int], range]:
    """`part_of(count)`: the seeds from 0 to `count` that belong to this part."""
    part: int = request.param
    return lambda count: range(part * count // PARTS, (part + 1) * count // PARTS)


@pytest.fixture(scope="session")
def training_text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.write_training_text(tmp_path_factory.mktemp("text") / "train.txt")


@pytest.fixture(scope="session")
def sentences() -> dict[str, list[str]]:
    """The training text by label."""
    return tiny_models.LINES


@pytest.fixture(scope="session")
def texts() -> list[str]:
    return TEXTS


@pytest.fixture(scope="session")
def train() -> Train:
    """`train(text, **settings)`: a tiny classifier made with fastText's binding, the same in every run."""
    pytest.importorskip("fasttext")
    return tiny_models.train


@pytest.fixture(scope="session")
def tiny_bin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.make("tiny.bin", tmp_path_factory.mktemp("bin"))


@pytest.fixture(scope="session")
def tiny_ftz(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Quantised."""
    return tiny_models.make("tiny.ftz", tmp_path_factory.mktemp("ftz"))


@pytest.fixture(scope="session")
def tiny_table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.make("tiny.mixlid", tmp_path_factory.mktemp("table"))


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """One server for all tests of the service that do not change its limits."""
    from served import serve  # of tests/server

    with serve() as server:
        yield server


@pytest.fixture(scope="session")
def lid() -> Identifier:
    """The model that ships, with default settings."""
    import mixlid

    return mixlid.load()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's headless Chromium. For one module only: while it runs, no other event loop can."""
    from playwright.sync_api import sync_playwright
    from visits import CHROMIUM  # of tests/server

    if CHROMIUM is None:
        pytest.skip("there is no Chromium here (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Shared by the pages of a module, since they store nothing: with its cache a page opens in half the time."""
    context = browser.new_context()
    context.set_default_timeout(60_000)  # long enough for a busy machine
    context.new_page()  # stays open, so that its process is used for the others
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, served: Served) -> Iterator[Page]:
    from visits import quiet_page

    with quiet_page(context, served) as page:
        yield page


@pytest.fixture
def noisy(context: BrowserContext) -> Iterator[Page]:
    """A page on which requests may fail."""
    page = context.new_page()
    yield page
    page.close()
