"""Test the adapters with the packages that they are for, each in an environment of its own: `make test-engines`.

These packages ask for versions of others that do not go together, and some are large, so `make test` leaves them out.
The environments stay in `build/engines`. A package that cannot be installed is
named at the end as not tested; a test that fails or is skipped is an error.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "engines"
ADAPTERS = "tests/adapters"


class Environment(NamedTuple):
    """The extras of mixlid and the other packages that are installed, and the tests that are run."""

    extras: str
    tests: tuple[str, ...]
    #: The packages whose versions are shown.
    shown: tuple[str, ...]
    others: tuple[str, ...] = ()


def example(page: str, needs: str) -> str:
    """The test of the code that a page shows."""
    return f"tests/test_docs.py::test_block_runs_alone[docs/{page}.md-{needs}]"


def tool(module: str, extra: str, package: str) -> Environment:
    """One of docs/bulk.md that has an adapter."""
    return Environment(extra, (f"{ADAPTERS}/test_{module}.py", example("bulk", module)), (package,))


def shown(module: str, package: str, *others: str) -> Environment:
    """One for which docs/bulk.md has all the code that there is."""
    name = package.partition(">")[0]
    return Environment("parquet", (example("bulk", module),), (name,), (package, *others))


ENVIRONMENTS = {
    "spacy": tool("spacy", "spacy", "spacy"),
    "sklearn": shown("sklearn", "scikit-learn"),
    "opusfilter": shown("opusfilter", "opusfilter>=3.2"),
    "nemo_curator": shown("nemo_curator", "nemo-curator>=1.0"),
    "dolma": shown("dolma", "dolma>=1.2", "pyarrow<20"),  # it asks for NumPy 1, which newer ones refuse
    "data_juicer": shown("data_juicer", "py-data-juicer>=1.4", "aiohttp"),  # which it imports and does not ask for
    "commonlid": shown("commonlid", "commonlid>=0.2"),
    "arrow": Environment(
        "pandas",
        (example("bulk", "daft"), example("bulk", "datafusion"), example("bulk", "dask,pandas")),
        ("daft", "datafusion", "dask"),
        ("daft", "datafusion", "dask[dataframe]"),
    ),
    "ray": Environment("ray", (f"{ADAPTERS}/test_ray.py", f"{ADAPTERS}/test_cluster_docs.py::test_ray"), ("ray",)),
    "spark35": Environment("spark", (f"{ADAPTERS}/test_spark.py",), ("pyspark",), ("pyspark~=3.5.0",)),
}


class Outcome(NamedTuple):
    name: str
    versions: str
    #: What is shown in the table, and whether it is an error.
    said: str
    wrong: bool = False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(ENVIRONMENTS)} (default: all)")
    args = parser.parse_args()
    unknown = set(args.names) - set(ENVIRONMENTS)
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(ENVIRONMENTS)}")
    models = FOLDER / "models"
    subprocess.run([sys.executable, ROOT / "tests" / "tiny_models.py", models], check=True)
    wheel = build()
    outcomes = [tried(name, ENVIRONMENTS[name], wheel, models) for name in args.names or ENVIRONMENTS]
    print("\n| environment | packages | tests |\n|---|---|---|")
    for outcome in outcomes:
        print(f"| {outcome.name} | {outcome.versions} | {outcome.said} |")
    sys.exit(any(outcome.wrong for outcome in outcomes))


def build() -> Path:
    """mixlid's wheel, compiled once for all environments."""
    print("Building mixlid's wheel …", flush=True)
    folder = FOLDER / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    problem = failure([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT])
    if problem:
        sys.exit(problem)
    (wheel,) = folder.glob("*.whl")
    return wheel


def tried(name: str, environment: Environment, wheel: Path, models: Path) -> Outcome:
    """What came of installing the packages and running the tests."""
    python = FOLDER / name / "bin" / "python"
    if not python.exists():
        print(f"Making the environment {python.parent.parent} …", flush=True)
        venv.create(python.parent.parent)
    print(f"Installing {', '.join(environment.shown)} into {python.parent.parent} …", flush=True)
    # uv, since pip tries hundreds of versions for some of these. The wheel may have the version of an older one.
    # Bytecode is compiled at once, so that tests do not meet warnings about the syntax of other packages.
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--compile-bytecode", "--reinstall-package=mixlid"]
    wanted = [f"{wheel}[parquet,{environment.extras}]", *environment.others, "pytest", "hypothesis"]
    problem = failure([*uv, "--python", str(python), *wanted])
    if problem:
        print(f"\n*** {name} IS NOT TESTED: it cannot be installed ***\n{problem}", flush=True)
        return Outcome(name, ", ".join(environment.shown), "**NOT TESTED**, cannot be installed")
    return tested(name, python, environment, models)


def tested(name: str, python: Path, environment: Environment, models: Path) -> Outcome:
    report = FOLDER / f"{name}.xml"
    report.unlink(missing_ok=True)
    named = os.environ | {"MIXLID_TINY_MODELS": str(models)}
    command: list[str | Path] = [python, "-m", "pytest", "-q", f"--junit-xml={report}", *environment.tests]
    done = subprocess.run(command, cwd=ROOT, env=named, check=False)
    versions = ", ".join(f"{package} {version(python, package)}" for package in environment.shown)
    if not report.exists():
        return Outcome(name, versions, f"**pytest ended with {done.returncode}**", wrong=True)
    found = ElementTree.parse(report).getroot().iter("testsuite")
    counts = {key: int(value) for key, value in next(found).attrib.items() if value.isdigit()}
    bad = {key: counts[key] for key in ("failures", "errors", "skipped") if counts[key]}
    passed = counts["tests"] - sum(bad.values())
    said = ", ".join([f"{passed} passed", *(f"**{count} {key}**" for key, count in bad.items())])
    return Outcome(name, versions, said, wrong=bool(bad or done.returncode or not passed))


def version(python: Path, package: str) -> str:
    code = "import sys, importlib.metadata as m; print(m.version(sys.argv[1]))"
    return subprocess.run([python, "-c", code, package], capture_output=True, text=True, check=False).stdout.strip()


def failure(command: Sequence[str | Path]) -> str:
    """What a command said if it failed."""
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return (done.stdout[-3000:] or "nothing was said") if done.returncode else ""


if __name__ == "__main__":
    main()
