"""The public API: what `import mixlid` offers, and what it does not import."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

import pytest

import mixlid
from mixlid import errors
from mixlid.adapt import labelled, learning_labels
from mixlid.configuration import Configuration
from mixlid.results import runs

PUBLIC = [
    "Alternative", "Alternatives", "Answer", "AnswerBatch", "DocumentResult", "Feature", "Identifier", "InputError",
    "LabelError", "LabelGain", "MissingDependencyError", "MixlidError", "Model", "ModelError", "Prior",
    "ProbabilityModel", "Result", "Run", "SentenceResult", "Settings", "SettingsError", "Span", "Word", "__version__",
    "autonym_of", "identify", "load", "name_of",
]  # fmt: skip


def test_all() -> None:
    assert mixlid.__all__ == PUBLIC
    assert all(hasattr(mixlid, name) for name in PUBLIC)
    assert set(dir(mixlid)) == {*PUBLIC, "adapters"}


def methods(owner: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of a class, with what they return."""
    typing_extensions = pytest.importorskip("typing_extensions")
    for name in dir(owner):
        member = inspect.getattr_static(owner, name)
        function = getattr(member, "fget", None) or getattr(member, "func", None) or getattr(member, "__func__", member)
        if not name.startswith("_") and inspect.isfunction(function):
            names = {**vars(labelled), **vars(learning_labels), **vars(runs), **vars(typing_extensions)}
            names |= vars(sys.modules[function.__module__])
            yield f"{owner.__name__}.{name}", get_type_hints(function, names)["return"]


def types_in(hint: Any) -> Iterator[type]:
    if isinstance(hint, TypeVar):
        hint = hint.__bound__
    if isinstance(hint, type) and not get_args(hint):
        yield hint
    for part in get_args(hint):
        yield from types_in(part)


def test_every_type_that_a_public_method_returns_is_public() -> None:
    owners = [item for name in PUBLIC if isinstance(item := getattr(mixlid, name), type)]
    for name, returned in (pair for owner in owners for pair in methods(owner)):
        for one in types_in(returned):
            if one.__module__.startswith("mixlid."):
                assert getattr(mixlid, one.__name__, None) is one, f"{name} returns {one.__name__}"


@pytest.mark.parametrize(
    ("owner", "hidden"),
    [
        (mixlid.Identifier, "prepare solve parts word_prices uses_threads with_preset"),
        (mixlid.Settings, "changed among"),
    ],
)
def test_what_is_not_for_users_is_not_public(owner: type, hidden: str) -> None:
    assert not set(hidden.split()) & {name for name in dir(owner) if not name.startswith("_")}


def test_one_text_without_loading_anything_first() -> None:
    result = mixlid.identify("yarınki meeting için slides hazır mı")
    assert result == mixlid.load().identify("yarınki meeting için slides hazır mı")
    assert mixlid.identify("see you demain", languages=["eng"]).labels == ("eng_Latn",)
    assert mixlid.load(languages="tur,eng").labels == mixlid.load().restrict(["tur", "eng"]).labels


def test_load_and_identify_take_the_same_options(tmp_path: Path) -> None:
    prior = tmp_path / "prior.json"
    prior.write_text('{"languages": {"tur": 0.5, "eng": 0.5}}', encoding="utf-8")
    for options in (
        {"preset": "cs", "languages": "tur,eng", "unit": "document", "min_share": 0.2},
        {"solver": "masklid", "prior": prior},
        {"max_languages": 3, "settings": {"min_chars": 2, "max_languages": 1}},
    ):
        given: Any = options
        identifier = Configuration.of(given).cached_identifier()
        assert repr(mixlid.load(**given)) == repr(identifier)
        assert mixlid.load(**given).settings == identifier.settings
        assert mixlid.identify("see you demain", **given) == identifier.identify("see you demain")
    assert mixlid.load(max_languages=3, settings={"min_chars": 2}).settings.max_languages == 3
    assert mixlid.load(settings={"min_chars": 2}).settings == mixlid.load().replace(min_chars=2).settings


def test_options_that_do_not_exist() -> None:
    with pytest.raises(TypeError, match=r"no option 'presett'; did you mean preset\?"):
        mixlid.identify("hello", presett="cs")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"no option 'x'; the options are .*model, preset.*and every setting"):
        mixlid.identify("hello", x="cs")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="no option 'max_language'; did you mean max_languages"):
        mixlid.load(max_language=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="no option 'restrict'"):
        mixlid.identify("hello", restrict=["eng"])  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"mixlid\.load\(model\)"):
        mixlid.identify("hello", model=mixlid.load().model)  # type: ignore[arg-type]


def test_what_is_shown_of_an_identifier_is_short() -> None:
    lid = mixlid.load()
    for shown in (repr(lid), repr(lid.restrict(["tur", "eng"])), repr(lid.identify_columns(["the bread"]))):
        assert len(shown) < 100
        assert "\n" not in shown
    assert "eng_Latn, tur_Latn" in repr(lid.restrict(["tur", "eng"]))
    assert "masklid" in repr(lid.replace("masklid"))


def test_what_is_shown_of_settings_and_priors_is_a_line_but_they_are_told_apart_by_all_values() -> None:
    lid = mixlid.load()
    shown = repr(lid.settings)
    assert len(shown) < 300
    assert "penalty={52 values}" in shown
    assert repr(mixlid.Settings(max_languages=3)) == "Settings(max_languages=3)"
    one, other = (mixlid.Prior(dict.fromkeys(lid.labels[:20], share)) for share in (0.01, 0.02))
    assert repr(one) == repr(other) == "Prior(languages={20 values})"
    assert one != other
    assert Configuration(prior=one).cached_identifier() is not Configuration(prior=other).cached_identifier()


@pytest.mark.parametrize("module", ["arrow", "columns", "datatrove", "pandas", "polars", "spark"])
def test_adapters_are_there_by_their_full_name(module: str) -> None:
    code = f"""
import sys, mixlid
assert not any(name.startswith('mixlid.adapters') for name in sys.modules)
try:
    print(mixlid.adapters.{module}.__name__)
except mixlid.MissingDependencyError:
    print('mixlid.adapters.{module}')
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out == f"mixlid.adapters.{module}\n"


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(AttributeError, match="no attribute 'sparc'; there are arrow"):
        _ = mixlid.adapters.sparc
    with pytest.raises(AttributeError, match="no attribute 'adaptors'"):
        _ = mixlid.adaptors  # type: ignore[attr-defined]


def test_every_error_is_of_the_family() -> None:
    raised = [item for item in vars(errors).values() if isinstance(item, type) and issubclass(item, Exception)]
    assert len(raised) == 6
    assert all(issubclass(item, mixlid.MixlidError) for item in raised)


def test_import_brings_only_numpy() -> None:
    code = """
import sys, mixlid, mixlid.cli
first = {name.partition('.')[0] for name in sys.modules}
mixlid.identify("see you demain")
then = {name.partition('.')[0] for name in sys.modules}
print([sorted(names - set(sys.stdlib_module_names) - {'mixlid'}) for names in (first, then)])
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    first, then = ([name for name in names if not name.startswith("_")] for names in eval(out))
    assert first == []
    assert set(then) <= {"numpy", "cython_runtime"}


@pytest.mark.parametrize(
    "use", ["import mixlid", "from mixlid.cli.main import main; main(['identify', '-t', 'see you demain'])"]
)
def test_users_load_nothing_of_the_laboratory(use: str) -> None:
    code = f"import sys; {use}; print(sorted(name for name in sys.modules if name.startswith('mixlid.')))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = eval(out.splitlines()[-1])
    assert ("mixlid.identifier" in loaded) == ("main" in use)
    assert [name for name in loaded if f"{name}.".startswith("mixlid_lab.")] == []
