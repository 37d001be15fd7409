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
from functools import cache
from pathlib import Path

import numpy as np

#: Modules that provide the lines of code; their names have not changed over many versions of Python.
_MODULES = ("heapq", "bisect", "textwrap", "shlex", "copy", "fractions", "statistics", "graphlib", "sched", "queue")
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop")
_KEYS = ("id", "name", "ts", "uid", "val", "src", "ref", "idx", "x", "y", "lat", "lon", "sku", "url", "cfg", "msg")
_ELEMENTS = ("H", "C", "N", "O", "Na", "Cl", "Fe", "Ca", "K", "S", "Mg", "Al", "Zn", "Cu", "P", "Ag", "Br", "Si")
_UNITS = (
    "kg", "cm", "mm", "kHz", "mA", "V", "kWh", "°C", "mg/dL", "mmol/L", "m/s", "m²", "GB", "dB", "ml", "km/h", "μm",
)  # fmt: skip
_TAGS = ("div", "span", "td", "tr", "li", "a", "p", "img", "br", "input", "svg", "h2")


class _Draw:
    """Random numbers, letters and words."""

    def __init__(self, generator: np.random.Generator) -> None:
        self.generator = generator

    def number(self, low: int, high: int) -> int:
        return int(self.generator.integers(low, high))

    def pick(self, *choices: str) -> str:
        return choices[self.number(0, len(choices))]

    def letters(self, low: int, high: int) -> str:
        return "".join(self.pick(*string.ascii_lowercase) for _ in range(self.number(low, high)))

    def some(self, make: Callable[[], str], most: int = 7, space: str = " ") -> str:
        return space.join(make() for _ in range(self.number(1, most)))

    def value(self) -> str:
        number = str(round(float(self.generator.normal(0, 100)), self.number(0, 5)))
        return self.pick(number, f'"{self.letters(2, 9)}"', "null", f'"{self.generator.bytes(4).hex()}"')


def made_up(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """`count` texts of each kind, with the name of the kind."""
    for number, (kind, make) in enumerate(_KINDS.items()):
        draw = _Draw(np.random.default_rng([seed, number]))
        for _ in range(count):
            yield kind, make(draw)


def _keys(draw: _Draw) -> str:
    row = draw.pick(*_ROWS)
    begin = draw.number(0, len(row) - 3)
    run = row[begin : begin + draw.number(4, 10)]
    return run if draw.number(0, 10) < 7 else "".join(draw.generator.permutation(list(run)))


def _product(draw: _Draw) -> str:
    letters, tail, number = draw.letters(1, 4).upper(), draw.letters(0, 3).upper(), draw.number(1, 10_000)
    return draw.pick(f"{letters}-{number}{tail}", f"{letters}{number}{tail}", f"{number}{letters}{tail}")


def _formula(draw: _Draw) -> str:
    return draw.some(lambda: draw.pick(*_ELEMENTS) + draw.pick("", "", "2", "3", str(draw.number(4, 13))), 5, "")


def _reaction(draw: _Draw) -> str:
    return draw.some(lambda: draw.pick("", "", "2 ", "3 ") + _formula(draw), 4, draw.pick(" + ", " → ", ", "))


def _measure(draw: _Draw) -> str:
    number = draw.pick(str(draw.number(1, 1000)), f"{draw.generator.random() * 100:.{draw.number(1, 3)}f}")
    return f"{number} {draw.pick(*_UNITS)}"


def _record(draw: _Draw) -> str:
    pairs = [(draw.pick(*_KEYS), draw.value()) for _ in range(draw.number(2, 6))]
    return draw.pick(
        "{" + ", ".join(f'"{key}": {value}' for key, value in pairs) + "}",
        draw.pick(",", ";", "\t").join(value.strip('"') for _, value in pairs),
        "&".join(f"{key}={value}" for key, value in pairs).replace('"', ""),
    )


def _log(draw: _Draw) -> str:
    time = f"2024-0{draw.number(1, 10)}-1{draw.number(0, 10)} {draw.number(10, 24)}:{draw.number(10, 60)}:00,123"
    level, place = draw.pick("INFO", "WARN", "ERROR", "DEBUG"), f"{draw.letters(5, 6)}.{draw.letters(7, 8)}"
    return (
        f"{time} {level} [{place}:{draw.number(1, 900)}] {draw.some(lambda: f'{draw.pick(*_KEYS)}={draw.value()}', 5)}"
    )


def _markup(draw: _Draw) -> str:
    tag, value = draw.pick(*_TAGS), draw.letters(2, 8)
    opened = f'<{tag} {draw.pick("class", "id", "href", "style", "data-x")}="{value}">'
    return draw.pick(opened, f"</{tag}>", f"<{tag}/>", "&nbsp;", f".{value}{{top:0}}")


def _minified(draw: _Draw) -> str:
    a, b, c, number = draw.letters(1, 2), draw.letters(1, 2), draw.letters(1, 2), draw.number(0, 100)
    return draw.pick(
        f"{a}={b}.{c}[{number}];", f"if(!{a})return {b}({c},{number});", f"function {a}({b}){{", "}",
        f"for(var {a}={number};{a}<{b};{a}++)", f"{a}?{b}:{c},", f"null!={a}&&{b}.push({c});",
    )  # fmt: skip


def _code(draw: _Draw) -> str:
    begin = draw.number(0, len(_code_lines()))
    return " ".join(_code_lines()[begin : begin + draw.number(1, 4)])


@cache
def _code_lines() -> list[str]:
    """Lines of Python's standard library that are code, not comments or documentation."""
    folder = Path(sysconfig.get_paths()["stdlib"])
    lines = (line for module in _MODULES for line in (folder / f"{module}.py").read_text("utf-8").splitlines())
    bare = (line.split("#")[0].strip() for line in lines)
    return [one for one in bare if any(mark in one for mark in "=()[]:") and '"' not in one and len(one) > 12]


_KINDS: dict[str, Callable[[_Draw], str]] = {
    "random letters": lambda draw: draw.some(lambda: draw.letters(3, 11), 12),
    "one word of random letters": lambda draw: draw.letters(6, 15),
    "repeated letters": lambda draw: draw.some(lambda: draw.letters(1, 3) * draw.number(4, 12)),
    "keyboard rows": lambda draw: draw.some(lambda: _keys(draw)),
    "hexadecimal": lambda draw: draw.some(lambda: draw.generator.bytes(draw.number(4, 21)).hex(), 4),
    "base64": lambda draw: base64.b64encode(draw.generator.bytes(draw.number(9, 60))).decode(),
    "product numbers": lambda draw: draw.some(lambda: _product(draw), 5),
    "formulas": _reaction,
    "measures": lambda draw: draw.some(lambda: _measure(draw), 5),
    "records": _record,
    "log lines": _log,
    "markup": lambda draw: draw.some(lambda: _markup(draw), 9, ""),
    "minified script": lambda draw: draw.some(lambda: _minified(draw), 12, ""),
    "code": _code,
}
