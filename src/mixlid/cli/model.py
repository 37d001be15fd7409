"""`mixlid model`: commands about models."""

from __future__ import annotations

import argparse

from mixlid.cli.commands import Command, add_commands

COMMANDS = (
    Command("list", "say which models can be loaded by name", "mixlid.cli.model_list"),
    Command("info", "say what a model holds", "mixlid.cli.model_info"),
    Command("check", "compare a model file with its checksum", "mixlid.cli.model_check"),
    Command("pack", "fold a fastText model into a table, or cut a table to a size", "mixlid.lab.commands.model_pack"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_commands(parser, COMMANDS)
