"""Made-up text in no language, as it occurs beside sentences in web text, logs and tables.

A model that must be able to say "none of my languages" needs examples, and these need no corpus: random letters,
keyboard rows, product numbers, hashes, records, markup, and code from Python's standard library. Everything is drawn
with a seeded generator. Real text in languages that the model lacks comes from elsewhere.
"""

from __future__ import annotations

import base64
import string
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

#: Modules that provide the lines of code; their names have not changed over many versions of Python.
_MODULES = ("heapq", "bisect", "textwrap", "shlex", "copy", "fractions", "statistics", "graphlib", "sched", "queue")
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop")
_KEYS = ("id", "name", "ts", "uid", "val", "src", "ref", "idx", "x", "y", "lat", "lon", "sku", "url", "cfg", "msg")
_LEVELS = ("INFO", "WARN", "ERROR", "DEBUG")
_TAGS = ("div", "span", "td", "tr", "li", "a", "p", "img", "br", "input", "svg", "h2")
_LETTERS = np.array(list(string.ascii_lowercase))


def made_up(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """`count` texts of each kind, with the name of the kind."""
    for number, (kind, make) in enumerate(_KINDS.items()):
        generator = np.random.default_rng([seed, number])
        for _ in range(count):
            yield kind, make(generator)


def _pick(generator: np.random.Generator, choices: tuple[str, ...]) -> str:
    return choices[int(generator.integers(len(choices)))]


def _letters(generator: np.random.Generator, size: int) -> str:
    return "".join(generator.choice(_LETTERS, size))


def _some(generator: np.random.Generator, make: Callable[[], str], most: int = 7) -> str:
    return " ".join(make() for _ in range(int(generator.integers(1, most))))


def _random(generator: np.random.Generator) -> str:
    return _some(generator, lambda: _letters(generator, int(generator.integers(3, 11))), 12)


def _repeated(generator: np.random.Generator) -> str:
    def make() -> str:
        return _letters(generator, int(generator.integers(1, 3))) * int(generator.integers(4, 12))

    return _some(generator, make)


def _keyboard(generator: np.random.Generator) -> str:
    def make() -> str:
        row = _pick(generator, _ROWS)
        begin = int(generator.integers(0, len(row) - 3))
        run = row[begin : begin + int(generator.integers(4, 10))]
        return run if generator.random() < 0.7 else "".join(generator.permutation(list(run)))

    return _some(generator, make)


def _hexadecimal(generator: np.random.Generator) -> str:
    def make() -> str:
        digits = generator.bytes(int(generator.integers(4, 21))).hex()
        if generator.random() < 0.3 and len(digits) >= 32:
            digits = "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:32]))
        return digits

    return _some(generator, make, 4)


def _base64(generator: np.random.Generator) -> str:
    return base64.b64encode(generator.bytes(int(generator.integers(9, 60)))).decode()


def _product(generator: np.random.Generator) -> str:
    def make() -> str:
        letters = _letters(generator, int(generator.integers(1, 4))).upper()
        number = str(generator.integers(1, 10 ** int(generator.integers(1, 5))))
        tail = _letters(generator, int(generator.integers(0, 3))).upper()
        return _pick(generator, (f"{letters}-{number}{tail}", f"{letters}{number}{tail}", f"{number}{letters}{tail}"))

    return _some(generator, make, 5)


def _record(generator: np.random.Generator) -> str:
    keys = generator.choice(np.array(_KEYS), int(generator.integers(2, 6)), replace=False)
    values = [_value(generator) for _ in keys]
    form = int(generator.integers(3))
    if form == 0:
        return "{" + ", ".join(f'"{key}": {value}' for key, value in zip(keys, values, strict=True)) + "}"
    if form == 1:
        return _pick(generator, (",", ";", "\t")).join(value.strip('"') for value in values)
    return "&".join(f"{key}={value.strip(chr(34))}" for key, value in zip(keys, values, strict=True))


def _value(generator: np.random.Generator) -> str:
    form = int(generator.integers(4))
    if form == 0:
        return str(round(float(generator.normal(0, 100)), int(generator.integers(0, 5))))
    if form == 1:
        return f'"{_letters(generator, int(generator.integers(2, 9)))}"'
    return "null" if form == 2 else f'"{generator.bytes(4).hex()}"'


def _log(generator: np.random.Generator) -> str:
    hour, minute, second = (int(generator.integers(limit)) for limit in (24, 60, 60))
    rest = _some(generator, lambda: f"{_pick(generator, _KEYS)}={_value(generator)}", 5)
    return f"2024-0{generator.integers(1, 10)}-1{generator.integers(10)} {hour:02}:{minute:02}:{second:02},{generator.integers(1000)} {_pick(generator, _LEVELS)} [{_letters(generator, 5)}.{_letters(generator, 7)}:{generator.integers(900)}] {rest}"  # noqa: E501


def _markup(generator: np.random.Generator) -> str:
    def make() -> str:
        tag, key = _pick(generator, _TAGS), _pick(generator, ("class", "id", "href", "style", "data-x"))
        value = _letters(generator, int(generator.integers(2, 8)))
        return _pick(generator, (f'<{tag} {key}="{value}">', f"</{tag}>", f"<{tag}/>", "&nbsp;", f".{value}{{top:0}}"))

    return "".join(make() for _ in range(int(generator.integers(2, 9))))


def _minified(generator: np.random.Generator) -> str:
    def make() -> str:
        a, b, c = (_letters(generator, 1) for _ in range(3))
        number = int(generator.integers(100))
        forms = (f"{a}={b}.{c}[{number}];", f"if(!{a})return {b}({c},{number});", f"function {a}({b}){{", "}",
                 f"for(var {a}={number};{a}<{b};{a}++)", f"{a}?{b}:{c},", f"null!={a}&&{b}.push({c});")  # fmt: skip
        return _pick(generator, forms)

    return "".join(make() for _ in range(int(generator.integers(2, 12))))


def _code(generator: np.random.Generator) -> str:
    lines = _code_lines()
    begin = int(generator.integers(len(lines)))
    return " ".join(lines[begin : begin + int(generator.integers(1, 4))])


def _code_lines() -> list[str]:
    """Lines of Python's standard library that are code, not comments or documentation."""
    if not _read:
        folder = Path(sysconfig.get_paths()["stdlib"])
        for module in _MODULES:
            for line in (folder / f"{module}.py").read_text("utf-8").splitlines():
                bare = line.split("#")[0].strip()
                if any(mark in bare for mark in "=()[]:") and '"' not in bare and len(bare) > 12:
                    _read.append(bare)
    return _read


_read: list[str] = []

_KINDS: dict[str, Callable[[np.random.Generator], str]] = {
    "random letters": _random,
    "repeated letters": _repeated,
    "keyboard rows": _keyboard,
    "hexadecimal": _hexadecimal,
    "base64": _base64,
    "product numbers": _product,
    "records": _record,
    "log lines": _log,
    "markup": _markup,
    "minified script": _minified,
    "code": _code,
}
