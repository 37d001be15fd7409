"""How mixlid and other identifiers handle texts that nobody means to send: `python tools/hostile_texts.py`.

Each tool answers each text in a process of its own, so that crashes and hangs are seen. What it answers does not
matter: the table has the processor time, the additional memory, and what was raised instead of an answer. Tools that
are not installed are left out (`pip install fasttext-community pycld2 lingua-language-detector heliport langid`);
fastText's model is trained here on four lines.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

TEXTS = {
    "empty": "",
    "NUL within": "see you\0 demain",
    "a newline": "see you\ndemain",
    "a lone surrogate": "see you \ud800 demain",
    "no letters": "12 - 7! 😀",
    "1 MB, one word": "a" * 1_000_000,
    "1 MB, words of one letter": "a b " * 250_000,
    "1 MB of marks": "a" + "\u0300\u0323" * 250_000,
}
PACKAGES = {
    "mixlid": "mixlid", "fasttext": "fasttext-community", "pycld2": "pycld2", "lingua": "lingua-language-detector",
    "heliport": "heliport", "langid": "langid",
}  # fmt: skip


def _fasttext(module: Any) -> Callable[[str], Any]:
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as lines:
        lines.write("__label__en the old house\n__label__tr eski ev\n__label__fr la vieille maison\n__label__de alt\n")
        lines.flush()
        model = module.train_supervised(lines.name, minn=2, maxn=4, dim=8, bucket=1000, verbose=0)
    predict: Callable[[str], Any] = model.predict
    return predict


def tool(name: str) -> Callable[[str], Any]:
    """The function that answers a text, ready to be called."""
    module = __import__(name)
    makers: dict[str, Callable[[], Callable[[str], Any]]] = {
        "mixlid": lambda: module.load().identify,
        "fasttext": lambda: _fasttext(module),
        "pycld2": lambda: module.detect,
        "lingua": lambda: module.LanguageDetectorBuilder.from_all_languages().build().detect_language_of,
        "heliport": lambda: module.Identifier().identify,
        "langid": lambda: module.classify,
    }
    return makers[name]()


def ask(name: str, text: str) -> dict[str, Any]:
    """Answer one text in this process."""
    answer = tool(name)
    answer("the bread and the house")
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    try:
        answer(text)
        raised = ""
    except Exception as error:
        raised = type(error).__name__
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"raised": raised, "seconds": time.process_time() - began, "megabytes": (most - before) / 1000}


def outcome(name: str, kind: str, patience: float) -> str:
    """A cell of the table."""
    code = [sys.executable, __file__, "--ask", name, kind]
    try:
        done = subprocess.run(code, capture_output=True, text=True, timeout=patience, check=False)
    except subprocess.TimeoutExpired:
        return f"no answer in {patience:.0f} s"
    if done.returncode:
        return f"**ends the process** ({done.returncode})"
    seen = json.loads(done.stdout.splitlines()[-1])
    cost = (
        f"{seen['seconds']:.1f} s, {seen['megabytes']:.0f} MB"
        if seen["seconds"] + seen["megabytes"] / 100 > 0.1
        else ""
    )
    return ", ".join(filter(None, [f"`{seen['raised']}`" if seen["raised"] else "answers", cost]))


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ask", nargs=2, metavar=("TOOL", "TEXT"), help=argparse.SUPPRESS)
    parser.add_argument(
        "--patience", type=float, default=600.0, help="seconds for a text, in which the tool has to start as well"
    )
    args = parser.parse_args(argv)
    if args.ask:
        sys.path.remove(str(Path(__file__).parent))
        print(json.dumps(ask(args.ask[0], TEXTS[args.ask[1]])))
        return
    installed = {one.metadata["Name"]: one.version for one in metadata.distributions()}
    versions = {name: installed.get(package, "") for name, package in PACKAGES.items() if find_spec(name)}
    print("| text |", " | ".join(f"{name} {version}".strip() for name, version in versions.items()), "|")
    print("|---|" + "---|" * len(versions))
    for kind in TEXTS:
        print(f"| {kind} |", " | ".join(outcome(name, kind, args.patience) for name in versions), "|", flush=True)


if __name__ == "__main__":
    main()
