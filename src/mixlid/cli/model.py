"""`mixlid model`: commands about models."""

from __future__ import annotations

import argparse

from mixlid.cli.commands import add_commands, installed_commands

HELP = "inspect a model, or make one smaller"
COMMANDS = {name: f"mixlid.cli.model_{name}" for name in ("list", "info")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_commands(parser, {**COMMANDS, **installed_commands("model")})
