"""The model that ships exists, is small, and is as good as recorded."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import mixlid
from evaluation_data import DEV, needed
from mixlid.cli.main import main
from mixlid.engine.plain_pipeline import PlainPipeline
from mixlid.models.catalogue import EMBEDDED
from mixlid.settings import PresetName
from mixlid.solvers.registry import SOLVERS
from mixlid.text.label_sets import FLORES, MEANINGS
from rarely import rarely

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def lid() -> mixlid.Identifier:
    return mixlid.load()


def test_size_and_labels(lid: mixlid.Identifier) -> None:
    assert EMBEDDED.stat().st_size <= 45_000_000
    assert len(lid.labels) == 254
    assert len(lid.restrict("@paper").labels) == 125
    assert len(lid.restrict("@flores").labels) == 202  # without Akan and Arabic in Latin letters
    assert set(lid.model.presets) == {"default", "cs", "avg", "mono"}


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    "text",
    ["我们去吃饭吧 今日はいい天気です", "漢a" * 3, "漢я hola", "ᚠᚢᚦ ᚨᚱᚲ", "", "2000F !!", "see you. hasta mañana."],
)
def test_every_answer_is_json_without_infinite_numbers(lid: mixlid.Identifier, solver: str, text: str) -> None:
    """Models have no score for a word in a language of another script."""
    if solver == "ilp":
        pytest.importorskip("pyomo")
    result = lid.restrict(["eng", "spa", "zho", "jpn", "rus"]).replace(solver, unit="document").identify(text)
    assert json.loads(json.dumps(result.to_dict(), allow_nan=False))["labels"] == list(result.labels)
    assert result.label.startswith("und") or "ᚠ" not in text


def test_words_in_another_script_do_not_go_to_the_first_language(lid: mixlid.Identifier) -> None:
    """Of few languages each would be among the best of any word, were it not for those without a score."""
    text = "我们明天去吃饭吧 because the weather is lovely today and everybody is happy"
    result = lid.restrict(["eng", "zho"]).replace("masklid").identify(text)
    assert (result.words[0].label, result.words[-1].label) == ("zho_Hans", "eng_Latn")


def test_a_word_in_another_script_that_does_not_count(lid: mixlid.Identifier) -> None:
    """It looked as if every language could have it, and the second best answer was lost."""
    without = lid.replace(capital_weight=0.0)
    for text in ("the house Σας", "the house and Привет"):
        assert without.identify(text) == PlainPipeline(without._config()).identify(text)


def test_what_is_said_of_it_is_what_it_has(lid: mixlid.Identifier) -> None:
    readme, faq = ((ROOT / name).read_text("utf-8") for name in ("README.md", "docs/limits.md"))
    known, romanised = (len(lid.restrict(name).labels) for name in ("@flores", "@romanised"))
    assert f"({known} of the {len(FLORES)} labels of FLORES-200, and {romanised} romanised ones)" in readme
    assert f"knows {len(lid.labels)} languages in {lid.model.info()['scripts']} scripts" in readme
    assert f"and {romanised - 2} other languages in Latin letters" in faq
    assert f"the {len(FLORES)} labels of FLORES-200" in MEANINGS["flores"]


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("yarınki meeting için slides hazır mı", {"tur_Latn", "eng_Latn"}),
        ("estoy super tired pero we still have to finish the report hoy", {"spa_Latn", "eng_Latn"}),
        ("ich muss noch das Protokoll schreiben, sonra kahve içmeye gidelim mi", {"deu_Latn", "tur_Latn"}),
        ("kal office nahi aaunga yaar, I am feeling very sick today", {"hin_Latn", "eng_Latn"}),
        ("The weather is lovely and nobody wants to work this afternoon.", {"eng_Latn"}),
        ("Bugün hava çok güzel, kimse çalışmak istemiyor.", {"tur_Latn"}),
        ("La réunion commence à neuf heures et personne n'est prêt.", {"fra_Latn"}),
        ("Привет, see you tomorrow at the station!", {"eng_Latn", "rus_Cyrl"}),
        ("我今天下午有個 meeting 要開", {"zho_Hant", "eng_Latn"}),
        ("今日は会議がありますので、早く来てください。", {"jpn_Jpan"}),
        ("Το λεωφορείο φεύγει σε πέντε λεπτά", {"ell_Grek"}),
        ("Автобус відходить за п'ять хвилин, поспішай", {"ukr_Cyrl"}),
        ("बस पाँच मिनट में निकलेगी, जल्दी करो", {"hin_Deva"}),
        ("الاجتماع غدا في الساعة التاسعة صباحا", {"arb_Arab"}),
        ("ᚠᚢᚦ and then English words follow", {"eng_Latn", "und_Runr"}),
        ("12:30 😀", {"zxx"}),
    ],
)
def test_a_few_sentences(lid: mixlid.Identifier, text: str, languages: set[str]) -> None:
    assert set(lid.identify(text).labels) == languages


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("ok", {"eng_Latn"}),
        ("hello", {"eng_Latn"}),
        ("bye", {"eng_Latn"}),
        ("lol", {"eng_Latn"}),
        ("pizza", {"eng_Latn", "ita_Latn"}),
        ("omg lmao brb ttyl", {"eng_Latn", "und"}),
        ("aaaaaaaaaaa", {"zxx", "und"}),
        ("d41d8cd98f00b204e9800998ecf8427e", {"zxx", "und"}),
    ],
)
def test_one_of_these(lid: mixlid.Identifier, text: str, languages: set[str]) -> None:
    assert lid.identify(text).label in languages


def test_a_word_of_all_languages_is_not_sure(lid: mixlid.Identifier) -> None:
    result = lid.identify("COVID-19")
    assert result.label in ("und", "zxx") or (result.confidence or 0.0) < 0.5


@pytest.mark.parametrize("text", ["def foo", "ok", "omg lmao brb ttyl", "haha"])
def test_what_is_a_guess_is_not_sure(lid: mixlid.Identifier, text: str) -> None:
    confidence = lid.identify(text).confidence
    assert confidence is not None
    assert confidence < 0.8


def test_one_language_is_the_main_one_if_it_is_right(lid: mixlid.Identifier) -> None:
    for text in ("ok", "see you demain", "bonjour", "x", "yarınki meeting için slides hazır mı", "aaaa", "güzel"):
        result = lid.identify(text)
        assert result.confidence is not None
        assert result.language_score is not None
        assert result.is_mixed or result.confidence <= result.language_score
        assert 0 <= result.language_score <= 1


WORDS = ["yarınki", "meeting", "için", "slides", "hazır", "mı", "the", "cat", "on", "roof", "bonjour", "tout", "monde"]


@pytest.mark.parametrize("preset", ["default", "cs", "avg", "mono"])
def test_words_are_as_probable_as_their_text_allows(preset: PresetName) -> None:
    lid, draw = mixlid.load(preset=preset), random.Random(1)
    for _ in range(300):
        result = lid.identify(" ".join(draw.choices(WORDS, k=draw.choice((1, 1, 2, 3, 8, 20)))))
        if result.confidence is None or result.label in ("und", "zxx"):
            continue
        assert result.language_score is not None
        assert 0 <= result.language_score <= 1
        if len(result.labels) == 1:
            own = [word.confidence for word in result.words if word.confidence is not None]
            assert result.confidence <= min(own) <= max(own) <= result.language_score
        if len(result.words) == 1:
            assert [result.words[0].confidence] == [result.confidence] == [result.language_score]


def test_a_checksum_among_words_is_no_language(lid: mixlid.Identifier) -> None:
    result = lid.identify("The part 9f86d081884c7d659a2feaa0c55ad015 is broken, please send another one")
    assert {word.label for word in result.words if len(word.text) == 32} == {"zxx"}
    assert result.label == "eng_Latn"


FORMULAS = """H2SO4 + 2 NaOH -> Na2SO4|CH3COOH|C6H12O6|NaCl KCl|5 kg|10 km/h|25 °C|3.5 mg/ml|12 kWh|100 mmHg|kJ/mol
pH 7.4|10 µl|Fe2O3 + 3 CO|2-methylpropan-2-ol
N,N-dimethylformamide|tetrahydrocannabinol|1,2-dichloroethane|(CH3)2CO|5 m/s²"""


def test_formulas_and_units_are_hardly_ever_a_language(lid: mixlid.Identifier) -> None:
    found = list(lid.identify_many(FORMULAS.replace("\n", "|").split("|")))
    languages = [result.confidence or 1.0 for result in found if result.label not in ("und", "zxx")]
    assert len(languages) <= len(found) // 5
    assert max(languages, default=0.0) < 0.6


@pytest.mark.parametrize(
    ("alphabet", "rejected", "sure"), [("abcdefghijklmnopqrstuvwxyz", 0.65, 0.025), ("0123456789abcdef", 0.9, 0.01)]
)
def test_letters_at_random_are_rarely_a_language(
    lid: mixlid.Identifier, alphabet: str, rejected: float, sure: float
) -> None:
    """A few of them look like a word, which their confidence hardly ever takes for certain."""
    draw = random.Random(1)
    found = list(lid.identify_many("".join(draw.choices(alphabet, k=draw.randint(8, 20))) for _ in range(2000)))
    languages = [result.confidence or 1.0 for result in found if result.label not in ("und", "zxx")]
    assert len(languages) <= (1 - rejected) * len(found)
    assert sum(confidence > 0.8 for confidence in languages) <= sure * len(found)


FOUR = (
    "We went to the market early in the morning and bought some fresh bread. Sabah erkenden pazara gittik ve taze "
    "ekmek aldık. Am Abend haben wir zusammen gekocht und lange geredet. Después salimos a caminar por la playa."
)


def test_five_languages(lid: mixlid.Identifier) -> None:
    assert lid.settings.max_languages == 5
    assert len(lid.identify(FOUR).labels) == 4


def test_more_languages_than_may_be_answered(lid: mixlid.Identifier) -> None:
    """The answer has low confidence."""
    most = lid.replace(max_languages=3)
    result = most.identify(FOUR)
    assert len(result.labels) == 3
    assert result.confidence is not None
    assert result.confidence <= 0.5


def test_other_languages_than_those_wanted_are_unknown(lid: mixlid.Identifier) -> None:
    text = "Le chat dort sur le canapé depuis ce matin"
    assert lid.restrict("tur,eng").identify(text).labels == ("und",)
    closed = lid.restrict("tur,eng").replace(unknown_threshold=0.0).identify(text)
    assert set(closed.labels) <= {"tur_Latn", "eng_Latn"}


def test_digits_for_letters(lid: mixlid.Identifier) -> None:
    assert lid.identify("y0u are my b3st fri3nd").labels == ("eng_Latn",)


def test_upper_case_is_no_other_language(lid: mixlid.Identifier) -> None:
    assert lid.identify("NOBODY WANTS TO WORK THIS AFTERNOON").labels == ("eng_Latn",)


@pytest.mark.parametrize("preset", ["default", *rarely("cs", "avg", "mono")])
def test_the_gate(preset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exact match on development data matches models/litelid.json to 0.01; `make gate` also checks one-label F1."""
    figures = tmp_path / "figures.json"
    recorded = ROOT / "models" / "litelid.json"
    options = ["--data", str(needed(DEV)), "--json", str(figures), "--gate", str(recorded)]
    assert main(["evaluate", "-p", preset, *options]) == 0
    assert "none lower than recorded" in capsys.readouterr().out
    found = json.loads(figures.read_text(encoding="utf-8"))[preset]
    if preset == "default":
        assert found["mean"] >= 0.82
        assert found["mono"] >= 0.93


def test_words_in_no_language_have_no_share(lid: mixlid.Identifier) -> None:
    for text in ("2000F", "2000F 3000G.", "12", "!", ""):
        for result in (lid.identify(text), lid.identify_document(text)):
            assert (result.labels, dict(result.proportions)) == (("zxx",), {})
    result = lid.identify("the sum is C6H12O6 and 20mg")
    assert [span.label for span in result.spans] == ["eng_Latn", "zxx", "eng_Latn"]
    assert result.proportions == {"eng_Latn": 1.0}
