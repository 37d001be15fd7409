"""What engines and tools cost beside plain columns: `make bench-engines`. One core each.

Plain is `identify_columns` over a list in memory. An engine does its job (`engine_jobs.py`, `tool_jobs.py`) with
mixlid, and once more with columns that always say the same: that is the engine alone, and what is left is mixlid's
part. Times are processor time of all processes, Spark's Java included. The time for one line is taken off, which is
that of starting workers and loading the model, and a first round does not count. Ratios are medians of rounds; in each
of them plain and the engine come one after the other. Ray's start varies by more than a few hundred thousand lines
take; give it more (`--times 10`).

An engine runs in a process of its own, in its environment of `make test-engines` if there is one. It is also given a
missing text, an empty one and a very long one, and its answers are compared with those of `identify`. Engines that are
missing are left out. Needs Linux.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
from pyarrow import parquet

import engine_jobs as jobs
import mixlid
import tool_jobs as tools
from processor_time import cost
from text import lines

ENVIRONMENTS = Path(__file__).parent.parent / "build" / "engines"
#: The characters of the very long text; spaCy takes no more than a million.
LONG = 900_000
#: Of documents, for the memory that they take: their number, and their characters.
DOCUMENTS, DOCUMENT = 1_000, 12_000


class Engine(NamedTuple):
    prepare: Callable[[], jobs.Prepared]
    #: Whose version is shown, and which environment of `make test-engines` has it.
    package: str
    environment: str = ""


ENGINES = {
    "Arrow, no engine": Engine(lambda: jobs.with_arrow(words=False), "pyarrow"),
    "Arrow, with words": Engine(lambda: jobs.with_arrow(words=True), "pyarrow"),
    "mixlid identify, parquet": Engine(jobs.with_command, "pyarrow"),
    "Polars": Engine(lambda: jobs.with_frames("polars"), "polars"),
    "Polars, expression": Engine(jobs.with_polars_expression, "polars"),
    "pandas": Engine(lambda: jobs.with_frames("pandas"), "pandas"),
    "DuckDB": Engine(jobs.with_duckdb, "duckdb"),
    "Daft": Engine(jobs.with_daft, "daft", "arrow"),
    "DataFusion": Engine(jobs.with_datafusion, "datafusion", "arrow"),
    "Dask": Engine(jobs.with_dask, "dask", "arrow"),
    "datatrove": Engine(jobs.with_datatrove, "datatrove"),
    "Spark": Engine(jobs.with_spark, "pyspark"),
    "Ray Data": Engine(jobs.with_ray, "ray", "ray"),
    "spaCy": Engine(tools.with_spacy, "spacy", "spacy"),
    "scikit-learn": Engine(tools.with_sklearn, "scikit-learn", "sklearn"),
    "OpusFilter": Engine(tools.with_opusfilter, "opusfilter", "opusfilter"),
    "dolma, documents": Engine(lambda: tools.with_dolma(spans=False), "dolma", "dolma"),
    "dolma, spans": Engine(lambda: tools.with_dolma(spans=True), "dolma", "dolma"),
    "data-juicer, mapper": Engine(tools.with_data_juicer, "py-data-juicer", "data_juicer"),
    "NeMo Curator, stage": Engine(tools.with_nemo_stage, "nemo-curator", "nemo_curator"),
    "NeMo Curator, filter": Engine(tools.with_nemo_filter, "nemo-curator", "nemo_curator"),
    "CommonLID": Engine(tools.with_commonlid, "commonlid", "commonlid"),
}

#: The peak memory of a process that identifies batches, as an engine's worker does.
MEMORY = """
import sys, mixlid
from pyarrow import parquet
from mixlid.adapters import arrow
size, words = int(sys.argv[2]), sys.argv[3] == "words"
lid = mixlid.load()
for batch in parquet.ParquetFile(sys.argv[1] + "/0.parquet").iter_batches(size):
    arrow.identify(batch, "text", lid, words=words)
# Not getrusage, whose maximum includes what the parent had when it forked.
print(next(int(line.split()[1]) / 1024 for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def write(folder: Path, texts: list[str | None], files: int = 2) -> str:
    folder.mkdir()
    for part in range(files):
        few = texts[part::files]
        ids = [f"{part}-{number}" for number in range(len(few))]
        parquet.write_table(pa.table({"id": ids, "text": pa.array(few, pa.string())}), folder / f"{part}.parquet")
    return str(folder)


class Round(NamedTuple):
    """Processor seconds of one round."""

    plain: float
    #: The engine with mixlid, and alone.
    total: float
    alone: float


def measure(name: str, work: Path, rounds: int) -> dict[str, Any]:
    """An engine's version, the seconds of its start by the clock, what its rounds took, and its odd answers."""
    start = time.perf_counter()
    job, stop, plain = ENGINES[name].prepare()
    made: Any = None

    def taken(source: str, with_mixlid: bool) -> float:
        target = f"{tempfile.mkdtemp(dir=work)}/out"

        def run() -> None:
            nonlocal made
            made = job(str(work / source), target, with_mixlid)
            made = made or (lambda: jobs.read_languages(target))

        return cost(run)

    taken("one", with_mixlid=True)
    started = time.perf_counter() - start
    for how in (True, False):
        taken("all", how)  # so that Java has compiled its code
    lid, found = mixlid.load(), []
    texts = jobs.read(str(work / "all"))["text"].to_pylist()
    for _ in range(rounds):
        base = max(cost(lambda: lid.identify_columns(texts)), 1e-9)  # a few texts may take less than the clock sees
        total, alone = (taken("all", how) - taken("one", how) for how in (True, False))
        found.append(Round(base, total, alone))
    taken("odd", with_mixlid=True)
    odd = odd_answers(made(), [plain(lid.identify(text)) for text in ("", long_text(work))])
    stop()
    return {"version": version(ENGINES[name].package), "start": started, "rounds": found, "odd": odd}


def odd_answers(found: list[Any], expected: list[Any]) -> list[str]:
    """What is shown of the missing text, the empty one and the long one; an engine may leave out the first two."""
    missing = [str(found[0]) if found[0] else "none"] if len(found) == 3 else ["–"]
    rest = ["–"] * (2 - len(found)) + ["equal" if one == right else f"**{one}**"[:40]
            for one, right in zip(found[-2:], expected[-len(found):], strict=True)]  # fmt: skip
    return missing + rest


def long_text(work: Path) -> str:
    return str(jobs.read(str(work / "odd"))["text"][2])


def measured(name: str, work: Path, rounds: int) -> dict[str, Any] | None:
    """The same in a process of its own, where the engine is installed; None if it is not."""
    inside = ENVIRONMENTS / ENGINES[name].environment / "bin" / "python"
    python = str(inside) if ENGINES[name].environment and inside.exists() else sys.executable
    argv = [python, __file__, "--one", name, "--work", str(work), "--rounds", str(rounds)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{name}: left out ({done.stderr.strip().rpartition(chr(10))[2] or done.returncode})", file=sys.stderr)
        return None
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def memory(source: Path, size: int, words: str) -> float:
    argv = [sys.executable, "-c", MEMORY, str(source), str(size), words]
    return float(subprocess.run(argv, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, help="a file of lines (default: made-up ones)")
    parser.add_argument("-n", "--lines", type=int, default=60_000)
    parser.add_argument("--times", type=int, default=1, help="how often each line comes (default 1)")
    parser.add_argument("-r", "--rounds", type=int, default=3)
    parser.add_argument("--engines", nargs="*", metavar="NAME", default=list(ENGINES), help="none: memory alone")
    parser.add_argument("--one", choices=ENGINES, help=argparse.SUPPRESS)
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one is not None:
        print(json.dumps(measure(args.one, args.work, args.rounds)))
        return
    if args.text is None:
        texts = [line.text for line in lines(args.lines, 80)]
    else:
        texts = args.text.read_text(encoding="utf-8").splitlines()[: args.lines]
    texts *= args.times
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        write(work / "all", list(texts))
        write(work / "one", list(texts[:1]), files=1)
        write(work / "odd", [None, "", ((" ".join(texts) + " ") * (LONG // sum(map(len, texts)) + 1))[:LONG]], files=1)
        show(args.engines, texts, work, args.rounds)


def show(engines: list[str], texts: list[str], work: Path, count: int) -> None:
    rows, bases = [], []
    for name in engines:
        found = measured(name, work, count)
        if found is None:
            continue
        rounds = [Round(*one) for one in found["rounds"]]
        bases += [one.plain for one in rounds]
        ratio = statistics.median((one.total - one.alone) / one.plain for one in rounds)
        plain, total, alone = (statistics.median(one) / len(texts) * 1e6 for one in zip(*rounds, strict=True))
        numbers = f"{ratio:.2f} | {total - alone:.0f} | {alone:.0f} | {found['start']:.1f}"
        rows.append(f"| {name} | {found['version']} | {numbers} | {' | '.join(found['odd'])} |")
        print(rows[-1], f"(plain {plain:.1f})", file=sys.stderr, flush=True)
    if rows:
        show_table(rows, statistics.median(bases), texts)
    show_memory(texts, work)


def show_table(rows: list[str], plain: float, texts: list[str]) -> None:
    mean, length = plain / len(texts), sum(map(len, texts)) / len(texts)
    print(f"plain identify_columns: {mean * 1e6:.1f} µs a line ({length:.0f} characters)\n")
    print(
        "| one core | version | mixlid's part ÷ plain | mixlid's part, µs a line | engine alone, µs | start, s ", end=""
    )
    print("| null | empty | long |\n|:--|:--|--:|--:|--:|--:|:--|:--|:--|")
    print("\n".join(rows), flush=True)


def show_memory(texts: list[str], work: Path) -> None:
    """Of lines, and of a thousand documents of 12,000 characters."""
    whole = " ".join(texts) + " "
    whole *= DOCUMENTS * DOCUMENT // len(whole) + 1
    write(work / "documents", [whole[DOCUMENT * place : DOCUMENT * (place + 1)] for place in range(DOCUMENTS)], files=1)
    print("\n| a batch | words | most memory, MB |\n|:--|:--|--:|")
    for kind, sizes in {"all": (1_000, 10_000), "documents": (200, 1_000)}.items():
        for size, words in product(sizes, ("no", "words")):
            name = "lines" if kind == "all" else f"documents of {DOCUMENT // 1000} kB"
            print(f"| {size:,} {name} | {words} | {memory(work / kind, size, words):.0f} |")


if __name__ == "__main__":
    main()
