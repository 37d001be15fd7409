"""The reader of pages that `test_docs.py` relies on: it must see every block, and what is wrong with a command."""

from __future__ import annotations

import pytest

from doc_blocks import agrees, claim, commands, inline_commands, is_true, read_blocks, transcript
from doc_commands import fault

PAGE = """\
Some text with `mixlid identify -t x` in it.

    mixlid model list   # a comment
    cat other

```python needs=torch
print(1)
# → 1
```

* a point

  ```console
  $ mixlid --version
  mixlid …
  ```

```
$ echo hi
hi
```

```sh no-run
mixlid train CORPUS \\
  -o OUT
```
"""


def test_blocks_are_found() -> None:
    found = read_blocks(PAGE, "page.md")
    assert [(block.language, block.line) for block in found] == [
        ("indented", 3), ("python", 6), ("console", 13), ("console", 18), ("sh", 23)
    ]  # fmt: skip
    assert found[1].needs == ["torch"]
    assert found[2].text == "$ mixlid --version\nmixlid …\n"
    assert [block.runs for block in found] == [True, True, True, True, False]
    assert [commands(block) for block in found] == [
        ["mixlid model list   # a comment"], [], ["mixlid --version"], [], ["mixlid train CORPUS    -o OUT"]
    ]  # fmt: skip
    assert inline_commands(PAGE) == ["mixlid identify -t x"]


@pytest.mark.parametrize("info", ["bash", "python norun", "shell no-run"])
def test_other_blocks_are_refused(info: str) -> None:
    with pytest.raises(AssertionError, match=r"page\.md, line 1: there is no block"):
        read_blocks(f"```{info}\nx\n```\n", "page.md")


def test_transcript() -> None:
    text = "$ one\na\n> b\n$ cat <<E\n> c\n> E\nc\n$ three\n"
    assert transcript(text) == [("one", "a\n> b\n"), ("cat <<E\nc\nE", "c\n"), ("three", "")]


@pytest.mark.parametrize(
    ("printed", "expected", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a \nb\n\n", "a\nb\n", True),
        ("a\nb\nc\n", "a\n…\n", True),
        ("a\nb\nc\n", "a\n…\nc\n", True),
        ("a\nb\n", "a\n", False),
        ("a\nb\n", "a\n…\nc\n", False),
        ("a.b\n", "axb\n", False),
        ("", "", True),
        ("a\n", "", False),
    ],
)
def test_agrees(printed: str, expected: str, same: bool) -> None:
    assert agrees(printed, expected) is same


@pytest.mark.parametrize(
    ("line", "value", "true"),
    [
        ("a  # 'b'", "b", True),
        ("a  # 'b', which is good", "b", True),
        ("a  # 'b'", "c", False),
        ("a  # ('b', 'c'), the first one first", ("b", "c"), True),
        ("a  # 'b', 'c'", ("b", "c"), True),
        ("a  # 'b', 'c'", ("b", "d"), False),
        ("a  # Word(b=1, …)", 1, False),
        ("a  # slice(…, 2, …)", slice(1, 2, 3), False),
        ("a  # [1, …]", [1, 2, 3], True),
        ("a  # True", True, True),
        ("a  # 12", 123, False),
    ],
)
def test_claims(line: str, value: object, true: bool) -> None:
    assert bool(claim(line) and is_true(claim(line), value)) is true


@pytest.mark.parametrize("line", ["a  # the model that ships", "a = 1", "a  # → 1", "# 'b'"])
def test_what_is_not_a_claim(line: str) -> None:
    assert claim(line) == ""


@pytest.mark.parametrize(
    "line",
    [
        "mixlid identify tweets.jsonl -o out.jsonl -j 8   # a comment",
        "mixlid identify -l tur,eng < lines.txt | head",
        "MIXLID_MODEL=model.bin mixlid identify --words",
        "mixlid identify -m hf://org/repo/model.bin …",
        "mixlid evaluate paper --data dev --silver npi-eng -o report",
        "make test",
        "pip install 'mixlid[ilp,hub]'",
        "pip install .",
    ],
)
def test_good_commands(line: str) -> None:
    assert fault(line) is None


@pytest.mark.parametrize(
    ("line", "part", "said"),
    [
        ("mixlid identity x", False, "invalid choice: 'identity'"),
        ("mixlid identify --fast x", False, "unrecognized arguments: --fast"),
        ("mixlid identify --fast …", False, "no option --fast"),
        ("mixlid evaluate v2.bin --data DEV", False, "invalid choice"),
        ("mixlid identify -f pdf x", False, "'pdf' is not a format"),
        ("cat x | mixlid identify --fast", False, "unrecognized"),
        ("mixlid identity", True, "no command identity"),
        ("mixlid evaluate v2.bin --data DEV", True, "no command v2.bin"),
        ("mixlid tune --no-such", True, "no option --no-such"),
        ("make tea", False, "no make target tea"),
        ("pip install 'mixlid[tea]'", False, "no extra tea"),
        ("pip install '.[ilp,tea]'", False, "no extra tea"),
    ],
)
def test_bad_commands(line: str, part: bool, said: str) -> None:
    assert said in (fault(line, part) or "")
