"""Each corpus reader on a small file of its format; damaged files are in test_corpora_faults."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import corpus_files as files
import pytest

from evaluation_data import RAW, needed
from mixlid.errors import InputError, SettingsError
from mixlid_lab.corpora.document_formats import FORMATS, detect, get_format
from mixlid_lab.corpora.reading import CorpusOptions, RawSentence, Reading, read_corpus


def read(name: str, path: Path, *pair: str, **tags: str) -> Reading:
    return read_corpus(path, get_format(name), CorpusOptions(pair, tags))


def labelled(sentence: RawSentence) -> str:
    return " ".join(f"{token}/{tag}" for token, tag in zip(sentence.tokens, sentence.tags, strict=True))


def test_every_format_is_recognised(tmp_path: Path) -> None:
    written = files.write_all(tmp_path)
    assert {name: detect(path).name for name, path in written.items()} == {name: name for name in FORMATS}


def test_compressed_files(tmp_path: Path) -> None:
    path = tmp_path / "corpus.conllu.gz"
    path.write_bytes(gzip.compress(files.CONLLU.encode()))
    assert detect(path).name == "conllu"
    assert len(read("conllu", path, "tur", "deu").sentences) == 2


def test_what_is_no_corpus(tmp_path: Path) -> None:
    path = files.write(tmp_path / "letter.txt", "Dear all,\nthis is a letter.\n")
    with pytest.raises(InputError, match=r"letter\.txt looks like none .* --format .* lince \("):
        detect(path)
    with pytest.raises(InputError, match="does not exist"):
        detect(tmp_path / "nowhere")
    with pytest.raises(SettingsError, match=r"no corpus format 'xml'; .* transcriber \("):
        get_format("xml")


@pytest.mark.parametrize("space", ["\t", " ", "   "])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lince(tmp_path: Path, space: str, end: str) -> None:
    path = files.write(tmp_path / "x", "\ufeff" + files.LINCE.replace("\t", space).replace("\n", end))
    reading = read("lince", path, "spa", "eng")
    assert [labelled(sentence) for sentence in reading.sentences] == [
        "@someone/other dinner/eng estuvo/spa #yum/other #/other Ana/ne",
        "vamos/spa parquear/mixed hm/unk oui/other zzz/unk",
    ]
    assert [sentence.line for sentence in reading.sentences] == [2, 10]
    assert reading.sentences[1].identifier == "sent_enum = 2"
    assert reading.faults == ()


def test_lince_needs_to_know_which_language_is_which(tmp_path: Path) -> None:
    path = files.write(tmp_path / "x", "aan\tlang1\nlaw\tlang2\n")
    assert labelled(read("lince", path, "arb", "arz", lang1="arb", lang2="arz").sentences[0]) == "aan/arb law/arz"
    with pytest.raises(InputError, match=r"line 1: the tag 'lang1' is not known, only .* arb, arz \(--map lang1=…"):
        read("lince", path, "arb", "arz")
    # What the user says wins over what is usual.
    assert labelled(read("lince", path, "hin", "eng", lang1="hin", lang2="eng").sentences[0]) == "aan/hin law/eng"


def test_lince_with_names_of_languages(tmp_path: Path) -> None:
    """`ne` is a name, although it is also Nepali's code; a third column belongs to another task."""
    path = files.write(tmp_path / "x", "malai\tnep\tPRON\nthe\teng\tDET\nRam\tne\tPROPN\nbook\tEN\tNOUN\n")
    assert labelled(read("lince", path, "npi", "eng").sentences[0]) == "malai/npi the/eng Ram/ne book/eng"


def test_conllu(tmp_path: Path) -> None:
    reading = read("conllu", files.write(tmp_path / "x", files.CONLLU), "tur", "deu")
    first, second = reading.sentences
    assert labelled(first) == "Heute/deu evdeyim/tur ,/other das/deu ist/deu schön/deu ./other"
    assert first.text == "Heute evdeyim, das ist schön."
    assert (first.identifier, first.line) == ("a-1", 1)
    assert labelled(second) == "Kursta/mixed Weekend/eng Maria/ne hm/unk !/other"
    assert second.text == "Kursta Weekend Maria hm!"
    assert reading.faults == ()


def test_conllu_range_of_two_languages_and_words_without_one(tmp_path: Path) -> None:
    rows = ["1-2 uva", "1 uv Lang=tr", "2 a Lang=de", "3 da", "4-5 ez", "4 e", "5 z"]
    table = [[*row.split(), "_"][:3] for row in rows]
    text = "".join(f"{number}\t{form}" + "\t_" * 7 + f"\t{misc}\n" for number, form, misc in table)
    path = files.write(tmp_path / "x", text)
    assert labelled(read("conllu", path, "tur", "deu").sentences[0]) == "uva/mixed da/unk ez/unk"
    assert labelled(read("conllu", path, "tur", "deu", _="tur").sentences[0]) == "uva/mixed da/tur ez/tur"


def test_token_tag(tmp_path: Path) -> None:
    reading = read("token-tag", files.write(tmp_path / "x", files.TOKEN_TAG.replace("\n", "\r\n")))
    assert [labelled(sentence) for sentence in reading.sentences] == [
        "bu/tur weekend/eng plan/eng var/tur",
        "file'ı/eng aç/tur",
    ]


def test_indonesian(tmp_path: Path) -> None:
    reading = read("indonesian", files.write(tmp_path / "x.csv", files.INDONESIAN))
    first, second = reading.sentences
    assert labelled(first) == "@kawan/unk let's/eng makan/ind"
    assert (first.text, first.identifier, first.line) == ("@kawan let's makan", "1", 2)
    assert second.tokens == ("aku", "mau", "a lot")
    assert second.line == 4


def test_basco(tmp_path: Path) -> None:
    path = files.write_all(tmp_path)["basco"]
    found = [(s.identifier, s.text, "+".join(sorted(s.languages))) for s in read("basco", path).sentences]
    assert found == [
        ("1", "quiero un café con leche", "spa"),
        ("1.1", "nahi dut un café con leche", "eus+spa"),
        ("1.2", "quiero kafesnea bat", "eus+spa"),
        ("2", "non dago geltokia?", "eus"),
        ("2.1", "dónde dago geltokia?", "eus+spa"),
    ]
    lines = path.read_text(encoding="utf-8").splitlines()
    second = read("basco", path).sentences[3]
    assert lines[second.line - 1] == " {"
    assert "eu" in lines[second.line]


def test_transcriber(tmp_path: Path) -> None:
    reading = read("transcriber", files.write(tmp_path / "x.trs", files.TRANSCRIBER), "wol", "fra")
    assert [labelled(sentence) for sentence in reading.sentences] == [
        "dama/wol bëgg/wol café/fra ak/wol lait/fra bu/wol tàng/wol",
        "%hum/wol marché/fra bi/wol meeting/eng",
        "waaw/wol waaw/wol",
    ]
    assert [sentence.line for sentence in reading.sentences] == [6, 10, 16]
    # Other languages of the collection; whichever of the pair is not marked is what the rest is in.
    sereer = read("transcriber", tmp_path / "x.trs", "fra", "srr").sentences[2]
    assert labelled(sereer) == "waaw/srr waaw/srr"


def test_a_semicolon_in_place_of_the_colon_of_a_mark(tmp_path: Path) -> None:
    said = "dama bëgg café;fra ak lait ;fra waaw; fra marché:fra; xam"
    text = f'<Trans><Turn><Sync time="0"/>{said}</Turn></Trans>'
    (sentence,) = read("transcriber", files.write(tmp_path / "x.trs", text), "wol", "fra").sentences
    assert [word for word, tag in zip(sentence.tokens, sentence.tags, strict=True) if tag == "fra"] == [
        "café", "lait", "marché",
    ]  # fmt: skip


def test_our_own_codes_need_no_map(tmp_path: Path) -> None:
    record = {"text": "gün \u16a0 12 nice", "langs": ["tur", "eng"], "tokens": ["gün", "\u16a0", "12", "nice"]}
    line = json.dumps(record | {"tags": ["tur", "und_Runr", "zxx", "eng"]})
    (sentence,) = read("jsonl", files.write(tmp_path / "x.jsonl", line), "tur", "eng").sentences
    assert sentence.tags == ("tur", "unk", "other", "eng")
    words = files.write(tmp_path / "x.conll", "gün\ttur\nhmm\tund\n12\tZXX\nnice\teng\n")
    (sentence,) = read("lince", words, "tur", "eng").sentences
    assert sentence.tags == ("tur", "unk", "other", "eng")


def test_marks_of_transcriber_with_punctuation_and_capitals(tmp_path: Path) -> None:
    said = 'dama bëgg "café:FRA" ak lait (:fr), waaw marché:fra;'
    text = f'<Trans><Episode><Section><Turn><Sync time="0"/>{said}</Turn></Section></Episode></Trans>'
    (sentence,) = read("transcriber", files.write(tmp_path / "x.trs", text), "wol", "fra").sentences
    assert labelled(sentence) == 'dama/wol bëgg/wol "café/fra ak/wol lait/fra waaw/wol marché/fra'


def test_flores_folder(tmp_path: Path) -> None:
    folder = files.write_all(tmp_path)["flores"]
    found = [(s.text, *s.languages, s.part, s.line) for s in read("flores", folder).sentences]
    assert found == [
        ("Rain fell on the hills.", "eng", "dev", 1),
        ("The dog slept.", "eng", "dev", 2),
        ("Koer magab.", "ekk", "test", 1),
    ]
    for wanted in ("est", "ekk", "ekk_Latn"):
        only = read_corpus(folder, get_format("flores"), CorpusOptions(languages=(wanted,)))
        assert [sentence.text for sentence in only.sentences] == ["Koer magab."]
    with pytest.raises(InputError, match="no sentence"):
        read_corpus(folder, get_format("flores"), CorpusOptions(languages=("ekk_Cyrl",)))


def test_our_own_lines(tmp_path: Path) -> None:
    record = {"text": "çok busy", "langs": ["tur", "eng"], "tokens": ["çok", "busy"], "tags": ["tur", "eng"]}
    path = files.write(tmp_path / "x.jsonl", json.dumps(record) + '\n\n{"text": "bye now", "langs": ["eng"]}\n')
    first, second = read("jsonl", path, "tur", "eng").sentences
    assert labelled(first) == "çok/tur busy/eng"
    assert (second.tokens, second.tags, second.languages, second.line) == (("bye", "now"), (), frozenset({"eng"}), 3)


@pytest.mark.parametrize("mark", ["silver", "silver_words"])
def test_our_own_lines_stay_silver(tmp_path: Path, mark: str) -> None:
    record = {"text": "çok busy", "langs": ["tur", "eng"], mark: True}
    (sentence,) = read("jsonl", files.write(tmp_path / "x.jsonl", json.dumps(record)), "tur", "eng").sentences
    assert (sentence.silver, sentence.silver_words) == (mark == "silver", mark == "silver_words")


#: The samples are the beginnings of files, so the last record of two of them is cut off, which must be noticed.
@pytest.mark.parametrize(
    ("pattern", "name", "pair", "faults"),
    [
        ("825_*.csv", "indonesian", ("ind", "eng"), 1),
        ("basco_*.json", "basco", ("eus", "spa"), 0),
        ("kallaama_*.trs", "transcriber", ("wol", "fra"), 0),
        ("lince_*.conll", "lince", ("spa", "eng"), 0),
        ("qtd_*.conllu", "conllu", ("tur", "deu"), 1),
        ("tr-en_*.txt", "token-tag", ("tur", "eng"), 0),
    ],
)
def test_the_published_files(pattern: str, name: str, pair: tuple[str, ...], faults: int) -> None:
    (path,) = needed(RAW).glob(pattern)
    assert detect(path).name == name
    reading = read_corpus(path, get_format(name), CorpusOptions(pair))
    assert len(reading.sentences) > 0
    assert all(set(pair) & {*sentence.tags, *sentence.languages} for sentence in reading.sentences[:1])
    assert len(reading.faults) == faults
    assert all(fault.line > reading.sentences[-1].line for fault in reading.faults)
