"""What an engine costs on top of mixlid: `make bench-engines`. One core each, all in one run, so that ratios hold.

Plain is `identify_many` over a list in memory. An engine reads a folder of parquet files, identifies and writes another
after a first small job that pays for its start and for the model. Lines are words of demo/sentences.txt, shuffled, 4 to
20 a line. Ratios are medians over rounds in which all engines take their turn. Engines that are missing are left out.
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
from typing import Any

import pyarrow as pa
from pyarrow import parquet

import mixlid
from mixlid.adapters import arrow, columns

#: From a folder to a folder.
Job = Callable[[str, str], Any]

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


def with_arrow(words: bool) -> Job:
    lid = mixlid.load()

    def job(source: str, target: str) -> None:
        Path(target).mkdir()
        for path in sorted(Path(source).glob("*.parquet")):
            table = arrow.identify(parquet.ParquetFile(path).read(), "text", lid, words=words)
            parquet.write_table(table, Path(target) / path.name)

    return job


def with_spark() -> Job:
    from pyspark.sql import SparkSession

    from mixlid.adapters.spark import identify

    if not shutil.which("java"):
        raise ImportError("no Java")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
    return lambda source, target: identify(spark.read.parquet(source), "text").write.parquet(target)


def with_ray() -> Job:
    import ray.data

    from mixlid.adapters.ray import identify

    # One core for the actor, another for reading and writing, which wait for each other anyway.
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    ray.data.DataContext.get_current().enable_progress_bars = False
    return lambda source, target: identify(ray.data.read_parquet(source), actors=1).write_parquet(target)


def with_datatrove() -> Job:
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

    return job


ENGINES: dict[str, Callable[[], Job]] = {
    "Arrow, no engine": lambda: with_arrow(words=False),
    "Arrow, with words": lambda: with_arrow(words=True),
    "datatrove": with_datatrove,
    "Spark": with_spark,
    "Ray Data": with_ray,
}


def seconds(action: Callable[[], Any]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def plain(texts: list[str]) -> None:
    for _ in mixlid.load().identify_many(texts):
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", "--lines", type=int, default=20_000)
    parser.add_argument("-r", "--rounds", type=int, default=3)
    args = parser.parse_args()
    texts = lines(args.lines)
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        whole, small = write(work / "whole", texts), write(work / "small", texts[:100])
        jobs: dict[str, Job] = {}
        starts: dict[str, float] = {}
        for name, make in ENGINES.items():
            try:
                start = time.perf_counter()
                jobs[name] = make()
            except ImportError as error:
                print(f"{name}: left out ({error})", file=sys.stderr)
                continue
            jobs[name](small, str(work / f"small {name}"))
            starts[name] = time.perf_counter() - start
        bases: list[float] = []
        taken: dict[str, list[float]] = {name: [] for name in jobs}
        for number in range(args.rounds):
            bases.append(seconds(lambda: plain(texts)))
            for name, job in jobs.items():
                target = str(work / f"{name} {number}")
                taken[name].append(seconds(lambda job=job, target=target: job(whole, target)))  # type: ignore[misc]
        rate = args.lines / statistics.median(bases)
        length = sum(map(len, texts)) / len(texts)
        print(f"plain identify_many: {rate:,.0f} lines a second and core ({length:.0f} characters a line)\n")
        print("| one core | ÷ plain | µs a line more | start, s |\n|:--|--:|--:|--:|")
        for name, times in taken.items():
            ratio = statistics.median(time / base for time, base in zip(times, bases, strict=True))
            more = statistics.median(time - base for time, base in zip(times, bases, strict=True)) / args.lines * 1e6
            print(f"| {name} | {ratio:.2f} | {more:.0f} | {starts[name]:.1f} |")
        print("\n| lines a batch | words | most memory, MB |\n|--:|:--|--:|")
        for size in (1_000, 10_000):
            for words in ("no words", "words"):
                argv = [sys.executable, "-c", MEMORY, whole, str(size), words]
                out = subprocess.run(argv, capture_output=True, text=True, check=True).stdout
                print(f"| {size:,} | {words} | {float(out):.0f} |")


if __name__ == "__main__":
    main()
