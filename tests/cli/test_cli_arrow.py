"""Arrow and Feather files through `mixlid identify`: like Parquet, whatever wrote them."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from command import ENGLISH, TURKISH, Command

from mixlid.io.formats.records import Position, ReadOptions

pa: Any = pytest.importorskip("pyarrow")
feather: Any = pytest.importorskip("pyarrow.feather")

COUNT = 2500


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


@pytest.fixture
def table() -> Any:
    texts = [TURKISH if number % 2 else ENGLISH for number in range(COUNT)]
    kinds = pa.array(["a", "b"] * (COUNT // 2)).dictionary_encode()
    return pa.table({"n": range(COUNT), "text": texts, "kind": kinds})


def as_stream(table: Any, path: Path) -> None:
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=900)


@pytest.mark.parametrize(("how", "jobs"), [("lz4", "1"), ("uncompressed", "2"), ("stream", "1")])
def test_columns_pass_through(cli: Command, table: Any, tmp_path: Path, how: str, jobs: str) -> None:
    path, out = tmp_path / "in.arrow", tmp_path / "out.feather"
    if how == "stream":
        as_stream(table, path)
    else:
        feather.write_feather(table, path, compression=how)
    assert cli.identify("-q", path, "-o", out, "-j", jobs).code == 0
    after = feather.read_table(out)
    assert after.select(["n", "text"]).equals(table.select(["n", "text"]))
    assert after.column("kind").to_pylist() == table.column("kind").to_pylist()
    assert after.column("is_mixed").to_pylist() == [False, True] * (COUNT // 2)
    said = {key.decode(): json.loads(value) for key, value in after.schema.metadata.items()}
    assert {"mixlid.model", "mixlid.sha256", "mixlid.version", "mixlid.config"} <= said.keys()


def test_from_and_to_other_formats(cli: Command, table: Any, tmp_path: Path) -> None:
    path, out, parquet = tmp_path / "in.feather", tmp_path / "out.arrow", tmp_path / "out.parquet"
    feather.write_feather(table, path)
    assert cli.identify(path, "-q").records[1]["labels"] == ["tur_Latn", "eng_Latn"]
    assert cli.identify("-q", path, "-o", parquet).code == 0
    assert cli.identify("-q", parquet, "-o", out, "--prefix", "again_", "--only", "mixed").code == 0
    after = feather.read_table(out)
    assert after.num_rows == COUNT // 2
    assert after.column("again_language").to_pylist() == after.column("language").to_pylist()


def test_what_is_not_arrow(cli: Command, tmp_path: Path) -> None:
    path = tmp_path / "in.arrow"
    for data in (b"", b"FEA1 and more", b"ARROW1\0\0", b"text\n"):
        path.write_bytes(data)
        assert "in.arrow is not an Arrow file (or Feather from version 2 on) that can be read" in cli.fails(path)


def test_a_piece_of_a_large_batch_is_sent_without_the_rest(table: Any, tmp_path: Path) -> None:
    from mixlid.io.formats.batch_reader import ArrowReader

    path, reader = tmp_path / "in.arrow", ArrowReader()
    feather.write_feather(table, path, compression="uncompressed", chunksize=COUNT)
    with path.open("rb") as stream:
        layout = reader.layout(stream, "in", ReadOptions())
        chunks = list(reader.chunks(stream, layout, Position(), "full"))
    assert [chunk.data.num_rows for chunk in chunks] == [1000, 1000, 500]
    assert pa.Table.from_batches([chunk.data for chunk in chunks]).column("n").to_pylist() == list(range(COUNT))
    assert sum(len(pickle.dumps(chunk.data)) for chunk in chunks) < 1.5 * path.stat().st_size
