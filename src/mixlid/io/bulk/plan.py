"""Which inputs go to which outputs, and in which formats. Only the beginning of each input is read.

Names on the command line may be patterns and folders. With `-o FILE` all inputs go to that file, one
after the other. With a folder each goes to a file of its own there; inputs from a folder or pattern keep their relative
path (`lang=tr/part-0.parquet`).
"""

from __future__ import annotations

import glob
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from mixlid.errors import InputError, SettingsError
from mixlid.io import formats
from mixlid.io.formats.file_types import (
    FileType,
    compression_of,
    file_name_for,
    has_known_suffix,
    input_type,
    output_type,
)
from mixlid.io.formats.sniff import check_is_text, encoding_of, sniff
from mixlid.io.streams import STANDARD, read_error, start_in_utf8, start_of_file, start_of_pipe, text_hint


class Source(NamedTuple):
    """An input: a file, standard input (`-`), or texts from the command line."""

    name: str
    file_type: FileType
    texts: tuple[str, ...] | None = None
    #: Empty is UTF-8.
    encoding: str = ""
    #: Bytes already read from a pipe to recognise its format.
    peeked: bytes = b""
    #: The path of its output in the output folder, but for the suffix.
    relative: str = ""
    #: A named pipe or device: its format is only recognised when it is read.
    is_unrecognised: bool = False

    @property
    def is_file(self) -> bool:
        return self.texts is None and self.name != STANDARD and Path(self.name).is_file()

    @property
    def shown(self) -> str:
        return "standard input" if self.name == STANDARD else self.name


class Task(NamedTuple):
    """An output and its inputs."""

    sources: tuple[Source, ...]
    output: str
    file_type: FileType

    @property
    def is_done(self) -> bool:
        """Whether the output exists, and no input is newer or is the output itself, which would be replaced."""
        made, given = Path(self.output), [Path(source.name) for source in self.sources]
        newest = max(path.stat().st_mtime_ns for path in given)
        return made.is_file() and newest <= made.stat().st_mtime_ns and not any(map(made.samefile, given))


class Plan(NamedTuple):
    tasks: tuple[Task, ...]
    #: The output folder, if each input has its own output.
    folder: Path | None = None
    #: Messages about inputs whose format is not what their names say.
    notes: tuple[str, ...] = ()

    @property
    def sources(self) -> list[Source]:
        return [source for task in self.tasks for source in task.sources]

    @property
    def outputs(self) -> list[str]:
        return [task.output for task in self.tasks]

    @property
    def from_files(self) -> bool:
        """Whether all inputs are files."""
        return all(source.is_file for source in self.sources)

    @property
    def to_files(self) -> bool:
        """Whether all outputs are files, and not standard output, pipes or devices."""
        return all(
            task.output != STANDARD and (Path(task.output).is_file() or not Path(task.output).exists())
            for task in self.tasks
        )

    @property
    def unfinished(self) -> Plan:
        """The outputs that are missing, or older than one of their inputs. A file gets its name once it is complete."""
        return self._replace(tasks=tuple(task for task in self.tasks if not task.is_done))

    @property
    def formats(self) -> set[str]:
        return {task.file_type.format for task in self.tasks}


def make_plan(
    names: Sequence[str],
    texts: Sequence[str] | None,
    output: str,
    folder: str | None,
    read_as: FileType | None,
    write_as: FileType | None,
    encoding: str = "",
) -> Plan:
    """The plan for a command line; `read_as`, `write_as` and `encoding` are its format options."""
    notes: list[str] = []
    if texts is not None:
        sources = [Source("-t", FileType("txt"), tuple(texts))]
    else:
        expanded = (one for name in names or [STANDARD] for one in expand_input(name))
        sources = [_source(one.name, read_as, encoding, notes)._replace(relative=one.relative) for one in expanded]
    many = names and texts is None and output != STANDARD
    if folder is None and many and (output.endswith(("/", "\\")) or Path(output).is_dir()):
        folder = output
    if folder is None:
        file_type = _output_type(output, {source.file_type.format for source in sources}, write_as)
        return Plan((Task(tuple(sources), output, file_type),), notes=tuple(notes))
    if any(source.texts is not None or source.name == STANDARD for source in sources):
        raise SettingsError("a folder for the output needs files as input, for their names")
    tasks = tuple(_in_folder(sources, folder, write_as))
    return Plan(tasks, Path(folder), tuple(notes))


def _source(name: str, read_as: FileType | None, encoding: str, notes: list[str]) -> Source:
    """An input with its format: from the options, else from its name, else from its first bytes."""
    source = Source(name, input_type(name, read_as), encoding=encoding)
    if formats.get(source.file_type.format).is_table:
        return source
    peeked = b""
    if name == STANDARD:
        start = peeked = start_of_pipe()
    elif source.is_file or not Path(name).exists():
        start = start_of_file(name, source.file_type.compression)
    else:
        return source._replace(is_unrecognised=read_as is None and source.file_type.format == "txt")
    if not encoding:
        encoding = encoding_of(start)
        if not encoding:
            check_is_text(start, source.shown)
    file_type = source.file_type
    if read_as is None:
        found = sniff(start_in_utf8(start, encoding) if encoding else start, file_type.format, source.shown)
        file_type = FileType(found.format or file_type.format, file_type.compression)
        notes += [found.note] if found.note else []
    return source._replace(file_type=file_type, encoding=encoding, peeked=peeked)


def _in_folder(sources: Sequence[Source], folder: str, write_as: FileType | None) -> list[Task]:
    tasks, taken = [], dict[str, str]()
    for source in sources:
        format = write_as.format if write_as else _default_output(source.file_type.format)
        compression = (write_as.compression if write_as else "") or source.file_type.compression
        file_type = FileType(format, "" if formats.get(format).is_table else compression)
        place = PurePosixPath(source.relative)
        name = (place.parent / file_name_for(place.name, file_type)).as_posix()
        output = str(Path(folder) / name)
        if name in taken:
            raise SettingsError(
                f"{taken[name]} and {source.name} would both be written to {output}; run them separately"
            )
        taken[name] = source.name
        tasks.append(Task((source,), output, file_type))
    return tasks


def _output_type(output: str, inputs: set[str], said: FileType | None) -> FileType:
    file_type = output_type(output, said)
    if file_type is not None:
        return file_type
    if len(inputs) > 1:
        raise SettingsError(f"the inputs are {' and '.join(sorted(inputs))}; choose the output's format with -f")
    (format,) = inputs
    # A binary table cannot be printed: JSON Lines has the same fields.
    return FileType("jsonl" if formats.get(format).is_table else _default_output(format), compression_of(output))


def _default_output(format: str) -> str:
    return formats.get(format).default_output or format


class InputName(NamedTuple):
    """An input's name, and its path relative to the folder, or the fixed part of the pattern, that matched it."""

    name: str
    relative: str


def expand_input(name: str) -> Iterator[InputName]:
    """The inputs that a name stands for; one that looks like a pattern but exists as a file is that file."""
    try:
        there = name == STANDARD or Path(name).exists()
        is_folder = there and name != STANDARD and Path(name).is_dir()
    except OSError as error:  # a name that no file can have, such as a long text
        raise read_error(name, error) from error
    if is_folder:
        files = [item for item in sorted(Path(name).rglob("*")) if item.is_file()]
        yield from _known_files(name, [InputName(str(item), item.relative_to(name).as_posix()) for item in files])
    elif there or not glob.has_magic(name):
        yield InputName(name, Path(name).name)
    else:
        found = sorted(item for item in glob.glob(name, recursive=True) if Path(item).is_file())  # noqa: PTH207
        if not found:
            raise InputError(f"no file matches {name}{text_hint(name)}")
        base = _fixed_part(Path(name).parts)
        yield from (InputName(item, Path(*Path(item).parts[base:]).as_posix()) for item in found)


def _fixed_part(parts: Sequence[str]) -> int:
    """How many parts of a pattern come before the first wildcard, and before the file name."""
    return next((place for place, part in enumerate(parts) if glob.has_magic(part)), len(parts) - 1)


def _known_files(name: str, files: Sequence[InputName]) -> list[InputName]:
    """The files with a known suffix, without those that engines leave there (`_SUCCESS`, `.part.crc`)."""
    known = [one for one in files if has_known_suffix(one.name) and not _is_hidden(one.relative)]
    if not known:
        raise InputError(f"the folder {name} has no file with a known suffix; choose files by name with a pattern")
    return known


def _is_hidden(relative: str) -> bool:
    return any(part.startswith((".", "_")) for part in relative.split("/"))
