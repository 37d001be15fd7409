"""Texts of very many words: which labels are considered, what happens to the rest, and agreement of the kernels."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator

import pytest
from long_shapes import measured
from reference import reference

import mixlid
from compiled import compiled_module
from mixlid import Identifier, Result
from mixlid._kernel import kernel
from mixlid.engine import long_texts
from mixlid.engine.long_texts import MOST_LABELS, MOST_WORDS, config_for
from mixlid.explain import judgements
from mixlid.settings import PresetName
from rarely import each_once, rarely

ENGLISH = "the weather was lovely yesterday and everybody walked along the river until late in the evening "
TURKISH = "dün hava çok güzeldi ve herkes akşam geç saatlere kadar nehir boyunca yürüdü "
SPANISH = "ayer hizo un tiempo precioso y todos caminaron junto al río hasta bien entrada la noche "
SERBIAN = "juče je vreme bilo predivno i svi su šetali uz reku do kasno uveče jer su hteli da vide čamce "
ZULU = "izolo isimo sezulu besisihle futhi wonke umuntu wahamba ngasemfuleni kwaze kwaba sebusuku kakhulu "
GREEK = "χθες ο καιρός ήταν υπέροχος και όλοι περπατούσαν δίπλα στο ποτάμι "
RUSSIAN = "вчера была прекрасная погода и все гуляли вдоль реки до позднего вечера "
FINNISH = "eilen sää oli kaunis ja kaikki kävelivät joen rannalla myöhään iltaan asti "


def words(text: str, count: int) -> str:
    """A text repeated up to this many words."""
    one = text.split()
    return " ".join(one[place % len(one)] for place in range(count))


def gibberish(count: int) -> str:
    draw = random.Random(1)
    return " ".join("".join(draw.choices("bcdfghjklmnpqrstvwxz", k=draw.randint(2, 7))) for _ in range(count))


#: A little above the limit, so that the kernel of NumPy is done in seconds.
LONG = MOST_WORDS + 500
TEXTS = {
    "English": words(ENGLISH, LONG),
    "two languages": words(ENGLISH + TURKISH, LONG),
    "one at the end": words(ENGLISH, LONG - 300) + " " + words(FINNISH, 300),
    "scripts": words(ENGLISH + RUSSIAN + GREEK, LONG),
    "few labels": words(GREEK, LONG),
    "letters": words("a b c d", LONG),
    "gibberish": gibberish(LONG),
    "capitals": words("Yesterday the Weather in London was Lovely and mehmet Bey yürüdü", LONG),
}
PRESETS: list[PresetName] = ["default", "cs", "avg", "mono"]


def load(preset: PresetName = "default") -> Identifier:
    """An identifier that treats any text as one sentence, since documents are answered differently."""
    return mixlid.load(preset=preset).replace(unit="sentence")


@pytest.fixture(scope="module")
def lid() -> Identifier:
    return load()


@pytest.fixture(scope="module")
def few() -> Iterator[None]:
    """Lower limits, so that many texts can be tried; only the NumPy kernel reads them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(long_texts, "MOST_WORDS", 200)
        patch.setattr(long_texts, "PIECE", 64)
        yield


def both(lid: Identifier, text: str) -> Result:
    """The answer, which must be the same from both kernels."""
    compiled_module("mixlid.engine._compiled")
    result, expected = lid.identify(text), reference(lid).identify(text)
    assert result == expected
    return result


#: Texts whose words are in others as well.
ALIKE = ("two languages", "letters", "capitals")


@pytest.mark.parametrize("name", [*(name for name in TEXTS if name not in ALIKE), *rarely(*ALIKE)])
def test_kernels_agree_on_long_texts(name: str, lid: Identifier) -> None:
    both(lid, TEXTS[name])


@pytest.mark.parametrize(("preset", "name"), each_once(PRESETS[1:], ["one at the end", "scripts", "capitals"]))
def test_kernels_agree_with_every_preset(preset: PresetName, name: str) -> None:
    both(load(preset).replace(capital_weight=0.5), TEXTS[name])


# With 2,000 Finnish is just long enough, which NumPy's search takes long to prove.
@pytest.mark.parametrize("rule", [{"only_top": 3}, {"min_chars": 500}, *rarely({"min_chars": 2000})])
def test_kernels_agree_under_every_rule(rule: dict[str, int]) -> None:
    both(load("cs").replace(**rule), TEXTS["one at the end"])  # type: ignore[arg-type]


@pytest.mark.parametrize(("preset", "rule"), [("avg", {}), ("mono", {}), ("cs", {"only_top": 1})])
def test_kernels_agree_on_words_between_spaces(preset: PresetName, rule: dict[str, int]) -> None:
    """The pipeline is in Python, and only the search is compiled."""
    text = words(ENGLISH + TURKISH + RUSSIAN, LONG - 500) + " " + words(FINNISH, 500)
    lid = load(preset).replace(words="whitespace", **rule)  # type: ignore[arg-type]
    assert both(lid, text).objective == pytest.approx(lid._solve(lid._prepare(text)).objective)


def test_columns_have_the_same_answers(lid: Identifier) -> None:
    texts = ["a short text", TEXTS["one at the end"], "ein kurzer Text", TEXTS["few labels"], ""]
    results = [lid.identify(text) for text in texts]
    for one in (lid, reference(lid)):
        columns = one.identify_columns(texts, words=True)
        languages, words = columns.starts("labels"), columns.starts("words")
        labels, margins = columns.word_column("label"), columns.word_number("margin")
        for place, result in enumerate(results):
            first, last = languages[place : place + 2]
            assert tuple(columns.names[label] for label in columns.labels[first:last]) == result.labels
            first, last = words[place : place + 2]
            assert [columns.names[label] for label in labels[first:last]] == [word.label for word in result.words]
            assert margins[first:last].tolist() == [word.margin for word in result.words]


def test_up_to_the_limit_all_labels_are_looked_at(lid: Identifier) -> None:
    at, above = words(ENGLISH, MOST_WORDS), words(ENGLISH, MOST_WORDS + 1)
    assert config_for(lid._config(), at + " 42 !").left_out is None  # what is not a word does not count
    assert lid.identify(at + " 42 !").optimal
    chosen = config_for(lid._config(), above)
    assert len(chosen.labels.of_model) == MOST_LABELS
    result = both(lid, above)
    assert (result.optimal, result.gap) == (False, None)
    assert result.labels == lid.identify(at).labels == ("eng_Latn",)
    assert result.confidence is not None
    assert result.confidence > 0.9


@pytest.mark.parametrize(
    ("preset", "name"), each_once(PRESETS, ["English", "two languages", "one at the end", "scripts"])
)
def test_the_answer_is_that_of_all_labels(preset: PresetName, name: str) -> None:
    """With given scores nothing is left out: the answer is exact."""
    if kernel() == "numpy":
        pytest.skip("NumPy runs out of steps, and the other tests hold both kernels to one answer")
    lid = load(preset)
    exact, result = lid._solve(lid._prepare(TEXTS[name])), lid.identify(TEXTS[name])
    assert exact.optimal
    assert result.labels == exact.labels
    assert result.objective == pytest.approx(exact.objective)
    assert [word.label for word in result.words] == [word.label for word in exact.words]
    assert [word.margin for word in result.words] == [word.margin for word in exact.words]


def test_a_language_of_the_last_part_alone_is_found(lid: Identifier) -> None:
    result = lid.identify(TEXTS["one at the end"])
    assert result.labels == ("eng_Latn", "fin_Latn")
    assert {word.label for word in result.words[-200:]} == {"fin_Latn"}


def test_a_language_beside_two_that_take_turns(lid: Identifier) -> None:
    """The second language has so many relatives that they would take the places of the third."""
    draw = random.Random(5)
    sentences = draw.choices([SPANISH, SERBIAN, ZULU], weights=[45, 50, 5], k=1300)
    text = " ".join(sentences)
    assert len(text.split()) > MOST_WORDS
    near = {"bos_Latn", "hrv_Latn", "srp_Latn"}  # the sentence is right in each of them
    found = set(lid.identify(text).labels)
    assert found - near == {"spa_Latn", "zul_Latn"}
    assert len(found & near) == 1


@pytest.mark.parametrize(("text", "label"), [*rarely(("English", "eng_Latn")), ("one at the end", "eng_Latn")])
def test_the_language_that_is_taken_if_none_is_worth_its_price(text: str, label: str) -> None:
    dear = load("mono").replace(word_price=20.0)
    result = both(dear, TEXTS[text])
    assert (result.labels, result.fallback) == ((label,), True)
    assert result.labels == dear._solve(dear._prepare(TEXTS[text])).labels


def test_no_label_is_left_out_where_words_can_take_few(lid: Identifier) -> None:
    result = lid.identify(TEXTS["few labels"])
    assert (result.labels, result.optimal, result.gap) == (("ell_Grek",), True, 0.0)
    two = lid.restrict(["eng", "fin"]).identify(TEXTS["one at the end"])
    assert (two.labels, two.optimal) == (("eng_Latn", "fin_Latn"), False)  # all other labels are its rivals


def test_scripts_of_labels_that_are_left_out_can_be_read(lid: Identifier) -> None:
    result = lid.identify(TEXTS["English"] + " χθες")
    assert result.words[-1].label == "und"  # and not `und_Grek`


@pytest.mark.parametrize(("text", "label"), [("gibberish", "und"), ("digits", "zxx"), ("emoji", "zxx")])
def test_unfit_text(text: str, label: str, lid: Identifier) -> None:
    assert lid.identify({"digits": "12 " * LONG, "emoji": "😀 " * LONG}.get(text) or TEXTS[text]).label == label


def test_long_texts_are_explained_as_they_are_answered(lid: Identifier) -> None:
    (judgement,) = judgements(lid, TEXTS["one at the end"])
    assert (judgement.label, judgement.kept) == ("fin_Latn", True)


def test_other_solvers_look_at_all_labels(lid: Identifier) -> None:
    parts = lid.replace("masklid")._config()
    assert config_for(parts, TEXTS["English"]) is parts


@pytest.mark.usefixtures("few")
def test_what_is_left_out_does_not_change_answers(lid: Identifier) -> None:
    """Texts of many sentences, treated as one: the languages are those of the exact answer."""
    draw, plain = random.Random(3), reference(lid)
    for _ in range(6):
        text = " ".join(draw.choices([ENGLISH, TURKISH, FINNISH, RUSSIAN, GREEK], weights=[9, 3, 1, 1, 1], k=30))
        assert config_for(lid._config(), text).left_out is not None
        result = plain.identify(text)
        assert result.labels == lid.identify(text).labels
        assert not result.optimal


#: What a text of two megabytes may take besides the model, in megabytes.
MOST_MEMORY, WITH_ALTERNATIVES = 500, 750


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in other units elsewhere")
@pytest.mark.skipif(kernel() != "compiled", reason="NumPy has an object for every word")
@pytest.mark.skipif("libasan" in os.environ.get("LD_PRELOAD", ""), reason="a sanitizer takes memory of its own")
@pytest.mark.parametrize(
    ("shape", "preset"),
    [
        *((shape, "default") for shape in ("letters", "two scripts")),
        *rarely(("prose", "default"), ("emoji", "default"), ("three letters", "mono")),
    ],
)
def test_two_megabytes_of_anything_take_little_memory(shape: str, preset: str) -> None:
    taken = measured(shape, preset, *(["alternatives"] if preset == "mono" else []))["taken"]
    assert max(taken["identify"], taken["columns"]) < MOST_MEMORY, taken
    assert taken.get("alternatives", 0) < WITH_ALTERNATIVES, taken
