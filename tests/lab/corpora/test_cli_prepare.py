"""`mixlid evaluate prepare`: what is written, what is reported, and what is refused."""

from __future__ import annotations

import argparse
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mixlid.errors import InputError, MixlidError, SettingsError
from mixlid_lab.commands.evaluate_prepare import add_arguments, run, shares

Prepare = Callable[..., str]

MIXED = [f"tomorrow\tlang1\nnosotros\tlang2\ncaminamos\tlang2\n{word}\tother\n" for word in "abcdefgh"]
MONO = "nosotros\tlang2\ncaminamos\tlang2\njuntos\tlang2\n"
SHORT = "hey\tlang1\nsí\tlang2\n"


@pytest.fixture
def prepare(capsys: pytest.CaptureFixture[str]) -> Prepare:
    """Run the command; returns its messages."""

    def call(*argv: str | Path) -> str:
        parser = argparse.ArgumentParser()
        add_arguments(parser)
        run(parser.parse_args([str(item) for item in argv]))
        out, err = capsys.readouterr()
        assert out == ""
        return err

    return call


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write(tmp_path / "tweets.conll", "\n".join([*MIXED, MONO, SHORT]))


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def records(path: Path) -> list[dict[str, Any]]:
    data = path.read_bytes()
    text = lzma.decompress(data) if path.suffix == ".xz" else data
    return [json.loads(line) for line in text.decode().splitlines()]


def written(folder: Path) -> dict[str, int]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): len(records(path)) for path in files}


def test_a_pair(prepare: Prepare, corpus: Path, tmp_path: Path) -> None:
    said = prepare(corpus, "--pair", "es-eng", "--dev", "3", "-o", tmp_path / "out")
    assert written(tmp_path / "out") == {"dev/spa-eng.jsonl": 3, "test/spa-eng.jsonl": 5}
    both = records(tmp_path / "out/dev/spa-eng.jsonl") + records(tmp_path / "out/test/spa-eng.jsonl")
    assert sorted(record["tokens"][3] for record in both) == list("abcdefgh")
    assert {tuple(record["tags"]) for record in both} == {("eng", "spa", "spa", "other")}
    assert both[0]["text"] == " ".join(both[0]["tokens"])
    assert said.splitlines() == [
        f"mixlid: {corpus} (lince): 10 sentences",
        "mixlid: removed: one language 1, too short (under 20 characters) 1",
        "mixlid: dev/spa-eng.jsonl: 3 sentences",
        "mixlid: test/spa-eng.jsonl: 5 sentences",
    ]


def test_the_same_twice_and_another_seed(prepare: Prepare, corpus: Path, tmp_path: Path) -> None:
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        prepare(corpus, "--pair", "spa-eng", "--dev", "3", "--seed", seed, "-o", tmp_path / name)
    a, b, c = ((tmp_path / name / "dev/spa-eng.jsonl").read_bytes() for name in "abc")
    assert a == b != c


def test_mono_name_and_xz(prepare: Prepare, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    said = prepare(corpus, "--pair", "spa-eng", "--mono", "--name", "tweets", "--xz", "-o", out)
    assert written(out) == {"dev/mono-tweets.jsonl.xz": 1, "dev/tweets.jsonl.xz": 8}
    assert records(out / "dev/mono-tweets.jsonl.xz")[0]["langs"] == ["spa"]
    assert "test/tweets.jsonl.xz: 0 sentences, so it is not written" in said
    assert "dev: tweets has only 8 of 100 sentences" in said


def test_several_files_are_one_corpus(prepare: Prepare, corpus: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "more.conll", MIXED[0] + "\n" + MIXED[1].replace("tomorrow", "yesterday"))
    said = prepare(corpus, other, "--pair", "spa-eng", "--dev", "0", "-o", tmp_path / "out")
    assert written(tmp_path / "out") == {"test/spa-eng.jsonl": 9}
    assert "duplicate 1" in said


def test_map(prepare: Prepare, tmp_path: Path) -> None:
    corpus = write(tmp_path / "x.conll", "ana\tA\nyahoooooooooooooooooooo\tB\n!\tC\n")
    prepare(corpus, "--pair", "arb-arz", "--map", "a=arb,B=arz,c=other", "-o", tmp_path / "out")
    assert records(tmp_path / "out/dev/arb-arz.jsonl")[0]["tags"] == ["arb", "arz", "other"]


def test_faults_are_listed(prepare: Prepare, tmp_path: Path) -> None:
    corpus = write(tmp_path / "x.conll", MIXED[0] + "\n" + "broken\n\n" * 25)
    said = prepare(corpus, "--pair", "spa-eng", "-o", tmp_path / "out").splitlines()
    assert said[0].endswith("(lince): 1 sentences, 25 more left out for faults")
    assert said[1] == f"mixlid: fault: {corpus}, line 6: expected a token and a tag, found 'broken'"
    assert sum("fault: " in line for line in said) == 20
    assert said[21] == "mixlid: and 5 more faults"
    with pytest.raises(InputError, match="25 faults, and --strict was given; nothing was written"):
        prepare(corpus, "--pair", "spa-eng", "--strict", "-o", tmp_path / "strict")
    assert not (tmp_path / "strict").exists()


@pytest.fixture
def flores(tmp_path: Path) -> Path:
    folder = tmp_path / "flores"
    for number, part in enumerate(("dev", "devtest")):
        for label, word in (("eng_Latn", "house"), ("tur_Latn", "evler"), ("deu_Latn", "Haus")):
            lines = [" ".join([word] * (5 - place + number)) + "\n" for place in range(4)]
            write(folder / part / f"{label}.{part}", "".join(lines))
    return folder


def test_flores(prepare: Prepare, flores: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    said = prepare(flores, "--shortest", "2", "--languages", "tur,eng", "-o", out)
    assert written(out) == {"dev/mono-flores.jsonl": 4, "test/mono-flores.jsonl": 4}
    assert records(out / "dev/mono-flores.jsonl") == [
        {"text": "house house house", "langs": ["eng"]},
        {"text": "house house", "langs": ["eng"]},
        {"text": "evler evler evler", "langs": ["tur"]},
        {"text": "evler evler", "langs": ["tur"]},
    ]
    assert "removed: not shortest 8" in said


def test_flores_drawn_anew(prepare: Prepare, flores: Path, tmp_path: Path) -> None:
    """As in the paper: this many sentences of each language, from either part."""
    prepare(flores, "--dev", "2", "--name", "mono", "-o", tmp_path / "out")
    assert written(tmp_path / "out") == {"dev/mono.jsonl": 6, "test/mono.jsonl": 9}
    dev = [record["langs"][0] for record in records(tmp_path / "out/dev/mono.jsonl")]
    assert {language: dev.count(language) for language in dev} == {"deu": 2, "eng": 2, "tur": 2}


def test_the_papers_development_set(prepare: Prepare, flores: Path, tmp_path: Path) -> None:
    """500 among seven languages are 72 for the first three and 71 for the others; here 5 among three."""
    assert shares(500, ["eus", "tur", "spa", "hin", "npi", "eng", "deu"]) == {
        "eus": 72, "tur": 72, "spa": 72, "hin": 71, "npi": 71, "eng": 71, "deu": 71,
    }  # fmt: skip
    prepare(flores, "--dev-total", "5", "--languages", "tur,deu,eng", "--name", "mono", "-o", tmp_path / "out")
    dev = [record["langs"][0] for record in records(tmp_path / "out/dev/mono.jsonl")]
    assert {language: dev.count(language) for language in dev} == {"tur": 2, "deu": 2, "eng": 1}
    assert len(records(tmp_path / "out/test/mono.jsonl")) == 10
    with pytest.raises(SettingsError, match="--force replaces it"):
        prepare(flores, "--shortest", "2", "--name", "mono", "-o", tmp_path / "out")
    with pytest.raises(SettingsError, match="cannot be used with --dev"):
        prepare(flores, "--dev-total", "5", "--dev", "2", "--languages", "tur", "-o", tmp_path / "other")


def test_the_papers_two_sets_by_one_command(prepare: Prepare, flores: Path, tmp_path: Path) -> None:
    """The shortest of all languages are for testing; development sentences are drawn from the others, in some
    languages.
    """
    wanted = ["--shortest", "2", "--dev-total", "3", "--dev-languages", "tur,deu"]
    said = prepare(flores, *wanted, "-o", tmp_path / "out")
    dev, test = (records(tmp_path / "out" / part / "mono-flores.jsonl") for part in ("dev", "test"))
    assert [record["langs"][0] for record in dev] == ["deu", "tur", "tur"]
    assert {record["text"] for record in test} == {
        f"{word}{f' {word}' * more}" for word in ("house", "evler", "Haus") for more in (1, 2)
    }
    assert not {record["text"] for record in dev} & {record["text"] for record in test}
    assert "has only" not in said
    with pytest.raises(SettingsError, match="--dev-languages says which languages share --dev-total"):
        prepare(flores, "--dev-languages", "tur", "-o", tmp_path / "other")


def test_fewer_sentences_than_wanted(prepare: Prepare, flores: Path, tmp_path: Path) -> None:
    """Each language has five distinct ones."""
    wanted = ["--shortest", "4", "--dev-total", "3", "--languages", "tur,deu"]
    said = prepare(flores, *wanted, "-o", tmp_path / "out").splitlines()
    assert [line for line in said if "has only" in line] == ["mixlid: dev: tur has only 1 of 2 sentences"]
    said = prepare(flores, "--shortest", "9", "--languages", "tur", "-o", tmp_path / "parts").splitlines()
    assert [line for line in said if "has only" in line] == [
        "mixlid: dev: tur has only 4 of 9 sentences",
        "mixlid: test: tur has only 4 of 9 sentences",
    ]


@pytest.mark.parametrize(
    ("argv", "error", "message"),
    [
        ([], SettingsError, r"say with --pair which languages are in .*tweets\.conll"),
        (["--pair", "spa"], SettingsError, "--pair must be two languages"),
        (["--pair", "spa-spa"], SettingsError, "--pair must be two languages"),
        (["--pair", "spa-english"], SettingsError, "'english' is not a language code"),
        (["--pair", "spa-eng", "--map", "lang1"], SettingsError, "--map must be like lang1=eng,lang2=spa"),
        (["--pair", "spa-eng", "--map", "x=y"], SettingsError, "'y' is not a language code"),
        (["--pair", "spa-eng", "--dev", "-1"], SettingsError, "--dev must not be negative"),
        (["--pair", "spa-eng", "--shortest", "9"], SettingsError, "--shortest does nothing for lince"),
        (["--pair", "spa-eng", "--format", "nope"], SettingsError, "no corpus format 'nope'"),
        (["--pair", "tur-deu"], InputError, "'lang1' is not known"),
        (["--pair", "tur-deu", "--map", "lang1=fra,lang2=ita"], InputError, "nothing is left .* no language 10"),
    ],
)
def test_refusals(
    prepare: Prepare, corpus: Path, tmp_path: Path, argv: list[str], error: type[MixlidError], message: str
) -> None:
    with pytest.raises(error, match=message):
        prepare(corpus, *argv, "-o", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_refusals_of_flores(prepare: Prepare, flores: Path, corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="--pair does nothing for flores"):
        prepare(flores, "--pair", "tur-eng", "-o", tmp_path / "out")
    with pytest.raises(SettingsError, match="together"):
        prepare(flores, corpus, "-o", tmp_path / "out")
    with pytest.raises(InputError, match="no sentences in fra, tur_Arab; there are eng"):
        prepare(flores, "--languages", "eng,fra,tur_Arab", "-o", tmp_path / "out")


def test_old_files_that_would_stay(prepare: Prepare, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    prepare(corpus, "--pair", "spa-eng", "--dev", "3", "-o", out)
    before = (out / "test/spa-eng.jsonl").read_bytes()
    with pytest.raises(SettingsError, match=r"dev/spa-eng\.jsonl exists from another run"):
        prepare(corpus, "--pair", "spa-eng", "--dev", "0", "-o", out)
    with pytest.raises(SettingsError, match="remove it first"):
        prepare(corpus, "--pair", "spa-eng", "--dev", "3", "--xz", "-o", out)
    assert (out / "test/spa-eng.jsonl").read_bytes() == before
    with pytest.raises(SettingsError, match=r"dev/spa-eng\.jsonl exists with other sentences; --force replaces it"):
        prepare(corpus, "--pair", "spa-eng", "--dev", "4", "-o", out)
    assert written(out) == {"dev/spa-eng.jsonl": 3, "test/spa-eng.jsonl": 5}
    prepare(corpus, "--pair", "spa-eng", "--dev", "3", "-o", out)
    prepare(corpus, "--pair", "spa-eng", "--dev", "4", "-o", out, "--force")
    assert written(out) == {"dev/spa-eng.jsonl": 4, "test/spa-eng.jsonl": 4}


def test_compressed_files_of_another_draw(prepare: Prepare, corpus: Path, tmp_path: Path) -> None:
    command = [corpus, "--pair", "spa-eng", "--xz", "-o", tmp_path / "out"]
    for _ in range(2):
        prepare(*command, "--dev", "3")
    with pytest.raises(SettingsError, match="--force replaces it"):
        prepare(*command, "--dev", "4")


def test_a_folder_that_cannot_be_made(prepare: Prepare, corpus: Path, tmp_path: Path) -> None:
    write(tmp_path / "taken", "")
    with pytest.raises(MixlidError, match=r"taken.dev cannot be made"):
        prepare(corpus, "--pair", "spa-eng", "-o", tmp_path / "taken")
