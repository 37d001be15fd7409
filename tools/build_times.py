"""The cost of the build by module: `python tools/build_times.py FOLDER` compiles everything into a folder.

It prints the processor time of Cython and of the C compiler, one module at a time, and the sizes of the results.
Without ccache: `CC=gcc python tools/build_times.py build/times`.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any


def processor_seconds() -> float:
    """The processor time of this process and of the children that it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def measured(step: Callable[[Any], None], seconds: dict[str, float]) -> Callable[[Any], None]:
    def run(extension: Any) -> None:
        began = processor_seconds()
        step(extension)
        seconds[extension.name] = processor_seconds() - began

    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    import_module("setuptools")  # which brings distutils
    options = ["--quiet", "build_ext", "--force", f"--build-lib={folder}/lib", f"--build-temp={folder}/temp"]
    project = import_module("distutils.core").run_setup("setup.py", options, stop_after="commandline")
    build: Any = project.get_command_obj("build_ext")
    build.ensure_finalized()
    build.parallel = False
    cython: dict[str, float] = {}
    compiler: dict[str, float] = {}
    build.translate = measured(build.translate, cython)
    build.build_extension = measured(build.build_extension, compiler)
    build.run()
    print("| module | Cython, s | C compiler, s | kB |\n|---|---|---|---|")
    sizes = {name: Path(build.get_ext_fullpath(name)).stat().st_size / 1e3 for name in compiler}
    for name in compiler:
        print(f"| `{name}` | {cython[name]:.1f} | {compiler[name]:.1f} | {sizes[name]:.0f} |")
    totals = (sum(numbers.values()) for numbers in (cython, compiler, sizes))
    print("| together | {:.1f} | {:.1f} | {:.0f} |".format(*totals))


if __name__ == "__main__":
    main()
