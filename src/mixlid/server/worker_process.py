"""A worker: a process that identifies texts. Its arguments: the search budget, priors as JSON, models as NAME=PATH.

It is a process, which can be killed, because the search for the best answer cannot be interrupted and with some
settings never ends. A frame is a length (4 bytes) and MessagePack.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from mixlid.errors import MixlidError, SettingsError
from mixlid.explain import explain, judgements
from mixlid.identifier import Identifier
from mixlid.io.formats.added_fields import RUNS
from mixlid.io.formats.cells import rounded
from mixlid.models.interface import Model
from mixlid.models.loading import open_model
from mixlid.prior import Prior
from mixlid.results import fields
from mixlid.results.fields import ON_REQUEST
from mixlid.results.result import Result
from mixlid.results.runs import RunOptions
from mixlid.server.answers import ANSWERED
from mixlid.server.request import RequestOptions

#: Options as JSON, texts, and the time limit in seconds.
Job = tuple[bytes, list[str], float]
#: For each text, its result as JSON.
Reply = list[bytes]
#: Instead of a reply: what is wrong with the options, or None if the worker failed.
Answer = Reply | str | None
LENGTH = struct.Struct("!I")
decode_job = msgspec.msgpack.Decoder(Job).decode
decode_answer: Callable[[bytes], Answer] = msgspec.msgpack.Decoder(Answer).decode
encode_frame = msgspec.msgpack.encode
_decode_options = msgspec.json.Decoder(RequestOptions).decode
#: Identifiers to keep, since requests repeat their options. One with a prior may take megabytes.
_KEPT = 16


class IdentifierCache:
    """The identifiers that were used last, by options."""

    def __init__(self, models: Mapping[str, Model], priors: Mapping[str, Prior], search_budget: int) -> None:
        self._models, self._priors, self._search_budget = models, priors, search_budget
        self._kept: dict[bytes, tuple[RequestOptions, Identifier]] = {}

    def find(self, encoded: bytes) -> tuple[RequestOptions, Identifier]:
        """Options and their identifier. LabelError or SettingsError if something in them does not exist."""
        found = self._kept.pop(encoded, None)
        if found is None:
            options = _decode_options(encoded)
            found = options, self._make(options)
        self._kept[encoded] = found  # now the last one
        if len(self._kept) > _KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    def _make(self, options: RequestOptions) -> Identifier:
        most, asked = self._search_budget, options.changes().get("search_budget", 0)
        if asked > most:
            raise SettingsError(f"search_budget may be {most:,} at most here; {asked:,} was asked for")
        if options.runs is not None:
            RunOptions.parse(options.runs)  # or an error
        model = self._models[next(iter(self._models)) if options.model is None else options.model]
        identifier = options.configuration(self._priors).identifier(model)
        if identifier.settings.search_budget > most:  # the preset's own
            identifier = identifier.replace(search_budget=most)
        if options.solver == "topk":  # its default of one language would leave nothing to compare
            identifier = identifier.replace(f"topk:k={identifier.settings.max_languages}")
        return identifier


def answer(identifiers: IdentifierCache, job: Job) -> Answer:
    """The results of a job, or what is wrong with its options."""
    encoded, texts, _ = job
    try:
        options, identifier = identifiers.find(encoded)
    except MixlidError as error:
        return str(error)
    runs = None if options.runs is None else RunOptions.parse(options.runs)._asdict()
    return [_encode(identifier, identifier.identify(text), options, runs) for text in texts]


def _encode(identifier: Identifier, result: Result, options: RequestOptions, runs: dict[str, Any] | None) -> bytes:
    answer = fields.values(result, ANSWERED)
    if options.alternatives:
        answer |= identifier.alternatives(result).to_dict()
    if options.explain:
        answer["judgements"] = msgspec.to_builtins(judgements(identifier, result.text))
    if runs is not None:
        answer[RUNS] = [run.to_dict() for run in result.runs(**runs)]
    if options.words or options.explain:
        answer[ON_REQUEST] = [word.to_dict() for word in result.words]
    if options.explain:
        for made, (_, why) in zip(answer[ON_REQUEST], explain(identifier, result), strict=True):
            made["explanation"] = msgspec.to_builtins(why)
    return msgspec.json.encode(rounded(answer))


def main() -> None:
    # Ctrl-C and a supervisor's signal reach every process of the group, but running jobs should finish: we end when the
    # server closes our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    reading = sys.stdin.buffer
    writing = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing else may write between frames
    budget, known, *named = sys.argv[1:]
    priors = {name: Prior.from_dict(values) for name, values in msgspec.json.decode(known).items()}
    models = {name: open_model(Path(path)) for name, _, path in (argument.partition("=") for argument in named)}
    identifiers = IdentifierCache(models, priors, int(budget))
    _send(writing, [])  # ready
    while (size := reading.read(LENGTH.size)) and len(size) == LENGTH.size:
        job = decode_job(reading.read(LENGTH.unpack(size)[0]))
        _alarm(job[-1])
        reply: Answer = None
        try:
            reply = answer(identifiers, job)
        except Exception as error:  # the server tells the client; the message may quote the text
            print(f"mixlid: {place_of(error)}", file=sys.stderr, flush=True)
        _alarm(0)
        _send(writing, reply)


def place_of(error: BaseException) -> str:
    """The type of an error and where it was raised, without its message, which may quote a text."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {frames[-1].filename}:{frames[-1].lineno}" if frames else type(error).__name__


def _send(writing: BinaryIO, reply: Answer) -> None:
    frame = encode_frame(reply)
    writing.write(LENGTH.pack(len(frame)) + frame)
    writing.flush()


def _alarm(seconds: float) -> None:
    """End this process after a while, in case the server is no longer there to kill it."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds + 5 if seconds else 0)


if __name__ == "__main__":
    main()
