"""Whether a wheel is the same when it is built again: builds two from copies of the sources and compares them."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def build(folder: Path) -> dict[str, str]:
    """The files of a wheel of a copy of the sources, with their checksums."""
    source = folder / "source"
    source.mkdir(parents=True)
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
    packed = subprocess.run(
        ["tar", "--create", "--null", "--files-from=-"], cwd=ROOT, input=b"\0".join(filter(None, names)) + b"\0",
        capture_output=True, check=True,
    ).stdout  # fmt: skip
    subprocess.run(["tar", "--extract"], cwd=source, input=packed, check=True)
    fixed = os.environ | {"SOURCE_DATE_EPOCH": "1700000000"}
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(source)]
    subprocess.run([*command, *sys.argv[1:]], env=fixed, check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        one, other = build(Path(folder) / "one"), build(Path(folder) / "other")
    differing = sorted(name for name in {*one, *other} if one.get(name) != other.get(name))
    print(f"{len(one)} files, {len(differing)} differ{': ' if differing else ''}{', '.join(differing[:10])}")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
