"""`mixlid identify`: adds languages to records, one out for each one in, in order."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixlid._files import resolved
from mixlid.cli.commands import count_jobs, note
from mixlid.cli.identify_checks import check_files, check_options, plan_of
from mixlid.cli.identify_options import (
    COMPARED_BY_MEANING,
    HARMLESS,
    add_arguments,
    configuration_of,
    read_options,
)
from mixlid.errors import InputError, SettingsError

if TYPE_CHECKING:
    from mixlid.configuration import Configuration
    from mixlid.identifier import Identifier
    from mixlid.io.bulk.checkpoint import CheckpointFile
    from mixlid.io.bulk.chunk_worker import ChunkWorker
    from mixlid.io.bulk.plan import Plan
    from mixlid.prior import Prior
    from mixlid.results.fields import Output

HELP = "find the languages of texts, and of their words"

__all__ = ["add_arguments", "end_of_help", "run"]


def end_of_help() -> str:
    from mixlid.cli import identify_help

    return identify_help.end_of_help()


def run(args: argparse.Namespace) -> None:
    from mixlid.cli.progress import Progress
    from mixlid.io.bulk.run import Job
    from mixlid.io.bulk.run import run as run_job
    from mixlid.io.bulk.summary import figure_lines, figures

    if args.quiet:
        import logging  # slow to import

        logging.getLogger("mixlid").setLevel(logging.ERROR)
    plan = plan_of(args)
    check_options(args, plan)
    for text in plan.notes:
        note(args, text)
    config = configuration_of(args)
    identifier = config.identifier()
    if args.adapt:
        config = replace(config, prior=_learnt(args, plan, identifier))
        identifier = identifier.with_prior(config.prior)
    on_screen = plan.tasks[0].output == "-" and sys.stdout is not None and sys.stdout.isatty()
    worker, jobs = _worker(args, plan, config, identifier, on_screen)
    if any(source.name == "-" for source in plan.sources) and sys.stdin is not None and sys.stdin.isatty():
        note(args, 'reading from the terminal, one sentence per line, until Ctrl-D; or give a FILE, or -t "a sentence"')
    checkpoint = _checkpoint(args, plan, config, identifier)
    start = checkpoint.load(args.on_error) if checkpoint is not None and args.resume else None
    if args.resume and start is None:
        if checkpoint is not None and not args.force and plan.is_done:
            checkpoint.remove_stale_lock()
            names = ", ".join(task.output for task in plan.tasks[:3]) + (", …" if len(plan.tasks) > 3 else "")
            note(args, f"nothing to do: {names} is complete and newer than the input (--force starts over)")
            return
        check_files(args, plan)
    if checkpoint is not None and args.resume != checkpoint.exists:
        note(args, "there is no run to resume; starting at the beginning" if args.resume
             else "an earlier run was interrupted; starting over (--resume would continue it)")  # fmt: skip
    bulk = plan.from_files and plan.to_files
    quiet = args.quiet or on_screen or not (bulk or sys.stderr.isatty())
    before = int(start.summary["records"]) if start is not None else 0
    in_threads = worker.prefers_threads({source.file_type.format for source in plan.sources}, jobs)
    if jobs > 1 and not in_threads:
        from mixlid._processes import start_server  # slow to import

        start_server()
    began = time.monotonic()
    try:
        with Progress("records", already=before, loads=True, quiet=quiet) as progress:

            def note_beside(text: str) -> None:
                progress.make_room()
                note(args, text)

            job = Job(
                plan=plan,
                worker=worker,
                read=read_options(args),
                modes=("line", "line") if on_screen else ("full", "full" if plan.to_files else "available"),
                jobs=jobs,
                checkpoint=checkpoint,
                start=start,
                progress=progress,
                note=note_beside,
                in_threads=in_threads,
                on_screen=on_screen,
            )
            summary = run_job(job)
    except BaseException as error:  # raised later, when the progress line has ended and cannot be broken
        _say_how_to_continue(args, plan, checkpoint, error)
        raise
    values = figures(summary, time.monotonic() - began, progress.rate)
    if not quiet or summary.filtered or summary.bad:
        for line in figure_lines(values) if bulk or args.summary else figure_lines(values)[:2]:
            note(args, line)
    if args.summary is not None:
        values["made_by"] = _made(args, config, identifier)
        with args.outputs.open(args.summary) as stream:
            stream.write(json.dumps(values, ensure_ascii=False, indent=2).encode() + b"\n")


def _learnt(args: argparse.Namespace, plan: Plan, identifier: Identifier) -> Prior:
    """A prior learnt from the texts themselves."""
    from mixlid.cli.adapt import found
    from mixlid.io.bulk.inputs import texts_of
    from mixlid.prior import Prior

    texts = texts_of(plan, read_options(args), args.on_error)
    first = next(texts, None)  # an empty file has an empty output
    adapted = identifier.with_prior(Prior(texts=0)) if first is None else identifier.adapt(chain([first], texts))
    for line in found(adapted):
        note(args, line)
    assert adapted.prior is not None
    return adapted.prior


def _worker(
    args: argparse.Namespace, plan: Plan, config: Configuration, identifier: Identifier, on_screen: bool
) -> tuple[ChunkWorker, int]:
    """The function that works on a chunk, and the number of processes."""
    from mixlid.cli.run_options import parse_runs, parse_voices
    from mixlid.io import formats
    from mixlid.io.bulk.chunk_worker import ChunkWorker
    from mixlid.io.bulk.filters import parse_filter
    from mixlid.io.formats import added_fields
    from mixlid.io.formats.records import WriteOptions

    if args.min_confidence is not None and identifier.calibration is None:
        raise SettingsError(
            "--min-confidence: this model was never calibrated with these settings, so nothing would pass"
        )
    # The model's file is read for it, so only if it is written.
    is_written = any(formats.get(one).has_metadata for one in plan.formats)
    made = _made(args, config, identifier) if is_written else None
    view, near = None, identifier.alternatives if args.alternatives else None
    if any("colours" in formats.get(one).shows for one in plan.formats):
        from mixlid.cli.text_view import TextView, wants_colour

        colour = wants_colour(args.color, on_screen, os.environ if plan.tasks[0].output == "-" else {})
        view = TextView(
            identifier,
            people=on_screen,
            colour=colour,
            words=args.words,
            explain=args.explain,
            alternatives=args.alternatives,
        )
    output: Output = "sentences" if args.sentences else "document" if args.unit == "document" else "line"
    options = WriteOptions(
        args.words,
        args.on_error == "keep",
        output,
        view,
        near,
        None if args.runs is None else parse_runs(args.runs),
        None if args.voices is None else parse_voices(args.voices, identifier.labels),
        args.prefix,
        args.excel,
        args.full_labels,
        made,
    )
    reserved = {one: added_fields.added_names(formats.get(one), options) for one in plan.formats}
    # A language gets its colour on first appearance, which would differ between processes.
    jobs = 1 if view is not None and view.colour else count_jobs(args.jobs)
    worker = ChunkWorker(
        identifier,
        {format: formats.writer(format, options) for format in plan.formats},
        parse_filter(args.only, args.min_confidence, identifier.labels),
        args.on_error,
        output,
        {} if args.force else reserved,
        args.refuse_nulls,
    )
    return worker, jobs


def _checkpoint(
    args: argparse.Namespace, plan: Plan, config: Configuration, identifier: Identifier
) -> CheckpointFile | None:
    """The checkpoint file of a run; None for runs that cannot be resumed."""
    from mixlid import __version__
    from mixlid.io.bulk.checkpoint import CheckpointFile, file_versions
    from mixlid.models.catalogue import model_name

    if not (plan.from_files and plan.to_files):
        return None
    inputs = file_versions([source.name for source in plan.sources])
    outputs = [str(resolved(name)) for name in plan.outputs]
    if set(inputs) & set(outputs):
        return None  # the output replaces the input
    info = identifier.model.info()
    model = {
        "labels": identifier.labels,
        "name": model_name(identifier.model, config.model),
        "bytes": info.get("bytes"),
    }
    if info.get("path") is not None:
        model |= {"file": file_versions([info["path"]])}
    options = {name: value for name, value in vars(args).items() if name not in HARMLESS | COMPARED_BY_MEANING}
    options |= _description(args, config, identifier)
    options["prior"] = None if config.prior is None else config.prior.to_dict()
    options["file types"] = [task.file_type for task in plan.tasks]
    options["error column"] = args.on_error == "keep" and plan.has_columns
    made_of = {"mixlid": __version__, "inputs": inputs, "outputs": outputs, "model": model, "options": options}
    path = Path(outputs[0])
    place = resolved(plan.folder) / ".mixlid.checkpoint" if plan.folder else path.with_name(f".{path.name}.checkpoint")
    if place.is_symlink():
        raise SettingsError(f"{place} is a link, and a checkpoint never is; remove it")
    return CheckpointFile(place, made_of)


def _say_how_to_continue(
    args: argparse.Namespace, plan: Plan, checkpoint: CheckpointFile | None, error: BaseException
) -> None:
    if checkpoint is None or not checkpoint.exists:
        return
    way = "--resume"
    if isinstance(error, InputError) and args.on_error == "fail":
        way = f"--resume and --on-error skip{'' if plan.has_columns else ' (or keep)'}"
    note(args, f"interrupted; finished work is kept, and the same command with {way} continues from there")


def _made(args: argparse.Namespace, config: Configuration, identifier: Identifier) -> dict[str, Any]:
    """The model and the configuration that made the answers."""
    from mixlid.io.provenance import made_by

    return {**made_by(identifier, config.model), "config": _description(args, config, identifier)}


def _description(args: argparse.Namespace, config: Configuration, identifier: Identifier) -> dict[str, Any]:
    """The options that matter, so that a file records how it was made."""
    said: dict[str, Any] = {"preset": config.preset, "solver": config.solver}
    if config.settings:
        said["settings"] = config.settings
    if config.languages is not None:
        said["languages"] = identifier.labels
    if config.prior is not None:
        said["prior"] = args.prior or "learnt from the input"
    if args.unit is not None or args.sentences:
        said["unit"] = args.unit or "document"
    return said
