"""Whether compiled modules are up to date, in a checkout; imported before any of them."""

from __future__ import annotations

import os

#: What the extensions of a checkout were built from: lines of module, source, its time and its checksum (`setup.py`).
BUILT_FROM = "_built_from.txt"


def refuse_stale(package: str) -> None:
    """Raise an error if an extension was built from other sources than those that lie beside it.

    A checkout has its extensions among the sources, where a failed build leaves the old ones. An installed wheel has
    neither sources nor a list of them, and nothing is looked at; nor is it with `MIXLID_KERNEL=numpy`. A source is read
    only if its time has changed, and paths are strings, so that this takes a fraction of a millisecond.
    """
    if os.environ.get("MIXLID_KERNEL") == "numpy":
        return
    try:
        with open(f"{package}/{BUILT_FROM}", encoding="utf-8") as file:  # noqa: PTH123
            lines = file.read().splitlines()
    except FileNotFoundError:
        lines = []
        if os.path.exists(f"{package}/../../setup.py"):  # noqa: PTH110
            built = [name for name in os.listdir(package) if name.startswith("_cython.") and not name.endswith(".c")]  # noqa: PTH208
            lines = [f"{name}\t{BUILT_FROM}\t0\t0" for name in built]
    for source in {line.partition("\t")[2]: line for line in lines}.values():
        module, path, moment, checksum = source.split("\t")
        place = f"{package}/{path}"
        try:
            if os.stat(place).st_mtime_ns == int(moment):  # noqa: PTH116
                continue
            from zlib import crc32

            with open(place, "rb") as content:  # noqa: PTH123
                if crc32(content.read()) == int(checksum):
                    continue
        except FileNotFoundError:
            pass
        raise RuntimeError(
            f"the compiled module {module} was not built from {path} as it is now in {package}; run `make build`, "
            "or set MIXLID_KERNEL=numpy to do without compiled modules"
        )
