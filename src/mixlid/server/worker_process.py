"""A worker: `python -m mixlid.server.worker_process PRIORS NAME=PATH …`, with the priors by name as JSON.

It is a process, which can be killed, because the search for the best answer cannot be interrupted and with some
settings never ends. A frame is a length (4 bytes) and MessagePack. A job has options as JSON, and texts; the reply has,
for each text, the result as JSON and its labels.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
import traceback
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from mixlid.explain import Explanation, Judgement, explain, judgements
from mixlid.identifier import Identifier
from mixlid.io.formats.cells import rounded
from mixlid.models.decision import EVIDENCE
from mixlid.models.loading import open_model
from mixlid.prior import Prior
from mixlid.results import fields
from mixlid.results.fields import ON_REQUEST
from mixlid.results.result import Result
from mixlid.server.answers import ANSWERED
from mixlid.server.identifier_cache import IdentifierCache
from mixlid.server.request import RequestOptions

#: Options as JSON, texts, and the time limit in seconds.
Job = tuple[bytes, list[str], float]
#: Results as JSON, each with the labels of its languages.
Reply = list[tuple[bytes, list[str]]]
LENGTH = struct.Struct("!I")
decode_job = msgspec.msgpack.Decoder(Job).decode
decode_reply = msgspec.msgpack.Decoder(Reply).decode
encode_frame = msgspec.msgpack.encode
_decode_options = msgspec.json.Decoder(RequestOptions).decode


def answer(identifiers: IdentifierCache, job: Job) -> Reply:
    """The results of a job."""
    encoded, texts, _ = job
    options = _decode_options(encoded)
    identifier = identifiers.identifier(options)
    results = (identifier.identify(text) for text in texts)
    return [(_encode(identifier, result, options), list(result.labels)) for result in results]


def _encode(identifier: Identifier, result: Result, options: RequestOptions) -> bytes:
    answer = fields.values(result, ANSWERED)
    if options.alternatives:
        answer |= identifier.alternatives(result).to_dict()
    if options.explain:
        answer["judgements"] = [_judgement(judged) for judged in judgements(identifier, result.text)]
    if options.words or options.explain:
        answer[ON_REQUEST] = [word.to_dict() for word in result.words]
    if options.explain:
        for made, (_, why) in zip(answer[ON_REQUEST], explain(identifier, result), strict=True):
            made["explanation"] = None if why is None else _explanation(why)
    return msgspec.json.encode(rounded(answer))


def _judgement(judged: Judgement) -> dict[str, Any]:
    return {
        "label": judged.label,
        "words": list(judged.words),
        "probability": judged.probability,
        "kept": judged.kept,
        "speaking_for": [{"what": EVIDENCE[name], "adds": value} for name, value in judged.speaking_for],
        "speaking_against": [{"what": EVIDENCE[name], "adds": value} for name, value in judged.speaking_against],
    }


def _explanation(explanation: Explanation) -> dict[str, Any]:
    return {
        "best": [{"label": label, "score": score} for label, score in explanation.best],
        "label": explanation.label,
        "speaking_for": [{"ngram": text, "score": value} for text, value in explanation.speaking_for],
        "speaking_against": [{"ngram": text, "score": value} for text, value in explanation.speaking_against],
        "weight": explanation.weight,
        "note": explanation.note,
    }


def main() -> None:
    # Ctrl-C and a supervisor's signal reach every process of the group, but running jobs should finish: we end when the
    # server closes our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    reading = sys.stdin.buffer
    writing = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing else may write between frames
    named = (argument.partition("=") for argument in sys.argv[2:])
    priors = {name: Prior.from_dict(values) for name, values in msgspec.json.decode(sys.argv[1]).items()}
    identifiers = IdentifierCache({name: open_model(Path(path)) for name, _, path in named}, priors)
    _send(writing, [])  # ready
    while (size := reading.read(LENGTH.size)) and len(size) == LENGTH.size:
        job = decode_job(reading.read(LENGTH.unpack(size)[0]))
        _alarm(job[-1])
        try:
            reply = answer(identifiers, job)
        except Exception as error:  # the server tells the client; the message may quote the text
            print(f"mixlid: {place_of(error)}", file=sys.stderr, flush=True)
            reply = []
        _alarm(0)
        _send(writing, reply)


def place_of(error: BaseException) -> str:
    """The type of an error and where it was raised, without its message, which may quote a text."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {frames[-1].filename}:{frames[-1].lineno}" if frames else type(error).__name__


def _send(writing: BinaryIO, reply: Reply) -> None:
    frame = encode_frame(reply)
    writing.write(LENGTH.pack(len(frame)) + frame)
    writing.flush()


def _alarm(seconds: float) -> None:
    """End this process after a while, in case the server is no longer there to kill it."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds + 5 if seconds else 0)


if __name__ == "__main__":
    main()
