"""Check that packages are reproducible: build an sdist and a wheel twice, from copies of the sources."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


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


def build(folder: Path) -> dict[str, str]:
    """The checksums of the sdist and of the files in the wheel."""
    source = copy_sources(folder / "source")
    fixed = os.environ | {"SOURCE_DATE_EPOCH": "1700000000"}
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(source)]
    subprocess.run([*command, *sys.argv[1:]], env=fixed, check=True, stdout=subprocess.DEVNULL)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        sums = {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}
    return {sdist.name: hashlib.sha256(sdist.read_bytes()).hexdigest(), **sums}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        one, other = build(Path(folder) / "one"), build(Path(folder) / "other")
    differing = sorted(name for name in {*one, *other} if one.get(name) != other.get(name))
    count = f"an sdist and {len(one) - 1} files of a wheel"
    print(f"{count}, {len(differing)} differ{': ' if differing else ''}{', '.join(differing[:10])}")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
