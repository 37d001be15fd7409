"""The recipes of docs/speech.md that need other packages or programs, where these are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import wave
from pathlib import Path

import pytest

import mixlid
from doc_blocks import ROOT, Block, read_blocks

BLOCKS = [
    block for block in read_blocks((ROOT / "docs" / "speech.md").read_text("utf-8"), "docs/speech.md") if not block.runs
]


def block_with(text: str) -> Block:
    (found,) = (block for block in BLOCKS if text in block.text)
    return found


def pdf_of(*pages: str) -> bytes:
    """A small PDF in Latin-1, a line a page."""
    kids = " ".join(f"{3 + 2 * number} 0 R" for number in range(len(pages)))
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>"]
    for number, text in enumerate(pages):
        content = f"BT /F1 12 Tf 50 700 Td ({text}) Tj ET"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {4 + 2 * number} 0 R "
            f"/Resources << /Font << /F1 {font} >> >> >>"
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    data, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{one}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n"
    )
    return data + f"{end}startxref\n{len(data)}\n%%EOF\n".encode("latin-1")


def test_languages_of_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pypdf")
    monkeypatch.chdir(tmp_path)
    pages = (
        "The meeting is at eight tomorrow.",
        "Wir sehen uns morgen um acht im B\xfcro.",
        "Hasta luego, see you tomorrow.",
    )
    Path("letter.pdf").write_bytes(pdf_of(*pages))
    exec(block_with("pypdf").text, {"mixlid": mixlid})
    assert capsys.readouterr().out == "1 ('eng',)\n2 ('deu',)\n3 ('eng', 'spa')\n"


def test_a_pipeline_for_each_run(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("spacy")
    exec(block_with("spacy").text, {"mixlid": mixlid})
    lines = capsys.readouterr().out.splitlines()
    text = "Toplantıdan sonra we should leave together"
    assert [line.split()[0] for line in lines] == ["tr", "tr", "en", "en", "en", "en"]
    assert all(text[int(place) :].startswith(token) for _, place, token in map(str.split, lines))


def test_presidio_for_each_run() -> None:
    """With the call that the page names, and a pattern for each language: Presidio's own ask the network."""
    presidio = pytest.importorskip("presidio_analyzer")
    engines = pytest.importorskip("presidio_analyzer.nlp_engine")
    spacy = pytest.importorskip("spacy")
    assert "`analyzer.analyze(run.text, language=run.tag)`" in (ROOT / "docs" / "speech.md").read_text("utf-8")
    engine = engines.SpacyNlpEngine(models=[{"lang_code": tag, "model_name": "blank"} for tag in ("en", "tr")])
    engine.nlp = {tag: spacy.blank(tag) for tag in ("en", "tr")}
    patterns = {"en": ("US_BADGE", r"B-\d{4}"), "tr": ("TR_PLATE", r"34 AB \d{3}")}
    registry = presidio.RecognizerRegistry(
        recognizers=[
            presidio.PatternRecognizer(name, patterns=[presidio.Pattern(name, regex, 1.0)], supported_language=tag)
            for tag, (name, regex) in patterns.items()
        ],
        supported_languages=[*patterns],
    )
    analyzer = presidio.AnalyzerEngine(registry=registry, nlp_engine=engine, supported_languages=[*patterns])
    text = "Arabanın plakası 34 AB 123 diye yazmışlar, and we should leave our badge B-4711 at the door"
    found = [
        (one.entity_type, text[run.start + one.start : run.start + one.end])
        for run in mixlid.identify(text).runs(min_words=2)
        for one in analyzer.analyze(run.text, language=run.tag)
    ]
    assert found == [("TR_PLATE", "34 AB 123"), ("US_BADGE", "B-4711")]


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_espeak_ng_speaks(tmp_path: Path) -> None:
    command = tmp_path / "mixlid"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mixlid "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run(["bash", "-ec", block_with("espeak-ng").text], cwd=tmp_path, env=environment, check=True)
    with wave.open(str(tmp_path / "speech.wav")) as sound:
        assert sound.getnframes() > sound.getframerate()
