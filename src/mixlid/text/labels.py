"""Language codes: which labels of a model a user's code means, and the names of a label's language.

Labels look like `eng_Latn` (ISO 639-3 and ISO 15924). Users write `eng`, `en`, `en-Latn`, `eng_Latn`, or a name
(`English`, `Deutsch`, `Hindi (Latin)`); codes of a macrolanguage (`ms`, `nor`, `zho`) mean the members that the model
has, and `@europe` means a set (`label_sets`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from mixlid.errors import LabelError
from mixlid.text.groups import group_of, is_group, members
from mixlid.text.label_sets import BY_SCRIPT, ROMANISED, SIGN, WRITTEN, scripts_named
from mixlid.text.language_codes import (
    AUTONYMS,
    FIRST,
    MAIN_SCRIPT,
    MEMBERS,
    NAMES,
    NEXT,
    OTHER_SCRIPTS,
    SCRIPTS,
    TWINS,
    TWO_LETTER,
    codes_named,
    near_names,
    plain,
)

#: An unknown language; with a script if at least that is known (`und_Cyrl`).
UNKNOWN = "und"
#: No linguistic content.
NO_LANGUAGE = "zxx"
#: What fastText puts before a label.
LABEL_PREFIX = "__label__"
#: The most characters of a code or a set's name; anything longer is refused without a search.
LONGEST_CODE = 64
#: Codes that certainly belong to a language.
_CODES = frozenset({*NAMES, *TWO_LETTER.values(), *MEMBERS, *(one for members in MEMBERS.values() for one in members)})
#: Every named set.
_SETS = (*WRITTEN, ROMANISED, *sorted(BY_SCRIPT))
#: Writing systems that use several scripts. Korean is Hangul with occasional Han.
_SCRIPTS = {
    "Jpan": {"Hani", "Hira", "Kana"},
    "Kore": {"Hang", "Hani"},
    "Hang": {"Hang", "Hani"},
    "Hans": {"Hani"},
    "Hant": {"Hani"},
    "Hanb": {"Hani", "Bopo"},
}
#: Names by label that models brought along for labels that were added to them. For people to read: no answer is
#: different with another name.
_given_names: dict[str, str] = {}


@lru_cache(4096)  # resolving a penalty by language calls this for every pair of language and label
def split(label: str) -> tuple[str, str]:
    """`eng_Latn` to language and script; the script is empty if the label has none."""
    language, *rest = label.replace("-", "_").split("_")
    # What follows may also be a region (`pt-BR`), which no label has.
    return language, next((part for part in rest if len(part) == 4 and part.isalpha()), "")


@lru_cache(4096)  # called for every result, and there are few labels
def language_and_script(label: str) -> tuple[str, str]:
    """The language and script of results: a label without a script is its own language (`und`, `zxx`)."""
    language, script = split(label)
    return (language, script) if script else (label, "")


def scripts_of(labels: Iterable[str]) -> frozenset[str] | None:
    """The scripts that the labels are written in; None if some label does not say."""
    found: set[str] = set()
    for label in labels:
        script = split(label)[1]
        if not script:
            return None
        found |= _SCRIPTS.get(script, {script})
    return frozenset(found)


def labels_by_script(labels: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """For each script the indices of the labels written in it; labels without a script are left out."""
    places: dict[str, list[int]] = {}
    for place, label in enumerate(labels):
        script = split(label)[1]
        for one in sorted(_SCRIPTS.get(script, {script}) - {""}):
            places.setdefault(one, []).append(place)
    return {script: tuple(found) for script, found in sorted(places.items())}


def is_unknown(label: str) -> bool:
    """Whether a label names no language: `und`, `und_Cyrl` and the like, `zxx`."""
    return label == NO_LANGUAGE or split(label)[0] == UNKNOWN


def name_of(label: str) -> str:
    """The English name of a label's language, with its script if that is not the usual one; or the label itself.

    `und_Cyrl` is `unknown in Cyrillic`, `zxx` is `no language`.
    """
    _check_label(label)
    if label in _given_names:
        return _given_names[label]
    language, script = split(label)
    if label == NO_LANGUAGE:
        return "no language"
    if is_group(label):
        return group_of(label)
    if language == UNKNOWN:
        return f"unknown in {script_name(script)}" if script else "unknown"
    code = TWO_LETTER.get(language, language)
    if code not in NAMES:
        return label
    unusual = script in SCRIPTS and script != MAIN_SCRIPT.get(code, "Latn")
    return f"{NAMES[code]} ({SCRIPTS[script]})" if unusual else NAMES[code]


def give_names(names: Mapping[str, str]) -> None:
    """Call labels so from now on."""
    _given_names.update(names)


def _check_label(label: str) -> None:
    if not isinstance(label, str):
        raise TypeError(f"this takes a label, such as tur_Latn, not {label!r:.40}")


def autonym_of(label: str) -> str | None:
    """The name of a label's language in itself, in the label's script; None if unknown."""
    _check_label(label)
    language, script = split(label)
    code = TWO_LETTER.get(language, language)
    usual = not script or script == MAIN_SCRIPT.get(code, "Latn")
    return AUTONYMS.get(f"{code}-{script}") or (AUTONYMS.get(code) if usual else None)


def script_name(script: str) -> str:
    """The English name of a script (ISO 15924), or the code itself."""
    return SCRIPTS.get(script) or OTHER_SCRIPTS.get(script, script)


def is_romanised(label: str) -> bool:
    """Whether a label is a language in Latin letters that is mostly written in others. Serbian is written in both."""
    language, script = split(label)
    code = TWO_LETTER.get(language, language)
    return script == "Latn" and code != "srp" and MAIN_SCRIPT.get(code, "Latn") != "Latn"


def rareness(label: str) -> int:
    """0 for a language that is common in its script or is alone there, 2 for one that is rare, 1 between them."""
    code, script = split(label)
    if label in TWINS or code in NEXT.get(script, ()):
        return 1
    return 2 if code != FIRST.get(script, code) or (script in NEXT and script not in FIRST) else 0


def find(code: str, labels: Sequence[str]) -> list[int]:
    """Which of `labels` a code or a named set means; LabelError with near matches if it means none of them."""
    given = code.strip()
    if len(given) > LONGEST_CODE:
        raise LabelError(f"{given[:20]!r}… has {len(given):,} characters: too long for a language code")
    if given.startswith(SIGN):
        return _find_set(given.removeprefix(SIGN), labels)
    if is_group(given) and given not in labels:
        wanted = members(group_of(given), labels)
        found = [index for index, label in enumerate(labels) if label in wanted]
    else:
        found = _matches(code, labels) or find_named(given, labels)
    if not found:
        raise LabelError(_unknown(code, labels))
    return found


def find_named(name: str, labels: Sequence[str]) -> list[int]:
    """The labels whose language has this name, in all scripts, or in one if the name says which."""
    shown = [index for index, label in enumerate(labels) if plain(name_of(label)) == plain(name)]
    codes = codes_named(name)
    return sorted({*shown, *(index for code in codes for index in _matches(code, labels))})


@lru_cache(4096)
def means(code: str, label: str) -> bool:
    """Whether a code is, or has among its members, the language of a label: `ara` means `arz_Arab`."""
    return bool(_matches(code, (label,)))


def _matches(code: str, labels: Sequence[str]) -> list[int]:
    language, script = split(code.strip().removeprefix(LABEL_PREFIX))
    places = _places(tuple(labels))

    def found(names: Iterable[str]) -> list[int]:
        near = sorted({place for name in names for place in places.get(name, ())})
        return [
            index
            for index in near
            if labels[index] == code or not script or split(labels[index])[1].lower() in ("", script.lower())
        ]

    # In a model that has the code itself (`nor`), the code does not mean its members (`nob`, `nno`).
    exact = [index for index in found((language.lower(),)) if split(labels[index])[0] == language.lower()]
    return exact or found((code, *_equivalents(language.lower())))


def _find_set(name: str, labels: Sequence[str]) -> list[int]:
    """The labels of a named set that the model has; `LabelError` if it has none, or the set does not exist."""
    found = _in_set(name, labels)
    if found is None:
        sets = ", ".join(f"{SIGN}{known}" for known in _SETS)
        raise LabelError(f"there is no set of languages called {SIGN}{name}; there are {sets}")
    if not found:
        raise LabelError(
            f"the model has no language of {SIGN}{name} ({len(labels)} labels); `mixlid languages` lists them"
        )
    return sorted(found)


def _in_set(name: str, labels: Sequence[str]) -> set[int] | None:
    """The labels in a set, possibly none; None if there is no such set."""
    if name.lower() in WRITTEN:
        members = WRITTEN[name.lower()]
        found = {index for index, label in enumerate(labels) if label in members}
        absent = sorted(members - {labels[index] for index in found})
        return found.union(index for code in absent for index in _matches(code, labels))
    if name.lower() == ROMANISED:
        return {index for index, label in enumerate(labels) if is_romanised(label)}
    if scripts := scripts_named(name):
        return {index for index, label in enumerate(labels) if split(label)[1] in scripts}
    return None


def sets_of(labels: Sequence[str]) -> dict[str, int]:
    """The named sets of which a model has labels, and how many."""
    counts = {f"{SIGN}{name}": len(_in_set(name, labels) or ()) for name in _SETS}
    return {name: count for name, count in counts.items() if count}


def as_codes(given: Iterable[str] | str) -> list[str]:
    """The codes of a list, or of a text that has commas between them."""
    if isinstance(given, str):
        return given.split(",")
    if isinstance(given, bytes) or not isinstance(given, Iterable):
        raise TypeError(f"languages are codes, such as ['tur', 'eng'] or 'tur,eng', not {given!r:.40}")
    return [str(code) for code in given]


def find_all(codes: Iterable[str], labels: Sequence[str]) -> list[int]:
    """The indices that several codes and sets mean, in label order, each once."""
    given = dict.fromkeys(code.strip() for code in codes)
    found = sorted({index for code in given if code for index in find(code, labels)})
    if not found:
        raise LabelError("no language was given; give at least one, such as eng")
    return found


@lru_cache(16)
def _places(labels: tuple[str, ...]) -> Mapping[str, list[int]]:
    """Indices by label and by language, so that thousands of codes can be looked up quickly."""
    places: dict[str, list[int]] = {}
    for place, label in enumerate(labels):
        for name in {label, split(label)[0]}:
            places.setdefault(name, []).append(place)
    return places


@lru_cache(4096)
def _equivalents(language: str) -> frozenset[str]:
    """All codes that may stand for the same language in a label."""
    long = TWO_LETTER.get(language, language)
    same = {language, long, *MEMBERS.get(long, ())}
    # A label may carry the macrolanguage's code (`est`) where the user wrote a member's (`ekk`).
    same |= {group for group, members in MEMBERS.items() if long in members}
    return frozenset(same | {short for short, full in TWO_LETTER.items() if full in same})


def _with_name(label: str) -> str:
    name = name_of(label)
    return label if name == label else f"{label} ({name})"


def _unknown(code: str, labels: Sequence[str]) -> str:
    """The message for a code without labels: similar codes, or the language's name if the code exists."""
    language = split((codes_named(code) or (code.strip(),))[0])[0].lower()
    language = TWO_LETTER.get(language, language)
    same = [label for label in labels if split(label)[0] in _equivalents(language)]
    if language in _CODES:  # a real code: similar ones are other languages
        said = f"{code!r}, which is {name_of(language)}," if language in NAMES else f"the language {code!r}"
        hint = f"it has {', '.join(same[:5])}" if same else "`mixlid languages` lists what it knows"
        return f"the model does not know {said} ({len(labels)} labels): {hint}"
    named = dict.fromkeys(labels[index] for name in near_names(code) for index in find_named(name, labels))
    import difflib

    codes = difflib.get_close_matches(code, [*labels, *(split(label)[0] for label in labels)], n=5, cutoff=0.6)
    full = {split(label)[0]: label for label in reversed(labels)}
    near = list(dict.fromkeys([*named, *(full.get(item, item) for item in codes)]))
    hint = f"did you mean {', '.join(map(_with_name, near[:5]))}?" if near else "`mixlid languages` lists what it knows"
    return f"the model does not know the language {code!r} ({len(labels)} labels): {hint}"
