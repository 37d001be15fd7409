"""The public API: what `import mixlid` offers, and what it does not import."""

from __future__ import annotations

import subprocess
import sys

import pytest

import mixlid
from mixlid import errors
from mixlid.configuration import Configuration

PUBLIC = [
    "Alternative",
    "Alternatives",
    "Identifier", "InputError", "LabelError", "MissingDependencyError", "MixlidError", "Model", "ModelError",
    "Prior", "ProbabilityModel", "Result", "Settings", "SettingsError", "Span", "Word", "__version__",
    "autonym_of", "identify", "load", "name_of",
]  # fmt: skip


def test_all() -> None:
    assert mixlid.__all__ == PUBLIC
    assert all(hasattr(mixlid, name) for name in PUBLIC)


def test_one_text_without_loading_anything_first() -> None:
    result = mixlid.identify("yarınki meeting için slides hazır mı")
    assert result == mixlid.load().identify("yarınki meeting için slides hazır mı")
    assert mixlid.identify("see you demain", languages=["eng"]).labels == ("eng_Latn",)
    assert mixlid.identify("see you demain", restrict=["eng"]).labels == ("eng_Latn",)
    assert mixlid.load(languages="tur,eng").labels == mixlid.load().restrict(["tur", "eng"]).labels
    with pytest.raises(TypeError, match="two names for the same option"):
        mixlid.identify("hello", languages=["eng"], restrict=["eng"])


def test_options_that_do_not_exist() -> None:
    with pytest.raises(TypeError, match=r"no option 'presett'; did you mean preset\?"):
        mixlid.identify("hello", presett="cs")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="no option 'x'; the options are preset, solver"):
        mixlid.identify("hello", x="cs")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"settings=\{'max_languages': …\}"):
        mixlid.identify("hello", max_languages=2)  # type: ignore[call-arg]


def test_what_is_shown_of_an_identifier_is_short() -> None:
    lid = mixlid.load()
    for shown in (repr(lid), repr(lid.restrict(["tur", "eng"])), repr(lid.identify_columns(["the bread"]))):
        assert len(shown) < 100
        assert "\n" not in shown
    assert "eng_Latn, tur_Latn" in repr(lid.restrict(["tur", "eng"]))
    assert "Turkish" in lid.restrict(["tur", "eng"])._repr_html_()
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
    assert Configuration(prior=one).kept() is not Configuration(prior=other).kept()


@pytest.mark.parametrize("module", ["arrow", "columns", "datatrove", "duckdb", "pandas", "polars", "ray", "spark"])
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
        _ = mixlid.adaptors


def test_every_error_is_of_the_family() -> None:
    raised = [item for item in vars(errors).values() if isinstance(item, type) and issubclass(item, Exception)]
    assert len(raised) == 6
    assert all(issubclass(item, mixlid.MixlidError) for item in raised)


def test_import_brings_only_numpy() -> None:
    code = """
import sys, mixlid, mixlid.cli
loaded = {name.partition('.')[0] for name in sys.modules}
print(sorted(loaded - set(sys.stdlib_module_names) - {'mixlid'}))
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    names = set(eval(out))
    assert {name for name in names if not name.startswith("_")} == {"numpy"}


@pytest.mark.parametrize(
    "use", ["import mixlid", "from mixlid.cli.main import main; main(['identify', '-t', 'see you demain'])"]
)
def test_users_load_nothing_of_the_laboratory(use: str) -> None:
    code = f"import sys; {use}; print(sorted(name for name in sys.modules if name.startswith('mixlid.')))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = eval(out.splitlines()[-1])
    assert "mixlid.identifier" in loaded
    assert [name for name in loaded if f"{name}.".startswith("mixlid_lab.")] == []
