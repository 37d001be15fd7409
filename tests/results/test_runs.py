"""Runs: they cover the text, cut no word, obey the least sizes, and merging them again changes nothing."""

from __future__ import annotations

import pickle
from itertools import groupby, pairwise, product
from operator import itemgetter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mixlid
from mixlid.errors import SettingsError
from mixlid.results.result import Result, Word
from mixlid.results.runs import Run
from mixlid.text.labels import is_unknown, scripts_of
from mixlid.text.words import script_of

LABELS = ("tur_Latn", "eng_Latn", "rus_Cyrl", "zho_Hans", "und", "und_Cyrl")
PIECES = ("bir", "two", "три", "我们", "3", "₺", "50", "%", "(", '"', "»", ", ", ". ", " ", "😀", "@ana", "<b>")
KINDS = {"3": "number", "50": "number", "😀": "emoji", "@ana": "user", "<b>": "markup"}


@st.composite
def results(draw: st.DrawFn) -> Result:
    """Results made by hand, whose words have any labels and margins."""
    words, text = [], ""
    for piece in draw(st.lists(st.sampled_from(PIECES), max_size=24)):
        start, text, bare = len(text), text + piece, piece.strip()
        if not bare:
            continue
        is_word = bare[0].isalpha()
        label = draw(st.sampled_from(LABELS)) if is_word else "zxx"
        margin = draw(st.floats(-2, 4)) if is_word and not is_unknown(label) else 0.0
        kind: Any = "word" if is_word else KINDS.get(bare, "punctuation")
        guess = draw(st.sampled_from([None, *LABELS[:4]])) if label.startswith("und") else None
        place = (bare, start, start + len(bare))
        words.append(Word(*place, label, 0.0, margin, kind, None, guess, None if guess is None else 0.5))
    labels = dict.fromkeys(word.label for word in words if word.label != "zxx")
    return Result(text, tuple(labels) or ("zxx",), words=tuple(words))


options = st.fixed_dictionaries(
    {
        "min_words": st.integers(0, 4),
        "min_chars": st.integers(0, 12),
        "punctuation": st.sampled_from(["before", "after", "split"]),
        "unknown": st.sampled_from(["join", "keep"]),
    }
)


def spoken(result: Result, run: Run) -> list[Word]:
    return [word for word in result.words if run.start <= word.start < run.end and word.label != "zxx"]


def is_long(words: list[Word], options: dict[str, Any]) -> bool:
    chars = sum(len(word.text) for word in words)
    return bool(len(words) >= options["min_words"] and chars >= options["min_chars"])


def is_read(words: list[Word], own: str, label: str) -> bool:
    """Whether the voice of a language reads what that of their own does: letters of that language, and Latin ones."""
    scripts = scripts_of((own,)) or {script_of(word.text) for word in words}
    return not any(script_of(word.text) in scripts - (scripts_of((label,)) or scripts) - {"Latn"} for word in words)


@given(results(), options)
def test_runs_of_any_answer(result: Result, options: dict[str, Any]) -> None:
    runs = result.runs(**options)
    assert "".join(run.text for run in runs) == result.text
    assert all(result.text[run.start : run.end] == run.text for run in runs)
    assert all(run.label != after.label and run.end == after.start for run, after in pairwise(runs))
    ends = {run.end for run in runs}
    assert not any(word.start < end < word.end for word in result.words for end in ends)
    long = [is_long(spoken(result, run), options) for run in runs]
    for place in range(len(runs)) if any(long) else ():
        beside = [run.label for run in (*runs[max(place - 1, 0) : place], *runs[place + 1 : place + 2])]
        run = runs[place]
        assert long[place] or not any(is_read(spoken(result, run), run.label, label) for label in beside)
    known = any(not is_unknown(word.label) for word in result.words)
    if options["unknown"] == "join" and known:
        assert not any(is_unknown(run.label) for run in runs)
    again = [word._replace(label=run.label) for run in runs for word in spoken(result, run)]
    by_start = {word.start: word for word in again}
    merged = result.with_words(tuple(by_start.get(word.start, word) for word in result.words))
    assert merged.runs(**options) == runs


@given(results())
def test_runs_of_least_sizes_are_spans_of_words(result: Result) -> None:
    """Nothing is merged but neighbours in one language, and every word keeps its label."""
    for run in result.runs(unknown="keep", min_words=0, min_chars=0):
        assert {word.label for word in spoken(result, run)} <= {run.label}


def made(*words: tuple[str, str, float]) -> Result:
    """A text of words with a space after each."""
    text, found = "", []
    for word, label, margin in words:
        kind: Any = "number" if word.isdigit() else "word" if word.isalpha() else "punctuation"
        found.append(Word(word, len(text), len(text) + len(word), label, 1.0, margin, kind))
        text += f"{word} "
    return Result(text, tuple(dict.fromkeys(label for _, label, _ in words if label != "zxx")), words=tuple(found))


def shown(result: Result, **options: Any) -> str:
    return "|".join(run.text.strip() for run in result.runs(**options))


def test_the_cheapest_merger_comes_first() -> None:
    first = [("bir", "tur_Latn", 1.0), ("iki", "tur_Latn", 1.0), ("tea", "eng_Latn", 3.0), ("chai", "hin_Latn", 0.5)]
    result = made(*first, ("see", "eng_Latn", 1.0), ("you", "eng_Latn", 1.0))
    assert shown(result) == "bir iki|tea|chai|see you"
    assert shown(result, min_words=2) == "bir iki|tea chai see you"  # chai costs less than tea
    assert shown(result, min_chars=5) == "bir iki|tea chai see you"


def test_a_neighbour_that_can_read_it_is_better() -> None:
    result = made(("три", "rus_Cyrl", 1.0), ("два", "rus_Cyrl", 1.0), ("chai", "hin_Latn", 1.0), ("a", "eng_Latn", 1.0),
                  ("b", "eng_Latn", 1.0))  # fmt: skip
    assert shown(result, min_words=2) == "три два|chai a b"


def test_what_no_voice_beside_it_reads_stays_short() -> None:
    result = made(
        ("see", "eng_Latn", 1.0), ("you", "eng_Latn", 1.0), ("吧", "zho_Hans", 0.1), ("okay", "eng_Latn", 0.1)
    )
    assert shown(result, min_words=2) == "see you|吧 okay"
    result = made(("吧", "zho_Hans", 0.1), ("okay", "eng_Latn", 3.0))
    assert shown(result, min_words=2) == "吧 okay"
    assert (
        result.runs(min_words=2)[0].tag == "zh-Hans"
    )  # a Chinese voice reads Latin letters, an English one no Chinese


def test_a_long_run_keeps_its_language() -> None:
    """However little its words weigh: short runs join it, and none of their own is made of them and of its words."""
    words = [("bir", "tur_Latn", 0.1), ("call", "eng_Latn", 2.0), ("con", "tur_Latn", 0.1), ("team", "eng_Latn", 2.0)]
    assert (
        shown(made(*words, ("hazır", "tur_Latn", 0.1), ("mı", "tur_Latn", 0.1)), min_words=2)
        == "bir call con team hazır mı"
    )


def test_numbers_go_with_the_word_that_they_count() -> None:
    result = made(("see", "eng_Latn", 1.0), ("3", "zxx", 0.0), ("tane", "tur_Latn", 1.0))
    assert shown(result) == "see|3 tane"
    result = made(("see", "eng_Latn", 1.0), ("3", "zxx", 0.0), (",", "zxx", 0.0), ("tane", "tur_Latn", 1.0))
    assert shown(result) == "see 3 ,|tane"
    assert shown(result, punctuation="after") == "see 3|, tane"
    result = mixlid.identify('Ahmet dün "I can\'t believe it, we won 3-1!" diye bağırdı.')
    assert shown(result) == 'Ahmet dün|"I can\'t believe it, we won 3-1!"|diye bağırdı.'


def test_an_abbreviation_is_not_cut() -> None:
    words = [("cinco", "spa_Latn"), ("p", "spa_Latn"), ("m", "eng_Latn"), ("so", "eng_Latn")]
    text = "cinco p.m., so"
    found = [
        Word(word, text.index(word), text.index(word) + len(word), label, 1.0, 1.0, "word") for word, label in words
    ]
    assert shown(Result(text, ("spa_Latn", "eng_Latn"), words=tuple(found))) == "cinco p.m.,|so"


def test_an_unknown_word_joins_its_guess() -> None:
    result = made(("bir", "tur_Latn", 1.0), ("demain", "und", 0.0), ("oui", "fra_Latn", 1.0))
    words = list(result.words)
    words[1] = words[1]._replace(guess="fra_Latn", guess_score=0.6)
    assert shown(result.with_words(tuple(words))) == "bir|demain oui"
    assert shown(result, unknown="keep") == "bir|demain|oui"


def test_split_punctuation() -> None:
    text = 'bir ("two") «üç» "four" ¿bien?'
    words = [("bir", "tur"), ("two", "eng"), ("üç", "tur"), ("four", "eng"), ("bien", "spa")]
    found = []
    for word, code in words:
        start = text.index(word)
        found.append(Word(word, start, start + len(word), f"{code}_Latn", 1.0, 1.0, "word"))
    result = Result(text, ("tur_Latn",), words=tuple(found))
    assert [run.text for run in result.runs(punctuation="split")] == ["bir ", '("two") ', "«üç» ", '"four" ', "¿bien?"]
    assert [run.text for run in result.runs(punctuation="before")][:2] == ['bir ("', 'two") «']
    assert [run.text for run in result.runs(punctuation="after")][:2] == ["bir", ' ("two']


def test_texts_without_words() -> None:
    lid = mixlid.load()
    assert lid.identify("").runs() == ()
    (run,) = lid.identify("123 …").runs(min_words=5)
    assert (run.text, run.label, run.tag) == ("123 …", "zxx", "zxx")


def test_documents_and_pickles() -> None:
    lid = mixlid.load()
    document = lid.identify_document("Bugün hava çok güzel. See you at the station tomorrow.")
    runs = document.runs()
    assert [run.tag for run in runs] == ["tr", "en"]
    assert pickle.loads(pickle.dumps(runs)) == runs
    assert runs[0].to_dict() == {
        "text": "Bugün hava çok güzel. ",
        "start": 0,
        "end": 22,
        "label": "tur_Latn",
        "tag": "tr",
    }


def test_many_runs_take_no_quadratic_time() -> None:
    pairs = [("bir", "tur_Latn", 1.0), ("two", "eng_Latn", 2.0)] * 20_000
    assert len(made(*pairs).runs(min_words=3)) >= 1


def test_the_model_reads_its_own_language() -> None:
    result = mixlid.load().identify("yarınki meeting için 3 tane slides hazır mı")
    assert [(run.text, run.tag) for run in result.runs()] == [
        ("yarınki ", "tr"), ("meeting ", "en"), ("için 3 tane ", "tr"), ("slides ", "en"), ("hazır mı", "tr"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"min_words": -1}, "min_words of runs must be a whole number from 0, not -1"),
        ({"min_chars": 1.5}, "min_chars of runs must be a whole number from 0, not 1.5"),
        ({"punctuation": "middle"}, "punctuation of runs must be before or after or split, not 'middle'"),
        ({"unknown": "drop"}, "unknown of runs must be join or keep, not 'drop'"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        Result("text").runs(**options)


def brute_force(parts: list[tuple[str, list[Word]]], least: int) -> float:
    """The least sum of margins with which every run has a part that is long enough, which keeps its label.

    Where none is, there is one run.
    """
    labels = list(dict.fromkeys(label for label, _ in parts))
    long = [label if len(words) >= least else None for label, words in parts]
    costs = []
    for chosen in product(labels, repeat=len(parts)):
        runs = [[one for one, _ in run] for _, run in groupby(zip(long, chosen, strict=True), itemgetter(1))]
        kept = all(own in (None, label) for own, label in zip(long, chosen, strict=True))
        if kept and (all(map(any, runs)) if any(long) else len(runs) == 1):
            changed = (words for label, (own, words) in zip(chosen, parts, strict=True) if label != own)
            costs.append(sum(max(word.margin, 0.0) for words in changed for word in words))
    return min(costs)


@given(st.lists(st.tuples(st.sampled_from(LABELS[:3]), st.integers(0, 3)), min_size=1, max_size=7), st.integers(1, 4))
def test_runs_cost_the_least(words: list[tuple[str, int]], least: int) -> None:
    result = made(*(("bir", label, float(margin)) for label, margin in words))
    parts = [(label, list(group)) for label, group in groupby(result.words, lambda word: word.label)]
    runs = result.runs(min_words=least)
    cost = sum(max(word.margin, 0.0) for run in runs for word in spoken(result, run) if word.label != run.label)
    assert cost == pytest.approx(brute_force(parts, least))
