"""`mixlid serve`: the page and the HTTP service."""

from __future__ import annotations

import argparse
import signal
import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixlid.cli.commands import count_jobs, default_model, note
from mixlid.errors import MissingDependencyError, SettingsError

if TYPE_CHECKING:
    from mixlid.prior import Prior

HELP = "start an HTTP service, with a page to try it on"

_NOTES = """\
limits (--limit NAME=VALUE): body_bytes, body_seconds, arriving_bytes, text_chars, texts, work_seconds,
search_budget, requests; docs/service.md explains them

examples:
  mixlid serve                                  the page is at http://127.0.0.1:8377
  mixlid serve -m litelid -m glotlid -j 4       two models, four processes
  curl http://127.0.0.1:8377/identify -H 'Content-Type: application/json' -d '{"text": "see you demain"}'
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _NOTES
    add = parser.add_argument
    many: dict[str, Any] = {"action": "append", "default": []}
    add("--host", default="127.0.0.1", metavar="HOST", help="address to listen on; default: this machine only")
    add("--port", type=int, default=8377, metavar="N", help="port to listen on; 0 takes any free one; default: 8377")
    models = "a file, a name or hf://… (may be repeated); default: $MIXLID_MODEL, else litelid"
    add("-m", "--model", action="append", metavar="MODEL", help=models)
    processes = "processes that identify; default: auto, one for each processor"
    add("-j", "--jobs", default="auto", metavar="N", help=processes)
    add("--limit", **many, metavar="NAME=VALUE", help="change one limit (may be repeated)")
    priors = "a prior that requests may name (may be repeated); `mixlid adapt` writes such files"
    add("--prior", **many, metavar="NAME=FILE", help=priors)
    hosts = (
        "a host name that is answered besides localhost and numeric addresses (may be repeated), or * for any; "
        "default: any, unless it listens on this machine only"
    )
    add("--allow-host", **many, metavar="NAME", help=hosts)
    add("--log", action="store_true", help="log each request to standard error, without its text")
    add("-q", "--quiet", action="store_true", help="do not print the address")


def run(args: argparse.Namespace) -> None:
    try:
        from mixlid.server.app import make_app
        from mixlid.server.gate import allowed_names
        from mixlid.server.server import Server, address, listen, log_to_stderr
    except ModuleNotFoundError as error:
        if error.name in ("litestar", "uvicorn", "msgspec"):
            raise MissingDependencyError(error.name, "serve", "mixlid serve") from None
        raise
    from mixlid.server.limits import Limits

    models, limits, priors = served_models(args.model), Limits(**dict(map(_limit, args.limit))), _priors(args.prior)
    log_to_stderr(args.log)
    with listen(args.host, args.port) as listening:
        where = address(listening)
        host = listening.getsockname()[0]
        app = make_app(models, count_jobs(args.jobs), limits, priors, allowed_names(host, args.allow_host))
        server = Server(app, ready=lambda: note(args, f"listening on {where}, until Ctrl-C"))
        # The server sends itself the signal again when it is done; then it is time to leave, and nothing went wrong.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        server.run(sockets=[listening])
    if not server.started:
        raise SystemExit(1)
    if server.was_interrupted:  # the signal that it sends itself is lost if there is nothing to wait for
        raise KeyboardInterrupt


def served_models(given: list[str] | None) -> dict[str, Path]:
    from mixlid.models.catalogue import name_of_address
    from mixlid.models.loading import find_model

    models: dict[str, Path] = {}
    for name in given or [default_model()]:
        short = name_of_address(name).replace("=", "-")
        if short in models:
            raise SettingsError(f"two models are called {short!r}; rename the file of one")
        models[short] = find_model(name)
    return models


def _priors(given: list[str]) -> dict[str, Prior]:
    from mixlid.prior import Prior

    priors: dict[str, Prior] = {}
    for text in given:
        name, equals, path = text.partition("=")
        if not equals:
            name, path = Path(text).stem, text
        if not name or name in priors:
            raise SettingsError(f"--prior {text}: give each prior its own name, as in --prior chats=prior.json")
        priors[name] = Prior.load(path)
    return priors


def _limit(text: str) -> tuple[str, Any]:
    from mixlid.server.limits import Limits

    name, _, value = text.partition("=")
    kinds: dict[str, Any] = {field.name: field.default for field in fields(Limits)}
    if name not in kinds:
        raise SettingsError(f"there is no limit {name!r}; the limits are {', '.join(kinds)}")
    try:
        number = type(kinds[name])(value)
    except ValueError:
        raise SettingsError(f"{value!r} is not a value for the limit {name}") from None
    if not number > 0:
        raise SettingsError(f"the limit {name} must be above 0, not {value}")
    return name, number
