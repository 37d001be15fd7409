"""The fields of a result are read from its class: nothing is left out, and each has a type and a meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest

from mixlid.documents import DocumentResult, SentenceResult
from mixlid.results.fields import ON_REQUEST, Aggregate, Field, check_aggregate, fields, names, numbers, shown, values
from mixlid.results.result import Result, Span, Word
from mixlid.text.words import Kind


@dataclass
class Sample:
    kind: Annotated[Kind, "Of which kind."]
    share: Annotated[float | None, "How much."]
    parts: Annotated[tuple[Span, ...], "Which."]
    shares: Annotated[dict[str, float], "How much of each."]
    hidden: int = 0  # it has no meaning, so it is not a field


def test_fields_are_read_from_the_class() -> None:
    assert list(fields(Sample).values()) == [
        Field("kind", str, many=False, optional=False, meaning="Of which kind."),
        Field("share", float, many=False, optional=True, meaning="How much."),
        Field("parts", Span, many=True, optional=False, meaning="Which."),
        Field("shares", dict, many=False, optional=False, meaning="How much of each."),
    ]
    assert [name for name, field in fields(Sample).items() if field.has_parts] == ["parts"]


def test_numbers_declare_how_documents_aggregate_them() -> None:
    @dataclass
    class Counted:
        longest: Annotated[int, "How long.", Aggregate.MAX]
        typical: Annotated[int, "How long, typically.", Aggregate.MEAN]
        likely: Annotated[float, "How likely.", Aggregate.NONE]
        missing: Annotated[float, "How much."]

    declared = fields(Counted)
    assert numbers(Counted) == ("longest", "typical", "likely", "missing")
    assert check_aggregate(declared["longest"]) is Aggregate.MAX
    for name in ("typical", "likely", "missing"):  # no integer, never None, not declared
        with pytest.raises(TypeError, match=name):
            check_aggregate(declared[name])


def test_an_integer_is_always_there() -> None:
    @dataclass
    class Maybe:
        count: Annotated[int | None, "How many.", Aggregate.SUM]

    with pytest.raises(TypeError, match=r"'count'.*cannot be None"):
        fields(Maybe)


def test_values_are_plain() -> None:
    shares = {"eng_Latn": 1.0}
    sample = Sample("word", None, (Span(0, 2, "eng_Latn"),), shares)
    plain = values(sample, fields(Sample))
    assert plain == {
        "kind": "word", "share": None, "parts": [{"start": 0, "end": 2, "label": "eng_Latn"}], "shares": shares
    }  # fmt: skip
    assert plain["shares"] is not shares


def test_a_field_of_two_types_is_refused() -> None:
    @dataclass
    class Either:
        both: Annotated[int | str, "One or the other."]

    with pytest.raises(TypeError, match=r"'both'.*one type"):
        fields(Either)


@pytest.mark.parametrize("owner", [Result, DocumentResult, SentenceResult, Word, Span])
def test_every_field_of_a_result_is_declared(owner: type) -> None:
    declared = fields(owner)
    stored = getattr(owner, "_fields", None) or owner.__dataclass_fields__  # type: ignore[attr-defined]
    assert declared.keys() == {*stored}
    assert all(field.meaning.endswith(".") for field in declared.values())


def test_what_outputs_carry_is_there() -> None:
    label = ("labels", "language", "language_script", "language_score", "confidence", "is_mixed")
    everywhere = (*label, "proportions")
    assert shown(Result, "engine") == everywhere
    assert shown(Result, "line") == (*everywhere, "margin")
    assert shown(Result, "document") == (*everywhere, "spans")
    assert shown(DocumentResult, "sentences") == (*everywhere, "spans", "sentences")
    assert ON_REQUEST in fields(Result).keys() & fields(DocumentResult).keys()
    for owner in (Result, DocumentResult):
        assert set(names(owner)) == fields(owner).keys()


@pytest.mark.parametrize(
    ("label", "language", "script"),
    [
        ("eng_Latn", "eng", "Latn"),
        ("und_Cyrl", "und", "Cyrl"),
        ("und", "und", ""),
        ("zxx", "zxx", ""),
        ("en", "en", ""),
        ("pt-BR", "pt-BR", ""),  # a model may have such labels; a region is not a script
    ],
)
def test_a_label_and_its_halves(label: str, language: str, script: str) -> None:
    result = Result("x", [label, "deu_Latn"])
    assert (result.label, result.language, result.language_script) == (label, language, script)
    assert (result.to_dict()["language"], result.to_dict()["language_script"]) == (language, script)
    assert result.languages == (language, "deu")


def test_languages_are_labels_without_scripts() -> None:
    labels = ("srp_Cyrl", "eng_Latn", "srp_Latn", "und_Cyrl")
    sentence = SentenceResult(0, 1, labels, None, {})
    assert sentence.languages == ("srp", "eng", "und")
    assert (sentence.label, sentence.language) == ("srp_Cyrl", "srp")
    result = Result("x", labels)
    assert result.languages == ("srp", "eng", "und")
    assert result.to_dict()["languages"] == ["srp", "eng", "und"]
    assert result.to_dict()["labels"] == [*labels]
    assert "languages" not in shown(Result, "line") + shown(Result, "engine")
