"""The options of `mixlid identify`, and its help."""

from __future__ import annotations

import argparse
from textwrap import fill, wrap

from mixlid.fields import IN_ALL, IN_FILES
from mixlid.settings import SETTINGS

#: What a file gets for each line, in the help's column.
_FIELDS = fill(", ".join((*IN_ALL, *IN_FILES["line"])), 100, subsequent_indent=" " * 11)
NOTES = f"""\
formats (a name that ends in .gz, .xz or .zst is a packed file; --from and -f can say so too: jsonl.gz):
  txt      one record a line
  tsv      the text is in column -k: a number from 1, or with --header a name; default: the column called
           "text" if the header has one, and otherwise the last. Out: languages, shares, the line as it was
  csv      with a header; the column as for tsv. Out: the record as it was, then
           {_FIELDS}
  jsonl    the text is in field -k (default: text). Out: the record's own fields, then those of csv, model,
           config, and words with --words; a field of the same name in the input is replaced
  conll    first column is the token, an empty line ends a sentence. Out: the same lines and the label
  parquet  (pip install 'mixlid[parquet]') the column as for tsv. Out: all columns, and those of csv
  text     (out only) for people: coloured words and a legend on a terminal, one line a record in a pipe,
           words outside the first language in brackets

many files: several names, or a pattern in quotes ('data/**/*.jsonl.zst'), in sorted order. With -o FILE all go to
  that file one after the other; with -o FOLDER/ or --output-dir FOLDER each goes to a file of its own name there.

filters: a record that does not pass is left out and counted in the summary.
  --only mixed          more than one language
  --only mono           exactly one language, and a known one (neither und nor zxx)
  --only tur,eng        all of these languages, and perhaps more; und, zxx and und_Cyrl are codes here too
  --min-confidence 0.8  at least that; a record without a confidence does not pass. Several filters must all hold

units:
  line      the text of a record is one sentence
  document  it is cut into sentences, each is identified, and the answer is for the whole: languages with at
            least --min-share of the letters, proportions, spans over the text; jsonl and parquet
            get `spans` in place of `margin`
  sentence  the same, and a list `sentences` with start, end, languages, confidence, proportions (jsonl, parquet)

broken off (crash, full disk, Ctrl-C): the same command with --resume goes on where it was, and the output is the same
  as if nothing had happened. From files to files only; parquet output that is not whole is begun again.

examples:
  mixlid identify -t "yarınki meeting için slides hazır mı"
  mixlid identify -l tur,eng tweets.jsonl -o tweets.labelled.jsonl -j 8
  mixlid identify 'crawl/*.jsonl.zst' -o labelled/ -j 8 --only mixed --on-error skip --summary summary.json
  mixlid identify -m glotlid --explain < sentences.txt
  MIXLID_MODEL=model.bin mixlid identify --words < sentences.txt

exit status: 0 fine, 1 the model or a record cannot be read, 2 wrong options
"""

_INPUTS = ("txt", "tsv", "csv", "jsonl", "conll", "parquet")
_OUTPUTS = ("text", "tsv", "csv", "jsonl", "conll", "parquet")
_PACKINGS = ("gz", "xz", "zst")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = f"{_settings()}\n\n{NOTES}"
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="input, or a pattern for many; - or nothing is standard input")
    add("-t", "--text", action="append", metavar="TEXT", help="identify this text instead (may be repeated)")
    add("-o", "--output", default="-", metavar="FILE", help="output; appears only when it is whole; FOLDER/ for many")
    add("--output-dir", metavar="FOLDER", help="each input to a file of its name in this folder")
    add("-m", "--model", metavar="MODEL", help="a file, a name or hf://…; default: $MIXLID_MODEL, else litelid")
    add("-l", "--languages", metavar="CODES", help="answer only with these languages: tur,eng or tr,en-Latn")
    add("-p", "--preset", default="default", metavar="NAME", help="default, cs, avg, mono, or another of the model's")
    add(
        "-s",
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change one setting (may be repeated; see below)",
    )
    add("--solver", default="exact", metavar="NAME", help="exact, ilp, masklid, topk, threshold; topk:k=2 and so on")
    add(
        *("-f", "--format", "--to"),
        metavar="FORMAT",
        type=_form(_OUTPUTS),
        help=f"of the output: {', '.join(_OUTPUTS)}; default: by the name of -o, else as the input, and text for txt",
    )
    add(
        "--from",
        dest="source",
        metavar="FORMAT",
        type=_form(_INPUTS),
        help=f"of the input: {', '.join(_INPUTS)}; default: by its name, and txt if that says nothing",
    )
    add("-k", "--key", metavar="FIELD", help="the field (jsonl) or column (tsv, csv, parquet) that holds the text")
    add("--header", action="store_true", help="the first line of a tsv names its columns")
    add("--unit", choices=("line", "sentence", "document"), default="line", help="what a record's text is (see below)")
    add("--min-share", type=float, metavar="X", help="of a document's letters that a language needs; default: 0.05")
    add("--only", action="append", default=[], metavar="WHAT", help="write only such records: mixed, mono, tur,eng")
    add("--min-confidence", type=float, metavar="X", help="write only records of at least this confidence, 0 to 1")
    add(
        "--on-error",
        choices=("fail", "keep", "skip"),
        default="fail",
        help="a record that cannot be read ends the run, is written with what was wrong, or is left out; default: fail",
    )
    add("--resume", action="store_true", help="go on with a run that was broken off")
    add("-j", "--jobs", type=int, default=1, metavar="N", help="share the work among N processes")
    add("--words", action="store_true", help="every word with its label and score (text, jsonl, parquet)")
    add("--explain", action="store_true", help="which n-grams spoke for and against which language (text)")
    add("--summary", metavar="FILE", help="write the summary (counts, languages, pairs, mixing) to this file as JSON")
    add("--color", metavar="WHEN", choices=("auto", "always", "never"), default="auto", help="auto, always or never")
    add("-q", "--quiet", action="store_true", help="no notes, no progress and no summary on standard error")


def _settings() -> str:
    """Every setting as its definition has it."""
    lines = ["settings (-s NAME=VALUE); what is not set is as the preset has it, which `mixlid model info` prints:"]
    for name, definition in SETTINGS.items():
        commas = ", with commas between" if definition.listed else ""
        off = ", or none" if definition.optional else ""
        letters = f" ({definition.letters})" if definition.letters else ""
        about = f"{definition.meaning} {definition.range}{commas}{off}{letters}"
        lines += wrap(f"  {name:<15}  {about}", 116, subsequent_indent=" " * 19, break_on_hyphens=False)
    return "\n".join(lines)


def _form(known: tuple[str, ...]) -> type[str]:
    """A format with a packing or without one; the formats are not imported for it, since --help should be quick."""

    def parse(text: str) -> str:
        format, _, packing = text.lower().partition(".")
        if format not in known or packing not in ("", *_PACKINGS) or (format == "parquet" and packing):
            raise argparse.ArgumentTypeError(
                f"{text!r} is no format; there are {', '.join(known)}, packed if {', '.join(_PACKINGS)} follows a dot"
            )
        return text.lower()

    return parse  # type: ignore[return-value]
