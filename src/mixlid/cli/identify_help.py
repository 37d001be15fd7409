"""The end of `mixlid identify --help-all`: settings, formats, filters, sets of languages, units."""

from __future__ import annotations

from textwrap import wrap

from mixlid.cli.identify_options import EXAMPLES
from mixlid.engine.document_pipeline import LONG
from mixlid.io.formats import Format, installed, outputs_showing
from mixlid.io.streams import COMPRESSIONS
from mixlid.models.fitted import DocumentNumbers
from mixlid.settings import SETTINGS
from mixlid.text.label_sets import MEANINGS, SIGN

_NOTES = """\
formats (a name that ends in {packings} means a compressed file, also in --from and -f: jsonl.gz):
{formats}

several inputs: names, folders or quoted patterns ('data/**/*.jsonl.zst'), in sorted order. With -o FILE all are
  written to that file; with -o FOLDER/ or --output-dir FOLDER each is written to a file of the same name there, and
  those of a folder or pattern keep their relative path.

filters: records that do not pass all of them are left out and counted in the summary
  --only mixed          more than one language
  --only mono           exactly one language, and a known one (neither und nor zxx)
  --only tur,eng        all of these languages, and possibly more; und, zxx and und_Cyrl are codes here too
  --min-confidence 0.8  at least that; a record without a confidence does not pass, nor one that is only und or zxx
                        (unless --only asks for these)

sets of languages, for -l and wherever a code is accepted (-l @europe,zul):
{sets}

units:
  sentence  the text of a record is one sentence, if it has at most 32,768 characters
  document  it is split into sentences, each is identified, and the answer is for the whole: a language with whole
            sentences needs --min-share of it, one with inserted words only {inserted:.0%}, a near one {near:.0%};
            {structured} get `spans` in place of `margin`
  auto      a text of more than {long} characters is a document, any other a sentence
  --sentences is --unit document with a list `sentences` of start, end, labels, confidence, proportions
            ({sentences})

interrupted (crash, full disk, Ctrl-C): complete outputs in a folder stay; the same command with --resume does the rest

{examples}

exit status: 0 success, 1 a model or record could not be read, 2 wrong usage
"""


def end_of_help() -> str:
    return f"{_settings()}\n\n{_notes()}"


def _settings() -> str:
    """Every setting, from its definition."""
    lines = ["settings (-s NAME=VALUE); `mixlid model info` prints those of each preset:"]
    for name, definition in SETTINGS.items():
        commas = ", separated by commas" if definition.listed else ""
        off = ", or none" if definition.optional else ""
        letters = f" ({definition.letters})" if definition.letters else ""
        about = f"{definition.meaning} {definition.range}{commas}{off}{letters}"
        lines += wrap(f"  {name:<15}  {about}", 116, subsequent_indent=" " * 19, break_on_hyphens=False)
    lines.append(f"  {'words':<15}  How words are split: own, or whitespace (as in the paper).")
    return "\n".join(lines)


def _notes() -> str:
    *some, last = (f".{compression}" for compression in COMPRESSIONS)
    listed = sorted(installed(), key=lambda format: not format.reader)  # those that can be read come first
    return _NOTES.format(
        examples=EXAMPLES.partition("\n\n")[0],
        packings=f"{', '.join(some)} or {last}",
        formats="\n".join(map(_about, listed)),
        sentences=", ".join(outputs_showing("sentences")),
        sets="\n".join(_set(name, meaning) for name, meaning in MEANINGS.items()),
        long=LONG,
        inserted=DocumentNumbers().inserted_share,
        near=DocumentNumbers().near_share,
        structured=" and ".join(outputs_showing("sentences")),
    )


def _set(name: str, meaning: str) -> str:
    return "\n".join(wrap(meaning, 116, initial_indent=f"  {SIGN + name:12}", subsequent_indent=" " * 14))


def _about(format: Format) -> str:
    width = max(len(format.name) for format in installed())
    return f"  {format.name:{width}}  {format.help}".replace("\n", "\n" + " " * (width + 4))
