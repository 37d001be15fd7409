"""What the fuzzer starts with: texts, files, requests, and small models of every kind; and how bytes are mutated."""

from __future__ import annotations

import json
import struct
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from mixlid.models.blocks import BlockHeader, BlockModel, BlockModelHeader
from mixlid.models.catalogue import EMBEDDED
from mixlid.models.fasttext_file import MODELS
from mixlid.models.ngrams import NgramSpec
from mixlid.models.signature import FASTTEXT_MAGIC
from mixlid.models.table import TableModel
from mixlid.models.table_header import TableHeader
from mixlid.settings import SETTINGS

TEXTS = (
    *("yarınki meeting için slides hazır mı", "12" * 40 + "_", "a" + "\u0300\u0323" * 40, "http://x.com/((( www."),
    *("@a.b.c @", "xD :-D <3 3\ufe0f\u20e3 👩🏽\u200d🚀", "Don't l'été 'n' rock-'n'-roll", "\x00 \u2028 \u200d"),
    *("我今天有個 meeting 要開", "3arabi 8elo ٣٤", "#tag ＃tag @name ＠name user@x.com", "sooooo " * 20),
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
    *("force_top=2 length_exponent=2", "mixed_threshold=0.5 capital_weight=0", "word_price=1000 penalty=-1000000"),
)
FILES = {
    "txt": "the bread\nyarın sabah\n",
    "jsonl": '{"text": "the bread", "id": 1}\n{"text": "yarın"}\n',
    "tsv": "1\tthe bread\n2\tyarın\n",
    "csv": 'id,text\n1,"the, ""bread"""\n2,yarın\n',
    "conll": "the\tx\nbread\tx\n\nyarın\tx\n",
}
REQUESTS = (
    {"text": "see you demain"},
    {"text": list(TEXTS[:3]), "languages": ["en", "tr", "@europe"], "words": True, "explain": True},
    {"text": "a", "max_languages": 5, "penalty": {"*": 1, "eng_Latn": 0.5}, "max_switches": None, "preset": "cs"},
    {"text": "a", "prior": {"languages": {"eng_Latn": 0.9}, "mixed": 0.5}, "alternatives": True, "solver": "masklid"},
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
            f"{name} {pace}\n{text}".encode() for name, text in FILES.items() for pace in ("full", "line header")
        )
    if target == "requests":
        return (*(json.dumps(request, ensure_ascii=False).encode() for request in REQUESTS), *map(str.encode, QUERIES))
    if target == "arrays":
        import fuzz_arrays  # needs pyarrow

        return fuzz_arrays.seeds()
    ours = (small_table(), small_blocks())
    return ours if target == "damage" else (*ours, small_fasttext())


@cache
def small_table() -> bytes:
    numbers = np.random.default_rng(1)
    spec = NgramSpec(2, 4, 500, whole_word=True)
    ids = np.arange(0, 503, 3, dtype=np.uint32)[: 503 // 3]
    rows = numbers.integers(-128, 128, (len(ids), 3), dtype=np.int8)
    shipped = BlockModel.load(EMBEDDED)
    presets, confidence = _of(shipped.presets, _LABELS[:3]), _of(shipped.confidence, _LABELS[:3])
    header = TableHeader(_LABELS[:3], spec, 0.05, "sqrt", "words-2", "count", presets, confidence, {"name": "small"})
    return _written(TableModel(header, ids, rows, [b"the", b"bread", b"yar\xc4\xb1n"]))


@cache
def small_blocks() -> bytes:
    """Some rows of the model that ships, for some of its labels."""
    shipped = BlockModel.load(EMBEDDED)
    blocks: list[BlockHeader] = []
    rows: dict[int, Any] = {}
    for block in shipped.blocks:
        own = [(at, shipped.labels[place]) for at, place in enumerate(block.header.labels)]
        kept = [(at, label) for at, label in own if label in _LABELS]
        if not kept:
            continue
        places = tuple(_LABELS.index(label) for _, label in kept)
        if block.table is not None:
            few = slice(None, None, len(block.table.ids) // 100)
            rows[len(blocks)] = (block.table.ids[few], block.table.rows[few][:, [at for at, _ in kept]])
        blocks.append(replace(block.header, labels=places))
    presets, confidence = _of(shipped.presets, _LABELS), _of(shipped.confidence, _LABELS)
    header = BlockModelHeader(_LABELS, tuple(blocks), "words-2", presets, confidence, {"name": "small"})
    return _written(BlockModel(header, rows))


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


def _written(model: TableModel | BlockModel) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "small.mixlid"
        model.write(path)
        return path.read_bytes()
