"""`mixlid model`: commands about models."""

from __future__ import annotations

import argparse

from mixlid.cli.commands import Command, add_commands, plug_ins

COMMANDS = (
    Command("list", "list the models that can be loaded by name", "mixlid.cli.model_list"),
    Command("info", "show what is in a model", "mixlid.cli.model_info"),
    Command("check", "verify a model file by its checksum", "mixlid.cli.model_check"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_commands(parser, (*COMMANDS, *plug_ins("model")))
