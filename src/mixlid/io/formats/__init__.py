"""The formats that mixlid reads and writes, in one table that everything else uses.

A new format is a module beside this one with a reader, a writer or both (`records.py` has their protocols) and an entry
below. File names, `--from` and `-f`, the help, and which options apply, all follow from the entry.
"""

from __future__ import annotations

import importlib
from functools import cache
from textwrap import fill
from typing import Any

from mixlid.io.formats.file_format import Columns, Extra, FileFormat
from mixlid.io.formats.records import Reader, WriteOptions, Writer
from mixlid.results.fields import shown
from mixlid.results.result import Result

#: The fields that a line gets, for the help.
_FIELDS = fill(", ".join(shown(Result, "line")), 100)
_HERE = __name__
FORMATS: dict[str, FileFormat] = {
    format.name: format
    for format in (
        FileFormat(
            "text",
            "(out only) for people: coloured words and a legend on a terminal, one line per record in a pipe,\n"
            "words outside the first language in brackets",
            module=f"{_HERE}.txt",
            writer="TextWriter",
            suffixes=(".txt",),
            shows=frozenset({"words", "parts", "explanations", "alternatives", "colours"}),
        ),
        FileFormat(
            "txt",
            "one record per line",
            reader="TxtReader",
            suffixes=(".txt",),
            default_output="text",
        ),
        FileFormat(
            "tsv",
            "the text is in column -k: a number from 1, or with a header a name; default: the column called\n"
            '"text" (or sentence, tweet, …), else the one that clearly looks most like text.\n'
            "Out: languages, shares, the original line; with --words a line for each word",
            reader="TsvReader",
            writer="TsvWriter",
            suffixes=(".tsv", ".tab"),
            columns="header",
            adds=shown(Result, "tsv"),
            shows=frozenset({"words", "parts"}),
            words_are_rows=True,
        ),
        FileFormat(
            "csv",
            f"with a header; the column as for tsv. Out: the original record, then\n{_FIELDS};\n"
            "with --words a line for each word; with --excel as Excel expects it",
            reader="CsvReader",
            writer="CsvWriter",
            suffixes=(".csv",),
            columns="fixed",
            shows=frozenset({"words", "parts"}),
            words_are_rows=True,
        ),
        FileFormat(
            "jsonl",
            "the text is in field -k (default: text). Out: the record's own fields, then those of csv, model,\n"
            "config, and words with --words; a field of the same name in the input needs --prefix or --force",
            reader="JsonlReader",
            writer="JsonlWriter",
            suffixes=(".jsonl", ".ndjson"),
            columns="fields",
            shows=frozenset({"words", "parts", "alternatives", "sentences"}),
        ),
        FileFormat(
            "conll",
            "first column is the token, an empty line ends a sentence. Out: the same lines and the label",
            reader="ConllReader",
            writer="ConllWriter",
            suffixes=(".conll",),
            shows=frozenset({"words"}),
        ),
        FileFormat(
            "conllu",
            "the second column is the token. Out: the same lines, with Lang=de in the last column, as in treebanks;\n"
            "Lang=deu_Latn with --full-labels",
            reader="ConlluReader",
            writer="ConlluWriter",
            suffixes=(".conllu",),
            adds=("Lang",),
            adds_for_parts=("CSPoint",),
            shows=frozenset({"words", "parts"}),
        ),
        FileFormat(
            "chat",
            "transcripts of CHILDES and TalkBank; a record is an utterance. Out: the same file with @s:deu on words,\n"
            "[- deu] before utterances, and @Languages",
            reader="ChatReader",
            writer="ChatWriter",
            suffixes=(".cha",),
            adds=("@s",),
            columns="tiers",
            shows=frozenset({"words"}),
        ),
        FileFormat(
            "eaf",
            "(pip install 'mixlid[transcripts]') ELAN; a record is an annotation, of the tiers -k. Out: the same file\n"
            "with a tier lang@A for each such tier A, of the languages of its words",
            reader="EafReader",
            writer="EafWriter",
            suffixes=(".eaf",),
            adds=("lang",),
            columns="tiers",
            shows=frozenset({"words"}),
        ),
        FileFormat(
            "textgrid",
            "(pip install 'mixlid[transcripts]') Praat, long or short; as eaf, and a record is an interval",
            reader="TextGridReader",
            writer="TextGridWriter",
            suffixes=(".textgrid",),
            adds=("lang",),
            columns="tiers",
            shows=frozenset({"words"}),
        ),
        FileFormat(
            "tei",
            "a record is a <u> or <s>. Out: the same file with xml:lang on these, on <w>, and on <foreign>",
            reader="TeiReader",
            writer="TeiWriter",
            suffixes=(".tei", ".xml"),
            adds=("xml:lang",),
            columns="tiers",
            shows=frozenset({"words"}),
        ),
        FileFormat(
            "json",
            "an array of objects, the text in field -k (default: text), or of strings. Out: the same, fields of jsonl",
            module=f"{_HERE}.json_array",
            reader="JsonArrayReader",
            writer="JsonArrayWriter",
            suffixes=(".json",),
            columns="fields",
            shows=frozenset({"words", "parts", "alternatives", "sentences"}),
            separator=",\n",
            footer="\n]\n",
        ),
        FileFormat(
            "parquet",
            "(pip install 'mixlid[parquet]') the column as for tsv. Out: all columns, and those of csv",
            reader="ParquetReader",
            writer="ParquetWriter",
            suffixes=(".parquet",),
            columns="fixed",
            shows=frozenset({"words", "parts", "sentences"}),
            is_table=True,
            has_metadata=True,
        ),
        FileFormat(
            "arrow",
            "(pip install 'mixlid[parquet]') as parquet: Arrow files, also known as Feather",
            reader="ArrowReader",
            writer="ArrowWriter",
            suffixes=(".arrow", ".feather"),
            columns="fixed",
            shows=frozenset({"words", "parts", "sentences"}),
            is_table=True,
            has_metadata=True,
        ),
        FileFormat(
            "xlsx",
            "(pip install 'mixlid[excel]') an Excel sheet (--sheet) whose first row names the columns; the column\n"
            "as for tsv. Out: a new workbook with its values, then as csv",
            reader="XlsxReader",
            writer="XlsxWriter",
            suffixes=(".xlsx",),
            columns="fixed",
            shows=frozenset({"words", "parts"}),
            words_are_rows=True,
            is_table=True,
            has_metadata=True,
        ),
        FileFormat(
            "labelstudio",
            "Label Studio's tasks; the text is data.text, or data and -k. Out: the words' languages as predictions",
            module=f"{_HERE}.label_studio",
            reader="LabelStudioReader",
            writer="LabelStudioWriter",
            suffixes=(".json",),
            shares_suffixes=True,
            columns="fields",
            adds=(),
            shows=frozenset({"words"}),
            separator=",\n",
            footer="\n]\n",
        ),
        FileFormat(
            "doccano",
            "doccano's JSON Lines for sequence labelling. Out: the record, and the words' languages as label",
            reader="DoccanoReader",
            writer="DoccanoWriter",
            suffixes=(".jsonl",),
            shares_suffixes=True,
            columns="fields",
            adds=("label",),
            shows=frozenset({"words"}),
        ),
        FileFormat(
            "webanno",
            "WebAnno TSV 3, for INCEpTION. Out: the words' languages in the layer Named Entity",
            reader="WebAnnoReader",
            writer="WebAnnoWriter",
            suffixes=(".tsv",),
            shares_suffixes=True,
            adds=(),
            shows=frozenset({"words"}),
            is_table=True,
        ),
    )
}


def inputs() -> tuple[str, ...]:
    return tuple(format.name for format in FORMATS.values() if format.reader)


def outputs() -> tuple[str, ...]:
    return tuple(format.name for format in FORMATS.values() if format.writer)


def outputs_showing(extra: Extra) -> tuple[str, ...]:
    """The outputs that can show this on request."""
    return tuple(format.name for format in FORMATS.values() if extra in format.shows)


def tables() -> tuple[str, ...]:
    """The outputs with the same columns for all records."""
    return tuple(name for name in outputs() if FORMATS[name].columns == "fixed")


def with_columns(*kinds: Columns) -> tuple[str, ...]:
    """The inputs whose records have columns of these kinds."""
    return tuple(name for name in inputs() if FORMATS[name].columns in kinds)


@cache
def reader(name: str) -> Reader:
    made: Reader = _class(name, FORMATS[name].reader)()
    return made


def writer(name: str, options: WriteOptions) -> Writer:
    made: Writer = _class(name, FORMATS[name].writer)(options)
    return made


def _class(format: str, name: str) -> Any:
    return getattr(importlib.import_module(FORMATS[format].module or f"{_HERE}.{format}"), name)
