"""Random and broken input for everything that reads what others have made: `python tools/fuzz.py TARGET --seconds 60`.

    text      any text and any settings: both kernels give the same, or both give up
    models    changed model files: refused, or found by the checksum, or with the answers of the file as it was
    formats   changed files of every format: read to their end, or refused with a sentence
    requests  changed requests: understood, or refused with a sentence

Each round has a number, which is all that decides what is tried: `--first N --rounds 1` does one again. What goes wrong
is printed with its number; a crash of the process is seen by `make fuzz`, which runs each target in a process of its
own. Not coverage-guided: it mutates what is in `SEEDS` and what tests have found before.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import struct
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import mixlid
from mixlid.engine.pipeline import PlainPipeline
from mixlid.errors import MixlidError
from mixlid.identifier import Identifier
from mixlid.models.catalogue import EMBEDDED
from mixlid.models.container import check_body
from mixlid.models.loading import open_model
from mixlid.settings import SETTINGS

SEEDS = (
    *("yarınki meeting için slides hazır mı", "12" * 40 + "_", "a" + "\u0300\u0323" * 40, "http://x.com/((( www."),
    *("@a.b.c @", "xD :-D <3 3\ufe0f\u20e3 👩🏽\u200d🚀", "Don't l'été 'n' rock-'n'-roll", "\ud800 \udfff \x00 \u2028"),
    *("我今天有個 meeting 要開", "3arabi 8elo ٣٤", "#tag ＃tag @name ＠name user@x.com", "sooooo " * 20),
    "ＡＢＣ ﬁ ½ ² Σσς İı ŉ",
)
#: What is hard to get right, in files and requests.
HARD = (b"null", b"1e400", b"-1", b"9" * 30, b"\xff\xff\xff\xff", b'"', b"[[[[", b"\n")
CHARACTERS = "".join(SEEDS) + "aeiou .,;:!?'-_@#/\\\"()[]{}0123456789\n\t"


def some_text(random: Random) -> str:
    parts = [random.choice(SEEDS) for _ in range(random.randint(1, 3))]
    text = list("".join(parts))
    for _ in range(random.randint(0, 20)):
        place = random.randint(0, len(text))
        if random.random() < 0.5:
            text[place:place] = random.choice(CHARACTERS) * random.choice((1, 1, 2, 30))
        else:
            del text[place : place + random.randint(1, 5)]
    return "".join(text)


def some_settings(random: Random) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for name in random.sample(sorted(SETTINGS), random.randint(0, 4)):
        definition = SETTINGS[name]
        low, high = definition.usual or definition.limits
        value: Any = random.choice((low, high, random.uniform(low, high), *definition.limits))
        value = int(value) if definition.whole else float(value)
        given[name] = (1.0, value) if definition.listed else value
    given["search_budget"] = 1
    return given


def changed(data: bytes, random: Random) -> bytes:
    """A few bytes flipped, cut out, doubled or replaced by numbers that are hard to get right."""
    out = bytearray(data)
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(out)) if out else 0
        kind = random.randrange(4)
        if kind == 0 and out:
            out[place] ^= 1 << random.randrange(8)
        elif kind == 1:
            del out[place : place + random.randint(1, 40)]
        elif kind == 2:
            out[place:place] = out[place : place + random.randint(1, 40)]
        else:
            out[place : place + 4] = random.choice(
                (b"null", b"1e400", b"-1", b"9" * 30, b"\xff\xff\xff\xff", b'"', b"[[[[")
            )
    return bytes(out)


def text(random: Random) -> None:
    lid: Identifier = mixlid.load()
    try:
        lid = lid.replace(**some_settings(random))
    except MixlidError:
        return
    given = some_text(random)
    one, other = lid.identify(given), PlainPipeline(lid.parts()).identify(given)
    if one.optimal and other.optimal:
        assert repr(one) == repr(other), (given, lid.settings)
    assert "".join(given[span.start : span.end] for span in one.spans) == given


def models(random: Random) -> None:
    source = small_model()
    data = (
        changed(source.read_bytes(), random) if random.random() < 0.5 else changed_header(source.read_bytes(), random)
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.mixlid"
        path.write_bytes(data)
        try:
            model = open_model(path)
            has_checksum = check_body(path)
            answer = Identifier.with_preset(model).identify(SEEDS[0])
        except MixlidError:
            return
    size = struct.unpack_from("<Q", data)[0]
    before = source.read_bytes()
    if has_checksum and data[8 : 8 + size] == before[8 : 8 + size]:
        assert answer == Identifier.with_preset(open_model(source)).identify(SEEDS[0])


def changed_header(data: bytes, random: Random) -> bytes:
    (size,) = struct.unpack_from("<Q", data)
    header = changed(data[8 : 8 + size], random)
    return struct.pack("<Q", len(header)) + header + data[8 + size :]


_small: list[Path] = []


def small_model() -> Path:
    """A few rows of the model that ships, as a file of its own."""
    if not _small:
        from mixlid.models.table import TableModel

        model = TableModel.load(EMBEDDED)
        path = Path(tempfile.mkdtemp()) / "small.mixlid"
        TableModel(replace(model.header), model.ids[::500], model.rows[::500], []).write(path)
        _small.append(path)
    return _small[0]


FORMATS = {
    "txt": "the bread\nyarın sabah\n",
    "jsonl": '{"text": "the bread", "id": 1}\n{"text": "yarın"}\n',
    "tsv": "1\tthe bread\n2\tyarın\n",
    "csv": 'id,text\n1,"the, ""bread"""\n2,yarın\n',
    "conll": "the\tx\nbread\tx\n\nyarın\tx\n",
}


def formats(random: Random) -> None:
    from mixlid.io import formats as known
    from mixlid.io.formats.records import Position, ReadOptions, record_too_long

    name = random.choice(sorted(FORMATS))
    data = changed(FORMATS[name].encode() * random.randint(1, 30), random)
    reader, stream = known.reader(name), io.BufferedReader(io.BytesIO(data))
    try:
        layout = reader.layout(stream, "fuzz", ReadOptions(header=random.random() < 0.3))
        end = layout.start
        for chunk in reader.chunks(stream, layout, layout.start, random.choice(("full", "available", "line"))):
            records = [record_too_long(chunk)] if chunk.too_long else list(reader.records(chunk))
            assert all(isinstance(record.text, str) for record in records)
            end = chunk.end
    except MixlidError:
        return
    assert end == Position(len(data), end.line) or not data, (name, data)


def requests(random: Random) -> None:
    from mixlid.web.body import parse_request
    from mixlid.web.limits import Limits
    from mixlid.web.refusal import RefusalError

    asked = {"text": [some_text(random)], "languages": ["en", "tr"], "words": True} | some_settings(random)
    data = changed(json.dumps(asked, default=list).encode("utf-8", "replace"), random)
    try:
        parse_request(data, "application/json", Limits()).options()
    except RefusalError:
        return


TARGETS: dict[str, Callable[[Random], None]] = {
    "text": text, "models": models, "formats": formats, "requests": requests,
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rounds", type=int, default=sys.maxsize)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    began, number, wrong = time.monotonic(), args.first, 0
    while number < args.first + args.rounds and time.monotonic() - began < args.seconds:
        try:
            TARGETS[args.target](Random(f"{args.target} {number}"))
        except Exception as error:
            wrong += 1
            print(f"{args.target} {number}: {type(error).__name__}: {str(error)[:300]}", file=sys.stderr)
        number += 1
    kernel = os.environ.get("MIXLID_KERNEL", "compiled")
    print(f"{args.target}: {number - args.first:,} tried, {wrong} wrong ({kernel} kernel)")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
