"""`mixlid tune`: fit a model's presets on development data and write them into it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixlid.errors import InputError, SettingsError
from mixlid.lab.commands.data_options import add_data_options, data_options, print_silver

if TYPE_CHECKING:
    from mixlid.identifier import Identifier
    from mixlid.lab.evaluation.datasets import Dataset
    from mixlid.lab.tuning.decision import Shares
    from mixlid.lab.tuning.tuner import Trial
    from mixlid.models.interface import Model
    from mixlid.settings import Settings


#: With fewer code-switched sentences than this, a decision of their own is worse than that of the model that ships.
FEWEST_MIXED = 500


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("model", metavar="MODEL", help="a .mixlid table, by path or name")
    add(
        "--data",
        required=True,
        action="append",
        type=Path,
        metavar="FOLDER",
        help="development data: JSON lines with text and langs; may be given several times",
    )
    add("-o", "--output", type=Path, metavar="FILE", help="the table with its presets; default: only print them")
    add("--mono-share", type=int, default=5, metavar="N", help="use every Nth monolingual sentence (default 5)")
    add_data_options(parser)
    add(
        "--unseen",
        metavar="MODEL",
        help="a model trained without some languages of the data: fit by it what tells languages that the model does "
        "not know, and text in none, from those that it knows",
    )
    add("--leaderboard", type=Path, metavar="FILE", help="write every trial as JSON lines")
    add("--plot", type=Path, metavar="FILE", help="draw every trial, code-switched against monolingual text (.svg)")
    add(
        "--search", choices=("presets", "grid", "halving"), default="presets",
        help="presets (default): the paper's programmes with their best penalty, and a default; grid: cs, avg and mono "
        "anew among all combinations of α, P, τ, M and S, as the paper did; halving: the same in a sixth of the time",
    )  # fmt: skip
    add(
        "--judged-only", metavar="NAME,…", default="",
        help="data sets that the decision is judged on and not fitted on, besides those that each fold leaves out",
    )  # fmt: skip
    add(
        "--presets-of", metavar="MODEL",
        help="take cs, avg and mono from a model with scores of the same scale, in place of searching their penalties",
    )  # fmt: skip
    add("--keep-presets", action="store_true", help="only fit confidence, for the presets as they are")
    add(
        "--holdout", action="store_true",
        help="tune on one half of the sentences and report the other half; and print how sure answers are of corpora "
        "and languages that are left out when confidence is fitted",
    )  # fmt: skip
    add("-j", "--jobs", type=int, default=1, metavar="N", help="processes (default 1)")
    add("--force", action="store_true", help="accept data from a folder called test, and few sentences")
    add("-q", "--quiet", action="store_true", help="no progress on standard error")


def run(args: argparse.Namespace) -> None:
    from mixlid.cli.progress import Progress
    from mixlid.cli.terminal import table
    from mixlid.identifier import Identifier
    from mixlid.lab.evaluation.datasets import judged_by_kind, silver_names
    from mixlid.lab.tuning.calibrate import calibration_sets
    from mixlid.lab.tuning.default_preset import decision_sets, parts_table, tune_default
    from mixlid.lab.tuning.grid_search import SearchGrid, effects, search, winners
    from mixlid.lab.tuning.scored_datasets import ScoredDatasets
    from mixlid.lab.tuning.tuner import Trial, Tuner, stored_form, typical_score
    from mixlid.models.decision import Decision
    from mixlid.models.loading import load_model, with_place_for_presets, write_presets
    from mixlid.settings import PAPER, preset

    _check(args)
    model = load_model(args.model)
    if args.output:
        with_place_for_presets(model)
    identifier = Identifier.with_preset(model, "cs")
    given = _sets(args, model)
    paper = judged_by_kind(given)
    _check_kinds(given, paper)
    everything = _sets(args, model, all_languages=True)
    decision = model.confidence.get("default", {}).get("decision")
    if decision and not args.keep_presets and args.search == "presets" and not args.force:
        _check_size(everything)
    tuned, judged = (ScoredDatasets(identifier, part) for part in _parts(paper, args.holdout))
    if args.keep_presets:
        names = dict.fromkeys([*PAPER, *model.presets])
        settings = {name: preset(name, model.presets, len(model.labels)) for name in names}
        best = {name: Trial(name, one, tuned.score(one)) for name, one in settings.items()}
        stored = {name: dict(values) for name, values in model.presets.items()}
        trials = list(best.values())
    elif args.search != "presets":
        grid = SearchGrid().candidates(typical_score(tuned.best_word_scores()), len(model.labels))
        with Progress("settings tried", quiet=args.quiet) as progress:
            trials = search(tuned, grid, args.search == "halving", args.jobs, progress.step)
        best = winners(trials)
        print("\n".join(table(effects(trials), right=frozenset(range(2, 6)))) + "\n")
        stored = _default_of(model.presets) | stored_form(best, len(model.labels))
    else:
        unit = typical_score(tuned.best_word_scores())
        sets = decision_sets(_parts(everything, args.holdout)[0])
        default = tune_default(identifier, sets, unit, args.jobs, args.judged_only.split(","))
        decision = default.decision and default.decision.to_dict()
        if args.presets_of:
            others = load_model(args.presets_of).presets
            settings = {name: preset(name, others, len(model.labels)) for name in PAPER if name in others}
            trials = [Trial(name, one, tuned.score(one)) for name, one in settings.items()]
            best = {trial.preset: trial for trial in trials}
        else:
            with Progress("settings tried", quiet=args.quiet) as progress:
                tuner = Tuner(tuned, unit, progress.step, args.jobs)
                best, trials = tuner.run(), tuner.trials
        identifier = replace(identifier, decision=default.decision)
        tuned, judged = (ScoredDatasets(identifier, scored.datasets) for scored in (tuned, judged))
        best["default"] = Trial("default", default.settings, tuned.score(default.settings))
        stored, trials = stored_form(best, len(model.labels)), [*trials, best["default"]]
        if default.decision is None:
            if model.confidence.get("default", {}).get("decision") and not args.force:
                raise InputError(_too_few("code-switched sentences in the same languages"))
            print("The data have too few proposals to fit a decision on: in `default` the prices alone decide\n")
        else:
            _print_parts(parts_table(default, model.labels), default.silver)
    if args.leaderboard:
        args.leaderboard.write_text("".join(map(_line, trials)), encoding="utf-8")
    if args.plot:
        _plot(args.plot, best, trials)
    # Confidence is for every language of the model, and more kinds of text are better, so here extra sets count too.
    if decision:
        identifier = replace(identifier, decision=Decision.from_dict(decision))
    curves, errors = _fit_confidence(identifier, best, *_parts(calibration_sets(everything), args.holdout))
    if args.holdout and "default" in best:
        _print_held_out(identifier, best["default"].settings, calibration_sets(everything))
    if decision and "default" in curves:
        curves["default"]["decision"] = decision
    familiarity = model.confidence.get("default", {}).get("familiarity")
    if args.keep_presets and familiarity and "default" in curves:
        curves["default"]["familiarity"] = familiarity
    if args.unseen and "default" in curves:
        from mixlid.lab.tuning.familiarity import UNKNOWN_THRESHOLD

        default_one = replace(identifier, settings=best["default"].settings)
        curves["default"]["familiarity"] = _fit_familiarity(default_one, load_model(args.unseen), everything)
        stored["default"]["unknown_threshold"] = UNKNOWN_THRESHOLD
    print("preset     CS    mono   mean   ECE   settings" + ("  (scored on the other half)" if args.holdout else ""))
    figures = {}
    for name, trial in best.items():
        again = Trial(name, trial.settings, judged.score(trial.settings))
        figures[name] = {"CS": round(again.cs, 4), "mono": round(again.mono, 4), "mean": round(again.mean, 4)}
        own = " ".join(f"{key}={json.dumps(value)}" for key, value in stored.get(name, {}).items())
        print(f"{name:8} {again.cs:.4f} {again.mono:.4f} {again.mean:.4f} {errors[name]:.4f}  {own}")
    print_silver(silver_names(everything))
    if args.output:
        if "default" not in curves:
            curves |= _default_of(model.confidence)
        write_presets(model, stored, curves, args.output, {"scores": figures})


def _sets(args: argparse.Namespace, model: Model, all_languages: bool = False) -> list[Dataset]:
    """The data of all folders; monolingual text is that of the languages that count, or of all that the model knows."""
    from mixlid.lab.evaluation.datasets import labelled_sets
    from mixlid.text.labels import split

    known = {split(label)[0] for label in model.labels}
    which = data_options(args, known)
    if all_languages:
        which |= {"mono_languages": known, "tell": str}
    return labelled_sets(
        args.data, known, mono_share=args.mono_share, extra=True, both_kinds=True, labels=model.labels, **which
    )


def _print_parts(table: Mapping[str, Shares], silver: Sequence[str]) -> None:
    """Exact match with parts of the evidence left out, each set judged by what was fitted on others.

    Silver sets are fitted on as others are; the mean is over what people have labelled.
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


def _check(args: argparse.Namespace) -> None:
    for folder in args.data:
        if not args.force and "test" in folder.resolve().parts:
            raise SettingsError(f"{folder} looks like test data, which tuning would spoil; --force tunes all the same")
    for name, value in (("--mono-share", args.mono_share), ("--jobs", args.jobs)):
        if value < 1:
            raise SettingsError(f"{name} must be at least 1, not {value}")
    if args.plot and args.plot.suffix != ".svg":
        raise SettingsError(f"the plot is an .svg, so {args.plot} would be misnamed")


def _check_size(datasets: Sequence[Dataset]) -> None:
    """`InputError` if a decision fitted on these would be worse than the one that the model has."""
    mixed = sum(len(sample.languages) > 1 for one in datasets for sample in one.samples)
    if mixed < FEWEST_MIXED:
        raise InputError(_too_few(f"{mixed:,} code-switched sentences (at least {FEWEST_MIXED:,} are needed)"))


def _too_few(what: str) -> str:
    return (
        f"{what} are too few to fit a decision that is better than the model's own; `mixlid adapt --labelled FILE` "
        "learns from ten sentences on and keeps it (--keep-presets fits confidence alone, --force tunes all the same)"
    )


def _check_kinds(given: Sequence[Dataset], judged: Sequence[Dataset]) -> None:
    """`InputError` if there is nothing to judge one kind of text by."""
    for is_mixed, kind in ((True, "code-switched"), (False, "monolingual")):
        if not any(one.counts and one.is_mixed is is_mixed for one in judged):
            with_some = [
                one.name for one in given if any((len(sample.languages) > 1) is is_mixed for sample in one.samples)
            ]
            raise InputError(
                f"there is nothing to judge {kind} text by: what has some ({', '.join(with_some)}) is in no average, "
                f"because it is silver or called extra-…; give {kind} sentences that people have labelled as well"
            )


def _default_of(kept: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """What a model recommends is none of the paper's three, and stays when those are searched anew."""
    return {"default": dict(kept["default"])} if "default" in kept else {}


def _parts(datasets: Sequence[Dataset], holdout: bool) -> tuple[Sequence[Dataset], Sequence[Dataset]]:
    """What to fit on and what to judge by: two halves (every other sentence), or everything twice."""
    if not holdout:
        return datasets, datasets
    first, second = ([replace(one, samples=one.samples[part::2]) for one in datasets] for part in (0, 1))
    return first, second


def _fit_confidence(
    identifier: Identifier, best: Mapping[str, Trial], fitted: Sequence[Dataset], judged: Sequence[Dataset]
) -> tuple[dict[str, dict[str, Any]], dict[str, float]]:
    """The curves of every preset, and how far they are off (ECE) on the sentences that are judged."""
    from mixlid.lab.tuning.calibrate import fit, only_sentences, weighted_error
    from mixlid.lab.tuning.scored_datasets import ScoredDatasets
    from mixlid.models.calibration import Calibration

    scored = ScoredDatasets(identifier, fitted)
    judge = scored if fitted is judged else ScoredDatasets(identifier, judged)
    curves, errors = {}, {}
    for name, trial in best.items():
        # The paper's presets are for sentences: without a decision, long texts are another matter.
        weighs = bool(trial.settings.mixed_threshold)
        cases = scored.cases(_closed(trial.settings))
        curves[name] = fit(cases if weighs else only_sentences(cases))
        judged_answers = judge.answers(trial.settings, Calibration.from_dict(curves[name]))
        errors[name] = weighted_error(judged_answers if weighs else only_sentences(judged_answers))
    return curves, errors


def _closed(settings: Settings) -> Settings:
    """Without `und`: whether a text is in any language of the model has a probability of its own."""
    return settings.replace(unknown_threshold=0.0)


def _print_held_out(identifier: Identifier, settings: Settings, datasets: Sequence[Dataset]) -> None:
    from mixlid.lab.commands.calibration_table import print_calibration
    from mixlid.lab.paper.confidence_tables import weighted
    from mixlid.lab.tuning.held_out import held_out
    from mixlid.lab.tuning.scored_datasets import ScoredDatasets

    answers = held_out(ScoredDatasets(identifier, datasets).cases(_closed(settings)))
    print_calibration("default: how sure answers are of corpora and languages left out of the fit", weighted(answers))
    print()


def _fit_familiarity(identifier: Identifier, unseen: Model, datasets: Sequence[Dataset]) -> dict[str, Any]:
    """What tells languages of the model from others; prints how well that goes for languages left out of the fit."""
    from mixlid.cli.terminal import table
    from mixlid.lab.tuning import familiarity as fitting

    other = fitting.without(unseen, identifier)
    typical = fitting.typical_of(other, datasets)
    found = fitting.examples(other, typical, datasets)
    print("Told from known text, each half of the languages and of made-up text by what was fitted on the other half")
    print("\n".join(table(fitting.separation_table(found, typical), right=frozenset(range(1, 8)))) + "\n")
    print("\n".join(table(fitting.by_language_table(found, typical), right=frozenset(range(1, 4)))) + "\n")
    return fitting.fit(found, fitting.typical_of(identifier, datasets)).to_dict()


def _plot(path: Path, best: Mapping[str, Trial], trials: Sequence[Trial]) -> None:
    from mixlid.lab.report.comparisons import trade_off

    named = [(name, trial.mono, trial.cs) for name, trial in best.items()]
    others = [(trial.mono, trial.cs) for trial in trials]
    path.write_text(trade_off(named, others=others), encoding="utf-8")


def _line(trial: Trial) -> str:
    record = {"preset": trial.preset, **trial.scores.exact_figures(), "settings": trial.settings.to_dict()}
    return json.dumps(record, ensure_ascii=False) + "\n"
