"""What cannot give word scores is refused; the message says what it is and what would work."""

from __future__ import annotations

import gzip
import io
import pickle
import struct
import zipfile
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from mixlid.errors import ModelError
from mixlid.models.fasttext_file import read_fasttext
from mixlid.models.loading import load_model
from mixlid.models.table import TableModel


@pytest.mark.parametrize("kind", ["cbow", "skipgram"])
def test_word_vectors(training_text: Path, tmp_path: Path, kind: str) -> None:
    fasttext = pytest.importorskip("fasttext")
    path = tmp_path / "vectors.bin"
    settings = {"dim": 4, "bucket": 100, "epoch": 1, "thread": 1, "minCount": 1, "verbose": 0}
    fasttext.train_unsupervised(str(training_text), model=kind, **settings).save_model(str(path))
    with pytest.raises(ModelError, match=rf"word vectors \({kind}\).*fasttext supervised"):
        load_model(path)


def test_quantised(tiny_ftz: Path) -> None:
    with pytest.raises(ModelError, match=r"tiny\.ftz is a quantised fastText model .*take the \.bin"):
        load_model(tiny_ftz)


def test_truncated_anywhere(tiny_bin: Path, tmp_path: Path) -> None:
    data = tiny_bin.read_bytes()
    path = tmp_path / "cut.bin"
    lengths = {*range(0, 400, 3), *range(0, len(data), max(len(data) // 150, 1)), len(data) - 4, len(data) - 1}
    for length in lengths:
        path.write_bytes(data[:length])
        with pytest.raises(ModelError, match="cut short" if length > 4 else "looks like"):
            read_fasttext(path)


def test_damaged_sizes_never_crash(tiny_bin: Path, tmp_path: Path) -> None:
    """Any four bytes of the file's structure replaced by nonsense give a model or a ModelError, nothing else."""
    data = tiny_bin.read_bytes()
    path = tmp_path / "odd.bin"
    for place in range(4, 200, 4):
        for value in (-1, 0, 1, 2**31 - 1):
            path.write_bytes(data[:place] + struct.pack("<i", value) + data[place + 4 :])
            with suppress(ModelError):
                load_model(path).probabilities("the bread ещё")
            path.unlink()  # and not overwritten: an old mapping may still be alive


def test_a_last_number_that_is_none(tiny_bin: Path, tmp_path: Path) -> None:
    """A signalling NaN of the output matrix, which comes last; the warning was NumPy's."""
    path = tmp_path / "damaged.bin"
    path.write_bytes(tiny_bin.read_bytes()[:-4] + b"\x01\x00\x80\x7f")
    with pytest.raises(ModelError, match="its output matrix has something that is no number"):
        load_model(path)


def test_features_of_several_words(tiny_bin: Path, tmp_path: Path) -> None:
    path, data = tmp_path / "spans.bin", tiny_bin.read_bytes()
    at = 8 + 4 * 5  # the sixth of the arguments
    path.write_bytes(data[:at] + struct.pack("<i", 2) + data[at + 4 :])
    with pytest.raises(ModelError, match="wordNgrams=2"):
        load_model(path)


def test_other_version(tiny_bin: Path, tmp_path: Path) -> None:
    path = tmp_path / "new.bin"
    data = tiny_bin.read_bytes()
    path.write_bytes(data[:4] + struct.pack("<i", 13) + data[8:])
    with pytest.raises(ModelError, match="version 13"):
        load_model(path)


def _zip() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("data.pkl", "x")
    return stream.getvalue()


def _numpy() -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.zeros(3))
    return stream.getvalue()


FOREIGN = {
    "zip archive": _zip(),
    "pickle": pickle.dumps({"a": 1}),
    "gzip": gzip.compress(b"hello"),
    "NumPy": _numpy(),
    "web page": b"<!DOCTYPE html><html><head>",
    "word vectors": b"2000000 300\nthe 0.1 0.2\n",
    "Git LFS pointer": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
    "text file": "naïve text\n".encode(),
    "empty": b"",
    "ba ad f0 0d": b"\xba\xad\xf0\x0d" * 9,
}


@pytest.mark.parametrize("what", FOREIGN)
def test_foreign_files_are_named(tmp_path: Path, what: str) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(FOREIGN[what])
    for load in (load_model, read_fasttext, TableModel.load):
        with pytest.raises(ModelError, match=what) as error:
            load(path)
        assert str(path) in str(error.value)


def test_each_reader_names_the_other_format(tiny_bin: Path, tiny_table: Path) -> None:
    with pytest.raises(ModelError, match="a safetensors file"):
        read_fasttext(tiny_table)
    with pytest.raises(ModelError, match="a fastText model"):
        TableModel.load(tiny_bin)


def test_no_file_and_directory(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"There is no model file .*nothing\.bin.*\.mixlid"):
        load_model(tmp_path / "nothing.bin")
    with pytest.raises(ModelError, match="cannot be read"):
        read_fasttext(tmp_path / "nothing.bin")
    with pytest.raises(ModelError, match="is a directory"):
        load_model(tmp_path)
    (tmp_path / "here.bin").touch()
    with pytest.raises(ModelError, match=r"one of the files in it: here\.bin"):
        load_model(tmp_path)


def test_the_name_does_not_matter(tiny_bin: Path, tiny_table: Path, tmp_path: Path) -> None:
    for source, format_name in ((tiny_bin, "fasttext"), (tiny_table, "mixlid-table")):
        path = tmp_path / "model.txt"
        path.write_bytes(source.read_bytes())
        assert load_model(path).info()["format"] == format_name
        path.unlink()
