"""Everything that the fuzzer has found is tried again, and a little more; `make fuzz` runs for minutes or hours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import fuzz

pytest.importorskip("msgspec", reason="the extra mixlid[serve] is not installed")
pytest.importorskip("pyarrow", reason="the extra mixlid[parquet] is not installed")

from fuzz_targets import seeds, small_partitions, small_table

FOUND = sorted(path for path in fuzz.FINDINGS.glob("*/*") if path.parent.name in fuzz.NAMES)
#: Of the slower targets fewer; seconds in all.
ROUNDS = {"text": 200, "damage": 1000, "models": 500, "formats": 5000, "requests": 5000, "arrays": 1000}


@pytest.mark.parametrize("path", FOUND, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_was_found_before(path: Path) -> None:
    from fuzz_targets import TARGETS

    TARGETS[path.parent.name](path.read_bytes())


@pytest.mark.parametrize("target", fuzz.NAMES)
def test_a_little_at_random(target: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fuzz, "FINDINGS", tmp_path)
    assert fuzz.try_random(target, 0, ROUNDS[target], 60) == 0
    assert list(tmp_path.iterdir()) == []


def test_a_finding_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import fuzz_targets

    monkeypatch.setattr(fuzz, "FINDINGS", tmp_path)
    monkeypatch.setitem(fuzz_targets.TARGETS, "requests", lambda data: 1 // (len(data) % 2))
    wrong = fuzz.try_random("requests", 0, 20, 60)
    assert wrong > 0
    kept = [path.read_bytes() for path in (tmp_path / "requests").iterdir()]
    assert kept
    assert all(len(data) % 2 == 0 for data in kept)
    assert f"{wrong} wrong" in capsys.readouterr().out


def test_a_change_of_answers_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the checksum, a changed number passes; the target reports it."""
    from fuzz_targets import damage

    changed = bytearray(small_table())
    for place in range(len(changed) - 400, len(changed), 7):
        changed[place] ^= 64
    damage(bytes(changed))
    monkeypatch.setattr("mixlid.models.container.OPENED_WITH_CHECK", 0)
    with pytest.raises(AssertionError, match="other answers"):
        damage(bytes(changed))


def test_seeds_have_nothing_wrong_with_them() -> None:
    from fuzz_targets import TARGETS, _opened

    for target in fuzz.NAMES:
        for seed in seeds(target):
            TARGETS[target](seed)
    for model in (small_table(), small_partitions()):
        lid = _opened(model).replace(unknown_threshold=0.0)
        assert lid.identify("the bread").label in lid.labels


def test_guided_by_coverage(tmp_path: Path) -> None:
    pytest.importorskip("atheris")
    place = f"fuzz.LEARNT = fuzz.FINDINGS = Path({str(tmp_path)!r})"
    code = f"import fuzz; from pathlib import Path; {place}; fuzz.try_guided('formats', 3)"
    folder = Path(fuzz.__file__).parent
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "DONE" in done.stderr
