"""The systems in the paper's tables for a model: baselines, MaskLID, the three configurations, and the ablation.

`CS`, `AVG` and `MONO` are the programmes as printed (`paper-cs`, …), with penalties in units of the model's scores
(`settings.penalty_unit`); `own cs`, … and `default` are the model's own presets, if it has any.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from mixlid.configuration import Configuration
from mixlid.models.interface import Model
from mixlid.settings import Settings, for_labels, penalty_unit

BASELINES = {
    "k=1": Configuration("cs", "topk:k=1"),
    "k=2": Configuration("cs", "topk:k=2"),
    "p>0.1": Configuration("cs", "threshold:p=0.1"),
}
#: Words reported under two languages go to the one they score best for: the fairest of three ways (`words`).
MASKLID = {f"MaskLID τ={tau}": Configuration("cs", f"masklid:min_bytes={tau},words=best") for tau in (5, 10, 15, 20)}
#: Other settings of the two. The test table has those that are best on development data: what a model is compared with
#: deserves tuning as well.
TRIED_THRESHOLDS = {f"p>{p}": Configuration("cs", f"threshold:p={p}") for p in (0.02, 0.05, 0.2, 0.3, 0.4)}
TRIED_MASKLID = {
    f"MaskLID τ=5, P={p}, α={remove}": Configuration(
        "cs", f"masklid:min_bytes=5,min_prob={p},remove={remove},words=best"
    )
    for p in (0.3, 0.5, 0.7)
    for remove in (3, 15)
}
#: The same languages; a word has a language only if that masked it, as the paper describes MaskLID.
MASKED_WORDS = "MaskLID τ=5, masked words"
MASKED = {MASKED_WORDS: Configuration("cs", "masklid:min_bytes=5,words=masked")}
_BASELINES_AND_MASKLID = {**BASELINES, **TRIED_THRESHOLDS, **MASKLID, **TRIED_MASKLID, **MASKED}
PRINTED = {name.upper(): Configuration(f"paper-{name}") for name in ("cs", "mono", "avg")}
#: By name of the row; the preset of each configuration is the model's.
OWN = {f"own {name}": Configuration(name) for name in ("cs", "mono", "avg")} | {"default": Configuration("default")}

#: The systems of the test table, regardless of development data.
ON_TEST = [*BASELINES, "MaskLID τ=5", "MaskLID τ=10", *PRINTED, *OWN]

_WEIGHTS: Mapping[str, Any] = {"rank_weights": (1.0, 0.95)}


def on_development(model: Model) -> dict[str, Configuration]:
    return _with_the_papers_words(
        model, {**_BASELINES_AND_MASKLID, **_presets(model), **ablation_configurations(model)}
    )


def on_test(model: Model, tuned: Collection[str] = ()) -> dict[str, Configuration]:
    """The systems to test; `tuned` are those named by `best_on_development`."""
    everything = {**_BASELINES_AND_MASKLID, **_presets(model)}
    chosen = {name: everything[name] for name in dict.fromkeys([*ON_TEST, *MASKED, *tuned]) if name in everything}
    return _with_the_papers_words(model, chosen)


def best_on_development(exact_match: Mapping[str, float]) -> list[str]:
    """The best threshold and the best MaskLID, by exact match over all development data; the first in a tie."""
    groups = (["p>0.1", *TRIED_THRESHOLDS], [*MASKLID, *TRIED_MASKLID])
    known = ([name for name in names if name in exact_match] for names in groups)
    return [max(names, key=lambda name: exact_match[name]) for names in known if names]


def _with_the_papers_words(model: Model, systems: Mapping[str, Configuration]) -> dict[str, Configuration]:
    """The paper's systems split text at white space if the model takes words as they are, as fastText's do.

    Our own models only know words without punctuation, and a model's own presets are not systems of the paper.
    """
    if model.info().get("normalisation", "none") != "none":
        return dict(systems)
    return {
        name: one if name in OWN else replace(one, settings={**one.settings, "words": "whitespace"})
        for name, one in systems.items()
    }


def _presets(model: Model) -> dict[str, Configuration]:
    """The presets to measure: those printed, and the model's own."""
    return PRINTED | {name: one for name, one in OWN.items() if one.preset in model.presets}


def ablation_configurations(model: Model) -> dict[str, Configuration]:
    """All rows of the ablation table, in order; their names are the keys of `published.ABLATION`.

    They begin with the programmes as printed. As in these, M shrinks with the number of labels.
    """
    cs, avg, mono = (f"paper-{name}" for name in ("cs", "avg", "mono"))

    def core(**changes: Any) -> Configuration:
        return Configuration(cs, settings=changes)

    def one(**changes: Any) -> Configuration:
        return core(**_WEIGHTS, **changes)

    def penalised(penalty: float, **changes: Any) -> Configuration:
        return core(penalty=penalty * penalty_unit(model.presets), length_exponent=1.0, **changes)

    def top(limit: int) -> int:
        return for_labels(Settings(only_top=limit), len(model.labels)).only_top or limit

    def combined(alpha: float) -> Configuration:
        return penalised(10, rank_weights=(1.0, alpha), min_chars=5, force_top=top(10))

    return {
        "0: CS": core(),
        "1: 0 + α=[1, 0.95]": one(),
        **{f"1 + P={penalty}": penalised(penalty, **_WEIGHTS) for penalty in (10, 25, 50)},
        **{f"0 + α=[1, {alpha:.2f}]": core(rank_weights=(1.0, alpha)) for alpha in (0.25, 0.5, 0.75, 0.99)},
        **{f"1 + C3 τ={tau}": one(min_chars=tau) for tau in (5, 10, 15)},
        **{f"1 + C4 M={limit}": one(only_top=top(limit)) for limit in (10, 20, 30)},
        **{f"1 + C5 M={limit}": one(force_top=top(limit)) for limit in (10, 20, 30)},
        **{f"0 + α=[1, {alpha:.2f}] + C3, C5, P": combined(alpha) for alpha in (0.95, 0.75, 0.5)},
        "AVG + α=[1, 0.50]": Configuration(avg, settings={"rank_weights": (1.0, 0.5)}),
        "MONO + α=[1, 0.50]": Configuration(mono, settings={"rank_weights": (1.0, 0.5)}),
        "MONO + α=[1, 0.75]": Configuration(mono, settings={"rank_weights": (1.0, 0.75)}),
        **{f"1 + C6 S={most}": one(max_switches=most) for most in (3, 5)},
        "2: AVG": Configuration(avg),
        "3: MONO": Configuration(mono),
    }
