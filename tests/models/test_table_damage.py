"""Damaged tables are refused: the header is JSON, so each test changes it and writes the file anew."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest

from mixlid.errors import ModelError
from mixlid.models.container import read_container, write_container
from mixlid.models.loading import load_model


def rewrite(source: Path, target: Path, change: Any) -> Path:
    data = source.read_bytes()
    (size,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + size])
    change(header)
    text = json.dumps(header).encode()
    target.write_bytes(struct.pack("<Q", len(text)) + text + data[8 + size :])
    return target


def describe(**changes: Any) -> Any:
    def change(header: dict[str, Any]) -> None:
        content = json.loads(header["__metadata__"]["mixlid"]) | changes
        header["__metadata__"]["mixlid"] = json.dumps(content)

    return change


def tensor(name: str, **changes: Any) -> Any:
    return lambda header: header[name].update(changes)


DAMAGE: dict[str, tuple[Any, str]] = {
    "no metadata": (lambda header: header.pop("__metadata__"), "no mixlid table"),
    "metadata not strings": (lambda header: header.update(__metadata__={"mixlid": 1}), "not strings"),
    "metadata not JSON": (lambda header: header.update(__metadata__={"mixlid": "{"}), "no mixlid table"),
    "other format": (describe(format="other"), "no mixlid table"),
    "later version": (describe(version=2), "version 2.*reads version 1"),
    "no labels": (describe(labels=[]), "labels"),
    "labels not names": (describe(labels=[1] * 6), "labels"),
    "labels twice": (describe(labels=["a"] * 6), "twice"),
    "labels of another number": (describe(labels=["a"]), "6.*1 labels"),
    "scale": (describe(scale=0), "scale"),
    "scale text": (describe(scale="1"), "scale"),
    "pooling": (describe(pooling="max"), "pooling"),
    "normalisation": (describe(normalisation="words-9"), "normalisation"),
    "ngrams": (describe(ngrams={"minn": 2}), "incomplete"),
    "buckets": (describe(ngrams={"minn": 2, "maxn": 5, "buckets": 2**40, "whole_word": False}), "buckets"),
    "few buckets": (describe(ngrams={"minn": 2, "maxn": 5, "buckets": 5, "whole_word": False}), "past the"),
    "presets": (describe(presets=[]), "presets"),
    "card": (describe(card="x"), "card"),
    "tensor missing": (lambda header: header.pop("ids"), "gap"),
    "tensor of unknown type": (tensor("rows", dtype="BF16"), "BF16"),
    "tensor of another type": (tensor("rows", dtype="U8"), "int8 or float32"),
    "ids of another type": (tensor("ids", dtype="I32"), "wrong type"),
    "offsets overlap": (lambda header: header["vocabulary"].update(data_offsets=[0, 2], shape=[2]), "overlap"),
    "offsets outside": (tensor("vocabulary", data_offsets=[10**12, 10**12 + 2], shape=[2]), "gap"),
    "offsets negative": (tensor("ids", data_offsets=[-4, 4]), "place"),
    "offsets text": (tensor("ids", data_offsets="no"), "place"),
    "shape": (tensor("rows", shape=[3, 3]), "not its shape"),
    "shape not numbers": (tensor("rows", shape=[True]), "shape"),
    "tensor not described": (lambda header: header.update(rows=[]), "not described"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGE)
def test_damaged_headers(tiny_table: Path, tmp_path: Path, name: str) -> None:
    change, message = DAMAGE[name]
    path = rewrite(tiny_table, tmp_path / "bad.mixlid", change)
    with pytest.raises(ModelError, match=message) as error:
        load_model(path)
    assert str(path) in str(error.value)


def test_undamaged_header(tiny_table: Path, tmp_path: Path) -> None:
    load_model(rewrite(tiny_table, tmp_path / "good.mixlid", lambda _: None))


def test_unsorted_ids(tiny_table: Path, tmp_path: Path) -> None:
    container = read_container(tiny_table)
    tensors = container.tensors | {"ids": container.tensors["ids"][::-1]}
    write_container(tmp_path / "bad.mixlid", tensors, container.metadata)
    with pytest.raises(ModelError, match="ascending"):
        load_model(tmp_path / "bad.mixlid")


def test_truncated_and_prolonged(tiny_table: Path, tmp_path: Path) -> None:
    data = tiny_table.read_bytes()
    path = tmp_path / "bad.mixlid"
    for length in [*range(0, len(data), len(data) // 100), len(data) - 1]:
        path.write_bytes(data[:length])
        with pytest.raises(ModelError):
            load_model(path)
    path.write_bytes(data + b"\0")
    with pytest.raises(ModelError, match="bytes"):
        load_model(path)


def test_header_that_is_not_json(tmp_path: Path) -> None:
    path = tmp_path / "bad.mixlid"
    for text in (b"{not json", b'{"a":1,"a":1}', b"{\xff}", b'{"a":' * 5000):
        path.write_bytes(struct.pack("<Q", len(text)) + text)
        with pytest.raises(ModelError, match="not JSON"):
            load_model(path)
    path.write_bytes(struct.pack("<Q", 1000) + b"{}")
    with pytest.raises(ModelError, match="1,000 bytes"):
        load_model(path)
