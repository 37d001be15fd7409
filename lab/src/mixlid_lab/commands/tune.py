"""`mixlid tune`: fit a model's presets on development data and write them into it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from mixlid.cli.commands import add_output
from mixlid.cli.progress import Progress
from mixlid.configuration import with_preset
from mixlid.errors import InputError, SettingsError
from mixlid.identifier import Identifier
from mixlid.models.added import fitted_for
from mixlid.models.decision import Decision
from mixlid.models.from_json import from_json
from mixlid.models.interface import Model
from mixlid.models.loading import load_model, with_place_for_presets
from mixlid.settings import PAPER, preset
from mixlid.text.labels import split
from mixlid_lab.commands.printing import add_data_options, data_options, figure, print_silver, print_table
from mixlid_lab.evaluation.datasets import Dataset, judged_by_kind, labelled_sets, silver_names
from mixlid_lab.tuning import unknown
from mixlid_lab.tuning.calibrate import calibration_sets, fit, only_sentences
from mixlid_lab.tuning.decision import Shares
from mixlid_lab.tuning.default_preset import decision_sets, tune_default
from mixlid_lab.tuning.tuner import OBJECTIVES, ScoredDatasets, Trial, stored_form, tune_presets

HELP = "fit a model's presets on development data"

#: With fewer code-switched sentences than this, a newly fitted decision is worse than that of the model that ships.
FEWEST_MIXED = 500


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("model", metavar="MODEL", help="a .mixlid table, by path or name")
    data = "development data: JSON lines with text and langs (may be repeated)"
    add("--data", required=True, action="append", type=Path, metavar="FOLDER", help=data)
    add("--mono-share", type=int, default=5, metavar="N", help="use every Nth monolingual sentence (default 5)")
    add_data_options(parser)
    unknown_text = "text in languages that the model does not have (code, tab, text), to recognise such"
    add("--unknown", type=Path, metavar="FILE", help=unknown_text)
    start = "a model whose penalties of the paper's presets are taken, and numbers that other commands fit afterwards"
    add("--start", metavar="MODEL", help=start)
    judged = "data sets that the decision is judged on but never fitted on"
    add("--judged-only", metavar="NAME,…", default="", help=judged)
    add("--keep-presets", action="store_true", help="only fit confidence, for the presets as they are")
    add("-j", "--jobs", type=int, default=1, metavar="N", help="processes (default 1)")
    add(
        "--force",
        action="store_true",
        help="replace existing files, and accept data from a folder called test, and few sentences",
    )
    output = "the table with its presets; default: only print them"
    add_output(parser, "-o", "--output", type=Path, metavar="FILE", help=output)
    add("-q", "--quiet", action="store_true", help="no progress on standard error")


def run(args: argparse.Namespace) -> None:
    _check_options(args)
    model = load_model(args.model)
    if args.output:
        with_place_for_presets(model)
    if args.start:
        model = with_place_for_presets(model).with_header(fitted=fitted_for(load_model(args.start)))
    identifier = with_preset(model, "cs")
    given = _sets(args, model)
    paper = judged_by_kind(given)
    _check_kinds(given, paper)
    everything = _sets(args, model, all_languages=True)
    stored_default = model.confidence.get("default", {})
    decision = stored_default.get("decision")
    if decision and not args.keep_presets and not args.force:
        mixed = sum(sample.is_mixed for one in everything for sample in one.samples)
        if mixed < FEWEST_MIXED:
            raise _too_few(f"{mixed:,} code-switched sentences (at least {FEWEST_MIXED:,} are needed)")
    tuned = judged = ScoredDatasets(identifier, paper)
    if args.keep_presets:
        names = dict.fromkeys([*PAPER, *model.presets])
        best = {name: tuned.score(preset(name, model.presets, len(model.labels))) for name in names}
        stored = {name: dict(values) for name, values in model.presets.items()}
    else:
        best, fitted = _fit_presets(args, tuned, everything, had_decision=bool(decision))
        stored = stored_form(best, len(model.labels))
        decision = fitted and fitted.to_dict()
        judged = ScoredDatasets(replace(identifier, decision=fitted), judged.datasets)
    if decision:
        identifier = replace(identifier, decision=from_json(Decision, decision))
    # Confidence is for every language of the model, and gains from more kinds of text, so extra data sets count here.
    curves = _fit_confidence(identifier, best, calibration_sets(everything))
    if "default" in best:
        curve, settings = curves["default"], best["default"].settings
        if decision:
            curve["decision"] = decision
        if args.keep_presets and "familiarity" in stored_default:
            curve["familiarity"] = stored_default["familiarity"]
        if args.unknown:
            curve["familiarity"] = _fit_unknown(replace(identifier, settings=settings), everything, args.unknown)
            stored["default"]["unknown_threshold"] = unknown.UNKNOWN_THRESHOLD
    print("preset     CS    mono   mean   settings")
    figures = {}
    for name, trial in best.items():
        again = judged.score(trial.settings)
        figures[name] = {"CS": round(again.cs, 4), "mono": round(again.mono, 4), "mean": round(again.mean, 4)}
        own = " ".join(f"{key}={json.dumps(value)}" for key, value in stored.get(name, {}).items())
        print(f"{name:8} {again.cs:.4f} {again.mono:.4f} {again.mean:.4f}  {own}")
    print_silver(silver_names(everything))
    if args.output:
        made = with_place_for_presets(model)
        card = {**made.header.card, "scores": figures}
        made.with_header(presets=stored, confidence=curves, card=card).write(args.output)


def _check_options(args: argparse.Namespace) -> None:
    for folder in args.data:
        if not args.force and "test" in folder.resolve().parts:
            raise SettingsError(f"{folder} looks like test data, which tuning would spoil; --force tunes anyway")
    if args.mono_share < 1:
        raise SettingsError(f"--mono-share must be at least 1, not {args.mono_share}")


def _check_kinds(given: Sequence[Dataset], judged: Sequence[Dataset]) -> None:
    """`InputError` if nothing is left to judge one kind of text by."""
    for is_mixed, kind in ((True, "code-switched"), (False, "monolingual")):
        if not any(one.counts and one.is_mixed is is_mixed for one in judged):
            names = ", ".join(one.name for one in given if any(sample.is_mixed is is_mixed for sample in one.samples))
            why = f"counts ({names}: silver, or called extra-…)" if names else "has languages of the model"
            raise InputError(f"no data set with {kind} sentences {why}; add {kind} sentences that people have labelled")


def _too_few(what: str) -> InputError:
    return InputError(
        f"{what} are too few to fit a decision that is better than the model's own; `mixlid adapt --labelled FILE` "
        "learns from as few as ten sentences and keeps it (--keep-presets only fits confidence, --force tunes anyway)"
    )


def _sets(args: argparse.Namespace, model: Model, all_languages: bool = False) -> list[Dataset]:
    """The data sets of all folders; monolingual text is in the languages that count, or in all that the model knows."""
    known = {split(label)[0] for label in model.labels}
    which = data_options(args, known)
    if all_languages:
        which |= {"mono_languages": known, "tell": str}
    return labelled_sets(args.data, known, mono_share=args.mono_share, extra=True, labels=model.labels, **which)


def _fit_presets(
    args: argparse.Namespace, scored: ScoredDatasets, everything: Sequence[Dataset], had_decision: bool
) -> tuple[dict[str, Trial], Decision | None]:
    """The paper's three presets with their best penalties, and `default` with its decision."""
    identifier, unit = scored.identifier, scored.typical_score()
    proposed = decision_sets(everything)
    default = tune_default(identifier, proposed, unit, args.jobs, args.judged_only.split(","))
    if args.start:
        known, labels = load_model(args.start).presets, len(identifier.labels)
        best = {name: scored.score(preset(name, known, labels)) for name in OBJECTIVES}
    else:
        with Progress("settings tried", quiet=args.quiet) as progress:
            best = tune_presets(scored, unit, progress.step, args.jobs)
    deciding = ScoredDatasets(replace(identifier, decision=default.decision), scored.datasets)
    best["default"] = deciding.score(default.settings)
    if default.decision:
        print_shares(default.held_out, silver_names(proposed))
    elif had_decision and not args.force:
        raise _too_few("code-switched sentences in the same languages")
    else:
        print("The data have too few proposals to fit a decision on: in `default` the prices alone decide\n")
    return best, default.decision


def print_shares(shares: Shares, silver: Sequence[str]) -> None:
    """Print exact match, each data set judged by a fit on others; silver ones take part in the fit, not in the mean."""
    print("Exact match on sets that were left out of the fit")
    gold = shares.without(silver)
    rows = [
        (f"{kind} {name}", figure(value)) for kind in ("mixed", "mono") for name, value in getattr(shares, kind).items()
    ]
    print_table([*rows, ("mean of mixed and mono", f"{gold.mean:.4f}" if gold.mixed and gold.mono else "-")])
    print_silver(silver)
    print()


def _fit_confidence(
    identifier: Identifier, best: Mapping[str, Trial], datasets: Sequence[Dataset]
) -> dict[str, dict[str, Any]]:
    """The curves of each preset."""
    scored, curves = ScoredDatasets(identifier, datasets), {}
    for name, trial in best.items():
        # Whether a text is in any language of the model has a probability of its own.
        cases = scored.cases(trial.settings.replace(unknown_threshold=0.0))
        # The paper's presets are for sentences: they have no decision, which long texts need.
        curves[name] = fit(cases if trial.settings.mixed_threshold else only_sentences(cases))
    return curves


def _fit_unknown(identifier: Identifier, datasets: Sequence[Dataset], others: Path) -> dict[str, Any]:
    """Fit what tells the model's languages from others; print how well it works for languages left out of the fit."""
    typical = unknown.typical_of(identifier, datasets)
    found = unknown.examples(identifier, typical, datasets, unknown.read_unknown(others, identifier.labels))
    print("Rejected as unknown, each half by what was fitted on the other half")
    print_table(unknown.rejected(found, typical))
    print()
    return asdict(unknown.fit(found, typical))
