"""`mixlid languages`: the languages of a model, by name, code, script or group of near languages."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, NamedTuple

from mixlid.cli.commands import default_model
from mixlid.cli.terminal import clean, table
from mixlid.errors import LabelError
from mixlid.text.groups import GROUPS
from mixlid.text.label_sets import SIGN
from mixlid.text.labels import autonym_of, find, name_of, script_name, split
from mixlid.text.language_codes import plain

if TYPE_CHECKING:
    from mixlid.models.interface import Model

HELP = "list a model's languages, by name, code, script or group"

_NOTES = """\
examples:
  mixlid languages                 all
  mixlid languages norwegian       by name, also in the language itself: suomi
  mixlid languages no              by code: ISO 639-1, 639-3, or a label
  mixlid languages Cyrillic        by script, or by set: @europe
  mixlid languages manding         by group of near languages
"""


class Language(NamedTuple):
    """A label, and what is known about its language."""

    label: str
    #: The name in English.
    name: str
    #: The name in the language itself; None if it is not known.
    autonym: str | None
    script: str
    #: The group of near languages; None if it is in none.
    group: str | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _NOTES
    parser.add_argument("name", nargs="*", metavar="NAME", help="a name, a code, a script or a group; default: all")
    parser.add_argument("-m", "--model", metavar="MODEL", help="a file, a name or hf://…; default: $MIXLID_MODEL")
    parser.add_argument("--json", action="store_true", help="as a JSON array of objects")


def run(args: argparse.Namespace) -> None:
    from mixlid.models.loading import load_model

    model = load_model(args.model or default_model())
    found = matching(" ".join(args.name), model) if args.name else [language(label, model) for label in model.labels]
    found.sort(key=lambda one: one.name)
    if args.json:
        print(json.dumps([one._asdict() for one in found], ensure_ascii=False, indent=2))
        return
    rows = [("label", "name", "in itself", "script", "near languages")]
    rows += [(one.label, one.name, one.autonym or "", one.script, one.group or "") for one in found]
    print("\n".join(table([tuple(map(clean, row)) for row in rows], indent="")))


def language(label: str, model: Model) -> Language:
    from mixlid.models.added import group_in

    group = group_in(model, label)
    script = script_name(split(label)[1])
    return Language(label, name_of(label), autonym_of(label), script, group if group in GROUPS else None)


def matching(query: str, model: Model) -> list[Language]:
    """The languages that match a name, script or group exactly; else a code; else part of a name."""
    known = [language(label, model) for label in model.labels]
    key = plain(query)
    names = [[plain(part) for part in (*one[1:], name_of(split(one.label)[0])) if part] for one in known]
    equal = [one for one, parts in zip(known, names, strict=True) if key in parts]
    if equal:
        return equal
    try:
        return [known[place] for place in find(query, model.labels)]
    except LabelError:
        near = [one for one, parts in zip(known, names, strict=True) if any(key in part for part in parts)]
        if not near or query.startswith(SIGN):
            raise  # it names similar ones
        return near
