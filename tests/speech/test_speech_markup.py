"""SSML and HTML: valid, with the text as it was, and read by a browser and a speech synthesiser."""

from __future__ import annotations

import re
import shutil
import subprocess
import wave
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mixlid
from mixlid.cli.main import main
from mixlid.results.result import Result
from mixlid.speech import html, ssml

ARABIC = "see you غدا في المكتب"
MIXED = "yarınki meeting için slides hazır mı"
NAMESPACE = "http://www.w3.org/2001/10/synthesis"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
#: What XML 1.0 allows in documents.
XML_CHARS = re.compile("[\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]*")


@cache
def schema() -> Any:
    return pytest.importorskip("lxml.etree").RelaxNG(file=str(Path(__file__).parents[1] / "data" / "ssml.rng"))


def check_ssml(document: str) -> ET.Element:
    """The root of a valid document."""
    assert XML_CHARS.fullmatch(document)
    etree = pytest.importorskip("lxml.etree")
    schema().assertValid(etree.fromstring(document.encode()))
    return ET.fromstring(document.encode())


def spoken(root: ET.Element) -> str:
    (paragraph,) = root
    return "".join(paragraph.itertext())


ODD = st.text(st.characters() | st.sampled_from("\0\x0b\x1b\x7f\ufffe\ud800<>&\"'\r\n\u2028"), max_size=40)


@given(text=ODD, voice=st.text(st.characters(exclude_categories=["C"]), min_size=1).filter(str.strip))
def test_any_text_is_valid(text: str, voice: str) -> None:
    result = mixlid.identify(text + " yarınki meeting")
    root = check_ssml(ssml(result, {"en": voice}))
    shown = re.sub("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]", "\ufffd", result.text)
    assert len(spoken(root)) == len(result.text)
    same = [one == other for one, other in zip(spoken(root), shown, strict=True) if one != "\ufffd"]
    assert all(same)


@pytest.mark.parametrize(
    "inside",
    [
        "<p><p>a</p></p>",
        '<lang xml:lang="-">a</lang>',
        "<lang>a</lang>",
        '<voice name=" ">a</voice>',
        '<p lang="en">a</p>',
        "<b>a</b>",
    ],
)
def test_the_schema_refuses(inside: str) -> None:
    frame = f'<speak version="1.1" xmlns="{NAMESPACE}" xml:lang="en">{{}}</speak>'
    check_ssml(frame.format("<p>a</p>"))
    with pytest.raises(pytest.importorskip("lxml.etree").DocumentInvalid):
        check_ssml(frame.format(inside))


def test_ssml() -> None:
    result = mixlid.identify(MIXED)
    assert ssml(result) == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<speak version="1.1" xmlns="{NAMESPACE}" xml:lang="tr">\n'
        '<p xml:lang="tr">yarınki <lang xml:lang="en">meeting </lang>için '
        '<lang xml:lang="en">slides </lang>hazır mı</p>\n</speak>\n'
    )
    assert '<voice name="Zira &quot;1&quot;"><lang xml:lang="en">meeting </lang></voice>' in ssml(
        result, {"eng": 'Zira "1"', "de": "Hans"}
    )
    assert ssml(result, {"de": "Hans"}) == ssml(result)


def test_voices_of_scripts() -> None:
    result = mixlid.identify("我們明天見 see you tomorrow")
    assert result.labels[0] in ("zho_Hant", "eng_Latn")
    voices = {"zh": "Any", "zh-Hant": "Taiwan"}
    assert '<voice name="Taiwan">' in ssml(result, voices)
    assert '<voice name="Any">' in ssml(result, {"zh": "Any"})


def test_texts_in_no_language() -> None:
    check_ssml(ssml(Result("")))
    assert "<p>123</p>" in ssml(mixlid.identify("123"))
    assert html(mixlid.identify("123")) == '<p lang="zxx" dir="auto">123</p>\n'


def test_html() -> None:
    assert html(mixlid.identify("bugün hava çok güzel, okay"), min_words=2) == (
        '<p lang="tr" dir="ltr">bugün hava çok güzel, okay</p>\n'
    )
    assert html(mixlid.identify(ARABIC)) == (
        '<p lang="ar" dir="rtl"><span lang="en" dir="ltr">see you </span>غدا في المكتب</p>\n'
    )
    assert html(Result("<b>&\0", ("eng_Latn",))) == '<p lang="en" dir="ltr">&lt;b&gt;&amp;\ufffd</p>\n'


def test_a_page_is_valid(tmp_path: Path) -> None:
    """By the algorithm of the standard, which names every parse error."""
    html5lib = pytest.importorskip("html5lib")
    page_file = tmp_path / "page.html"
    texts = [MIXED, ARABIC, "<p>&amp; &notin <!-- \x0b \ufdd0 </body>", "123", "ben \"ok\" dedim & I said 'yes'"]
    given = [part for text in texts for part in ("-t", text)]
    assert main(["identify", "-q", "-f", "html", "-o", str(page_file), *given]) == 0
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    root = parser.parse(page_file.read_bytes())
    assert len(root.findall("body/p")) == len(texts)
    with pytest.raises(html5lib.html5parser.ParseError):
        html5lib.HTMLParser(strict=True).parse(page_file.read_text("utf-8").replace("</p>", "</span>", 1))


def test_lang_in_a_browser(tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("chromium is not installed")
    page_file = tmp_path / "page.html"
    texts = [MIXED, ARABIC, "我們明天見"]
    given = [part for text in texts for part in ("-t", text)]
    assert main(["identify", "-q", "-f", "html", "-o", str(page_file), *given]) == 0
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(page_file.as_uri())
        assert page.locator("p").evaluate_all("all => all.map(one => one.textContent)") == texts
        languages = page.locator("p, span").evaluate_all("all => all.map(one => one.lang)")
        assert languages == ["tr", "en", "en", "ar", "en", "zh-Hant"]
        assert page.locator("span:lang(en)").first.text_content() == "meeting "
        assert page.locator("[dir=rtl]").evaluate("one => getComputedStyle(one).direction") == "rtl"
        browser.close()


def speak(folder: Path, *argv: str) -> float:
    """The length of what espeak-ng says, in seconds."""
    path = folder / "speech.wav"
    subprocess.run(["espeak-ng", "-w", str(path), *argv], check=True, capture_output=True)
    with wave.open(str(path)) as sound:
        return float(sound.getnframes() / sound.getframerate())


def phonemes(*argv: str) -> list[str]:
    done = subprocess.run(["espeak-ng", "-q", "-x", *argv], check=True, capture_output=True, text=True)
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_espeak_ng_speaks_each_run_with_its_voice(tmp_path: Path) -> None:
    text = "Yarınki toplantıdan sonra yemeğe gidiyoruz, we should leave around eight o'clock, tamam mı arkadaşlar?"
    result = mixlid.identify(text)
    runs = result.runs()
    assert [run.tag for run in runs] == ["tr", "en", "tr"]
    document = tmp_path / "speech.ssml"
    document.write_text(ssml(result, {"en": "en", "tr": "tr"}), encoding="utf-8")
    mixed = speak(tmp_path, "-m", "-f", str(document))
    alone = sum(speak(tmp_path, "-v", run.tag, run.text) for run in runs)
    assert mixed == pytest.approx(alone, rel=0.1)
    assert speak(tmp_path, "-v", "tr", text) > 1.05 * mixed  # a Turkish voice spells English out
    english = phonemes("-v", "en", runs[1].text)
    assert " ".join(english) in " ".join(phonemes("-m", "-f", str(document)))
