"""`mixlid tune`: fit a model's presets on development data and write them into it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from mixlid.cli.progress import Progress
from mixlid.cli.terminal import table
from mixlid.errors import InputError
from mixlid.identifier import Identifier
from mixlid.models.decision import Decision
from mixlid.models.interface import Model
from mixlid.models.loading import load_model, with_place_for_presets, write_presets
from mixlid.settings import PAPER, preset
from mixlid.text.labels import split
from mixlid_lab.commands.data_options import add_data_options, data_options, print_silver
from mixlid_lab.commands.tune_checks import check_kinds, check_options, check_size, too_few
from mixlid_lab.commands.tune_confidence import fit_confidence, fit_familiarity, print_held_out
from mixlid_lab.evaluation.datasets import Dataset, judged_by_kind, labelled_sets, silver_names
from mixlid_lab.report.comparisons import trade_off
from mixlid_lab.tuning.calibrate import calibration_sets
from mixlid_lab.tuning.decision import Shares
from mixlid_lab.tuning.default_preset import decision_sets, parts_table, tune_default
from mixlid_lab.tuning.familiarity import UNKNOWN_THRESHOLD
from mixlid_lab.tuning.grid_search import SearchGrid, effects, search, winners
from mixlid_lab.tuning.scored_datasets import ScoredDatasets
from mixlid_lab.tuning.tuner import Trial, Tuner, stored_form, typical_score

HELP = "fit a model's presets on development data"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("model", metavar="MODEL", help="a .mixlid table, by path or name")
    data = "development data: JSON lines with text and langs (may be repeated)"
    add("--data", required=True, action="append", type=Path, metavar="FOLDER", help=data)
    add("-o", "--output", type=Path, metavar="FILE", help="the table with its presets; default: only print them")
    add("--mono-share", type=int, default=5, metavar="N", help="use every Nth monolingual sentence (default 5)")
    add_data_options(parser)
    add(
        "--unseen",
        metavar="MODEL",
        help="a model trained without some languages of the data: used to fit what tells unknown languages, and text "
        "in no language, from known ones",
    )
    add("--leaderboard", type=Path, metavar="FILE", help="write every trial as JSON lines")
    add("--plot", type=Path, metavar="FILE", help="draw every trial, code-switched against monolingual text (.svg)")
    add(
        "--search", choices=("presets", "grid", "halving"), default="presets",
        help="presets (default): the paper's programmes with their best penalties, and default; grid: cs, avg and mono "
        "from all combinations of α, P, τ, M and S, as in the paper; halving: the same in a sixth of the time",
    )  # fmt: skip
    add(
        "--judged-only", metavar="NAME,…", default="",
        help="data sets that the decision is judged on but never fitted on",
    )  # fmt: skip
    add(
        "--presets-of", metavar="MODEL",
        help="take cs, avg and mono from a model with the same scale of scores, instead of searching their penalties",
    )  # fmt: skip
    add("--keep-presets", action="store_true", help="only fit confidence, for the presets as they are")
    add(
        "--holdout", action="store_true",
        help="tune on one half of the sentences and report on the other; also print the calibration on corpora and "
        "languages left out of the fit",
    )  # fmt: skip
    add("-j", "--jobs", type=int, default=1, metavar="N", help="processes (default 1)")
    add("--force", action="store_true", help="accept data from a folder called test, and few sentences")
    add("-q", "--quiet", action="store_true", help="no progress on standard error")


def run(args: argparse.Namespace) -> None:
    check_options(args)
    model = load_model(args.model)
    if args.output:
        with_place_for_presets(model)
    identifier = Identifier.with_preset(model, "cs")
    given = _sets(args, model)
    paper = judged_by_kind(given)
    check_kinds(given, paper)
    everything = _sets(args, model, all_languages=True)
    stored_default = model.confidence.get("default", {})
    decision, familiarity = stored_default.get("decision"), stored_default.get("familiarity")
    if decision and not args.keep_presets and args.search == "presets" and not args.force:
        check_size(everything)
    tuned, judged = (ScoredDatasets(identifier, part) for part in _parts(paper, args.holdout))
    if args.keep_presets:
        chosen = _kept(model, tuned)
    elif args.search != "presets":
        chosen = _searched(args, model, tuned)
    else:
        chosen, fitted = _fitted(args, model, tuned, _parts(everything, args.holdout)[0])
        decision = fitted and fitted.to_dict()
        identifier = replace(identifier, decision=fitted)
        judged = ScoredDatasets(identifier, judged.datasets)
    best, trials, stored = chosen
    if args.leaderboard:
        args.leaderboard.write_text("".join(map(_line, trials)), encoding="utf-8")
    if args.plot:
        _plot(args.plot, best, trials)
    if decision:
        identifier = replace(identifier, decision=Decision.from_dict(decision))
    # Confidence is for every language of the model, and gains from more kinds of text, so extra data sets count here.
    curves, errors = fit_confidence(identifier, best, *_parts(calibration_sets(everything), args.holdout))
    if "default" in best:
        curve, settings = curves["default"], best["default"].settings
        if args.holdout:
            print_held_out(identifier, settings, calibration_sets(everything))
        if decision:
            curve["decision"] = decision
        if args.keep_presets and familiarity:
            curve["familiarity"] = familiarity
        if args.unseen:
            default = replace(identifier, settings=settings)
            curve["familiarity"] = fit_familiarity(default, load_model(args.unseen), everything)
            stored["default"]["unknown_threshold"] = UNKNOWN_THRESHOLD
    else:
        curves |= _default_of(model.confidence)
    print("preset     CS    mono   mean   ECE   settings" + ("  (scored on the other half)" if args.holdout else ""))
    figures = {}
    for name, trial in best.items():
        again = Trial(name, trial.settings, judged.score(trial.settings))
        figures[name] = {"CS": round(again.cs, 4), "mono": round(again.mono, 4), "mean": round(again.mean, 4)}
        own = " ".join(f"{key}={json.dumps(value)}" for key, value in stored.get(name, {}).items())
        print(f"{name:8} {again.cs:.4f} {again.mono:.4f} {again.mean:.4f} {errors[name]:.4f}  {own}")
    print_silver(silver_names(everything))
    if args.output:
        write_presets(model, stored, curves, args.output, {"scores": figures})


class _Chosen(NamedTuple):
    """The best trial of each preset, all trials, and what the model stores for each preset."""

    best: dict[str, Trial]
    trials: list[Trial]
    stored: dict[str, dict[str, Any]]


def _kept(model: Model, scored: ScoredDatasets) -> _Chosen:
    """The presets as the model has them."""
    best = _trials(model, model.presets, [*PAPER, *model.presets], scored)
    return _Chosen(best, list(best.values()), {name: dict(values) for name, values in model.presets.items()})


def _searched(args: argparse.Namespace, model: Model, scored: ScoredDatasets) -> _Chosen:
    """The paper's three presets, from a grid of settings."""
    grid = SearchGrid().candidates(typical_score(scored.best_word_scores()), len(model.labels))
    with Progress("settings tried", quiet=args.quiet) as progress:
        trials = search(scored, grid, args.search == "halving", args.jobs, progress.step)
    best = winners(trials)
    print("\n".join(table(effects(trials), right=frozenset(range(2, 6)))) + "\n")
    return _Chosen(best, trials, _default_of(model.presets) | stored_form(best, len(model.labels)))


def _fitted(
    args: argparse.Namespace, model: Model, scored: ScoredDatasets, everything: Sequence[Dataset]
) -> tuple[_Chosen, Decision | None]:
    """The paper's three presets with their best penalties, and `default` with its decision."""
    identifier, unit = scored.identifier, typical_score(scored.best_word_scores())
    judged_only = args.judged_only.split(",")
    default = tune_default(identifier, decision_sets(everything), unit, args.jobs, judged_only)
    if args.presets_of:
        others = load_model(args.presets_of).presets
        best = _trials(model, others, [name for name in PAPER if name in others], scored)
        trials = list(best.values())
    else:
        with Progress("settings tried", quiet=args.quiet) as progress:
            tuner = Tuner(scored, unit, progress.step, args.jobs)
            best, trials = tuner.run(), tuner.trials
    decided = ScoredDatasets(replace(identifier, decision=default.decision), scored.datasets)
    best["default"] = Trial("default", default.settings, decided.score(default.settings))
    if default.decision:
        _print_parts(parts_table(default, model.labels), default.silver)
    elif model.confidence.get("default", {}).get("decision") and not args.force:
        raise InputError(too_few("code-switched sentences in the same languages"))
    else:
        print("The data have too few proposals to fit a decision on: in `default` the prices alone decide\n")
    return _Chosen(best, [*trials, best["default"]], stored_form(best, len(model.labels))), default.decision


def _trials(
    model: Model, presets: Mapping[str, Mapping[str, Any]], names: Iterable[str], scored: ScoredDatasets
) -> dict[str, Trial]:
    """These presets with their scores."""
    settings = {name: preset(name, presets, len(model.labels)) for name in dict.fromkeys(names)}
    return {name: Trial(name, one, scored.score(one)) for name, one in settings.items()}


def _sets(args: argparse.Namespace, model: Model, all_languages: bool = False) -> list[Dataset]:
    """The data sets of all folders; monolingual text is in the languages that count, or in all that the model knows."""
    known = {split(label)[0] for label in model.labels}
    which = data_options(args, known)
    if all_languages:
        which |= {"mono_languages": known, "tell": str}
    return labelled_sets(
        args.data, known, mono_share=args.mono_share, extra=True, both_kinds=True, labels=model.labels, **which
    )


def _print_parts(table: Mapping[str, Shares], silver: Sequence[str]) -> None:
    """Print exact match with parts of the evidence left out, each data set judged by a fit on others.

    Silver data sets take part in the fit; the mean is over what people have labelled.
    """
    print("Exact match on sets that were left out of the fit, by what is weighed")
    print(f"{'':34}" + "".join(f"{title:>24}" for title in table))
    whole = next(iter(table.values()))
    for kind in ("mixed", "mono"):
        for name in getattr(whole, kind):
            print(f"{kind:6}{name:28}" + "".join(f"{getattr(one, kind)[name]:24.3f}" for one in table.values()))
    gold = [one.without(silver) for one in table.values()]
    means = (f"{one.mean:24.4f}" if one.mixed and one.mono else f"{'-':>24}" for one in gold)
    print(f"{'mean of mixed and mono':34}" + "".join(means))
    print_silver(silver)
    print()


def _default_of(kept: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """The `default` entry, which is not one of the paper's three presets and is kept when those are searched again."""
    return {"default": dict(kept["default"])} if "default" in kept else {}


def _parts(datasets: Sequence[Dataset], holdout: bool) -> tuple[Sequence[Dataset], Sequence[Dataset]]:
    """The data to fit on and to judge by: two halves (every other sentence), or everything twice."""
    if not holdout:
        return datasets, datasets
    first, second = ([replace(one, samples=one.samples[part::2]) for one in datasets] for part in (0, 1))
    return first, second


def _plot(path: Path, best: Mapping[str, Trial], trials: Sequence[Trial]) -> None:
    named = [(name, trial.mono, trial.cs) for name, trial in best.items()]
    others = [(trial.mono, trial.cs) for trial in trials]
    path.write_text(trade_off(named, others=others), encoding="utf-8")


def _line(trial: Trial) -> str:
    record = {"preset": trial.preset, **trial.scores.exact_figures(), "settings": trial.settings.to_dict()}
    return json.dumps(record, ensure_ascii=False) + "\n"
