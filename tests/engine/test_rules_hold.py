"""Rules say what they tie together, and final answers break none of them.

The search is compared with every assignment elsewhere (`solvers`). But words are set aside and labelled again after it,
and these steps, like its short cuts, only know a rule by its scope. So here a scope is derived from
`Problem.violations`, and answers are checked when everything has been done to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from reference import readable, reference

import mixlid
from mixlid import Identifier, Result
from mixlid._kernel import kernel
from mixlid.configuration import with_preset
from mixlid.engine.text_record import price_times
from mixlid.models.added import group_in
from mixlid.rules import Rules, Scope
from mixlid.settings import SETTINGS, preset_names
from mixlid.solvers.problem import Assignment, Problem

#: The rules about words, and values that short texts break where nobody sees to it.
VALUES: dict[str, tuple[int, ...]] = {
    "min_chars": (6, 16),
    "only_top": (1, 3),
    "force_top": (1, 10),
    "max_switches": (0, 2),
}
SENTENCES = """
yarınki meeting için slides hazır mı, I will send them tonight
Het was een goede show, I was really impressed
ich hab das ganze Wochenende gechillt because I was so tired
la reunión is at nine, pero no sé where
Maria und Paolo trafen sich in London und São Paulo
wir treffen uns on Friday at noon, oder lieber samedi soir chez Pierre
kya kar rahe ho yaar, call me back when you are free
bugün hava çok güzel
ok bro, see you mañana
#ThrowbackThursday avec mes amis à Lisbonne, what a night
где the old map лежит? nobody knows
私は English の本を読みます every day
اليوم عندي meeting مهم مع the client
Zürich
Hello Anna
bom dia
dh'fhàg na sheets aig an taigh
xjq wvk zzt a de la e i
vi ses i morgen kveld, så tar vi bussen til Oslo
danas idemo u grad, a sutra u kino with friends
we were at home asdfghjkl and hahahaha then zzzz brrrr we left
ich jajaja mmmm qwrtzp du lkjhgf das aaaaaah uiuiui
""".strip().split("\n")


def made_up(count: int) -> Iterator[str]:
    """Sentences of words from all of the above, in any order: most have several languages."""
    rng = np.random.default_rng(7)
    words = [word for sentence in SENTENCES for word in sentence.split()]
    for _ in range(count):
        yield " ".join(rng.choice(words, size=rng.integers(1, 14)))


TEXTS = [*SENTENCES, *made_up(150)]
#: NumPy takes some hundred times as long.
FEW = [*SENTENCES[::5], SENTENCES[-2], *TEXTS[-5:]]


def columns_of(lid: Identifier, labels: tuple[str, ...], label: str) -> list[int]:
    """The columns that a label may stand for: near languages are one to the search, and are told apart after it."""
    group = group_in(lid.model, label)
    near = [column for column, other in enumerate(labels) if group_in(lid.model, other) == group]
    return near or [labels.index(label)]


def broken(lid: Identifier, text: str, result: Result) -> list[str]:
    """The rules that the words of an answer break, as `Problem.violations` puts it."""
    (tokens, scores), parts, settings = readable(lid, text), lid._config(), lid.settings
    labels = [label for label in result.labels if not label.startswith(("und", "zxx"))]
    if result.fallback or not tokens:  # the language of a text that has none is not held to the rules
        return [] if len(labels) <= 1 else ["fallback: several languages"]
    prices = 0.0 if parts.word_prices is None else parts.word_prices * price_times(settings, len(tokens))
    label_of = {word.start: word.label for word in result.words}
    places = [label_of[token.start] for token in tokens]
    ranks = tuple(labels.index(label) if label in labels else -1 for label in places)
    lengths = np.array([token.end - token.start for token in tokens])
    problem = parts.rules.problem((scores - prices).T, lengths)
    groups = [columns_of(lid, parts.rules.labels, label) for label in labels]
    if settings.only_top is not None:
        problem.__dict__["top"] = problem.top | False  # a copy
        for group in groups:
            problem.top[group] = problem.top[group].any(axis=0)
    # Which language came first is known to the search alone: some choice has to be right.
    choices = [(first, column) for first in range(len(labels)) for column in groups[first]] or [(-1, -1)]
    found = [_violations(problem, groups, ranks, first, column) for first, column in choices]
    return min(found, key=len)


def _violations(
    problem: Problem, groups: list[list[int]], ranks: tuple[int, ...], first: int, column: int
) -> list[str]:
    """With one of the languages as the first, and a column for it."""
    order = [first, *(rank for rank in range(len(groups)) if rank != first)] if groups else []
    columns = tuple(column if rank == first else groups[rank][0] for rank in order)
    return problem.violations(Assignment(columns, tuple(order.index(rank) if rank >= 0 else -1 for rank in ranks)))


def faults(lid: Identifier, texts: list[str]) -> list[tuple[str, list[str]]]:
    """The texts whose answers break a rule."""
    lid = lid.replace(unit="sentence")
    return [(text, found) for text in texts if (found := broken(lid, text, lid.identify(text)))]


def scope_of(name: str, value: int) -> Scope:
    """What a rule ties together, by the assignments that break it."""
    rng, code = np.random.default_rng(3), SETTINGS[name].rule
    languages, words, found = (1, 0), 4, "word"
    every = list(product((-1, 0, 1), repeat=words))
    for _ in range(20):
        scores, lengths = rng.normal(size=(3, words)), rng.integers(1, 9, size=words)
        rules: dict[str, Any] = {name: value, "max_languages": 2}
        problem = Problem(scores, lengths, **rules)

        def is_right(problem: Problem, ranks: tuple[int, ...]) -> bool:
            return not any(one.startswith(code) for one in problem.violations(Assignment(languages, ranks)))

        # A language without a word breaks C0, and no other rule need say so.
        right = {ranks for ranks in every if is_right(problem, ranks) and {0, 1} <= set(ranks)}
        by_word = [sorted({ranks[word] for ranks in right}) for word in range(words)]
        if right != {ranks for ranks in product(*by_word) if {0, 1} <= set(ranks)}:
            found = "language" if found == "word" else found
        for order in permutations(range(words)):
            other = Problem(scores[:, order], lengths[list(order)], **rules)
            if {ranks for ranks in right if is_right(other, tuple(ranks[word] for word in order))} != right:
                found = "sequence"
    return found  # type: ignore[return-value]


def under(lid: Identifier, name: str, value: int) -> Identifier:
    """With one rule, in place of one that excludes it."""
    other = SETTINGS[name].excludes
    changes: dict[str, Any] = {name: value} | ({other: None} if other else {})
    return lid.replace(**changes)


@pytest.fixture(scope="module")
def lid() -> Identifier:
    return mixlid.load()


CASES = [(name, value) for name, values in VALUES.items() for value in values]
PRESETS = preset_names(mixlid.load().model.presets)


def test_every_rule_is_looked_at() -> None:
    assert VALUES.keys() == {name for name, one in SETTINGS.items() if one.scope}
    assert {one.rule for one in SETTINGS.values() if not one.scope} == {"", "C2"}


@pytest.mark.parametrize("name", VALUES)
def test_scopes_are_declared_as_problems_have_them(name: str) -> None:
    found = {scope_of(name, value) for value in VALUES[name]}
    assert SETTINGS[name].scope == max(found, key=("word", "language", "sequence").index)


@pytest.mark.parametrize("preset", PRESETS)
def test_answers_break_no_rule(lid: Identifier, preset: str) -> None:
    lid = with_preset(lid.model, preset)
    for name, value in [*CASES, ("max_languages", 1), ("max_languages", 2), ("max_languages", 4)]:
        assert faults(under(lid, name, value), TEXTS) == [], (name, value)


@pytest.mark.parametrize("preset", PRESETS)
def test_answers_of_numpy_break_no_rule(lid: Identifier, preset: str) -> None:
    lid = with_preset(lid.model, preset)
    for name, value in [*CASES[::2], ("max_languages", 3)]:
        assert faults(reference(under(lid, name, value)), FEW) == [], (name, value)


@pytest.mark.parametrize(("name", "value"), [case for case in CASES if case[0] != "force_top"])
def test_answers_of_some_languages_break_no_rule(lid: Identifier, name: str, value: int) -> None:
    # C5 is about the first language, which may be one that the answer may not have.
    assert faults(under(lid.restrict(["en", "de", "tr", "es"]), name, value), TEXTS) == []


@pytest.mark.parametrize("is_compiled", [True, False])
def test_sentences_of_documents_break_no_rule(lid: Identifier, is_compiled: bool) -> None:
    text = ". ".join(sentence.capitalize() for sentence in SENTENCES[: None if is_compiled else 12])
    for name, value in [*CASES[:: 1 if is_compiled else 3], ("max_languages", 2)]:
        here = under(lid, name, value) if is_compiled else reference(under(lid, name, value))
        document = here.identify_document(text)
        assert len(document.sentences) > 10
        for sentence in document.sentences:
            alone = here.replace(unit="sentence").identify(text[sentence.start : sentence.end])
            words = [word for word in document.words if sentence.start <= word.start < sentence.end]
            assert [word.label for word in words] == [word.label for word in alone.words]
            assert sentence.labels == alone.labels
            assert broken(here, alone.text, alone) == [], (name, value)


@pytest.mark.parametrize(("name", "value"), [("min_chars", 6), ("only_top", 3), ("force_top", 10), ("max_switches", 0)])
def test_a_rule_without_its_scope_is_found(
    lid: Identifier, monkeypatch: pytest.MonkeyPatch, name: str, value: int
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Rules, "in_force", {})
        lid = under(lid, name, value)
        assert faults(lid, TEXTS)
    assert faults(under(lid, "max_languages", 4), TEXTS) == []


@pytest.mark.parametrize(("name", "wrong"), [("min_chars", "word"), ("max_switches", "word"), ("only_top", "sequence")])
def test_a_wrong_scope_is_found(lid: Identifier, monkeypatch: pytest.MonkeyPatch, name: str, wrong: Scope) -> None:
    if wrong == "word" and kernel() == "numpy":
        pytest.skip("the search in NumPy asks the rules themselves")
    with monkeypatch.context() as patch:
        patch.setattr(Rules, "in_force", {name: wrong})
        assert faults(under(lid, name, VALUES[name][0]), TEXTS)
