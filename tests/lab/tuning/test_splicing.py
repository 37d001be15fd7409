"""Spliced lines: as many languages as asked for, no two near, the same every time, from corpora and labelled data."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

from mixlid.text.groups import group_of
from mixlid_lab.evaluation.datasets import read_folder
from mixlid_lab.tuning.decision import SPLICED
from mixlid_lab.tuning.splicing import main, read_sentences, spliced

LABELS = ("eng_Latn", "deu_Latn", "tur_Latn", "hrv_Latn", "srp_Latn", "bos_Latn", "rus_Cyrl", "fin_Latn")
SENTENCES = {label: [f"{label}{number} " * 9 for number in range(20)] for label in LABELS}


def test_each_line_has_its_languages() -> None:
    for number, dataset in enumerate(spliced(SENTENCES, 50)[:5], 1):
        assert dataset.name == f"{SPLICED}{number}"
        for sample in dataset.samples:
            here = {label for label in LABELS if label.casefold() in sample.text.casefold()}
            assert len(here) == len(sample.languages) == number
            assert len({group_of(label) for label in here}) == number


def test_scripts_without_spaces_are_cut_by_characters() -> None:
    chinese = "一二三四五六七八九十百千" * 3
    lines = spliced({**SENTENCES, "zho_Hans": [chinese, chinese]}, 20)[4]
    found = [sample.text for sample in lines.samples if "zho" in sample.languages]
    assert found
    assert all(any("一" <= char <= "龥" for char in text) for text in found)


def test_lines_in_one_language_have_names_and_loanwords() -> None:
    sentences = SENTENCES | {
        "fra_Latn": ["nous cherchons un parking près de la gare", "elle mange une pomme dans le jardin vert"] * 2,
        "eng_Latn": ["we met Peter Miller at the station", "she lives in London with two cats"] * 2,
    }
    names, loanwords = spliced(sentences, 60)[5:]
    assert (names.name, loanwords.name) == (SPLICED + "names", SPLICED + "loanwords")
    french = [sample.text for sample in names.samples if sample.languages == {"fra"}]
    assert french
    assert all("Peter Miller" in text or "London" in text for text in french)
    assert any("parking" in sample.text for sample in loanwords.samples)


def test_the_same_seed_draws_the_same() -> None:
    assert spliced(SENTENCES, 5, 1) == spliced(SENTENCES, 5, 1) != spliced(SENTENCES, 5, 2)


def test_from_files(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    for code, text in (
        ("tur", "bir iki üç dört beş"),
        ("eng", "one two three four five"),
        ("rus_Cyrl", "раз два три четыре"),
    ):
        (corpus / f"{code}.tsv.xz").write_bytes(lzma.compress(f"book\t{text}\nbook\t{text} {text}\n".encode()))
    labelled = tmp_path / "mono.jsonl"
    rows = [{"text": "eins zwei drei vier fünf", "langs": ["deu"]}, {"text": "fünf vier drei zwei", "langs": ["deu"]}]
    labelled.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    more = [{"text": "yksi kaksi kolme neljä", "langs": ["fin"]}, {"text": "viisi neljä kolme kaksi", "langs": ["fin"]}]
    labelled.write_text("".join(json.dumps(row) + "\n" for row in rows + more), encoding="utf-8")
    assert set(read_sentences([corpus, labelled])) == {"tur_Latn", "eng_Latn", "rus_Cyrl", "deu_Latn", "fin_Latn"}
    main([str(corpus), str(labelled), "-o", str(tmp_path / "made"), "--count", "4"])
    made = {dataset.name: dataset for dataset in read_folder(tmp_path / "made")}
    assert made[f"{SPLICED}5"].languages == {"tur", "eng", "rus", "deu", "fin"}
    assert len(made[f"{SPLICED}1"].samples) == 4
