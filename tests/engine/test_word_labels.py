"""Words in their sentence, with the model that ships."""

from __future__ import annotations

import pytest
from reference import reference

import mixlid
from mixlid.results.result import UNKNOWN
from mixlid.settings import PresetName

#: Homographs and short words between words of a language, marked by the code that is right.
SENTENCES = [
    ("Muszę skończyć ten projekt do jutra, otherwise my boss will be angry", {"ten": "pol", "do": "pol", "my": "eng"}),
    ("Nie mam czasu na ten film do piątku, let me know about Sunday", {"na": "pol", "ten": "pol", "do": "pol"}),
    ("Het was een goede show, I was really impressed", {"een": "nld", "goede": "nld", "I": "eng", "really": "eng"}),
    ("Voy a la office a las six", {"a": "spa", "la": "spa", "las": "spa", "office": "eng", "six": "eng"}),
    ("cette semaine, on se call lundi", {"on": "fra", "se": "fra", "call": "eng", "lundi": "fra"}),
    ("demain on va faire un brainstorming, see you then", {"on": "fra", "un": "fra", "see": "eng", "you": "eng"}),
]


@pytest.fixture(scope="module")
def lid() -> mixlid.Identifier:
    return mixlid.load()


@pytest.mark.parametrize(("text", "codes"), SENTENCES)
def test_neighbours_count(lid: mixlid.Identifier, text: str, codes: dict[str, str]) -> None:
    found = {(word.text, word.label.partition("_")[0]) for word in lid.identify(text).words if word.text in codes}
    assert found == set(codes.items())


def test_one_word_is_in_both_languages(lid: mixlid.Identifier) -> None:
    words = lid.identify("Het was een goede show, I was really impressed").words
    assert [word.label for word in words if word.text == "was"] == ["nld_Latn", "eng_Latn"]


def test_a_word_outside_the_answer_has_a_guess(lid: mixlid.Identifier) -> None:
    result = lid.identify("dh'fhàg na sheets aig an taigh")
    (sheets,) = (word for word in result.words if word.text == "sheets")
    assert (result.labels, sheets.label, sheets.guess) == (("gla_Latn",), UNKNOWN, "eng_Latn")
    assert sheets.guess_score is not None
    assert 0.5 < sheets.guess_score < 1
    assert all(word.guess is None and word.guess_score is None for word in result.words if word.label != UNKNOWN)


def test_a_restriction_does_not_change_what_a_word_is_guessed_to_be(lid: mixlid.Identifier) -> None:
    """With a restriction to Gaelic, an English word is not reported as Gaelic."""
    result = lid.restrict("gla").identify("dh'fhàg na sheets aig an taigh")
    assert result.labels == ("gla_Latn",)
    assert [(word.text, word.guess) for word in result.words if word.label == UNKNOWN] == [("sheets", "eng_Latn")]


def test_a_language_of_the_answer_keeps_a_word(lid: mixlid.Identifier) -> None:
    for text in PARTS:
        for codes in ("eng,deu", "pol", "spa,gla"):
            result = lid.restrict(codes).identify(text)
            assert result.language in (None, UNKNOWN, "zxx") or set(result.labels) <= {w.label for w in result.words}


def test_rare_words_of_the_answer_have_its_language(lid: mixlid.Identifier) -> None:
    """Words that score nothing in any language found, and are not clearly in another."""
    alone = lid.replace(switch_price=0.0)
    text = "bi kana was soll das spektrum heißen, ich weiß es nicht"
    before, after = ([word.label for word in one.identify(text).words] for one in (alone, lid))
    assert after.count(UNKNOWN) <= before.count(UNKNOWN)
    assert UNKNOWN not in after


@pytest.mark.parametrize("name", ["cs", "avg", "mono"])
def test_the_presets_of_the_paper_label_word_by_word(name: PresetName) -> None:
    assert mixlid.load(preset=name).settings.switch_price == 0


def test_masklid_labels_as_published(lid: mixlid.Identifier) -> None:
    masks = lid.replace("masklid")
    text = SENTENCES[0][0]
    assert masks.identify(text).words == masks.replace(switch_price=0.0).identify(text).words


def test_rules_that_tie_words_are_kept(lid: mixlid.Identifier) -> None:
    """Labels chosen under such a rule might break it if they were chosen again."""
    for rule in ({"max_switches": 1}, {"only_top": 3}, {"min_chars": 8}):
        ruled = lid.replace(**rule)  # type: ignore[arg-type]
        assert ruled.identify(SENTENCES[0][0]) == ruled.replace(switch_price=0.0).identify(SENTENCES[0][0])


PARTS = [text for text, _ in SENTENCES] + [
    "dh'fhàg na sheets aig an taigh",
    "toplantı bitti, let's go",
    "ok",
    "12:30",
    "Привет, see you tomorrow",
    "ich bin so tired, wallah, vamos a la playa",
]


def test_languages_stay_and_each_has_a_word(lid: mixlid.Identifier) -> None:
    many = lid.replace(max_languages=5, mixed_threshold=0.05)
    for one in (lid, many):
        for text in [*PARTS, *(f"{first}. {second}" for first in PARTS for second in PARTS)]:
            result, before = one.identify(text), one.replace(switch_price=0.0).identify(text)
            assert set(result.labels) == set(before.labels)
            assert result.confidence == before.confidence
            assert result.language in (UNKNOWN, "zxx") or set(result.labels) <= {one.label for one in result.words}
            shares = [*result.proportions.values()]
            assert shares == sorted(shares, reverse=True)


def test_compiled_it_is_the_same(lid: mixlid.Identifier) -> None:
    many = lid.replace(max_languages=5, mixed_threshold=0.05)
    for one in (lid, many, lid.restrict("eng,gla"), many.restrict("eng,deu,pol")):
        slow = reference(one)
        for text in [*PARTS, " ".join(PARTS)]:
            assert one.identify(text).to_dict() == slow.identify(text).to_dict()
