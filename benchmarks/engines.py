"""What an engine costs on top of mixlid: `make bench-engines`. One core each, all in one run, so that ratios hold.

Plain is `identify_many` over a list in memory. An engine reads a folder of parquet files, identifies and writes another
after a first small job that pays for its start and for the model. Lines are words of demo/sentences.txt, shuffled, 4 to
20 a line. Ratios are medians of rounds, of plain and the engine one after the other. Processor time is that of all the
engine's processes, which a busy machine changes less than what a clock says. Engines that are missing are left out.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import pyarrow as pa
from pyarrow import parquet

import mixlid
from mixlid.adapters import arrow, columns

#: From a folder to a folder.
Job = Callable[[str, str], Any]
Stop = Callable[[], Any]

#: The most memory that a process takes which identifies batches, as an engine's worker does.
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


def lines(count: int, seed: int = 7) -> list[str]:
    dice = random.Random(seed)
    words = Path("demo/sentences.txt").read_text(encoding="utf-8").split()
    return [" ".join(dice.choices(words, k=dice.randint(4, 20))) for _ in range(count)]


def write(folder: Path, texts: list[str], files: int = 2) -> str:
    folder.mkdir()
    for part in range(files):
        few = texts[part::files]
        table = pa.table({"id": [f"{part}-{number}" for number in range(len(few))], "text": few})
        parquet.write_table(table, folder / f"{part}.parquet")
    return str(folder)


def with_arrow(words: bool) -> tuple[Job, Stop]:
    lid = mixlid.load()

    def job(source: str, target: str) -> None:
        Path(target).mkdir()
        for path in sorted(Path(source).glob("*.parquet")):
            table = arrow.identify(parquet.ParquetFile(path).read(), "text", lid, words=words)
            parquet.write_table(table, Path(target) / path.name)

    return job, lambda: None


def with_spark() -> tuple[Job, Stop]:
    from pyspark.sql import SparkSession

    from mixlid.adapters.spark import identify

    if not shutil.which("java"):
        raise ImportError("no Java")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
    return lambda source, target: identify(spark.read.parquet(source), "text").write.parquet(target), spark.stop


def with_ray() -> tuple[Job, Stop]:
    import ray.data

    from mixlid.adapters.ray import identify

    # One core for the actor, another for reading and writing, without which nothing moves.
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    ray.data.DataContext.get_current().enable_progress_bars = False
    return lambda source, target: identify(ray.data.read_parquet(source), actors=1).write_parquet(target), ray.shutdown


def with_datatrove() -> tuple[Job, Stop]:
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.readers import ParquetReader
    from datatrove.pipeline.writers import ParquetWriter
    from loguru import logger

    from mixlid.adapters.datatrove import MixlidAnnotator

    logger.remove()
    schema = pa.schema([("text", pa.string()), ("id", pa.string()), *columns.schema()])

    def job(source: str, target: str) -> None:
        steps = [
            ParquetReader(source), MixlidAnnotator(), ParquetWriter(target, expand_metadata=True, schema=schema)
        ]  # fmt: skip
        LocalPipelineExecutor(steps, tasks=1, workers=1, logging_dir=f"{target}-logs").run()

    return job, lambda: None


ENGINES: dict[str, Callable[[], tuple[Job, Stop]]] = {
    "Arrow, no engine": lambda: with_arrow(words=False),
    "Arrow, with words": lambda: with_arrow(words=True),
    "datatrove": with_datatrove,
    "Spark": with_spark,
    "Ray Data": with_ray,
}


class Cost(NamedTuple):
    wall: float
    processor: float


def cost(action: Callable[[], Any]) -> Cost:
    """Looks again and again, since a process that has ended may leave no trace of what it used."""
    begun = time.perf_counter()
    before, seen, ended = used_by_process(), {}, Event()

    def watch() -> None:
        while not ended.wait(0.25):
            seen.update(used_by_process())

    watcher = Thread(target=watch)
    watcher.start()
    try:
        action()
    finally:
        wall = time.perf_counter() - begun
        ended.set()
        watcher.join()
    seen.update(used_by_process())
    return Cost(wall, sum(used - before.get(process, 0.0) for process, used in seen.items()))


def used_by_process() -> dict[int, float]:
    """The processor seconds of this process and of all that it has started, directly or not."""
    parents: dict[int, int] = {}
    used: dict[int, float] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # has ended since
        process = int(path.parent.name)
        parents[process] = int(fields[1])
        used[process] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    ours = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return {process: used[process] for process in ours}


def plain(texts: list[str]) -> None:
    for _ in mixlid.load().identify_many(texts):
        pass


def measure(name: str, texts: list[str], work: Path, rounds: int) -> tuple[float, list[tuple[Cost, Cost]]]:
    """The seconds of an engine's start, and pairs of what plain and the engine take, one after the other."""
    start = time.perf_counter()
    job, stop = ENGINES[name]()
    job(str(work / "small"), str(work / f"small {name}"))
    started = time.perf_counter() - start
    pairs = []
    for number in range(rounds):
        base = cost(lambda: plain(texts))
        target = str(work / f"{name} {number}")
        pairs.append((base, cost(lambda target=target: job(str(work / "whole"), target))))  # type: ignore[misc]
    stop()
    return started, pairs


def memory(source: Path, size: int, words: str) -> float:
    argv = [sys.executable, "-c", MEMORY, str(source), str(size), words]
    return float(subprocess.run(argv, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", "--lines", type=int, default=100_000)
    parser.add_argument("-r", "--rounds", type=int, default=3)
    args = parser.parse_args()
    texts = lines(args.lines)
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        write(work / "whole", texts)
        write(work / "small", texts[:100])
        rows, bases = [], []
        for name in ENGINES:
            try:
                start, pairs = measure(name, texts, work, args.rounds)
            except ImportError as error:
                print(f"{name}: left out ({error})", file=sys.stderr)
                continue
            bases += [base.processor for base, _ in pairs]
            wall = statistics.median(taken.wall / base.wall for base, taken in pairs)
            ratio = statistics.median(taken.processor / base.processor for base, taken in pairs)
            more = statistics.median(taken.processor - base.processor for base, taken in pairs) / args.lines * 1e6
            rows.append(f"| {name} | {ratio:.2f} | {more:.0f} | {wall:.2f} | {start:.1f} |")
        rate, length = args.lines / statistics.median(bases), sum(map(len, texts)) / len(texts)
        print(f"plain identify_many: {rate:,.0f} lines a second of one core ({length:.0f} characters a line)\n")
        print(
            "| one core | processor time ÷ plain | µs a line more | elapsed ÷ plain | start, s |\n|:--|--:|--:|--:|--:|"
        )
        print("\n".join(rows))
        print("\n| lines a batch | words | most memory, MB |\n|--:|:--|--:|")
        for size in (1_000, 10_000):
            for words in ("no", "words"):
                print(f"| {size:,} | {words} | {memory(work / 'whole', size, words):.0f} |")


if __name__ == "__main__":
    main()
