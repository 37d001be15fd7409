"""`mixlid evaluate prepare`: convert published corpora to the JSON lines that other commands read, as in the paper.

The formats and the preparation itself are in `mixlid_lab.corpora`; this module handles options and messages.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from mixlid.adapt.labelled import Sample
from mixlid.cli.terminal import clean
from mixlid.errors import InputError, MixlidError, SettingsError
from mixlid.io.output import open_output
from mixlid.text.language_codes import TWO_LETTER
from mixlid_lab.corpora.document_formats import detect, get_format
from mixlid_lab.corpora.flores import language_of
from mixlid_lab.corpora.prepare import (
    DEVELOPMENT,
    Removed,
    draw_monolingual,
    prepare_monolingual,
    prepare_pair,
    split_dev_test,
)
from mixlid_lab.corpora.reading import NOT_LANGUAGES, CorpusOptions, Fault, Format, RawSentence, read_corpus

HELP = "make labelled data from a published corpus"

#: How many faults are printed; the others are only counted.
SHOWN_FAULTS = 20
#: The sentences of each file, by part (`dev`, `test`) and name.
Files = dict[tuple[str, str], tuple["Sample", ...]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("files", nargs="+", type=Path, metavar="FILE", help="files of one corpus as published, or a FLORES folder")
    add("-o", "--output", required=True, type=Path, metavar="FOLDER", help="dev/NAME.jsonl and test/NAME.jsonl go here")
    add("-f", "--format", metavar="NAME", help="the corpus's format; default: detected from each file")
    add("--pair", metavar="L1-L2", help="the two languages, such as spa-eng; some formats know theirs")
    add("--map", metavar="TAG=CODE,…", help="meaning of tags, such as lang1=eng,xx=other; _ for words without a tag")
    add("--name", metavar="NAME", help="the name of the files; default: the pair, or mono-flores")
    add("--dev", type=int, metavar="N", help="sentences for development (default 100; of FLORES, its own dev part)")
    add("--dev-total", type=int, metavar="N", help="FLORES: this many in total, shared by --languages (the paper: 500)")
    add("--dev-languages", metavar="CODE,…", help="FLORES: only these share --dev-total (the paper: seven)")
    add("--seed", type=int, default=0, metavar="N", help="the seed for drawing the development set (default 0)")
    add("--mono", action="store_true", help="also write the sentences in one language of the pair, as mono-NAME")
    add(
        "--shortest", type=int, metavar="N",
        help="FLORES: only the N shortest sentences of each language; with --dev or --dev-total these are for testing, "
        "and development sentences are drawn from the others",
    )  # fmt: skip
    add("--languages", metavar="CODE,…", help="FLORES: only these languages, such as tur,eng or ace_Latn")
    add("--xz", action="store_true", help="write .jsonl.xz")
    add("--force", action="store_true", help="replace existing files that have other sentences")
    add("--strict", action="store_true", help="write nothing and fail if a row cannot be read")


def run(args: argparse.Namespace) -> None:
    formats = [get_format(args.format) if args.format else detect(path) for path in args.files]
    monolingual = _check(args, formats)
    options = _options(args, formats, monolingual)
    sentences: list[RawSentence] = []
    faults: list[Fault] = []
    for path, form in zip(args.files, formats, strict=True):
        reading = read_corpus(path, form, options)
        left_out = f", {len(reading.faults)} more left out for faults" if reading.faults else ""
        _say(f"{path} ({form.name}): {len(reading.sentences)} sentences{left_out}")
        sentences += reading.sentences
        faults += reading.faults
    for fault in faults[:SHOWN_FAULTS]:
        _say(f"fault: {fault}")
    if len(faults) > SHOWN_FAULTS:
        _say(f"and {len(faults) - SHOWN_FAULTS} more faults")
    if faults and args.strict:
        raise InputError(f"{len(faults)} faults, and --strict was given; nothing was written")
    prepare = _monolingual_files if monolingual else _pair_files
    files, removed = prepare(args, sentences, options)
    _say(f"removed: {removed}")
    if not any(files.values()):
        raise InputError(f"nothing is left to write; removed: {removed}")
    _write(args.output, files, ".jsonl.xz" if args.xz else ".jsonl", args.force)


def _check(args: argparse.Namespace, formats: Sequence[Format]) -> bool:
    """Whether the corpus is monolingual; `SettingsError` if the options do not fit it."""
    kinds = {form.monolingual for form in formats}
    if len(kinds) > 1:
        raise SettingsError("FLORES and a code-switching corpus cannot be prepared together; give one of them")
    for name in ("dev", "dev_total", "shortest"):
        if (getattr(args, name) or 0) < 0:
            raise SettingsError(f"--{name.replace('_', '-')} must not be negative")
    if args.dev_total is not None and (args.dev is not None or not (args.dev_languages or args.languages)):
        raise SettingsError(
            "--dev-total is shared by the languages of --languages or --dev-languages, and cannot be used with --dev"
        )
    if args.dev_languages and args.dev_total is None:
        raise SettingsError("--dev-languages says which languages share --dev-total; give that too")
    monolingual = kinds == {True}
    misplaced = ("pair", "map", "mono") if monolingual else ("shortest", "languages", "dev_total", "dev_languages")
    for name in misplaced:
        if getattr(args, name):
            raise SettingsError(f"--{name.replace('_', '-')} does nothing for {formats[0].name}; leave it out")
    return monolingual


def _options(args: argparse.Namespace, formats: Sequence[Format], monolingual: bool) -> CorpusOptions:
    if monolingual:
        return CorpusOptions(languages=_codes(args.languages))
    pairs = {form.pair for form in formats}
    pair = _parse_pair(args.pair) if args.pair else pairs.pop() if len(pairs) == 1 else ()
    if not pair:
        raise SettingsError(f"say with --pair which languages are in {args.files[0]}, such as --pair spa-eng")
    return CorpusOptions(pair, _parse_map(args.map or ""))


def _codes(given: str | None) -> tuple[str, ...]:
    return tuple(item.strip() for item in (given or "").split(",") if item.strip())


def _parse_pair(given: str) -> tuple[str, ...]:
    codes = tuple(_code(part, "--pair") for part in given.split("-"))
    if len(set(codes)) != 2 or len(codes) != 2:
        raise SettingsError(f"--pair must be two languages, such as spa-eng, and not {given!r}")
    return codes


def _parse_map(given: str) -> dict[str, str]:
    meanings = {}
    for item in filter(None, given.split(",")):
        tag, equals, meaning = (part.strip() for part in item.partition("="))
        if not tag or not equals:
            raise SettingsError(f"--map must be like lang1=eng,lang2=spa, and not {item!r}")
        meanings[tag.lower()] = meaning if meaning in NOT_LANGUAGES else _code(meaning, "--map")
    return meanings


def _code(given: str, option: str) -> str:
    """An ISO 639-3 code, from itself or from a two-letter code."""
    code = TWO_LETTER.get(given.strip().lower(), given.strip().lower())
    if len(code) != 3 or not (code.isascii() and code.isalpha()):
        raise SettingsError(f"{option}: {given!r} is not a language code; use ISO 639-3, such as eng (or other, ne, …)")
    return code


def _pair_files(
    args: argparse.Namespace, sentences: Sequence[RawSentence], options: CorpusOptions
) -> tuple[Files, Removed]:
    name = args.name or "-".join(options.pair)
    prepared = prepare_pair(sentences, options.pair, keep_mono=args.mono)
    files: Files = {}
    for file, samples in ((name, prepared.mixed), (f"mono-{name}", prepared.mono)):
        if samples:
            wanted = DEVELOPMENT if args.dev is None else args.dev
            dev, test = split_dev_test(samples, wanted, args.seed)
            if len(dev) < wanted:
                _say(f"dev: {file} has only {len(dev)} of {wanted} sentences")
            files |= {("dev", file): dev, ("test", file): test}
    return files, prepared.removed


def _monolingual_files(
    args: argparse.Namespace, sentences: Sequence[RawSentence], options: CorpusOptions
) -> tuple[Files, Removed]:
    """FLORES keeps its parts. With `--dev` they are pooled, and that many sentences of each language are drawn.

    With `--dev-total` the languages share that number; if it does not divide evenly, those named first get one more.
    """
    name = args.name or "mono-flores"
    present = {code for sentence in sentences for code in sentence.languages}
    sharing = _codes(args.dev_languages) or options.languages
    _check_languages(dict.fromkeys([*options.languages, *sharing]), present)
    if args.dev is not None or args.dev_total is not None:
        share = (
            shares(args.dev_total, sharing) if args.dev_total is not None else dict.fromkeys(sorted(present), args.dev)
        )
        dev, test, removed = draw_monolingual(sentences, lambda code: share.get(code, 0), args.seed, args.shortest)
        _report_missing("dev", share, dev)
        if args.shortest is not None:
            _report_missing("test", dict.fromkeys(sorted(present), args.shortest), test)
        return {("dev", name): dev, ("test", name): test}, removed
    files: Files = {}
    removed = Removed()
    for part in ("dev", "test"):
        own = [sentence for sentence in sentences if sentence.part == part]
        prepared = prepare_monolingual(own, args.shortest)
        files[part, name] = prepared.mono
        removed += prepared.removed
        if own and args.shortest is not None:
            _report_missing(part, dict.fromkeys(sorted(present), args.shortest), prepared.mono)
    return files, removed


def _report_missing(part: str, wanted: Mapping[str, int], samples: Sequence[Sample]) -> None:
    """Print a line for each language that has fewer sentences than were wanted."""
    found = Counter(code for sample in samples for code in sample.languages)
    for code, count in wanted.items():
        if found[code] < count:
            _say(f"{part}: {code} has only {found[code]} of {count} sentences")


def shares(total: int, languages: Sequence[str]) -> dict[str, int]:
    """How many sentences each language provides: as evenly as possible, the first ones more."""
    codes = list(dict.fromkeys(map(language_of, languages)))
    return {code: total // len(codes) + (place < total % len(codes)) for place, code in enumerate(codes)}


def _check_languages(wanted: Iterable[str], present: set[str]) -> None:
    missing = [label for label in wanted if language_of(label) not in present]
    if missing:
        raise InputError(f"no sentences in {', '.join(missing)}; there are {', '.join(sorted(present))}")


def _write(folder: Path, files: Files, suffix: str, force: bool) -> None:
    """Write all files; none is given its name before the last one is complete."""
    _refuse_leftovers(folder, files, suffix, force)
    with ExitStack() as stack:
        for (part, name), samples in files.items():
            if samples:
                path = folder / part / f"{name}{suffix}"
                try:
                    path.parent.mkdir(parents=True, exist_ok=True)
                except OSError as error:
                    raise MixlidError(f"{path.parent} cannot be made: {error.strerror}") from error
                stream: IO[bytes] = stack.enter_context(open_output(str(path)))
                if suffix == ".jsonl.xz":
                    stream = stack.enter_context(lzma.open(stream, "wb"))
                stream.writelines(_lines(samples))
    for (part, name), samples in files.items():
        _say(f"{part}/{name}{suffix}: {len(samples)} sentences" + ("" if samples else ", so it is not written"))


def _lines(samples: Sequence[Sample]) -> Iterator[bytes]:
    return (json.dumps(sample.to_dict(), ensure_ascii=False).encode() + b"\n" for sample in samples)


def _refuse_leftovers(folder: Path, files: Files, suffix: str, force: bool) -> None:
    """`SettingsError` for existing files that must not stay or be replaced.

    A file of the same name but another suffix could hold sentences of the other part. A file that would be replaced may
    come from another draw, which `--force` allows; the same draw may always be repeated.
    """
    for (part, name), samples in files.items():
        for other in (".jsonl", ".jsonl.xz"):
            path = folder / part / f"{name}{other}"
            if not path.exists():
                continue
            if other != suffix or not samples:
                raise SettingsError(f"{path} exists from another run and would stay; remove it first")
            if not force and _content(path) != b"".join(_lines(samples)):
                raise SettingsError(f"{path} exists with other sentences; --force replaces it, --name avoids it")


def _content(path: Path) -> bytes | None:
    """The content of a file; None if it cannot be read."""
    try:
        return lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
    except (OSError, lzma.LZMAError):
        return None


def _say(text: str) -> None:
    print(f"mixlid: {clean(text)}", file=sys.stderr)
