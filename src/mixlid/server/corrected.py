"""`POST /corrected`: corrected sentences as a file, with the writers of `mixlid identify`."""

from __future__ import annotations

import io
import json
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from mixlid.adapt.labelled import Sample
from mixlid.io import formats
from mixlid.io.formats.lines import text_record
from mixlid.io.formats.records import Chunk, Layout, Position, TableWriter, WriteOptions
from mixlid.results.result import NO_LANGUAGE, Result, Word
from mixlid.server.refusal import RefusalError
from mixlid.text.labels import is_unknown, split
from mixlid.text.words import Kind
from mixlid.word_counts import letters_by_label

#: Labels for words in no language, and the tags for them in gold data.
NAME, OTHER = "name", "other"
_TAGS = {NAME: "ne", OTHER: "other"}
SavedFormat = Literal["jsonl", "conllu", "csv", "labelstudio", "doccano", "webanno"]


class CorrectedWord(Struct, frozen=True):
    """A word's offsets, in code points, and its label."""

    start: Annotated[int, Meta(ge=0)]
    end: Annotated[int, Meta(ge=0)]
    label: Annotated[str, Meta(max_length=60, description="A label (tur_Latn), und, zxx, name or other.")]
    kind: Kind = "word"


class CorrectedText(Struct, frozen=True):
    text: str
    words: list[CorrectedWord]


class CorrectedRequest(Struct, frozen=True):
    """Sentences with the languages of their words, and the format to write."""

    format: SavedFormat
    sentences: list[CorrectedText]

    @property
    def texts(self) -> list[str]:
        return []  # they are not identified, so these limits do not apply


decode_corrected = msgspec.json.Decoder(CorrectedRequest).decode


def corrected_file(asked: CorrectedRequest) -> Response:
    """The file; RefusalError if a word is not in its text."""
    answers = [_answer(one, number) for number, one in enumerate(asked.sentences, 1)]
    data = _labelled(answers) if asked.format == "jsonl" else _written(answers, asked.format)
    return Response(data, media_type="application/octet-stream")


def _labelled(answers: list[Result]) -> bytes:
    """JSON Lines as `mixlid adapt --labelled`, `compare` and `evaluate` read them."""
    return b"".join(json.dumps(_sample(one).to_dict(), ensure_ascii=False).encode() + b"\n" for one in answers)


def _sample(answer: Result) -> Sample:
    tags = tuple(_TAGS.get(word.label) or _code(word.label) for word in answer.words)
    languages = frozenset(split(label)[0] for label in answer.labels)
    return Sample(answer.text, languages, tuple(word.text for word in answer.words), tags)


def _code(label: str) -> str:
    language = split(label)[0]
    return _TAGS[OTHER] if language == NO_LANGUAGE else "unk" if is_unknown(language) else language


def _written(answers: list[Result], format: str) -> bytes:
    writer: Any = formats.writer(format, WriteOptions(words=True, excel=format == "csv"))
    layout = Layout("the page")
    answers = [_with_codes(one) for one in answers] if format == "conllu" else answers
    pairs = [(text_record(answer.text, line), answer) for line, answer in enumerate(answers, 1)]
    chunk = Chunk(layout, None, 0, Position(0, len(pairs)))
    if isinstance(writer, TableWriter):
        out = io.BytesIO()
        table = writer.open(out, layout)
        table.write(writer.chunk(chunk, pairs))
        table.close()
        return out.getvalue()
    written: str = writer.header(layout) + writer.chunk(chunk, pairs) + formats.get(format).footer
    return written.encode("utf-8", "backslashreplace")


def _with_codes(answer: Result) -> Result:
    """The answer for a format with standard language codes, of which `name` is not one."""
    words = (word._replace(label=NO_LANGUAGE) if word.label in _TAGS else word for word in answer.words)
    return answer.with_words(tuple(words))


def _answer(one: CorrectedText, number: int) -> Result:
    words, place = [], 0
    for word in one.words:
        if not place <= word.start < word.end <= len(one.text):
            raise RefusalError(
                422,
                f"sentence {number}: the words must be in the text, one after the other; see offset {word.start}",
            )
        place = word.end
        words.append(Word(one.text[word.start : word.end], word.start, word.end, word.label, 0.0, 0.0, word.kind))
    known = [word for word in words if word.label not in (NAME, OTHER, NO_LANGUAGE) and not is_unknown(word.label)]
    letters = letters_by_label(known)
    languages = tuple(sorted(letters, key=lambda label: -letters[label])) or (NO_LANGUAGE,)
    return Result(
        text=one.text, labels=languages, words=tuple(words), spans=(), proportions={}, fallback=False,
        objective=0.0, optimal=True, solver="",
    )  # fmt: skip
