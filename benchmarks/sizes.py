"""The sizes of outputs: `python benchmarks/sizes.py`; with `--before TREE` also those of another tree.

The text is `benchmarks/sentences.txt`; files are written by `mixlid identify`, answers come from `mixlid serve`. The
other tree is run in the same way, and what it does not support is left out.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

SENTENCES = Path(__file__).with_name("sentences.txt")
FILES = {
    "JSON Lines": ("out.jsonl",),
    "JSON Lines, `--meta header`": ("out.jsonl", "--meta", "header"),
    "JSON Lines, `--meta lines`": ("out.jsonl", "--meta", "lines"),
    "JSON Lines, `--words`": ("out.jsonl", "--words"),
    "JSON Lines, gzip": ("out.jsonl.gz",),
    "an array of JSON": ("out.json",),
    "CSV": ("out.csv",),
    "TSV": ("out.tsv",),
    "Parquet": ("out.parquet",),
    "Arrow": ("out.arrow",),
    "Excel": ("out.xlsx",),
}
ANSWERS: dict[str, Mapping[str, object]] = {
    "HTTP, three words": {"text": "see you demain"},
    "HTTP, three words, `settings`": {"text": "see you demain", "settings": True},
    "HTTP, 100 sentences": {"text": SENTENCES.read_text(encoding="utf-8").splitlines()[:100]},
}


def file_sizes(tree: Path) -> dict[str, int]:
    """The bytes of each file that the tree can write."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for title, (name, *options) in FILES.items():
            out = Path(folder) / name
            command = [sys.executable, "-m", "mixlid", "identify", "-q", "--force", str(SENTENCES), "-o", str(out)]
            done = subprocess.run([*command, *options], env=_environment(tree), capture_output=True, check=False)
            if done.returncode == 0:
                found[title] = out.stat().st_size
    return found


def answer_sizes(tree: Path) -> dict[str, int]:
    """The bytes of each answer's body, plain and as sent to a client that accepts gzip."""
    found = {}
    with _serving(tree) as address:
        for title, asked in ANSWERS.items():
            for encoding, more in (("identity", ""), ("gzip", ", gzip")):
                head = {"Content-Type": "application/json", "Accept-Encoding": encoding}
                request = urllib.request.Request(f"{address}/identify", json.dumps(asked).encode(), head)
                try:
                    with urllib.request.urlopen(request) as response:
                        body = response.read()
                        if response.headers.get("Content-Encoding", "identity") == encoding:
                            found[title + more] = len(body)
                except urllib.error.HTTPError:
                    continue
    return found


@contextmanager
def _serving(tree: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "mixlid", "serve", "--port", "0", "-j", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=_environment(tree)) as server:
        assert server.stderr is not None
        address = re.search(r"http://\S+:\d+", server.stderr.readline())
        assert address, "the server did not start"
        try:
            yield address[0]
        finally:
            server.terminate()


def _environment(tree: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str((tree / "src").resolve())}


def rows(trees: Mapping[str, Path]) -> list[list[str]]:
    """A table of outputs and their bytes in each tree."""
    files = {name: file_sizes(tree) for name, tree in trees.items()}
    answers = {name: answer_sizes(tree) for name, tree in trees.items()}
    given = SENTENCES.stat().st_size
    made = [["", *trees], ["---"] * (len(trees) + 1), ["the text itself", *(f"{given:,}" for _ in trees)]]
    for title in FILES:
        sizes = (files[name].get(title) for name in trees)
        made.append([title, *("–" if size is None else f"{size:,} (× {size / given:.1f})" for size in sizes)])
    for title in (f"{title}{more}" for title in ANSWERS for more in ("", ", gzip")):
        sizes = (answers[name].get(title) for name in trees)
        made.append([title, *("–" if size is None else f"{size:,}" for size in sizes)])
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, metavar="TREE", help="another tree to compare with")
    before = parser.parse_args().before
    trees = {"before": before} if before else {}
    for row in rows({**trees, "bytes" if not before else "now": Path(__file__).parents[1]}):
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
