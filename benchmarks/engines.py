"""The cost of adapters and engines compared with plain columns: `make bench-engines`. One core each, all in one run.

Plain is `identify_columns` on a list in memory. Each engine reads a folder of Parquet files, identifies and writes
another. It does the same with constant columns instead of mixlid: that is the engine alone, and the difference is
mixlid's part. Times are processor time of all processes, including Spark's Java, minus the time for one line, which is
that of starting workers and loading the model; a first round does not count. Ratios are medians over rounds, in each of
which plain and the engine run one after the other. Ray's start varies by more than a few hundred thousand lines take;
give it more (`--times 10`). Missing engines are left out. Needs Linux.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import pyarrow as pa
from pyarrow import parquet

import mixlid
from mixlid.adapters import arrow, columns
from text import lines

#: From a folder to a folder, with mixlid or with constant columns.
Job = Callable[[str, str, bool], Any]
Stop = Callable[[], Any]

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


def write(folder: Path, texts: list[str], files: int = 2) -> str:
    folder.mkdir()
    for part in range(files):
        few = texts[part::files]
        table = pa.table({"id": [f"{part}-{number}" for number in range(len(few))], "text": few})
        parquet.write_table(table, folder / f"{part}.parquet")
    return str(folder)


#: The constant columns.
SAME: dict[str, Any] = dict(
    zip(columns.names(), (["eng_Latn"], "eng", "Latn", 0.5, 0.5, False, {"eng_Latn": 1.0}), strict=True)
)


def same(data: Any) -> Any:
    """A table or batch with the constant columns."""
    for field in columns.schema():
        data = data.append_column(field, pa.array([SAME[field.name]] * data.num_rows, field.type))
    return data


def same_batches(batches: Iterator[Any]) -> Iterator[Any]:
    return map(same, batches)


def by_files(identify: Callable[[pa.Table], pa.Table]) -> tuple[Job, Stop]:
    """File by file in this process."""

    def job(source: str, target: str, with_mixlid: bool) -> None:
        Path(target).mkdir()
        for path in sorted(Path(source).glob("*.parquet")):
            table = parquet.ParquetFile(path).read()
            parquet.write_table(identify(table) if with_mixlid else same(table), Path(target) / path.name)

    return job, lambda: None


def with_arrow(words: bool) -> tuple[Job, Stop]:
    lid = mixlid.load()
    return by_files(lambda table: arrow.identify(table, "text", lid, words=words))


def with_frames(engine: str) -> tuple[Job, Stop]:
    """A data frame from memory to memory: reading and writing it is not mixlid's cost."""
    identify, package = import_module(f"mixlid.adapters.{engine}").identify, import_module(engine)
    lid, frames = mixlid.load(), dict[str, Any]()

    def job(source: str, target: str, with_mixlid: bool) -> None:  # noqa: ARG001
        if source not in frames:
            frames[source] = package.concat([package.read_parquet(path) for path in Path(source).glob("*.parquet")])
        if with_mixlid:
            identify(frames[source], "text", lid)

    return job, lambda: None


def with_command() -> tuple[Job, Stop]:
    def job(source: str, target: str, with_mixlid: bool) -> None:
        files = list(map(str, Path(source).glob("*.parquet")))
        command = [sys.executable, "-m", "mixlid", "identify", "-q", *files, "-o", f"{target}.parquet"]
        if with_mixlid:
            subprocess.run(command, check=True)

    return job, lambda: None


def with_spark() -> tuple[Job, Stop]:
    from pyspark.sql import SparkSession

    from mixlid.adapters.spark import identify

    if not shutil.which("java"):
        raise ImportError("no Java")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()

    def job(source: str, target: str, with_mixlid: bool) -> None:
        data = spark.read.parquet(source)
        labelled = identify(data, "text")
        (labelled if with_mixlid else data.mapInArrow(same_batches, labelled.schema)).write.parquet(target)

    return job, spark.stop


def with_ray() -> tuple[Job, Stop]:
    import ray.data

    from mixlid.adapters.ray import identify

    # One core for the actor, another for reading and writing, without which nothing moves.
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    ray.data.DataContext.get_current().enable_progress_bars = False

    def job(source: str, target: str, with_mixlid: bool) -> None:
        data = ray.data.read_parquet(source)
        labelled = identify(data, actors=1) if with_mixlid else data.map_batches(same, batch_format="pyarrow")
        labelled.write_parquet(target)

    return job, ray.shutdown


def with_datatrove() -> tuple[Job, Stop]:
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.base import PipelineStep
    from datatrove.pipeline.readers import ParquetReader
    from datatrove.pipeline.writers import ParquetWriter
    from loguru import logger

    from mixlid.adapters.datatrove import MixlidAnnotator

    class Same(PipelineStep):  # type: ignore[misc]
        name, type = "same", "same"

        def run(self, data: Any, rank: int = 0, world_size: int = 1) -> Iterator[Any]:  # noqa: ARG002
            for doc in data:
                doc.metadata.update(SAME)
                self.stat_update("total", "forwarded")
                self.update_doc_stats(doc)
                yield doc

    logger.remove()
    schema = pa.schema([("text", pa.string()), ("id", pa.string()), *columns.schema()])

    def job(source: str, target: str, with_mixlid: bool) -> None:
        writer = ParquetWriter(target, expand_metadata=True, schema=schema)
        steps = [ParquetReader(source), MixlidAnnotator() if with_mixlid else Same(), writer]
        LocalPipelineExecutor(steps, tasks=1, workers=1, logging_dir=f"{target}-logs").run()

    return job, lambda: None


ENGINES: dict[str, Callable[[], tuple[Job, Stop]]] = {
    "Arrow, no engine": lambda: with_arrow(words=False),
    "Arrow, with words": lambda: with_arrow(words=True),
    "Polars": lambda: with_frames("polars"),
    "pandas": lambda: with_frames("pandas"),
    "mixlid identify, parquet": with_command,
    "datatrove": with_datatrove,
    "Spark": with_spark,
    "Ray Data": with_ray,
}


def cost(action: Callable[[], Any]) -> float:
    """Processor seconds. It polls, since a process that has ended may leave no trace of its usage."""
    before, seen, ended = used_by_process(), {}, Event()

    def watch() -> None:
        while not ended.wait(0.25):
            seen.update(used_by_process())

    watcher = Thread(target=watch)
    watcher.start()
    try:
        action()
    finally:
        ended.set()
        watcher.join()
    seen.update(used_by_process())
    return sum(used - before.get(process, 0.0) for process, used in seen.items())


def used_by_process() -> dict[int, float]:
    """The processor seconds of this process and of all its descendants."""
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


class Round(NamedTuple):
    """Processor seconds of one round."""

    plain: float
    #: The engine with mixlid, and alone.
    total: float
    alone: float


def measure(name: str, texts: list[str], work: Path, rounds: int) -> tuple[float, list[Round]]:
    """The clock seconds of an engine's start, and the cost of its rounds."""
    start = time.perf_counter()
    job, stop = ENGINES[name]()

    def taken(source: str, with_mixlid: bool) -> float:
        target = tempfile.mkdtemp(dir=work)
        return cost(lambda: job(str(work / source), f"{target}/out", with_mixlid))

    taken("one", with_mixlid=True)
    started = time.perf_counter() - start
    for how in (True, False):
        taken("all", how)  # so that Java has compiled its code
    lid, found = mixlid.load(), []
    for _ in range(rounds):
        plain = max(cost(lambda: lid.identify_columns(texts)), 1e-9)  # few texts may take no measurable time
        total, alone = (taken("all", how) - taken("one", how) for how in (True, False))
        found.append(Round(plain, total, alone))
    stop()
    return started, found


def memory(source: Path, size: int, words: str) -> float:
    argv = [sys.executable, "-c", MEMORY, str(source), str(size), words]
    return float(subprocess.run(argv, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, help="a file of lines (default: made-up ones)")
    parser.add_argument("-n", "--lines", type=int, default=60_000)
    parser.add_argument("--times", type=int, default=1, help="how often each line comes (default 1)")
    parser.add_argument("-r", "--rounds", type=int, default=3)
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=list(ENGINES))
    args = parser.parse_args()
    if args.text is None:
        texts = [line.text for line in lines(args.lines, 80)]
    else:
        texts = args.text.read_text(encoding="utf-8").splitlines()[: args.lines]
    texts *= args.times
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        write(work / "all", texts)
        write(work / "one", texts[:1], files=1)
        rows, bases = [], []
        for name in args.engines:
            try:
                start, rounds = measure(name, texts, work, args.rounds)
            except ImportError as error:
                print(f"{name}: left out ({error})", file=sys.stderr)
                continue
            bases += [one.plain for one in rounds]
            ratio = statistics.median((one.total - one.alone) / one.plain for one in rounds)
            times = [statistics.median(one) / len(texts) * 1e6 for one in zip(*rounds, strict=True)]
            rows.append(f"| {name} | {ratio:.2f} | {times[1] - times[2]:.0f} | {times[2]:.0f} | {start:.1f} |")
        mean, length = statistics.median(bases) / len(texts), sum(map(len, texts)) / len(texts)
        print(f"plain identify_columns: {mean * 1e6:.1f} µs a line ({length:.0f} characters)\n")
        print("| one core | mixlid's part ÷ plain | mixlid's part, µs a line | engine alone, µs | start, s |")
        print("|:--|--:|--:|--:|--:|")
        print("\n".join(rows))
        print("\n| lines a batch | words | most memory, MB |\n|--:|:--|--:|")
        for size in (1_000, 10_000):
            for words in ("no", "words"):
                print(f"| {size:,} | {words} | {memory(work / 'all', size, words):.0f} |")


if __name__ == "__main__":
    main()
