"""The corpus formats by name, and how the format of a file is detected."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from mixlid.errors import InputError, SettingsError
from mixlid_lab.corpora.column_formats import CONLLU, LINCE, TOKEN_TAG
from mixlid_lab.corpora.document_formats import BASCO, EUSKANOLDS, INDONESIAN, OWN, TRANSCRIBER
from mixlid_lab.corpora.flores import FLORES
from mixlid_lab.corpora.reading import Format, text_lines

#: In the order in which they are tried. A new format is a function and an entry here.
FORMATS: dict[str, Format] = {
    form.name: form for form in (FLORES, CONLLU, TRANSCRIBER, OWN, BASCO, EUSKANOLDS, INDONESIAN, TOKEN_TAG, LINCE)
}
#: How many lines are looked at: in BaSCo, the variants come last in an utterance.
_HEAD = 200


def get_format(name: str) -> Format:
    if name not in FORMATS:
        raise SettingsError(f"there is no corpus format {name!r}; there are {list_formats()}")
    return FORMATS[name]


def detect(path: Path) -> Format:
    """The format of a file, by its name and first lines, or of a folder, by its contents."""
    if not path.exists():
        raise InputError(f"{path} does not exist")
    head = "" if path.is_dir() else _head(path)
    for form in FORMATS.values():
        if form.looks_like(path, head):
            return form
    raise InputError(f"{path} looks like none of the corpus formats; say with --format which it is: {list_formats()}")


def list_formats() -> str:
    return "; ".join(f"{name} ({form.help})" for name, form in sorted(FORMATS.items()))


def _head(path: Path) -> str:
    """The first lines; empty if the file is not text."""
    try:
        return "\n".join(line for _, line in islice(text_lines(path), _HEAD)) + "\n"
    except InputError:
        return ""
