"""The fuzzer's targets: what is done with an input of some bytes, and what it starts with. Any exception is a finding.

text      settings on the first line, a text after it: answered and explained, a quarter of them alike by both kernels
damage    a model file that was changed: refused, or with the answers of the file as it was
models    the same with a checksum that fits, and fastText files: refused, or usable, with either kernel
formats   the name of a format and options on the first line, a file after it: read to its end, or refused
requests  the body of a request, or its query after `?`: understood, or refused
arrays    memory that others fill (`fuzz_arrays.py`): refused, or the same with both kernels
"""

from __future__ import annotations

import io
import json
import struct
import tempfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl

import msgspec
import numpy as np

import fuzz_arrays
import mixlid
from mixlid.configuration import with_preset
from mixlid.engine.document_pipeline import DocumentPipeline
from mixlid.engine.plain_pipeline import PlainPipeline
from mixlid.errors import MixlidError, ModelError, SettingsError
from mixlid.explain import explain
from mixlid.identifier import Identifier
from mixlid.io import formats as known
from mixlid.io.formats.records import Position, ReadOptions, records_in
from mixlid.models.catalogue import EMBEDDED
from mixlid.models.container import UNKNOWN, place_of
from mixlid.models.fasttext_file import MODELS
from mixlid.models.header import PartitionedModelHeader, PartitionHeader, TableHeader
from mixlid.models.loading import open_model
from mixlid.models.ngrams import NgramSpec
from mixlid.models.partitions import PartitionedModel
from mixlid.models.signature import FASTTEXT_MAGIC
from mixlid.models.table import TableModel
from mixlid.results.result import Result
from mixlid.server.app import parse_body, parse_query
from mixlid.server.refusal import RefusalError
from mixlid.server.worker_process import IdentifierCache
from mixlid.settings import SETTINGS, USUAL_BUDGET, parse

TEXTS = (
    *("yarınki meeting için slides hazır mı", "12" * 40 + "_", "a" + "\u0300\u0323" * 40, "http://x.com/((( www."),
    *("@a.b.c @", "xD :-D <3 3\ufe0f\u20e3 👩🏽\u200d🚀", "Don't l'été 'n' rock-'n'-roll", "\x00 \u2028 \u200d"),
    *("我今天有個 meeting 要開", "3arabi 8elo ٣٤", "#tag ＃tag @name ＠name user@x.com", "sooooo " * 20),
    *("我们去吃饭吧 今日はいい天気です", "漢a" * 300, "ᚠᚢᚦ x/y=z 2000F", "\u202eabc \x9b31m"),
    *("ＡＢＣ ﬁ ½ ² Σσς İı ŉ", "где the старая карта", "το νέο computer μου"),
)
#: Settings as on a command line.
OPTIONS = (
    *(
        "",
        "max_languages=5 penalty=-1000 max_switches=2",
        "min_chars=15 max_switches=3",
        "only_top=3 rank_weights=1,0.5",
    ),
    *(
        "group=always max_languages=1",
        "force_top=2 length_exponent=2",
        "mixed_threshold=0.5 capital_weight=0",
        "word_price=1000 penalty=-1000000",
    ),
)
FILES = {
    "txt": "the bread\nyarın sabah\n",
    "jsonl": '{"text": "the bread", "id": 1}\n{"text": null}\n["no object"]\n{"text": "yarın"}\n',
    "jsonl key=a.b[0]": '{"a": {"b": ["the bread"]}}\n{"a": null}\n{"a": {"b": []}}\n',
    "tsv": "1\tthe bread\n2\tyarın\n\t\x1b[31m\x9b\u202e\t\n",
    "csv": 'id,text\n1,"the, ""bread"""\n2,yarın\n',
    "csv key=2": '\ufeff0,"Das Meeting ist morgen"\r\n1,"\n=1+1"\r\n2,\r\n',
    "conll": "the\tx\nbread\tx\n\nyarın\tx\n",
    "conllu": "# text = see it\n1\tsee\tsee\tVERB\t_\t_\t0\troot\t_\tLang=en\n2\tit\tit\tPRON\t_\t_\t1\tobj\t_\t_\n",
    "chat": "@UTF8\n@Begin\n@Languages:\ttur\n*A:\tdün <we> [/] we@s , \x151200_4310\x15\n%eng:\tx\n@End\n",
    "eaf": '<ANNOTATION_DOCUMENT><TIME_ORDER><TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="1"/></TIME_ORDER>'
    '<TIER TIER_ID="t"><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="b" TIME_SLOT_REF1="a" TIME_SLOT_REF2="a">'
    "<ANNOTATION_VALUE>see &amp; gör</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>"
    "</ANNOTATION_DOCUMENT>",
    "textgrid": 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n2\n<exists>\n1\n"IntervalTier"\n"A"\n'
    '0\n2\n2\n0\n1\n"a ""b"""\n1\n2\n"evet"\n',
    "srt": "1\n00:00:01,000 --> 00:00:02,500\n<i>see you</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nyarın\n",
    "vtt": "WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000 align:start\n<v A>see <b>you</b>\n",
    "ass": "[Events]\nFormat: Layer, Start, End, Text\nDialogue: 0,0:00:01.00,0:00:02.00,{\\i1}see\\Nyou\n",
    "whisper": '{"segments": [{"start": 0.0, "end": 1.5, "text": " see you", "words": []}]}',
}
REQUESTS = (
    {"text": "see you demain"},
    {"text": list(TEXTS[:3]), "languages": ["en", "tr", "@europe"], "words": True, "explain": True},
    {"text": "a", "max_languages": 5, "penalty": {"*": 1, "eng_Latn": 0.5}, "max_switches": None, "preset": "cs"},
    {"text": "a", "prior": {"languages": {"eng_Latn": 0.9}, "offset": 0.5}, "alternatives": True, "solver": "masklid"},
)
QUERIES = ("?languages=tur,eng&words=true", "?max_switches=null&rank_weights=1,0.5&preset=cs")
#: Values that are hard to handle.
HARD = (
    *(b"null", b"1e400", b"-1", b"9" * 30, b"\xff\xff\xff\xff", b'"', b"[[[[", b"\n", b"\x00", b"NaN", b"-0.0", b"{}"),
    *(b"\r\n", b"\xed\xa0\x80", b"\xcc\x80" * 30, b"12" * 30, b"\xe2\x80\x8d", b"true", b"=", b",", b"1e308"),
    *(name.encode() for name in SETTINGS),
)  # fmt: skip
_LABELS = ("eng_Latn", "tur_Latn", "spa_Latn", "rus_Cyrl", "ukr_Cyrl", "ell_Grek")


def changed(data: bytes, random: Random) -> bytes:
    """A few bytes flipped, removed, repeated or replaced by something that is hard to handle."""
    out = bytearray(data)
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(out)) if out else 0
        kind = random.randrange(4)
        if kind == 0 and out:
            out[place] ^= 1 << random.randrange(8)
        elif kind == 1:
            del out[place : place + random.randint(1, 40)]
        elif kind == 2:
            out[place:place] = out[place : place + random.randint(1, 40)] * random.choice((1, 1, 30))
        else:
            out[place : place + 4] = random.choice(HARD)
    return bytes(out)


@cache
def seeds(target: str) -> tuple[bytes, ...]:
    """Valid inputs for a target."""
    if target == "text":
        return tuple(f"{options}\n{text}".encode() for options in OPTIONS for text in TEXTS)
    if target == "formats":
        return tuple(
            f"{name} {pace}\n{text}".encode()
            for name, text in FILES.items()
            for pace in ("", "line header", "no-header")
        )
    if target == "requests":
        return (*(json.dumps(request, ensure_ascii=False).encode() for request in REQUESTS), *map(str.encode, QUERIES))
    if target == "arrays":
        return fuzz_arrays.seeds()
    ours = (small_table(), small_partitions())
    return ours if target == "damage" else (*ours, small_fasttext())


@cache
def small_table() -> bytes:
    numbers = np.random.default_rng(1)
    spec = NgramSpec(2, 4, 500, whole_word=True)
    ids = np.arange(0, 503, 3, dtype=np.uint32)[: 503 // 3]
    rows = numbers.integers(-128, 128, (len(ids), 3), dtype=np.int8)
    shipped = PartitionedModel.load(EMBEDDED)
    presets, confidence = _of(shipped.presets, _LABELS[:3]), _of(shipped.confidence, _LABELS[:3])
    header = TableHeader(_LABELS[:3], spec, 0.05, "sqrt", "words-2", presets, confidence, {"name": "small"})
    return _written(TableModel(header, ids, rows, [b"the", b"bread", b"yar\xc4\xb1n"]))


@cache
def small_partitions() -> bytes:
    """Some rows of the model that ships, for some of its labels."""
    shipped = PartitionedModel.load(EMBEDDED)
    partitions: list[PartitionHeader] = []
    rows: dict[int, Any] = {}
    for partition in shipped.partitions:
        own = [(at, shipped.labels[place]) for at, place in enumerate(partition.header.labels)]
        kept = [(at, label) for at, label in own if label in _LABELS]
        if not kept:
            continue
        places = tuple(_LABELS.index(label) for _, label in kept)
        if partition.table is not None:
            few = slice(None, None, len(partition.table.ids) // 100)
            rows[len(partitions)] = (partition.table.ids[few], partition.table.rows[few][:, [at for at, _ in kept]])
        partitions.append(replace(partition.header, labels=places))
    presets, confidence = _of(shipped.presets, _LABELS), _of(shipped.confidence, _LABELS)
    header = PartitionedModelHeader(_LABELS, tuple(partitions), "words-2", presets, confidence, {"name": "small"})
    return _written(PartitionedModel(header, rows))


@cache
def small_fasttext() -> bytes:
    """A `.bin` with three words, three labels and a few buckets, in fastText's layout."""
    dim, buckets, words = 4, 50, ("the", "bread", "yarın")
    supervised = next(number for number, name in MODELS.items() if name == "supervised")
    numbers = np.random.default_rng(1)
    parts = [struct.pack("<ii", FASTTEXT_MAGIC, 12)]
    parts.append(struct.pack("<12id", dim, 5, 5, 1, 5, 1, 3, supervised, buckets, 2, 4, 100, 1e-4))
    parts.append(struct.pack("<iiiqq", len(words) + 3, len(words), 3, 100, -1))
    parts += [word.encode() + b"\0" + struct.pack("<qb", 10, 0) for word in words]
    parts += [f"__label__{label}".encode() + b"\0" + struct.pack("<qb", 10, 1) for label in _LABELS[:3]]
    for count in (len(words) + buckets, 3):
        values = numbers.normal(size=(count, dim)).astype("<f4")
        parts.append(struct.pack("<?qq", False, count, dim) + values.tobytes())
    return b"".join(parts)


def _of(values: Mapping[str, Any], labels: tuple[str, ...]) -> dict[str, Any]:
    """Presets or curves, limited to these labels."""
    kept: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            kept[name] = _of(value, labels)
        elif "_" not in name or not name[0].islower() or name in labels or not name[-4].isupper():
            kept[name] = value
    return kept


def _written(model: TableModel | PartitionedModel) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "small.mixlid"
        model.write(path)
        return path.read_bytes()


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
        result = (lid.replace("masklid") if turn == 2 else lid).identify(given)
        _check_spans(result, given)
        if turn == 3:
            assert [word for word, _ in explain(lid, result)] == list(result.words)


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
    plain = DocumentPipeline(PlainPipeline(lid._config()), lid.unit, lid.min_share)
    one, other = lid.identify(given), plain.identify(given)
    if one.optimal and other.optimal:
        assert repr(one) == repr(other), (given, lid.settings)
    _check_spans(one, given)


def _check_spans(result: Result, given: str) -> None:
    assert "".join(given[span.start : span.end] for span in result.spans) == given
    json.dumps(result.to_dict(), allow_nan=False)


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
    return before + b"%08x" % zlib.crc32(before + UNKNOWN.encode() + after) + after


def formats(data: bytes) -> None:
    first, _, rest = data.partition(b"\n")
    name, *options = first.decode("utf-8", "replace").split() or [""]
    if name not in known.inputs() or known.get(name).is_table:
        return
    reader, stream = known.reader(name), io.BufferedReader(io.BytesIO(rest))
    try:
        key = next((one[4:] for one in options if one.startswith("key=")), None)
        header = {"header": True, "no-header": False}.get(options[-1] if options else "")  # else by the contents
        layout = reader.layout(stream, "fuzz", ReadOptions(key, header=header))
        end = layout.start
        for chunk in reader.chunks(stream, layout, "line" if "line" in options else "full"):
            records = list(records_in(reader, chunk))
            assert all(isinstance(record.text, str) for record in records)
            if name != "jsonl":  # which may hold NaN, and keeps it
                json.dumps([dict(record.fields) for record in records], allow_nan=False)
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
        _identifiers().find(msgspec.json.encode(options))
    except (RefusalError, MixlidError):
        return


@cache
def _identifiers() -> IdentifierCache:
    return IdentifierCache({"litelid": _shipped().model}, {}, USUAL_BUDGET)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "text": text, "damage": damage, "models": models, "formats": formats, "requests": requests,
    "arrays": fuzz_arrays.arrays,
}  # fmt: skip
