"""The answers of the installed mixlid, from the command, over HTTP and in Python: for `compare_answers.py`."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from answer_inputs import encodable, write_inputs

#: Each part: its name, whose suffix is the output's format; its input; options of `mixlid identify`.
COMMANDS: tuple[tuple[str, str, str], ...] = (
    ("lines.jsonl", "lines.jsonl", "--words"),
    ("lines.csv", "lines.csv", ""),
    ("lines.tsv", "lines.tsv", "--header"),
    ("lines.conll", "lines.conll", ""),
    ("lines.parquet", "lines.parquet", "--words"),
    ("lines.text", "lines.txt", ""),
    ("words.text", "some.txt", "--words"),
    ("explained.text", "some.txt", "--explain"),
    ("parquet-to-csv.csv", "lines.parquet", ""),
    ("jsonl-to-tsv.tsv", "some.jsonl", ""),
    ("jsonl-to-conll.conll", "some.jsonl", ""),
    ("csv-to-parquet.parquet", "lines.csv", ""),
    ("parquet-to-jsonl.jsonl", "lines.parquet", ""),
    ("two-processes.jsonl", "lines.jsonl", "-j 2"),
    ("faulty.jsonl", "faulty.jsonl", "--on-error keep"),
    ("faulty.tsv", "faulty.jsonl", "--on-error keep"),
    ("faulty-skipped.jsonl", "faulty.jsonl", "--on-error skip"),
    ("preset-cs.jsonl", "some.jsonl", "-p cs --words"),
    ("preset-avg.jsonl", "some.jsonl", "-p avg"),
    ("preset-mono.jsonl", "some.jsonl", "-p mono"),
    ("languages.jsonl", "some.jsonl", "-l tur,en,hin,de,es-Latn --words"),
    ("settings.jsonl", "some.jsonl", "-p cs -s max_languages=4 -s penalty=1.5 -s min_chars=3 --words"),
    ("switches.jsonl", "some.jsonl", "-l tur,eng,deu -p cs -s max_switches=1 --words"),
    ("masklid.jsonl", "some.jsonl", "--solver masklid --words"),
    ("topk.jsonl", "some.jsonl", "--solver topk:k=2"),
    ("threshold.jsonl", "some.jsonl", "--solver threshold"),
    ("only-mixed.jsonl", "lines.jsonl", "--only mixed"),
    ("confident.jsonl", "lines.jsonl", "--min-confidence 0.8"),
    ("document.jsonl", "documents.jsonl", "--unit document --words"),
    ("document.csv", "documents.parquet", "--unit document"),
    ("document.parquet", "documents.parquet", "--unit document"),
    ("sentence.jsonl", "documents.jsonl", "--sentences --min-share 0.2"),
    ("sentence.parquet", "documents.parquet", "--sentences --words"),
    ("numpy.jsonl", "some.jsonl", "--words"),
    ("numpy-sentence.jsonl", "documents.jsonl", "--sentences"),
)
#: Over HTTP: a part, its input, and the other fields of the request.
REQUESTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("http-lines.jsonl", "lines.jsonl", {"words": True}),
    ("http-preset.jsonl", "some.jsonl", {"preset": "cs", "languages": ["tur", "eng", "spa"], "max_languages": 3}),
    ("http-masklid.jsonl", "some.jsonl", {"solver": "masklid"}),
    ("http-explain.jsonl", "few.jsonl", {"explain": True}),
)
STREAMS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("http-stream.jsonl", "lines.jsonl", {}),
    ("http-stream-words.jsonl", "some.jsonl", {"words": "true", "preset": "cs"}),
    ("http-stream-faulty.jsonl", "faulty.jsonl", {}),
)
#: Texts in a request.
_BATCH = 500


def write(out: Path, data: Sequence[Path]) -> None:
    """Write all inputs and all answers."""
    inputs = out / "input"
    inputs.mkdir(parents=True, exist_ok=True)
    write_inputs(inputs, data)
    codes: dict[str, int] = {}
    for name, source, options in COMMANDS:
        codes[name] = _run(out / name, inputs / source, options)
        print(name, "" if codes[name] == 0 else f"exit code {codes[name]}", flush=True)
    _write_python_answers(out, inputs)
    with _server() as ask:
        for name, source, asked in REQUESTS:
            _write_lines(out / name, _answers(ask, _texts(inputs / source), asked))
        for name, source, query in STREAMS:
            address = f"/identify/stream?{urlencode(query)}"
            (out / name).write_bytes(ask(address, (inputs / source).read_bytes()))
        for name in ("models", "languages"):
            (out / f"http-{name}.jsonl").write_bytes(ask(f"/{name}", None) + b"\n")
    _write_lines(out / "parts.jsonl", (json.dumps({"part": name, "exit code": codes[name]}).encode() for name in codes))


def _run(out: Path, source: Path, options: str) -> int:
    format = out.suffix.removeprefix(".")
    keep = ["--on-error", "keep"] if source.suffix == ".parquet" else []  # some rows have no text
    # The inputs have the right answer in a field `languages`, which would be an error for each record.
    prefix = ["--prefix", "mixlid_"] if source.suffix == ".jsonl" and format in ("jsonl", "tsv") else []
    command = ["identify", "-q", str(source), "-o", str(out), "-f", format, *keep, *prefix, *options.split()]
    kernel = {"MIXLID_KERNEL": "numpy"} if out.name.startswith("numpy") else {}
    done = subprocess.run([sys.executable, "-m", "mixlid", *command], env=_environment() | kernel, check=False)
    out.touch()  # a part that fails is empty, and so differs from one that does not
    return done.returncode


def _environment() -> dict[str, str]:
    ours = ("MIXLID_MODEL", "MIXLID_KERNEL")
    return {name: value for name, value in os.environ.items() if name not in ours and "COLOR" not in name}


def _texts(path: Path) -> list[str]:
    with path.open(encoding="utf-8") as file:
        return [encodable(json.loads(line)["text"])[:20_000] for line in file]


def _write_lines(path: Path, lines: Iterator[bytes]) -> None:
    with path.open("wb") as file:
        file.writelines(line + b"\n" for line in lines)


def _write_python_answers(out: Path, inputs: Path) -> None:
    """What a program gets: results and documents as dicts, and a table from the Arrow adapter."""
    import pyarrow.parquet

    import mixlid
    from mixlid.adapters import arrow

    lid = mixlid.load()

    def encoded(answer: Any) -> bytes:
        return json.dumps(answer.to_dict()).encode()

    _write_lines(out / "python-lines.jsonl", map(encoded, lid.identify_many(_texts(inputs / "lines.jsonl"))))
    long_answers = (lid.identify_document(text) for text in _texts(inputs / "documents.jsonl"))
    _write_lines(out / "python-documents.jsonl", map(encoded, long_answers))
    table = pyarrow.parquet.read_table(inputs / "lines.parquet")
    pyarrow.parquet.write_table(arrow.identify(table, "text", lid, words=True), out / "python-arrow.parquet")


Ask = Callable[[str, bytes | None], bytes]


@contextmanager
def _server() -> Iterator[Ask]:
    """A function that sends a request to `mixlid serve` (GET if there is no body) and returns the answer's body."""
    command = [sys.executable, "-m", "mixlid", "serve", "--port", "0", "-j", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=_environment()) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        where = re.search(r"http://([\d.]+):(\d+)", said)
        if where is None:
            raise SystemExit(f"mixlid serve does not say where it listens: {said}{process.stderr.read()}")

        def ask(address: str, body: bytes | None) -> bytes:
            connection = http.client.HTTPConnection(where[1], int(where[2]), timeout=600)
            method = "GET" if body is None else "POST"
            connection.request(method, address, body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            data = response.read()
            connection.close()
            return data

        try:
            yield ask
        finally:
            process.send_signal(signal.SIGTERM)


def _answers(ask: Ask, texts: Sequence[str], asked: dict[str, Any]) -> Iterator[bytes]:
    for start in range(0, len(texts), _BATCH):
        yield ask("/identify", json.dumps({"text": texts[start : start + _BATCH], **asked}).encode())
