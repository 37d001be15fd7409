"""`mixlid model`: verbs about models."""

from __future__ import annotations

import argparse

from mixlid.cli.verbs import Verb, add_verbs

VERBS = (
    Verb("list", "say which models can be loaded by name", "mixlid.cli.model_list"),
    Verb("info", "say what a model holds", "mixlid.cli.model_info"),
    Verb("check", "compare a model file with its checksum", "mixlid.cli.model_check"),
    Verb("pack", "fold a fastText model into a table, or cut a table to a size", "mixlid.lab.verbs.model_pack"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_verbs(parser, VERBS)
