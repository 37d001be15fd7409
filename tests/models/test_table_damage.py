"""Damaged tables are refused: the header is JSON, so each test changes it and rewrites the file."""

from __future__ import annotations

import json
import os
import struct
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import mixlid
from curves import CURVES
from mixlid.errors import ModelError
from mixlid.models.catalogue import EMBEDDED
from mixlid.models.container import CHECKSUM, check_bytes, read_container, write_container
from mixlid.models.loading import load_model
from mixlid.models.partitions import PartitionedModel
from mixlid.models.table import TableModel, write_table


def rewrite(source: Path, target: Path, change: Any) -> Path:
    data = source.read_bytes()
    (size,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + size])
    header["__metadata__"].pop(CHECKSUM)  # as in older files, so that it is not what is complained of
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
    "no metadata": (lambda header: header.pop("__metadata__"), "not a mixlid table"),
    "metadata of another name": (lambda header: header["__metadata__"].update(crc72="0"), "metadata are called"),
    "metadata not strings": (lambda header: header.update(__metadata__={"mixlid": 1}), "not strings"),
    "metadata not JSON": (lambda header: header.update(__metadata__={"mixlid": "{"}), "not a mixlid table"),
    "other format": (describe(format="other"), "not a mixlid table"),
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
    "preset with null": (describe(presets={"cs": {"max_languages": None}}), "presets are invalid"),
    "preset of 400 digits": (describe(presets={"cs": {"penalty": 10**400}}), "presets are invalid"),
    "preset past 64 bits": (describe(presets={"cs": {"max_switches": 2**70}}), "presets are invalid"),
    "preset that would overflow": (describe(presets={"cs": {"max_switches": 2**62}}), "presets are invalid"),
    "preset that searches for hours": (
        describe(presets={"cs": {"search_budget": 201}}),
        "a model may set at most 200",
    ),
    "preset of something else": (describe(presets={"cs": {"colour": 1}}), "presets are invalid"),
    "scale of 400 digits": (describe(scale=10**400), "scale: 1000*.* is not a number"),
    "confidence of 400 digits": (describe(confidence={"cs": CURVES | {"unit": 10**400}}), "confidence"),
    "41 dimensions": (tensor("rows", shape=[1] * 39 + [2442, 6]), "has the shape"),
    "card": (describe(card="x"), "card"),
    "tensor missing": (lambda header: header.pop("ids"), "gap"),
    "tensor of unknown type": (tensor("rows", dtype="BF16"), "BF16"),
    "tensor of another type": (tensor("rows", dtype="U8"), "int8 or float32"),
    "ids of another type": (tensor("ids", dtype="F32"), "wrong type"),
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


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "model.mixlid")
    for opener in (load_model, TableModel.load):
        with pytest.raises(ModelError, match="is not a regular file"):
            opener(tmp_path / "model.mixlid")


def test_tensors_at_odd_places_are_copied(tiny_table: Path, tmp_path: Path) -> None:
    """A header of odd length misaligns integers, which compiled code may not read in place."""
    odd = rewrite(tiny_table, tmp_path / "odd.mixlid", lambda _: None)
    data = odd.read_bytes()
    (size,) = struct.unpack_from("<Q", data)
    header = data[8 : 8 + size].ljust(size + 1 + size % 2)
    odd.write_bytes(struct.pack("<Q", len(header)) + header + data[8 + size :])
    assert all(tensor.flags.aligned for tensor in read_container(odd).tensors.values())
    words = ["the", "bread"]
    assert (load_model(odd).word_scores(words) == load_model(tiny_table).word_scores(words)).all()


def test_weights_that_are_not_numbers(tiny_table: Path, tmp_path: Path) -> None:
    model = TableModel.load(tiny_table)
    rows = np.full(model.rows.shape, np.nan, dtype=np.float32)
    write_table(tmp_path / "nan.mixlid", model.header, model.ids, rows, model.words)
    with pytest.raises(ModelError, match="not finite"):
        mixlid.load(tmp_path / "nan.mixlid").identify("the bread")


def test_every_changed_bit_is_found_on_loading(tiny_table: Path, tmp_path: Path) -> None:
    """In the length of the header, the header, and the numbers."""
    changed = tmp_path / "changed.mixlid"
    data = bytearray(tiny_table.read_bytes())
    (size,) = struct.unpack_from("<Q", data)
    random = Random(1)
    for begin, end in ((0, 8), (8, 8 + size), (8 + size, len(data))):
        for _ in range(200):
            place, bit = random.randrange(begin, end), 1 << random.randrange(8)
            data[place] ^= bit
            changed.write_bytes(data)
            data[place] ^= bit
            with pytest.raises(ModelError):
                load_model(changed)


def test_the_checksum_is_compared_in_large_files_when_asked(
    tiny_table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mixlid.models.container.OPENED_WITH_CHECK", 1000)
    path = tmp_path / "changed.mixlid"
    data = bytearray(tiny_table.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    container = read_container(path)
    with pytest.raises(ModelError, match="checksum does not match"):
        check_bytes(path, container.metadata)


def test_the_checksum_of_the_model_that_ships_is_compared_when_asked(
    tiny_table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "litelid.mixlid"
    data = bytearray(tiny_table.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(ModelError, match="checksum does not match"):
        read_container(path)
    monkeypatch.setattr("mixlid.models.container.EMBEDDED", path)
    with pytest.raises(ModelError, match="checksum does not match"):
        check_bytes(path, read_container(path).metadata)


def test_older_files_have_no_checksum(tiny_table: Path, tmp_path: Path) -> None:
    older = rewrite(tiny_table, tmp_path / "older.mixlid", lambda _: None)
    assert not check_bytes(older, read_container(older).metadata)
    assert load_model(older).labels == load_model(tiny_table).labels


def test_the_model_that_ships_has_a_checksum() -> None:
    assert check_bytes(EMBEDDED, read_container(EMBEDDED).metadata)


def test_tables_and_partitions_have_one(tiny_table: Path, tmp_path: Path) -> None:
    shipped = PartitionedModel.load(EMBEDDED)
    rows = {place: (ids[:5], rows[:5]) for place, (ids, rows) in shipped.rows().items()}
    PartitionedModel(shipped.header, rows).write(tmp_path / "small.mixlid")
    for path in (tiny_table, tmp_path / "small.mixlid"):
        assert check_bytes(path, read_container(path).metadata)
