"""What `mixlid tune` refuses: options and data that could only make a model worse."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from mixlid.errors import InputError, SettingsError
from mixlid_lab.evaluation.datasets import Dataset

#: With fewer code-switched sentences than this, a newly fitted decision is worse than that of the model that ships.
FEWEST_MIXED = 500


def check_options(args: argparse.Namespace) -> None:
    for folder in args.data:
        if not args.force and "test" in folder.resolve().parts:
            raise SettingsError(f"{folder} looks like test data, which tuning would spoil; --force tunes anyway")
    for name, value in (("--mono-share", args.mono_share), ("--jobs", args.jobs)):
        if value < 1:
            raise SettingsError(f"{name} must be at least 1, not {value}")
    if args.plot and args.plot.suffix != ".svg":
        raise SettingsError(f"the name of the plot must end in .svg, not be {args.plot}")


def check_size(datasets: Sequence[Dataset]) -> None:
    """`InputError` if a decision fitted on these would be worse than the model's own."""
    mixed = sum(sample.is_mixed for one in datasets for sample in one.samples)
    if mixed < FEWEST_MIXED:
        raise InputError(too_few(f"{mixed:,} code-switched sentences (at least {FEWEST_MIXED:,} are needed)"))


def too_few(what: str) -> str:
    return (
        f"{what} are too few to fit a decision that is better than the model's own; `mixlid adapt --labelled FILE` "
        "learns from as few as ten sentences and keeps it (--keep-presets only fits confidence, --force tunes anyway)"
    )


def check_kinds(given: Sequence[Dataset], judged: Sequence[Dataset]) -> None:
    """`InputError` if nothing is left to judge one kind of text by."""
    for is_mixed, kind in ((True, "code-switched"), (False, "monolingual")):
        if not any(one.counts and one.is_mixed is is_mixed for one in judged):
            with_some = [one.name for one in given if any(sample.is_mixed is is_mixed for sample in one.samples)]
            raise InputError(
                f"no data set with {kind} sentences counts ({', '.join(with_some)}), because they are silver or called "
                f"extra-…; add {kind} sentences that people have labelled"
            )
