"""`mixlid identify`: adds languages to records, one out for each one in, in order."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from mixlid.cli.commands import count_jobs, note
from mixlid.cli.identify_checks import check_options, parse_voices, plan_of
from mixlid.cli.identify_options import add_arguments, configuration_of, read_options
from mixlid.errors import SettingsError
from mixlid.results.runs import RunOptions

if TYPE_CHECKING:
    from mixlid.configuration import Configuration
    from mixlid.identifier import Identifier
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
    from mixlid.io.bulk.run import Job, Run
    from mixlid.io.bulk.summary import figure_lines, figures

    if args.quiet:
        import logging  # slow to import

        logging.getLogger("mixlid").setLevel(logging.ERROR)
    plan = whole = plan_of(args)
    if args.resume:
        plan = _unfinished(args, whole)
        if not plan.tasks:
            return
    check_options(args, plan)
    for text in plan.notes:
        note(args, text)
    config = configuration_of(args)
    identifier = config.identifier()
    if args.adapt:
        config = replace(config, prior=_learnt(args, whole, identifier))
        identifier = identifier.with_prior(config.prior)
    on_screen = plan.tasks[0].output == "-" and sys.stdout is not None and sys.stdout.isatty()
    worker, jobs = _worker(args, plan, identifier, on_screen)
    if any(source.name == "-" for source in plan.sources) and sys.stdin is not None and sys.stdin.isatty():
        note(args, 'reading from the terminal, one sentence per line, until Ctrl-D; or give a FILE, or -t "a sentence"')
    bulk = plan.from_files and plan.to_files
    quiet = args.quiet or on_screen or not (bulk or sys.stderr.isatty())
    formats_read = {source.file_type.format for source in plan.sources}
    in_threads = jobs > 1 and worker.prefers_threads(formats_read, jobs)
    if jobs > 1 and not in_threads:
        from mixlid._processes import start_server  # slow to import

        start_server()
    began = time.monotonic()
    try:
        with Progress("records", quiet=quiet) as progress:

            def note_beside(text: str) -> None:
                progress.clear()
                note(args, text)

            job = Job(
                plan=plan,
                worker=worker,
                read=read_options(args),
                modes=("line", "line") if on_screen else ("full", "full" if plan.to_files else "available"),
                jobs=jobs,
                progress=progress,
                note=note_beside,
                in_threads=in_threads,
                on_screen=on_screen,
            )
            summary = Run(job).execute()
    except BaseException:  # raised later, when the progress line has ended and cannot be broken
        if plan.folder is not None:
            note(args, "interrupted; complete outputs are kept, and the same command with --resume does the rest")
        raise
    says_more = not quiet or summary.filtered or summary.bad
    if says_more or args.summary is not None:
        values = figures(summary, time.monotonic() - began, progress.rate)
    if says_more:
        for line in figure_lines(values) if bulk or args.summary else figure_lines(values)[:2]:
            note(args, line)
    if args.summary is not None:
        values["made_by"] = _made(args, config, identifier)
        with args.outputs.open(args.summary) as stream:
            stream.write(json.dumps(values, ensure_ascii=False, indent=2).encode() + b"\n")


def _unfinished(args: argparse.Namespace, plan: Plan) -> Plan:
    """What an earlier run of the same command has left to do."""
    if not (plan.from_files and plan.to_files):
        raise SettingsError("--resume needs input and output files: it skips inputs whose output is complete")
    left = plan.unfinished
    if len(left.tasks) < len(plan.tasks):
        done = len(plan.tasks) - len(left.tasks)
        nothing = "" if left.tasks else "nothing to do: "
        complete = f"{done:,} of {len(plan.tasks):,} outputs are complete and newer than the input"
        note(args, f"{nothing}{complete} (--force without --resume starts over)")
    return left


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


def _worker(args: argparse.Namespace, plan: Plan, identifier: Identifier, on_screen: bool) -> tuple[ChunkWorker, int]:
    """The function that works on a chunk, and the number of processes."""
    from mixlid.io import formats
    from mixlid.io.bulk.chunk_worker import ChunkWorker
    from mixlid.io.bulk.filters import Filter, parse_filter
    from mixlid.io.formats import added_fields
    from mixlid.io.formats.records import WriteOptions

    if args.min_confidence is not None and identifier.calibration is None:
        raise SettingsError(
            "--min-confidence: this model was never calibrated with these settings, so nothing would pass"
        )
    view = None
    if any("colours" in formats.get(one).shows for one in plan.formats):
        from mixlid.cli.text_view import TextView, wants_colour

        colour = wants_colour(on_screen, os.environ if plan.tasks[0].output == "-" else {})
        view = TextView(identifier, people=on_screen, colour=colour, words=args.words, explain=args.explain)
    output: Output = "sentences" if args.sentences else "document" if args.unit == "document" else "line"
    options = WriteOptions(
        args.words,
        args.on_error == "keep",
        output,
        view,
        None if args.runs is None else RunOptions.parse(args.runs),
        None if args.voices is None else parse_voices(args.voices, identifier.labels),
        args.prefix,
        args.excel,
        args.full_labels,
    )
    reserved = {one: added_fields.added_names(formats.get(one), options) for one in plan.formats}
    # A language gets its colour on first appearance, which would differ between processes.
    jobs = 1 if view is not None and view.colour else count_jobs(args.jobs)
    is_filtered = bool(args.only) or args.min_confidence is not None
    worker = ChunkWorker(
        identifier,
        {format: formats.writer(format, options) for format in plan.formats},
        parse_filter(args.only, args.min_confidence, identifier.labels) if is_filtered else Filter(),
        args.on_error,
        output,
        {} if args.force else reserved,
    )
    return worker, jobs


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
