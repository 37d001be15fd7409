"""Audit our dependencies: licences of everything installed, and known vulnerabilities (pip-audit, from the network).

`python tools/audit.py`, or with `--licences` for licences only. The exit status is 1 if something is wrong, and 3 if
the database could not be reached, so that silence is not taken for good news.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from importlib.metadata import Distribution, distributions

#: Licences that are compatible with ours (Apache-2.0) if a package is used unchanged.
FINE = re.compile(
    r"apache|\bmit\b|bsd|\bisc\b|python software|psf|mpl|mozilla|zlib|cc0|unlicense|cnri|mit-cmu|public domain", re.I
)
NOT_FINE = re.compile(r"\bgpl|gnu general|affero|agpl|proprietary|commercial", re.I)
#: Packages that are installed nevertheless, and why that is harmless.
EXCEPTIONS = {
    "heliport": "another identifier that ours is compared with (extra `peers`); nothing else imports it",
    "axe-playwright-python": "names no licence in its metadata; for tests of the page only",
}


def licence_of(package: Distribution) -> str:
    """The licence that a package declares: an expression, classifiers, or the first line of a text."""
    told = package.metadata
    for name in ("License-Expression", "Classifier", "License"):
        given: list[str] = told.get_all(name) or []
        if name == "Classifier":
            given = [", ".join(kind.split(" :: ")[-1] for kind in given if kind.startswith("License ::"))]
        if given and (text := given[0].strip()):
            return text.splitlines()[0][:100]
    return "not said"


def licences(packages: Iterable[Distribution]) -> list[str]:
    """Print a table by licence; return what is wrong, as sentences."""
    by_licence: dict[str, set[str]] = defaultdict(set)
    wrong = []
    for package in packages:
        name, licence = package.metadata["Name"], licence_of(package)
        by_licence[licence].add(name)
        if name.lower() not in EXCEPTIONS and (NOT_FINE.search(licence) or not FINE.search(licence)):
            wrong.append(
                f"{name} {package.version}: its licence is {licence!r}; replace it, or say why it does no harm"
            )
    for licence, names in sorted(by_licence.items()):
        print(f"{licence}: {', '.join(sorted(names, key=str.lower))}")
    return wrong


def vulnerabilities(command: Sequence[str]) -> int:
    """The exit status; `command` runs pip-audit with JSON output."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        packages = [package for package in json.loads(done.stdout)["dependencies"] if package["name"] != "mixlid"]
    except (ValueError, KeyError):
        last = (done.stderr.strip().splitlines() or ["it says nothing"])[-1][:200]
        print(f"Vulnerabilities were NOT looked up: pip-audit gave up ({last}).", file=sys.stderr)
        return 3
    found = [(package, known) for package in packages for known in package.get("vulns", ())]
    for package, known in found:
        fixed = ", ".join(known.get("fix_versions", ())) or "no version"
        print(f"{package['name']} {package['version']}: {known['id']}, mended in {fixed}", file=sys.stderr)
    unknown = [package["name"] for package in packages if package.get("skip_reason")]
    print(f"vulnerabilities: {len(packages) - len(unknown)} packages looked up, {len(found)} known")
    if unknown:
        print(
            f"{len(unknown)} packages could NOT be looked up in the database on the network, {unknown[0]} for one "
            f"({next(package['skip_reason'] for package in packages if package['name'] == unknown[0])}).",
            file=sys.stderr,
        )
    return 1 if found else 3 if unknown else 0


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--licences", action="store_true", help="look at nothing else")
    args = parser.parse_args(argv)
    wrong = licences(distributions())
    for name, why in EXCEPTIONS.items():
        print(f"excepted: {name}: {why}")
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    if args.licences:
        return 1 if wrong else 0
    options = ["--skip-editable", "--progress-spinner", "off", "--format", "json"]
    status = vulnerabilities([sys.executable, "-m", "pip_audit", *options])
    return 1 if wrong else status


if __name__ == "__main__":
    sys.exit(main())
