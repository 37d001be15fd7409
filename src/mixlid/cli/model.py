"""`mixlid model`: commands about models."""

from __future__ import annotations

import argparse

from mixlid.cli.commands import Command, add_commands

COMMANDS = (
    Command("list", "list the models that can be loaded by name", "mixlid.cli.model_list"),
    Command("info", "show what is in a model", "mixlid.cli.model_info"),
    Command("check", "verify a model file by its checksum", "mixlid.cli.model_check"),
    Command("add", "add a language to a model, from text in it", "mixlid.lab.commands.model_add"),
    Command("pack", "fold a fastText model into a table, or cut a table to a size", "mixlid.lab.commands.model_pack"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_commands(parser, COMMANDS)
