"""The paper's preparation: what is removed, what stays, and that everything removed is counted."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from evaluation_data import DEV, RAW, needed
from mixlid.adapt.labelled import Sample
from mixlid.errors import MissingDependencyError
from mixlid_lab.corpora.document_formats import detect
from mixlid_lab.corpora.prepare import (
    Removed,
    clean,
    clean_token,
    length,
    prepare_monolingual,
    prepare_pair,
    romanised,
    shortest,
    split_dev_test,
)
from mixlid_lab.corpora.reading import CorpusOptions, RawSentence, read_corpus
from mixlid_lab.evaluation.datasets import read_dataset
from mixlid_lab.romanisation import load_uroman

HERE = Path("corpus")


def raw(labelled: str, *languages: str) -> RawSentence:
    """A sentence from `a/tur b/eng`; words have no tags if there are languages."""
    if languages:
        return RawSentence(tuple(labelled.split()), languages=frozenset(languages))
    tokens, tags = zip(*(word.rsplit("/", 1) for word in labelled.split()), strict=True)
    return RawSentence(tokens, tags)


def mono(text: str, language: str = "eng") -> Sample:
    return Sample(text, frozenset({language}))


@pytest.mark.parametrize(
    ("token", "left"),
    [
        ("hola", "hola"),
        ("😀", ""),
        ("hola😍💋", "hola"),
        ("👩🏽‍💻", ""),
        ("🇹🇷", ""),
        ("☺️", ""),
        ("https://example.org/a?b=c", ""),
        ("www.example.org", ""),
        ("@some_one", ""),
        ("@someone:", ":"),
        ("@", "@"),
        ('"hello"', "hello"),
        ("“merhaba”", "merhaba"),
        ("«", ""),
        ("''", ""),
        ("``", ""),
        ("laptop'ta", "laptop'ta"),
        ("dogs’", "dogs’"),
        ("%hmm", ""),
        ("%%hmm", ""),
        ("%", "%"),
        ("%50", ""),
        ("50%", "50%"),
        ('"%hmm', ""),
        ("(%hmm),", ""),
        ("…%Hmm…", ""),
        ("%.", "%."),
        ("a%hmm", "a%hmm"),
        (":fra", ""),
        (":es", ""),
        (":ES", ""),
        (":fr,", ""),
        ("(:Fra).", ""),
        (":es:", ""),
        (";fra", ""),
        (";FR.", ""),
        (";)", ";)"),
        ("\ufe0f", ""),
        ("\u200d\ufe0f", ""),
        ("\u0301", ""),
        ("❤\ufe0f", ""),
        ("so❤\ufe0f", "so"),
        ("Nota:es", "Nota:es"),
        (":xq", ":xq"),
        (":)", ":)"),
        (":P", ":P"),
        ("<3", "<3"),
        ("#tag", "#tag"),
        ("...", "..."),
        ("a  lot", "a lot"),
    ],
)
def test_what_is_left_of_a_token(token: str, left: str) -> None:
    assert clean_token(token) == left


def test_tags_go_with_their_tokens() -> None:
    tokens, tags = clean(["@x", "so", "😀", '"nice"', "%e", "gün"], ["other", "eng", "other", "eng", "tur", "tur"])
    assert tokens == ("so", "nice", "gün")
    assert tags == ("eng", "eng", "tur")
    assert clean(["so", "😀", "nice"]) == (("so", "nice"), ())


def test_characters_without_spaces() -> None:
    assert length(" bir  iki\tüç\u00a0") == 8


def words(count: int, each: str, tag: str) -> str:
    return " ".join([f"{each}/{tag}"] * count)


def test_pair() -> None:
    sentences = [
        raw("merhaba/tur everybody/eng @x/other welcome/eng ,/other bonjour/fra"),
        raw(words(4, "abcde", "tur") + " x/mixed"),  # one language and a mixed word
        raw(words(4, "abcde", "fra")),
        raw(words(4, "abcd", "tur") + " abc/eng"),  # 19 characters
        raw(words(4, "abcd", "tur") + " abcd/eng"),  # 20
        raw(words(40, "abcd", "tur") + " " + words(10, "efgh", "eng")),  # 200
        raw(words(40, "abcd", "tur") + " " + words(10, "efgh", "eng") + " ./other"),  # 201
        raw("😀/other @x/other"),
        raw(words(4, "abcd", "tur") + " abcd/eng 😀/other"),  # the fifth again
    ]
    prepared = prepare_pair(sentences, ("tur", "eng"))
    assert [length(sample.text) for sample in prepared.mixed] == [31, 20, 200]
    assert prepared.mixed[0].to_dict() == {
        "text": "merhaba everybody welcome , bonjour",
        "langs": ["eng", "tur"],
        "tokens": ["merhaba", "everybody", "welcome", ",", "bonjour"],
        "tags": ["tur", "eng", "eng", "other", "other"],
    }
    assert prepared.mono == ()
    expected = Removed(empty=1, no_language=1, one_language=1, too_short=1, too_long=1, duplicate=1)
    assert prepared.removed == expected
    assert len(prepared.mixed) + prepared.removed.total == len(sentences)
    assert str(expected) == (
        "empty 1, no language 1, one language 1, too short (under 20 characters) 1, too long (over 200 characters) 1, "
        "duplicate 1"
    )
    assert str(Removed()) == "none"
    assert (expected + Removed(empty=2)).empty == 3


def test_a_removed_word_does_not_count_for_its_language() -> None:
    sentence = raw(words(5, "abcde", "tur") + " https://example.org/x/eng")
    assert prepare_pair([sentence], ("tur", "eng")).removed == Removed(one_language=1)


def test_a_token_without_letters_is_in_no_language() -> None:
    sentence = raw("* /wol bonjour/fra mesdames/fra messieurs/fra".replace("* /", "*/"))
    assert prepare_pair([sentence], ("wol", "fra")).removed == Removed(one_language=1)
    (mono,) = prepare_pair([sentence], ("wol", "fra"), keep_mono=True).mono
    assert mono.tags == ("other", "fra", "fra", "fra")


def test_monolingual_sentences_of_a_pair() -> None:
    sentences = [raw(words(5, "abcde", "tur")), raw("one/eng"), raw(words(5, "iki", "tur") + " everybody/eng")]
    prepared = prepare_pair(sentences, ("tur", "eng"), keep_mono=True)
    assert [sample.languages for sample in prepared.mono] == [{"tur"}]
    assert len(prepared.mixed) == 1
    assert prepared.removed == Removed(too_short=1)


def test_sentence_labels() -> None:
    sentences = [raw("nahi dut un “café” con leche", "eus", "spa"), raw("quiero un café con leche", "spa")]
    prepared = prepare_pair(sentences, ("eus", "spa"), keep_mono=True)
    assert [sample.to_dict() for sample in (*prepared.mixed, *prepared.mono)] == [
        {"text": "nahi dut un café con leche", "langs": ["eus", "spa"]},
        {"text": "quiero un café con leche", "langs": ["spa"]},
    ]


def test_shortest() -> None:
    samples = [mono("ccc"), mono("a"), mono("uzun", "tur"), mono("bb"), mono("b b"), mono("dddd"), mono("iki", "tur")]
    assert [sample.text for sample in shortest(samples, 2)] == ["a", "uzun", "bb", "iki"]
    assert shortest(samples, 9) == samples


def test_monolingual() -> None:
    sentences = [raw(text, "eng") for text in ("one two three", "one", "one", "one two")] + [raw("one", "sco")]
    prepared = prepare_monolingual(sentences, 2)
    assert [(sample.text, *sample.languages) for sample in prepared.mono] == [
        ("one", "eng"),
        ("one two", "eng"),
        ("one", "sco"),
    ]
    assert prepared.removed == Removed(duplicate=1, not_shortest=1)


@pytest.fixture
def fresh_uroman() -> Iterator[None]:
    """uroman is cached, so a test with another one, or none, must leave nothing behind."""
    load_uroman.cache_clear()
    yield
    load_uroman.cache_clear()


@pytest.mark.usefixtures("fresh_uroman")
def test_only_hindi_and_nepali_in_devanagari_are_romanised(monkeypatch: pytest.MonkeyPatch) -> None:
    class Counting:
        made = 0

        def __init__(self) -> None:
            Counting.made += 1

        def romanize_string(self, text: str) -> str:
            return f" {len(text)}  letters "

    monkeypatch.setitem(sys.modules, "uroman", SimpleNamespace(Uroman=Counting))
    sentences = [raw("नमस्ते", "hin"), raw("namaste", "hin"), raw("पानी", "npi"), raw("पाणी", "mar")]
    texts = [sample.text for sample in prepare_monolingual(sentences).mono]
    assert texts == ["6 letters", "namaste", "4 letters", "पाणी"]
    assert Counting.made == 1


def test_uroman() -> None:
    pytest.importorskip("uroman")
    assert romanised(mono("पानी", "hin")).text == "paanii"


@pytest.mark.usefixtures("fresh_uroman")
def test_without_uroman(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uroman", None)
    assert romanised(mono("pani", "hin")).text == "pani"
    with pytest.raises(MissingDependencyError, match=r"uroman.*mixlid\[train\]"):
        romanised(mono("पानी", "hin"))


def test_split() -> None:
    samples = [mono(f"sentence {number}") for number in range(50)]
    dev, test = split_dev_test(samples, 5, seed=1)
    assert (len(dev), len(test)) == (5, 45)
    assert set(dev) | set(test) == set(samples)
    assert list(test) == [sample for sample in samples if sample not in dev]
    assert split_dev_test(samples, 5, seed=1) == (dev, test)
    assert set(split_dev_test(samples[::-1], 5, seed=1)[0]) == set(dev)
    assert split_dev_test(samples, 5, seed=2)[0] != dev
    assert split_dev_test(samples, 100)[1] == ()
    assert split_dev_test(samples, 0)[0] == ()


def test_the_draw_is_the_same_everywhere() -> None:
    """The lowest SHA-256 of `7`, a line feed and the text wins; sha256sum gives 99… for a, 6f… for b, 57… for c."""
    dev, _ = split_dev_test([mono("a"), mono("b"), mono("c")], 1, seed=7)
    assert [sample.text for sample in dev] == ["c"]


@pytest.fixture(scope="module")
def prepared_before() -> dict[str, Sample]:
    """Sentences that others have put through the paper's filters, by text."""
    files = [path for path in needed(DEV).glob("*-*.jsonl*") if not path.name.startswith("mono-flores")]
    return {sample.text: sample for path in files for sample in read_dataset(path).samples}


def test_prepared_data_stay_as_they_are(prepared_before: dict[str, Sample]) -> None:
    for sample in prepared_before.values():
        assert clean(sample.tokens)[0] == sample.tokens
        assert 20 <= length(sample.text) <= 200


def test_published_files_become_the_same(prepared_before: dict[str, Sample]) -> None:
    """If a sentence of the published samples is in the development data, it has the same words and labels."""
    pairs = {"tr-en_*": ("tur", "eng"), "qtd_*": ("tur", "deu"), "basco_*": ("eus", "spa")}
    for pattern, pair in pairs.items():
        for path in needed(RAW).glob(pattern):
            sentences = read_corpus(path, detect(path), CorpusOptions(pair)).sentences
            ours = {sample.text: sample for sample in prepare_pair(sentences, pair).mixed}
            shared = ours.keys() & prepared_before
            assert shared
            for text in shared:
                assert ours[text].languages == prepared_before[text].languages
                assert ours[text].tags == prepared_before[text].tags
