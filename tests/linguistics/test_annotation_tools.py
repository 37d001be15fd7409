"""Label Studio, doccano and INCEpTION: what we write is read again, and so are people's changes."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixlid.errors import InputError
from mixlid.io import formats
from mixlid.io.formats.lines import text_record
from mixlid.io.formats.records import (
    Annotation,
    Chunk,
    Layout,
    Position,
    ReadOptions,
    Record,
    TableWriter,
    WriteOptions,
)
from mixlid.results.result import NO_LANGUAGE, Result, Word
from mixlid.text.words import tokenize

TOOLS = ("labelstudio", "doccano", "webanno")
LABELS = ("tur_Latn", "eng_Latn", "und", NO_LANGUAGE)
#: Words, signs that the formats use themselves, and what takes two units of UTF-16.
TEXTS = st.lists(
    st.sampled_from(
        ["hola", "meeting'e", "\t", "\n", "\\", "_", "[1]", "a|b", "🙂", "𝒳y", "#Text=", "-", '"', " ", "ok", "мы"]
    ),
    max_size=12,
).map(" ".join)


def answer(text: str, labels: list[str]) -> Result:
    words = [
        Word(text[token.start : token.end], token.start, token.end, label, 0.0, 0.0, token.kind)
        for token, label in zip(tokenize(text), labels, strict=False)
    ]
    return Result(text, ["und"], words=tuple(words))


def write(format: str, answers: list[Result], **options: Any) -> bytes:
    writer: Any = formats.writer(format, WriteOptions(**options))
    layout = Layout("test")
    made = writer.chunk(Chunk(layout, None, 0, Position()), [(text_record(one.text, 1), one) for one in answers])
    if isinstance(writer, TableWriter):
        out = io.BytesIO()
        table = writer.open(out, layout)
        table.write(made)
        table.close()
        return out.getvalue()
    text: str = writer.header(layout) + made + formats.get(format).footer
    return text.encode()


def read(format: str, data: bytes) -> list[Record]:
    reader, stream = formats.reader(format), io.BytesIO(data)
    layout = reader.layout(stream, "test", ReadOptions())
    return [record for chunk in reader.chunks(stream, layout, layout.start, "full") for record in reader.records(chunk)]


def codes(answer: Result, full: bool) -> list[Annotation]:
    def code(label: str) -> str:
        return "_" if label == NO_LANGUAGE else label if full else label.split("_")[0]

    return [Annotation(word.start, word.end, code(word.label)) for word in answer.words]


@pytest.mark.parametrize("format", TOOLS)
@given(
    st.lists(st.tuples(TEXTS, st.lists(st.sampled_from(LABELS), min_size=99, max_size=99)), max_size=4), st.booleans()
)
def test_what_is_written_is_read_again(format: str, given: list[tuple[str, list[str]]], full: bool) -> None:
    answers = [answer(text, labels) for text, labels in given]
    records = read(format, write(format, answers, full_labels=full))
    if format == "webanno":  # in which a sentence has tokens, and one without a language has no annotation
        answers = [one for one in answers if one.words]
    assert [record.text for record in records] == [one.text for one in answers]
    for record, one in zip(records, answers, strict=True):
        wanted = codes(one, full)
        assert record.error is None
        assert list(record.annotations) == (
            wanted if format != "webanno" or any(one.code != "_" for one in wanted) else []
        )


def test_places_in_a_document_of_inception() -> None:
    """Offsets count UTF-16 units, and a line end after each sentence."""
    data = write("webanno", [answer("🙂 ok", [NO_LANGUAGE, "eng_Latn"]), answer("gel", ["tur_Latn"])]).decode()
    document = "🙂 ok\ngel".encode("utf-16-le")
    for line in data.splitlines():
        if line[:1].isdigit():
            _, place, token, *_ = line.split("\t")
            first, last = map(int, place.split("-"))
            assert document[2 * first : 2 * last].decode("utf-16-le") == token


def test_what_people_have_drawn_in_label_studio() -> None:
    """The last annotation that was not cancelled, parts of several words, JavaScript's offsets, and the short form."""
    text = "🙂 bu weekend party"

    def region(start: int, end: int, label: str, said: str) -> dict[str, Any]:
        value = {"start": start, "end": end, "labels": [label], "text": said}
        return {"value": value, "from_name": "label", "to_name": "text", "type": "labels"}

    tasks = [
        {
            "id": 7,
            "data": {"text": text, "by": "A"},
            "annotations": [
                {"result": [region(2, 4, "eng", "bu")]},
                {"result": [region(3, 5, "tur", "bu"), region(6, 19, "eng", "weekend party")]},
                {"result": [], "was_cancelled": True},
            ],
            "predictions": [{"result": [region(2, 4, "deu", "bu")]}],
        },
        {"id": 8, "data": {"text": "ok"}, "annotations": []},
        {"id": 9, "text": "ok gel", "label": [{"start": 3, "end": 6, "text": "gel", "labels": ["tur"]}]},
    ]
    first, bare, short = read("labelstudio", json.dumps(tasks).encode())
    assert [(text[one.start : one.end], one.code) for one in first.annotations] == [
        ("🙂", "_"), ("bu", "tur"), ("weekend", "eng"), ("party", "eng"),
    ]  # fmt: skip
    assert first.fields["by"] == "A"
    assert bare.annotations == ()  # nobody has looked at it
    assert [one.code for one in short.annotations] == ["_", "tur"]


@pytest.mark.parametrize(
    "task", ['{"data": 5}', '"ok"', "7", '{"data": {"text": 5}}', '{"annotations": 5, "data": {"text": "ok"}}']
)
def test_tasks_that_are_none(task: str) -> None:
    (record,) = read("labelstudio", f"[{task}]".encode())
    assert record.annotations == ()
    assert (record.error is None) == ("ok" in task)


def test_other_exports_of_doccano() -> None:
    lines = [
        {"text": "bizim team", "labels": [[0, 10, "tur"], [6, 10, "eng"]]},
        {"text": "ok", "entities": [{"id": 1, "label": "eng", "start_offset": 0, "end_offset": 2}], "relations": []},
        {"text": "ok", "label": ["positive"]},
    ]
    records = read("doccano", "".join(json.dumps(line) + "\n" for line in lines).encode())
    assert [[one.code for one in record.annotations] for record in records] == [["tur", "mixed"], ["eng"], []]


def test_a_project_of_inception_with_more_layers() -> None:
    data = (
        "#FORMAT=WebAnno TSV 3.3\r\n"
        "#T_SP=de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS|coarseValue|PosValue\r\n"
        "#T_SP=webanno.custom.Language|code|value\r\n#T_RL=webanno.custom.Link|BT_webanno.custom.Language\r\n\r\n\r\n"
        "#Text=bu weekend party mi\r\n"
        "1-1\t0-2\tbu\t_\tDET\t*\ttur\t_\t\r\n1-2\t3-10\tweekend\t_\tN\t*[1]\teng[1]\t_\t\r\n"
        "1-3\t11-16\tparty\t_\tN\t*[1]\teng[1]\t_\t\r\n1-4\t17-19\tmi\t_\tX\t*[2]|*[3]\ttur[2]|deu[3]\t_\t\r\n"
    )
    (record,) = read("webanno", data.encode())
    assert [one.code for one in record.annotations] == ["tur", "eng", "eng", "mixed"]
    with pytest.raises(InputError, match="is not WebAnno TSV 3"):
        read("webanno", b"a\tb\n")
