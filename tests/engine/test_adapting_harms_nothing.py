"""Adapting to texts in many pairs, each of which is rare, finds no less than before.

The corpora are made of sentences written for these tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path

import pytest

from mixlid import Identifier
from mixlid.text.labels import split

#: A text, and the acceptable sets of languages.
Judged = tuple[str, list[set[str]]]

EVERYDAY = Path(__file__).parents[1].joinpath("data/everyday.tsv").read_text(encoding="utf-8").splitlines()

GERMAN = (
    "Wir haben gestern lange über das Wetter gesprochen",
    "Die Kinder spielen nach der Schule im Garten",
    "Der Richter verschob die Verhandlung auf nächste Woche",
    "In der Bibliothek stehen viele alte Bücher",
    "Das Brot vom Bäcker an der Ecke schmeckt besser",
    "Meine Großmutter erzählte uns jeden Abend eine Geschichte",
    "Der Arzt verschrieb ihm ein stärkeres Mittel",
    "Die Straße wird seit drei Monaten erneuert",
)
IN_GERMAN = (
    "Der Satz {} stand über der Tür unserer Schule",
    "Mein Lehrer sagte immer {} und lachte dabei",
    "In dem alten Buch liest man {} auf der ersten Seite",
    "Die Juristen nennen das {} seit vielen Jahren",
    "Auf dem Grabstein steht {} neben dem Namen",
)
TERMS = {
    "lat": ("errare humanum est", "in vino veritas", "pacta sunt servanda", "nulla poena sine lege", "memento mori"),
    "ell": ("λόγος", "ψυχή", "πόλις", "γνῶθι σεαυτόν", "πάντα ῥεῖ"),
}
UKRAINIAN = (
    "Ми довго чекали на автобус біля школи",
    "Сьогодні ввечері буде дощ і сильний вітер",
    "Моя сестра навчається в університеті у Львові",
    "На столі лежала стара книжка без обкладинки",
    "Вони повернулися додому пізно вночі",
    "Дідусь щоранку ходить на річку ловити рибу",
)
IN_UKRAINIAN = (
    "Він подивився на мене і сказав: {}",
    "На стіні хтось написав {} великими літерами",
    "Вчителька повторила {} ще раз",
)
CLAUSES = {
    "rus": ("мы вчера были в кино", "ты опять опоздал на работу", "это было очень вкусно", "мне нужно ехать домой"),
    "deu": ("ich verstehe dich nicht", "wir sehen uns morgen früh", "guten Morgen zusammen"),
    "fra": ("je ne comprends pas", "nous allons à la maison", "merci beaucoup mon ami"),
}
SWISS = (
    "Mir gönd hüt zäme go ässe, chunsch au mit",
    "Ich ha geschter kei Ziit gha zum choche",
    "Das isch würkli es schöns Huus am See",
    "Weisch du wo mini Brülle isch",
    "D Chind sind scho am Morge früeh ufgstande",
    "Er het gseit er chömi erscht am Obig",
    "S Wätter isch die Wuche nöd so guet gsi",
    "Mir händ de Zug leider verpasst",
)
IN_SWISS = (
    "Mir gönd hüt zäme go ässe, {}",
    "Ich ha geschter kei Ziit gha, {}",
    "Weisch no won er gseit het {}",
    "Das isch würkli schön gsi, {}",
)
ASIDES = {
    "eng": ("that was so much fun", "see you next week my friends", "I don't know what to do"),
    "fra": ("on se voit demain matin", "je suis vraiment désolé"),
    "deu": ("wir können das leider nicht bestätigen", "ich möchte Sie herzlich begrüßen"),
    "ita": ("ci vediamo domani sera",),
}
CORPORA: dict[str, tuple[Sequence[str], Sequence[str], Mapping[str, Sequence[str]]]] = {
    "deu": (GERMAN, IN_GERMAN, TERMS),
    "ukr": (UKRAINIAN, IN_UKRAINIAN, CLAUSES),
    "gsw": (SWISS, IN_SWISS, ASIDES),
}


def corpus(language: str, every: int) -> Iterator[Judged]:
    """Plain texts of two sentences, and every so many of the mixed ones."""
    plain, frames, others = CORPORA[language]
    for first, second in product(plain, plain):
        yield f"{first}. {second}.", [{language}]
    mixed = ((frame.format(words), other) for other, parts in others.items() for frame in frames for words in parts)
    for text, other in list(mixed)[::every]:
        yield text, [{language, other}]


def right(lid: Identifier, judged: Sequence[Judged]) -> list[bool]:
    return [{split(label)[0] for label in lid.identify(text).labels} in sets for text, sets in judged]


#: Hardly any text of it is openly licensed, so few plain texts are right as they come, and even fewer adapted.
LITTLE_TEXT = pytest.mark.xfail(strict=True, reason="Swiss German is mostly taken for German with some of it")


@pytest.mark.parametrize("every", [1, 2, 4])
@pytest.mark.parametrize(
    ("language", "is_mixed"),
    [*product(("deu", "ukr"), (True, False)), ("gsw", True), pytest.param("gsw", False, marks=LITTLE_TEXT)],
)
def test_a_language_with_words_from_several_others(lid: Identifier, language: str, is_mixed: bool, every: int) -> None:
    judged = list(corpus(language, every))
    adapted = lid.adapt(text for text, _ in judged)
    assert adapted.prior_weight > 0
    some = [one for one in judged if (len(one[1][0]) > 1) is is_mixed]
    assert sum(right(adapted, some)) >= sum(right(lid, some)) - 0.02 * len(some)


def test_everyday_sentences_in_many_pairs(lid: Identifier) -> None:
    lines = (line.split("\t") for line in EVERYDAY if not line.startswith("#"))
    judged = [(text, [set(one.split(",")) for one in sets.split(" | ")]) for text, sets in lines]
    adapted = lid.adapt(text for text, _ in judged)
    assert adapted.prior_weight < 0.2
    assert sum(right(adapted, judged)) >= sum(right(lid, judged)) >= 36
