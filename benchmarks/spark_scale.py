"""Spark on many rows, in its local mode: how many a second, in how much memory, and what that makes on a cluster.

    python benchmarks/spark_scale.py --minutes 5 --text LINES

The input is a folder of parquet files, all links to the same one: the rate does not depend on what is in them. Two
small jobs warm Java up and find the rate. Then one job takes as many files as fit into the minutes given, and another
one a quarter of these: if memory does not grow with the rows, both have the same peak. The rows that were written are
counted, and the mixed ones, of which there must be as many as `identify_columns` finds. Memory is what the processes
have, seen twice a second; pages that they share count in each of them. Needs Linux, and Java for Spark.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import pyarrow as pa
from pyarrow import parquet

import mixlid
from mixlid.adapters.spark import identify
from processor_time import cost, memory_by_process
from text import lines

#: The cores of the arithmetic, and the rows.
CLUSTER, BILLION = 1000, 1e9


class Memory(NamedTuple):
    """The largest sizes seen, in MB: of all processes together, of Java, and of one Python worker."""

    total: float = 0.0
    java: float = 0.0
    worker: float = 0.0

    def with_another_look(self) -> Memory:
        sizes = memory_by_process()
        del sizes[os.getpid()]
        java, workers = [0.0], [0.0]
        for process, size in sizes.items():
            with suppress(OSError):  # has ended since
                (java if Path(f"/proc/{process}/comm").read_text() == "java\n" else workers).append(size)
        seen = sum(sizes.values()), max(java), max(workers)
        return Memory(*map(max, zip(self, seen, strict=True)))


class Done(NamedTuple):
    rows: int
    seconds: float
    processor: float
    memory: Memory


def link_files(file: Path, folder: Path, count: int) -> str:
    folder.mkdir()
    for number in range(count):
        os.link(file, folder / f"{number:06}.parquet")
    return str(folder)


def run(spark: Any, source: str, target: str, rows: int, mixed: int) -> Done:
    """Label the rows of a folder, and check what was written."""
    memory, ended = Memory(), Event()

    def watch() -> None:
        nonlocal memory
        while not ended.wait(0.5):
            memory = memory.with_another_look()

    watcher = Thread(target=watch)
    watcher.start()
    start = time.perf_counter()
    try:
        used = cost(lambda: identify(spark.read.parquet(source), "text").write.parquet(target))
    finally:
        ended.set()
        watcher.join()
    seconds = time.perf_counter() - start
    written = spark.read.parquet(target)
    found = written.count(), written.where("is_mixed").count()
    assert found == (rows, mixed), f"{found} rows and mixed ones were written, and there are {rows, mixed}"
    return Done(rows, seconds, used, memory)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, help="a file of lines (default: made-up ones)")
    parser.add_argument("-n", "--lines", type=int, default=50_000, help="of a file")
    parser.add_argument("--minutes", type=float, default=5.0, help="of the large job")
    parser.add_argument("--cores", type=int, default=2)
    args = parser.parse_args()
    if args.text is None:
        texts = [line.text for line in lines(args.lines, 80)]
    else:
        texts = args.text.read_text(encoding="utf-8").splitlines()[: args.lines]
    answers = mixlid.load().identify_columns(texts)
    mixed = sum(result.is_mixed for result in answers)
    os.environ["PYSPARK_PYTHON"] = sys.executable

    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(f"local[{args.cores}]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.files.maxPartitionBytes", "4m").config("spark.ui.showConsoleProgress", "false")
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        file = work / "lines.parquet"
        parquet.write_table(pa.table({"id": range(len(texts)), "text": texts}), file)
        spark = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()

        def job(name: str, files: int) -> Done:
            source = link_files(file, work / name, files)
            return run(spark, source, str(work / f"{name}-out"), files * len(texts), files * mixed)

        job("warm", 2 * args.cores)
        first = job("first", 2 * args.cores)
        files = max(4, round(args.minutes * 60 * first.rows / first.seconds / len(texts)))
        print("| rows | seconds | rows a second | processor µs a row | all, MB | Java, MB | a Python worker, MB |")
        print("|--:|--:|--:|--:|--:|--:|--:|", flush=True)
        jobs = [job("all", files), job("quarter", files // 4)]
        for done in jobs:
            each = f"{done.rows / done.seconds:,.0f} | {done.processor / done.rows * 1e6:.1f}"
            print(
                f"| {done.rows:,} | {done.seconds:.0f} | {each} | {' | '.join(f'{one:,.0f}' for one in done.memory)} |"
            )
        spark.stop()
    hours = BILLION * jobs[0].processor / jobs[0].rows / 3600
    print(f"\na billion rows: {hours:.1f} core-hours, {hours * 60 / CLUSTER:.1f} minutes on {CLUSTER:,} cores")


if __name__ == "__main__":
    main()
