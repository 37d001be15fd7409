"""The compiled part of mixlid, and what packages need beyond `pyproject.toml`.

Every extension is optional: without a C compiler the installation warns, goes on, and NumPy does the work. Where a
package is made for others, MIXLID_REQUIRE_COMPILED=1 makes that an error.
"""

import ast
import gzip
import os
import re
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from setuptools.errors import BaseError, CCompilerError, CompileError

# Without contraction to fused operations a sum has the same bits on every processor, and the same as NumPy's. The last
# two change no bit: nobody asks for the errors of roots, nor for traps, and loops over doubles are 2 % faster.
FLAGS = ["-g0", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"]
SELDOM, OPTIMISED, IN_LOOPS = "-O1", "-O2", "-O3"
if sys.platform == "win32":
    FLAGS, SELDOM, OPTIMISED, IN_LOOPS = [], "/O1", "/O2", "/O2"
# After ours, so that they win, which CFLAGS does not: `make sanitize` wants less optimisation.
ADDED = os.environ.get("MIXLID_CFLAGS", "").split()
# Likewise, to have every index into a view of memory looked at; a check in release would cost a few percent.
BOUNDS = os.environ.get("MIXLID_BOUNDS", "0") not in ("", "0")
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": BOUNDS,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "annotation_typing": False,
    "auto_pickle": False,
    "freethreading_compatible": True,
}

SOURCE = Path("src")
#: Where the sources of typed modules are put together.
MADE = Path("build") / "typed"
#: What the extensions beside their sources were built from.
BUILT_FROM = SOURCE / "mixlid" / "_built_from.txt"
#: From `.pyx` files.
MODULES = (
    "text._compiled",
    "models._compiled",
    "solvers._compiled",
    "engine._compiled",
    "io.formats._compiled",
)
#: From `.py` files that also run as they are, with the types of a `.pxd`. Several files are made one, in this order.
TYPED_MODULES = {
    "text._frequent_words": ("frequent_words",),
    "text._sentences": ("sentences",),
    "engine._join_sentences": ("join_sentences",),
    "engine._stages": (
        "text_record",
        "word_set",
        "confidence",
        "evidence",
        "find_words",
        "decide",
        "short_texts",
        "unknown_signs",
        "reject_unknown",
        "near_languages",
        "label_chain",
        "word_labels",
        "main_language",
        "word_policies",
        "labelling",
        "stages",
    ),
}
#: Modules with loops over all labels or all bytes. With -O2 for all modules columns took 14 % longer; with -O3 for
#: these, no longer than with -O3 for all.
LOOPS = ("text._compiled", "models._compiled", "solvers._compiled", "engine._compiled", "io.formats._compiled")
#: What Cython would otherwise write into every module, views of memory above all. Cython generates it.
SHARED = "_cython"
#: Modules with few of the instructions for a text: with -O1 a text takes 0.3 to 0.7 % more of them, and they compile
#: faster.
FEW = (SHARED,)


def source_of(module: str) -> Path:
    path = SOURCE / "mixlid" / f"{module.replace('.', '/')}.pyx"
    if module in TYPED_MODULES:  # made by `join_typed`
        return MADE / f"{module}.py"
    return path.with_suffix(".c") if module == SHARED else path


def parts_of(module: str) -> list[Path]:
    return [SOURCE / "mixlid" / module.partition(".")[0] / f"{part}.py" for part in TYPED_MODULES[module]]


def join_typed(module: str) -> None:
    """Write the source of a typed module: its parts without imports from typed modules, or for types alone."""
    names = {f"mixlid.{of.partition('.')[0]}.{part}" for of, parts in TYPED_MODULES.items() for part in parts}
    joined = ["from __future__ import annotations"]
    for path in parts_of(module):
        text = path.read_text(encoding="utf-8")
        lines = text.split("\n")
        for one in ast.parse(text).body:
            is_import = isinstance(one, ast.ImportFrom) and one.module in {"__future__", *names}
            if is_import or isinstance(one, ast.If):  # `if TYPE_CHECKING`
                lines[one.lineno - 1 : one.end_lineno] = [""] * (one.end_lineno - one.lineno + 1)
        joined += [f"# {path.as_posix()}", *lines]
    made, text = source_of(module), "\n".join(joined)
    made.parent.mkdir(parents=True, exist_ok=True)
    if not made.exists() or made.read_text(encoding="utf-8") != text:
        made.write_text(text, encoding="utf-8")


def extension(module: str) -> Extension:
    level = IN_LOOPS if module in LOOPS else SELDOM if module in FEW else OPTIMISED
    return Extension(
        f"mixlid.{module}",
        [source_of(module).as_posix()],
        extra_compile_args=[level, *FLAGS, *ADDED],
        optional=os.environ.get("MIXLID_REQUIRE_COMPILED", "0") in ("", "0"),
    )


class ParallelBuild(build_ext):
    """Cython, one module at a time, where something changed; then the C compiler on all processors.

    Built in place, extensions have a list of their sources with checksums, by which `mixlid._build` finds stale ones.
    """

    def initialize_options(self):
        super().initialize_options()
        self.built = set()

    def finalize_options(self):
        super().finalize_options()
        if self.parallel is None:
            self.parallel = os.cpu_count()

    def build_extensions(self):
        if all(one.optional for one in self.extensions) and not self.can_compile():
            print("There is no C compiler, or none that finds Python.h: NumPy will do the work.")
            return
        recorded = read_sources()
        self.sources = {one.name: lines_of(one) for one in self.extensions}
        # Not in threads, as setuptools would: Cython keeps some of its state in global variables.
        for one in self.extensions:
            # By its time alone a source that an older file has replaced would look translated.
            self.translate(one, anew=recorded.get(one.name, self.sources[one.name]) != self.sources[one.name])
        super().build_extensions()

    def can_compile(self):
        """Whether there is a C compiler: translating for none takes some ten seconds."""
        with TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text("#include <Python.h>\n")
            try:
                self.compiler.compile([str(source)], output_dir=folder, include_dirs=self.include_dirs)
            except (CCompilerError, CompileError, BaseError):
                return False
        return True

    def translate(self, one, anew):
        """To C, if that is older than the source and what it cimports and includes, or `anew`."""
        from Cython.Build import cythonize

        made = Path(one.sources[0]).with_suffix(".c")
        module = one.name.removeprefix("mixlid.")
        if module in TYPED_MODULES:
            join_typed(module)
        # Cython knows of neither: flags and directives, and where a typed module has its types.
        newest = max(path.stat().st_mtime for path in (Path(__file__), *sources_of(one)))
        if made.exists() and (anew or made.stat().st_mtime < newest):
            made.unlink()
        (one.sources,) = (
            done.sources
            for done in cythonize(
                [one],
                include_path=[SOURCE.as_posix()],
                force=self.force,
                quiet=not self.verbose,
                compiler_directives=DIRECTIVES,
                shared_utility_qualified_name=f"mixlid.{SHARED}",
            )
        )

    def build_extension(self, ext):
        super().build_extension(ext)
        self.built.add(ext.name)

    def copy_extensions_to_source(self):
        every = self.extensions
        self.extensions = [one for one in every if one.name in self.built]  # an old one keeps its old list
        super().copy_extensions_to_source()
        self.extensions = every
        recorded = read_sources()
        for one in every:
            if one.name in self.built:
                recorded[one.name] = self.sources[one.name]
        for name in set(recorded) - {one.name for one in every}:  # would hide a Python module of the same name
            del recorded[name]
            Path(self.get_finalized_command("build_py").get_package_dir(""), self.get_ext_filename(name)).unlink(True)
        BUILT_FROM.write_text("".join("".join(lines) for lines in recorded.values()), encoding="utf-8")


def sources_of(one: Extension) -> list[Path]:
    """The files that an extension is translated from, and what they include and cimport."""
    from Cython.Build.Dependencies import create_dependency_tree

    module, first, parts = one.name.removeprefix("mixlid."), Path(one.sources[0]), list[Path]()
    if module == SHARED:
        return []
    if module in TYPED_MODULES:
        first, parts = (SOURCE / one.name.replace(".", "/")).with_suffix(".pxd"), parts_of(module)
    if module == SHARED:  # which Cython makes
        return []
    read = {first, *parts, *map(Path, create_dependency_tree().all_dependencies(first.as_posix()))}
    return sorted(path for path in read if SOURCE in path.parents)


def lines_of(one: Extension) -> list[str]:
    """A line for each source of an extension: module, source, its time and its checksum."""
    lines = []
    for path in sources_of(one):
        name = path.relative_to(BUILT_FROM.parent).as_posix()
        lines.append(f"{one.name}\t{name}\t{path.stat().st_mtime_ns}\t{crc32(path.read_bytes())}\n")
    return lines


def read_sources() -> dict[str, list[str]]:
    """The lines of each extension that was built in place."""
    found: dict[str, list[str]] = {}
    for line in BUILT_FROM.read_text(encoding="utf-8").splitlines(True) if BUILT_FROM.exists() else ():
        found.setdefault(line.partition("\t")[0], []).append(line)
    return found


def absolute_readme() -> str:
    """The README with links and pictures that work anywhere: on a package index nothing lies beside it."""
    project = Path("pyproject.toml").read_text(encoding="utf-8")
    version, repository = (
        re.search(rf'^{name} = "(.+)"', project, re.MULTILINE)[1] for name in ("version", "Repository")
    )
    raw = repository.replace("//github.com/", "//raw.githubusercontent.com/")
    text = Path("README.md").read_text(encoding="utf-8")
    text = re.sub(r"(\]\()(?!https?://|#)", rf"\1{repository}/blob/v{version}/", text)
    return re.sub(r'( src=")(?!https?://)', rf"\1{raw}/v{version}/", text)


class ReproducibleSdist(sdist):
    """The same files make the same archive, whoever packs them and whenever: no owners, one time, one order."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, owner=None, group=None):
        if format != "gztar":
            return super().make_archive(base_name, format, root_dir, base_dir, owner, group)
        moment = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))  # 1980, the first year of zip files
        path = f"{base_name}.tar.gz"
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        with (
            Path(path).open("wb") as raw,
            gzip.GzipFile("", "wb", 9, raw, mtime=moment) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            for file in sorted(one for one in Path(root_dir or ".", base_dir).rglob("*") if one.is_file()):
                entry = tarfile.TarInfo(file.relative_to(root_dir or ".").as_posix())
                entry.size, entry.mtime = file.stat().st_size, moment
                entry.mode = 0o755 if os.access(file, os.X_OK) else 0o644
                with file.open("rb") as content:
                    archive.addfile(entry, content)
        return path


setup(
    ext_modules=[extension(module) for module in (*MODULES, *TYPED_MODULES, SHARED)],
    cmdclass={"build_ext": ParallelBuild, "sdist": ReproducibleSdist},
    long_description=absolute_readme(),
    long_description_content_type="text/markdown",
)
