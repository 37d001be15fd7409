"""The options about runs: what they must have, and the voices of their languages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mixlid.errors import InputError, SettingsError
from mixlid.results.runs import RunOptions
from mixlid.text.labels import find

_NUMBERS = ("min_words", "min_chars")


def parse_runs(text: str) -> RunOptions:
    """`min_words=2,punctuation=split`, or `default`."""
    options: dict[str, Any] = {}
    for part in [] if text == "default" else text.split(","):
        name, _, value = map(str.strip, part.partition("="))
        if name not in RunOptions._fields:
            raise SettingsError(f"--runs has no option {name!r}; there are {', '.join(RunOptions._fields)}, or default")
        options[name] = int(value) if name in _NUMBERS and value.isdecimal() else value
    runs = RunOptions(**options)
    runs.check()
    return runs


def parse_voices(text: str, labels: Sequence[str]) -> Mapping[str, str]:
    """`en=NAME,tr=NAME`, or a file with a JSON object of these; each code must mean one of the labels."""
    if "=" in text and not Path(text).is_file():
        pairs = (part.partition("=") for part in text.split(","))
        voices: Any = {code.strip(): name.strip() for code, _, name in pairs}
    else:
        try:
            voices = json.loads(Path(text).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InputError(f"--voices {text}: {error}; give en=NAME,tr=NAME or a JSON file of these") from None
    if not isinstance(voices, dict) or not all(isinstance(name, str) and name for name in voices.values()):
        raise InputError(f"--voices {text}: expected the name of a voice for each language, such as en=NAME,tr=NAME")
    for code in voices:
        find(code, labels)
    return voices
