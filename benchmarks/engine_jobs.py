"""What `engines.py` has engines and data frames do: read a folder of parquet files, identify, and write another.

Each function here makes a job. A job is told whether to use mixlid or columns that always say the same. It returns a
function that gives the languages of every text, or None if these are in the folder that it has written. Frames are read
before: what reading costs is not mixlid's.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
from pyarrow import parquet

import mixlid
from mixlid import Result
from mixlid.adapters import arrow, columns

#: From a folder to a folder, with mixlid or without.
Job = Callable[[str, str, bool], Callable[[], list[Any]] | None]


class Prepared(NamedTuple):
    """An engine that has started."""

    job: Job
    stop: Callable[[], Any] = lambda: None
    #: What the job says of a text, as a result has it.
    plain: Callable[[Result], Any] = lambda result: list(result.languages)


#: What a text gets without mixlid.
SAME: dict[str, Any] = dict(
    zip(columns.names(), (["eng_Latn"], "eng", "Latn", 0.5, 0.5, False, {"eng_Latn": 1.0}), strict=True)
)


def same(data: Any) -> Any:
    """A table or batch with these columns for every text."""
    for field in columns.schema():
        data = data.append_column(field, pa.array([SAME[field.name]] * data.num_rows, field.type))
    return data


def same_batches(batches: Iterator[Any]) -> Iterator[Any]:
    return map(same, batches)


def same_array(texts: Any) -> Any:
    """A struct of these columns for every text."""
    return pa.array([SAME] * len(texts), pa.struct(columns.schema()))


def languages(structs: Any) -> list[Any]:
    """From structs of our columns, as an Arrow array in one piece or in chunks."""
    return [found and found["languages"] for found in structs.to_pylist()]


def read(source: str) -> pa.Table:
    return pa.concat_tables(parquet.ParquetFile(path).read() for path in sorted(Path(source).glob("*.parquet")))


def read_languages(target: str) -> list[Any]:
    """From the folder that a job has written, in the order of the texts."""
    table = pa.concat_tables(parquet.ParquetFile(path).read() for path in sorted(Path(target).rglob("*.parquet")))
    rows: list[dict[str, Any]] = sorted(table.to_pylist(), key=lambda row: row["id"])
    return [row["languages"] for row in rows]


def with_arrow(words: bool) -> Prepared:
    """File by file in this process."""
    lid = mixlid.load()

    def job(source: str, target: str, with_mixlid: bool) -> None:
        Path(target).mkdir()
        for path in sorted(Path(source).glob("*.parquet")):
            table = parquet.ParquetFile(path).read()
            made = arrow.identify(table, "text", lid, words=words) if with_mixlid else same(table)
            parquet.write_table(made, Path(target) / path.name)

    return Prepared(job)


def with_frames(engine: str) -> Prepared:
    """A data frame from memory to memory."""
    identify, package = import_module(f"mixlid.adapters.{engine}").identify, import_module(engine)
    lid, frames = mixlid.load(), dict[str, Any]()

    def job(source: str, target: str, with_mixlid: bool) -> Any:  # noqa: ARG001
        if source not in frames:
            frames[source] = package.concat([package.read_parquet(path) for path in Path(source).glob("*.parquet")])
        if not with_mixlid:
            return None
        made = identify(frames[source], "text", lid)
        return lambda: [None if found is None else list(found) for found in made["languages"]]

    return Prepared(job)


def with_polars_expression() -> Prepared:
    import polars

    from mixlid.adapters.polars import register

    register()
    lid, frames = mixlid.load(), dict[str, Any]()

    def job(source: str, target: str, with_mixlid: bool) -> Any:  # noqa: ARG001
        if source not in frames:
            frames[source] = polars.from_arrow(read(source)).lazy()
        if not with_mixlid:
            return None
        found = polars.col("text").mixlid.identify(lid).struct.field("languages")
        made = frames[source].select(found).collect(engine="streaming")
        return lambda: made["languages"].to_list()

    return Prepared(job)


def with_duckdb() -> Prepared:
    import duckdb

    from mixlid.adapters.duckdb import register

    con = duckdb.connect(config={"threads": 1})
    register(con)
    (kind,) = con.from_arrow(pa.table({"same": same_array([])})).types
    con.create_function("same", same_array, ["VARCHAR"], kind, type="arrow", null_handling="special")

    def job(source: str, target: str, with_mixlid: bool) -> None:
        Path(target).mkdir()
        name = "mixlid" if with_mixlid else "same"
        query = f"SELECT id, text, {name}(text) AS found FROM '{source}/*.parquet'"
        con.execute(f"COPY (SELECT id, text, found.* FROM ({query})) TO '{target}/0.parquet'")

    return Prepared(job)


def with_daft() -> Prepared:
    import daft

    structs = daft.DataType.from_arrow_type(pa.struct(columns.schema()))
    lid = mixlid.load()

    @daft.func.batch(return_dtype=structs)  # type: ignore[untyped-decorator]
    def identified(texts: daft.Series) -> Any:
        return arrow.identify_array(texts.to_arrow(), lid)

    @daft.func.batch(return_dtype=structs)  # type: ignore[untyped-decorator]
    def alike(texts: daft.Series) -> Any:
        return same_array(texts)

    def job(source: str, target: str, with_mixlid: bool) -> Any:  # noqa: ARG001
        lines = daft.read_parquet(f"{source}/*.parquet")
        made = lines.select((identified if with_mixlid else alike)(lines["text"]).alias("found")).to_arrow()
        return lambda: languages(made["found"])

    return Prepared(job)


def with_datafusion() -> Prepared:
    from datafusion import SessionConfig, SessionContext, udf

    context, structs, lid = (
        SessionContext(SessionConfig().with_target_partitions(1)),
        pa.struct(columns.schema()),
        mixlid.load(),
    )
    for name, function in {"mixlid": lambda texts: arrow.identify_array(texts, lid), "same": same_array}.items():
        context.register_udf(udf(function, [pa.string()], structs, "immutable", name=name))

    def job(source: str, target: str, with_mixlid: bool) -> Any:  # noqa: ARG001
        lines = context.read_parquet(source)
        context.register_view("lines", lines)
        made = context.sql(f"SELECT {'mixlid' if with_mixlid else 'same'}(text) AS found FROM lines").to_arrow_table()
        context.deregister_table("lines")
        return lambda: languages(made["found"])

    return Prepared(job)


def with_dask() -> Prepared:
    import dask.dataframe
    import pandas

    from mixlid.adapters.pandas import identify

    frames = dict[str, Any]()

    def job(source: str, target: str, with_mixlid: bool) -> Any:  # noqa: ARG001
        if source not in frames:
            frames[source] = dask.dataframe.from_pandas(pandas.DataFrame(read(source).to_pandas()), npartitions=1)
        lines = frames[source]
        work = lines.map_partitions(identify, "text", meta=identify(lines._meta)) if with_mixlid else lines
        made = work.compute(scheduler="synchronous")
        return lambda: [None if found is None else list(found) for found in made["languages"]]

    return Prepared(job)


def with_command() -> Prepared:
    def job(source: str, target: str, with_mixlid: bool) -> None:
        files = sorted(map(str, Path(source).glob("*.parquet")))
        Path(target).mkdir()
        if with_mixlid:
            command = [sys.executable, "-m", "mixlid", "identify", "-q", *files, "-o", f"{target}/0.parquet"]
            subprocess.run(command, check=True)

    return Prepared(job)


def let_workers_import_this() -> None:
    """Spark's and Ray's processes get functions of this module by name."""
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])


def with_spark() -> Prepared:
    from pyspark.sql import SparkSession

    from mixlid.adapters.spark import identify

    if not shutil.which("java"):
        raise ImportError("no Java")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    let_workers_import_this()
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()

    def job(source: str, target: str, with_mixlid: bool) -> None:
        data = spark.read.parquet(source)
        labelled = identify(data, "text")
        (labelled if with_mixlid else data.mapInArrow(same_batches, labelled.schema)).write.parquet(target)

    return Prepared(job, spark.stop)


def with_ray() -> Prepared:
    import ray.data

    from mixlid.adapters.ray import identify

    let_workers_import_this()
    # One core for the actor, another for reading and writing, without which nothing moves.
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    ray.data.DataContext.get_current().enable_progress_bars = False

    def job(source: str, target: str, with_mixlid: bool) -> None:
        data = ray.data.read_parquet(source)
        labelled = identify(data, actors=1) if with_mixlid else data.map_batches(same, batch_format="pyarrow")
        labelled.write_parquet(target)

    return Prepared(job, ray.shutdown)


def with_datatrove() -> Prepared:
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

    return Prepared(job)
