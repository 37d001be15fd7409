"""The fuzzer's targets: what is done with an input of some bytes. Any exception is a finding.

text      settings on the first line, a text after it: answered, and a quarter of them alike by both kernels
damage    a model file that was changed: refused, or with the answers of the file as it was
models    the same with a checksum that fits, and fastText files: refused, or usable, with either kernel
formats   the name of a format and options on the first line, a file after it: read to its end, or refused
requests  the body of a request, or its query after `?`: understood, or refused
arrays    memory that others fill (`fuzz_arrays.py`): refused, or the same with both kernels
"""

from __future__ import annotations

import io
import struct
import tempfile
import zlib
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from urllib.parse import parse_qsl

import mixlid
from fuzz_arrays import arrays
from fuzz_seeds import TEXTS, seeds
from mixlid.configuration import with_preset
from mixlid.engine.document_pipeline import DocumentPipeline
from mixlid.engine.plain_pipeline import PlainPipeline
from mixlid.errors import MixlidError, ModelError, SettingsError
from mixlid.identifier import Identifier
from mixlid.io import formats as known
from mixlid.io.formats.records import Position, ReadOptions, record_too_long
from mixlid.models.checksum import UNKNOWN, digits, place_of
from mixlid.models.loading import open_model
from mixlid.results.result import Result
from mixlid.server.app import parse_body, parse_query
from mixlid.server.identifier_cache import IdentifierCache
from mixlid.server.refusal import RefusalError
from mixlid.settings import parse

#: Longer texts take longer and reveal nothing new.
_LONGEST = 4000


#: Of so many texts one is answered by NumPy as well, and one more among a few labels, where more searches end.
_COMPARED = 8
_FEW = ("en", "tr", "es", "ru", "uk", "el", "zh", "hi")


@cache
def _shipped() -> Identifier:
    return mixlid.load()


@cache
def _few() -> Identifier:
    return _shipped().restrict(_FEW)


def text(data: bytes) -> None:
    first, _, rest = data.partition(b"\n")
    given = rest.decode("utf-8", "surrogateescape")[:_LONGEST]
    turn = zlib.crc32(data) % _COMPARED
    try:
        lid = _with_settings(first, turn == 1)
    except MixlidError:
        return
    if turn <= 1:
        _compare(lid, given)
    else:
        _check_spans(lid.identify(given), given)


@lru_cache(64)
def _with_settings(line: bytes, few: bool) -> Identifier:
    """Made once for the same settings, since most inputs change the text alone."""
    options = {}
    for part in line.decode("utf-8", "replace").split():
        try:
            name, value = parse(part)
        except SettingsError:
            continue
        options[name] = value
    return (_few() if few else _shipped()).replace(**options | {"search_budget": 1})


def _compare(lid: Identifier, given: str) -> None:
    """Both kernels give the same answer, and split the text into sentences in the same way."""
    plain = DocumentPipeline(PlainPipeline(lid._parts()), lid.unit, lid.min_share)
    one, other = lid.identify(given), plain.identify(given)
    if one.optimal and other.optimal:
        assert repr(one) == repr(other), (given, lid.settings)
    _check_spans(one, given)


def _check_spans(result: Result, given: str) -> None:
    assert "".join(given[span.start : span.end] for span in result.spans) == given


def damage(data: bytes) -> None:
    try:
        answers = _answers(data)
    except ModelError:
        return
    assert answers in _known_answers(), "other answers without a word"


@cache
def _known_answers() -> list[list[str]]:
    return [_answers(seed) for seed in seeds("damage")]


def _answers(data: bytes) -> list[str]:
    lid = _opened(data)
    return [repr(lid.identify(given)) for given in TEXTS]


def models(data: bytes) -> None:
    try:
        lid = _opened(_sealed(data))
        for given in (TEXTS[0], TEXTS[-2]):
            _compare(lid, given)
    except ModelError:
        return


def _opened(data: bytes) -> Identifier:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.mixlid"
        path.write_bytes(data)
        return with_preset(open_model(path))


def _sealed(data: bytes) -> bytes:
    """The data with a matching checksum, since otherwise nothing else would be tested."""
    if len(data) < 8 or not (place := place_of(data[8 : 8 + struct.unpack_from("<Q", data)[0]])) >= 0:
        return data
    before, after = data[: 8 + place], data[8 + place + len(UNKNOWN) :]
    return before + digits(zlib.crc32(before + UNKNOWN.encode() + after)).encode() + after


def formats(data: bytes) -> None:
    first, _, rest = data.partition(b"\n")
    name, *options = first.decode("utf-8", "replace").split() or [""]
    if name not in known.inputs() or known.get(name).is_table:
        return
    reader, stream = known.reader(name), io.BufferedReader(io.BytesIO(rest))
    try:
        layout = reader.layout(stream, "fuzz", ReadOptions(header="header" in options))
        end = layout.start
        for chunk in reader.chunks(stream, layout, layout.start, "line" if "line" in options else "full"):
            records = [record_too_long(chunk)] if chunk.too_long else list(reader.records(chunk))
            assert all(isinstance(record.text, str) for record in records)
            end = chunk.end
    except MixlidError:
        return
    assert end == Position(len(rest), end.line) or not rest, (name, rest)


def requests(data: bytes) -> None:
    try:
        if data.startswith(b"?"):
            options = parse_query(dict(parse_qsl(data[1:].decode("latin-1"), keep_blank_values=True))).options()
        else:
            options = parse_body(data).options()
        _identifiers().identifier(options)
    except (RefusalError, MixlidError):
        return


@cache
def _identifiers() -> IdentifierCache:
    return IdentifierCache({"litelid": _shipped().model})


TARGETS: dict[str, Callable[[bytes], None]] = {
    "text": text, "damage": damage, "models": models, "formats": formats, "requests": requests,
    "arrays": arrays,
}  # fmt: skip
