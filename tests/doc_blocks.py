r"""Code blocks of Markdown pages, and what their first line says is to be done with them.

    ```python               run, in order, in one namespace a page; what it prints must be its lines with `# →`, and
                            the value of a line such as `result.label  # 'tur_Latn', the first` what its comment says
    ```console              `$ ` lines (and `> ` lines that go on) are run by a shell; the rest is what they must print,
                            where a line of `…` stands for any lines
    ```sh                   run line by line; every command must succeed
    ```text file=NAME       written to NAME in the page's folder, for the blocks that follow (also toml, json, …)
    … needs=torch,ray       the page is run up to here where one of these is not installed
    … alone                 run by itself, in a namespace of its own: the rest of the page does not depend on it
    … no-run                not run, only checked as far as possible; `test_docs.py` has the list of them
    indented by four        commands; only checked

A block without a language is a transcript if it begins with `$ `, and otherwise just text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
#: What a block may be called. `bash`, `shell` and the like are not here, so that nothing escapes by its name.
LANGUAGES = frozenset({"python", "console", "sh", "text", "toml", "json", "jsonl", "tsv", "yaml", "http", ""})

_FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,})(?P<info>[^`\n]*)$")
_INLINE = re.compile(r"(?<!`)`(mixlid [^`\n]+)`(?!`)")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block, or a run of indented lines (whose language is `indented`)."""

    page: str
    line: int
    language: str
    text: str
    options: dict[str, str] = field(default_factory=dict)

    @property
    def where(self) -> str:
        return f"{self.page}, line {self.line}"

    @property
    def runs(self) -> bool:
        return "no-run" not in self.options

    @property
    def needs(self) -> list[str]:
        return [name for name in self.options.get("needs", "").split(",") if name]


def pages() -> list[Path]:
    """Every page that people read."""
    root = ("README.md", "MODELS.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
    return [*(ROOT / name for name in root), *sorted((ROOT / "docs").rglob("*.md"))]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def read_blocks(text: str, page: str) -> list[Block]:
    """All blocks of a page in order."""
    blocks: list[Block] = []
    lines = text.split("\n")
    place = 0
    while place < len(lines):
        fence = _FENCE.match(lines[place])
        if fence:
            end = next(i for i in range(place + 1, len(lines)) if lines[i].strip() == fence["ticks"])
            indent = len(fence["indent"])
            body = "".join(f"{line[indent:]}\n" for line in lines[place + 1 : end])
            blocks.append(_fenced(page, place + 1, fence["info"].split(), body))
            place = end + 1
        elif lines[place].startswith("    ") and (place == 0 or not lines[place - 1].strip()):
            end = next((i for i in range(place, len(lines)) if not lines[i].startswith("    ")), len(lines))
            body = "".join(f"{line[4:]}\n" for line in lines[place:end])
            blocks.append(Block(page, place + 1, "indented", body))
            place = end
        else:
            place += 1
    return blocks


def _fenced(page: str, line: int, info: list[str], body: str) -> Block:
    language = info[0] if info else ""
    if not language and body.startswith("$ "):
        language = "console"
    options = dict(item.partition("=")[::2] for item in info[1:])
    unknown = set(options) - {"alone", "file", "needs", "no-run"}
    if unknown or language not in LANGUAGES:
        raise AssertionError(f"{page}, line {line}: there is no block ```{' '.join(info)} (see tests/doc_blocks.py)")
    return Block(page, line, language, body, options)


def transcript(text: str) -> list[tuple[str, str]]:
    """The commands of a transcript, each with its output."""
    steps: list[tuple[str, str]] = []
    lines = text.split("\n")[:-1]
    for number, line in enumerate(lines):
        if line.startswith("$ "):
            steps.append((line[2:], ""))
            continue
        command, printed = steps[-1]
        if line.startswith("> ") and not printed and _goes_on(lines[number - 1]):
            steps[-1] = (f"{command}\n{line[2:]}", "")
        else:
            steps[-1] = (command, f"{printed}{line}\n")
    return steps


def _goes_on(line: str) -> bool:
    return line.startswith("> ") or line.endswith("\\") or "<<" in line


def agrees(printed: str, expected: str) -> bool:
    """Whether output is as a page shows it, with `…` for omitted lines; trailing spaces are ignored."""
    seen, wanted = ([line.rstrip() for line in text.rstrip().split("\n")] for text in (printed, expected))
    pattern = "".join(r"(?:.*\n)*" if line == "…" else re.escape(line) + r"\n" for line in wanted)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in seen)) is not None


def claim(line: str) -> str:
    """What the comment at the end of a line says about its value; empty if it only explains."""
    found = re.search(r"""  # (['"([{\d-].*|[A-Z]\w*\(.*|(?:True|False|None)\b.*)$""", line)
    return found[1] if found else ""


def is_true(claimed: str, value: object) -> bool:
    """Whether the value looks like this: `…` stands for anything, and words may follow after a comma."""
    looks = {repr(value), repr(value)[1:-1]} if isinstance(value, tuple) else {repr(value)}
    pattern = ".*".join(re.escape(part) for part in claimed.split("…"))
    return any(re.fullmatch(pattern, look) or claimed.startswith(f"{look}, ") for look in looks)


def commands(block: Block) -> list[str]:
    """The lines of a block that begin with `mixlid`, `make` or `pip`; a backslash continues a line."""
    if block.language == "console":
        lines = [command for command, _ in transcript(block.text)]
    elif block.language in ("sh", "indented"):
        lines = block.text.replace("\\\n", " ").split("\n")
    else:
        return []
    return [line.strip() for line in lines if re.match(r"\s*(?:[A-Z_]+=\S+ )?(mixlid|make|pip) ", f"{line} ")]


def inline_commands(text: str) -> list[str]:
    """Commands in running text."""
    return _INLINE.findall(re.sub(r"^ *```.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE))
