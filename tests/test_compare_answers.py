"""The tool that compares answers before and after a change finds what differs, and accepts only what is allowed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from answer_inputs import ODD, data_texts, documents, fair_shares, odd_texts
from compare_answers import Difference, compare, differences, parse_allowed


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return folder


def found(tmp_path: Path, name: str, old: str, new: str) -> list[Difference]:
    for text, place in ((old, "old"), (new, "new")):
        write(tmp_path / place, **{name: text})
    name = name.replace("_", ".")
    return [item for _, items in differences(tmp_path / "old" / name, tmp_path / "new" / name) for item in items]


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("a_jsonl", '{"x": 1}\n', '{"x": 1}\n', []),
        ("a_jsonl", '{"x": 1}\n', '{"x": 2}\n', [("x", "changed", 1, 2)]),
        ("a_jsonl", '{"x": 1}\n', '{"x": 1.0}\n', [("x", "changed", 1, 1.0)]),
        ("a_jsonl", '{"x": 0.0}\n', '{"x": -0.0}\n', [("x", "changed", 0.0, -0.0)]),
        ("a_jsonl", '{"x": NaN}\n', '{"x":  NaN}\n', [("", "bytes", b'{"x": NaN}\n', b'{"x":  NaN}\n')]),
        ("a_jsonl", '{"x": 1}\n', '{"x": 1, "y": 2}\n', [("y", "added", None, 2)]),
        ("a_jsonl", '{"x": 1, "y": 2}\n', '{"x": 1}\n', [("y", "removed", 2, None)]),
        ("a_jsonl", '{"x": 1, "y": 2}\n', '{"y": 2, "x": 1}\n', [("", "order", ["x", "y"], ["y", "x"])]),
        ("a_jsonl", '{"x": 1}\n', '{"x": 1}\n{"x": 2}\n', [("", "added", None, {"x": 2})]),
        ("a_jsonl", '{"w": [{"s": 1}, {"s": 2}]}\n', '{"w": [{"s": 1}, {"s": 3}]}\n', [("w.s", "changed", 2, 3)]),
        ("a_jsonl", '{"w": [1]}\n', '{"w": [1, 2]}\n', [("w", "changed", [1], [1, 2])]),
        (
            "a_jsonl",
            '{"proportions": {"a": 1}}\n',
            '{"proportions": {"b": 1}}\n',
            [("proportions", "changed", {"a": 1}, {"b": 1})],
        ),
        ("a_csv", "x,y\n1,2\n", "x,y\n1,3\n", [("y", "changed", "2", "3")]),
        ("a_csv", "x\n1\n", "x,y\n1,2\n", [("header", "changed", ["x"], ["x", "y"]), ("y", "added", None, "2")]),
        ("a_conll", "the\teng\n", "the\ttur\n", [("", "changed", "the\teng\n", "the\ttur\n")]),
    ],
)
def test_differences(tmp_path: Path, name: str, old: str, new: str, expected: list[Any]) -> None:
    assert repr(found(tmp_path, name, old, new)) == repr([Difference(*item) for item in expected])


def test_a_renamed_field_is_compared_with_the_new_one(tmp_path: Path) -> None:
    old = write(tmp_path / "old", a_jsonl='{"x": 1, "w": [{"x": 5}]}\n{"x": 2, "w": []}\n')
    same = write(tmp_path / "same", a_jsonl='{"z": 1, "w": [{"x": 5}], "x": 0}\n{"z": 2, "w": [], "x": 0}\n')
    other = write(tmp_path / "other", a_jsonl='{"z": 1, "w": [{"z": 5}], "x": 0}\n{"z": 3, "w": [], "x": 0}\n')
    allowed = [entry for line in ("* x renamed z", "* x added") if (entry := parse_allowed(line))]
    assert compare(old, same, allowed, (), 3)
    assert not compare(old, other, allowed, (), 3)
    assert [one[:2] for _, found in differences(old / "a.jsonl", other / "a.jsonl", allowed) for one in found] == [
        ("x", "renamed"), ("w.x", "removed"), ("w.z", "added"), ("x", "added"),
        ("x", "renamed"), ("z", "changed"), ("x", "added"),
    ]  # fmt: skip


def test_tables(tmp_path: Path) -> None:
    """By type and value, not by how the file was written."""
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    old, new = tmp_path / "old.parquet", tmp_path / "new.parquet"

    def table(kind: Any, second: int) -> Any:
        spans = pa.array([[{"start": 1}], [{"start": second}]], pa.list_(pa.struct([("start", kind)])))
        return pa.table({"x": ["a", "b"], "spans": spans})

    parquet.write_table(table(pa.int64(), 2), old)
    parquet.write_table(table(pa.int64(), 2), new, compression="none", row_group_size=1)
    assert old.read_bytes() != new.read_bytes()
    assert list(differences(old, new)) == []
    parquet.write_table(table(pa.int32(), 3), new)
    assert list(differences(old, new)) == [
        (0, [Difference("types.spans.start", "changed", "int64", "int32")]),
        (2, [Difference("spans.start", "changed", 2, 3)]),
    ]


def test_only_what_is_allowed_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = write(tmp_path / "old", a_jsonl='{"language": "eng_Latn"}\n', b_txt="same\n")
    new = write(tmp_path / "new", a_jsonl='{"language": "eng", "label": "eng_Latn"}\n', b_txt="same\n")

    def passes(*allowed: str, ignored: tuple[str, ...] = ()) -> bool:
        return compare(old, new, [entry for entry in map(parse_allowed, allowed) if entry], ignored, 3)

    assert not passes()
    said = capsys.readouterr().out
    assert "equal    b.txt" in said
    assert "DIFFERS  a.jsonl (1 records)" in said
    assert "record 0: 'eng_Latn' -> 'eng'" in said
    assert passes("a.* language changed code", "* label added  # as the issue says", "")
    assert "equal, except for what is allowed" in capsys.readouterr().out
    assert not passes("a.* language changed label", "* label added")
    assert not passes("a.* language changed code")
    assert not passes("b.* language changed", "* label added")
    assert "note: nothing changed by 'b.* language changed'" in capsys.readouterr().out
    assert passes(ignored=("a.*",))
    write(new, c_txt="more\n")
    assert not passes(ignored=("a.*",))
    assert "MISSING  c.txt" in capsys.readouterr().out


@pytest.mark.parametrize("line", ["a b", "a b moved", "a b changed magic"])
def test_what_is_allowed_must_be_said_rightly(line: str) -> None:
    with pytest.raises(SystemExit, match="PART FIELD KIND"):
        parse_allowed(line)


def test_texts_are_the_same_each_time(tmp_path: Path) -> None:
    lines = [f"sentence number {number}" for number in range(100)]
    write(tmp_path, a_jsonl="".join(json.dumps({"text": line}) + "\n" for line in lines), b_jsonl='{"text": "b"}\n')
    texts = data_texts([tmp_path], 11)
    assert texts == [*lines[::10], "b"]
    assert odd_texts(texts, 200) == odd_texts(texts, 200)
    assert set(ODD) <= set(odd_texts(texts, 200))
    assert documents(texts, 9) == documents(texts, 9)
    with pytest.raises(SystemExit, match=r"no \.jsonl files"):
        data_texts([tmp_path / "nothing"], 11)


def test_shares_are_fair() -> None:
    assert [len(share) for share in fair_shares([["a"] * 2, ["b"] * 50, ["c"] * 100], 62)] == [2, 30, 30]
    assert [len(share) for share in fair_shares([["a"] * 2, ["b"] * 3], 62)] == [2, 3]
