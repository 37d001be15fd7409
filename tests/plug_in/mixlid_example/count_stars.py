"""`mixlid count-stars`."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "count the stars of a file"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path)


def run(args: argparse.Namespace) -> None:
    print(args.file.read_text(encoding="utf-8").count("*"))
