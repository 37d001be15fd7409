"""What is timed, by process: each process loads one tool and answers as one or more systems.

A tool is called as its documentation says, with default options; nothing of ours is in between or in its process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

Call = Callable[[str], object]
#: Files and other choices of a run, as strings that can be passed to a process.
Options = Mapping[str, str]
#: An option: only the first system of a process, so that its memory is that of one.
ALONE = "alone"
#: A preset and changes to it.
Setting = tuple[Any, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Process:
    """A process that is timed: how it is loaded, its name in tables, and what it needs."""

    title: str
    load: Callable[[Options], dict[str, Call]]
    environment: Mapping[str, str]
    #: the option that it requires
    needs: str = ""


def mixlid_compiled(options: Options) -> dict[str, Call]:
    wanted: dict[str, Setting] = {f"mixlid {name}": (name, {}) for name in ("default", "cs", "avg", "mono")}
    wanted |= {f"mixlid {name}, K=3": (name, {"max_languages": 3}) for name in ("default", "cs")}
    wanted["MaskLID, our arrays"] = ("default", {"solver": "masklid"})
    return _settings(options, options.get("model"), wanted)


def mixlid_numpy(options: Options) -> dict[str, Call]:
    return _settings(options, options.get("model"), {f"mixlid {name}, NumPy": (name, {}) for name in ("default", "cs")})


def mixlid_padded(options: Options) -> dict[str, Call]:
    labels = f"{int(options['padded_labels']):,} labels"
    wanted: dict[str, Setting] = {f"mixlid {name}, {labels}": (name, {}) for name in ("default", "cs")}
    wanted[f"mixlid default, K=3, {labels}"] = ("default", {"max_languages": 3})
    return _settings(options, options["padded"], wanted)


def _settings(options: Options, model: str | None, wanted: Mapping[str, Setting]) -> dict[str, Call]:
    """Identifiers that share nothing: one must not benefit from words that another has just cached."""
    import mixlid

    calls: dict[str, Call] = {}
    for name, (preset, changes) in wanted.items():
        calls[name] = mixlid.load(model, preset).replace(**changes).identify
        if ALONE in options:
            break
    return calls


def integer_programme(options: Options) -> dict[str, Call]:
    import mixlid
    from mixlid.solvers import ilp
    from mixlid.solvers.problem import Solution
    from mixlid.solvers.solver import Sentence

    class OnlyOptimum:
        """Without the runner-up, which would take a second programme."""

        name = "ilp"

        def solve(self, sentence: Sentence) -> Solution:
            return ilp.solve(sentence.problem, "highs", runner_up=False)

    model = mixlid.load(options.get("model")).model
    return {"integer programme, default": mixlid.Identifier.with_preset(model, "default", OnlyOptimum()).identify}


def fasttext_file(options: Options) -> dict[str, Call]:
    from masklid_binding import MaskLid

    model = _fasttext(options["fasttext"])
    inner = model.f
    return {
        "fastText predict": model.predict,
        # The C++ function behind it, without the array that the binding makes.
        "fastText predict, inner call": lambda text: inner.predict(text + "\n", 1, 0.0, "strict"),
        "MaskLID, published way": MaskLid(model),
        "MaskLID, without its copies": MaskLid(model, copies=False),
    }


def fasttext_small(options: Options) -> dict[str, Call]:
    return {"fastText lid.176.ftz": _fasttext(options["ftz"]).predict}


def heliport(_: Options) -> dict[str, Call]:
    return {"heliport": import_module("heliport").Identifier().identify}


def cld2(_: Options) -> dict[str, Call]:
    return {"pycld2": import_module("pycld2").detect}


def lingua(_: Options) -> dict[str, Call]:
    lingua = import_module("lingua")
    languages = lingua.Language.all_with_latin_script()
    detector = lingua.LanguageDetectorBuilder.from_languages(*languages).with_preloaded_language_models().build()
    return {"lingua single": detector.detect_language_of, "lingua multiple": detector.detect_multiple_languages_of}


def _fasttext(path: str) -> Any:
    return import_module("fasttext").load_model(path)


PROCESSES: Mapping[str, Process] = {
    "mixlid": Process("mixlid", mixlid_compiled, {"MIXLID_KERNEL": "compiled"}),
    "numpy": Process("mixlid, NumPy", mixlid_numpy, {"MIXLID_KERNEL": "numpy"}),
    "padded": Process("mixlid, padded table", mixlid_padded, {}, "padded"),
    "fasttext": Process("fastText .bin", fasttext_file, {}, "fasttext"),
    "ftz": Process("fastText lid.176.ftz", fasttext_small, {}, "ftz"),
    "heliport": Process("heliport", heliport, {}),
    "cld2": Process("pycld2", cld2, {}),
    "lingua": Process("lingua", lingua, {}),
    "ilp": Process("integer programme", integer_programme, {}),
}
#: The system that others are compared with.
REFERENCE = "mixlid default"
