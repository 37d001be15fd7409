"""Model files on a hub, through `huggingface_hub`: its cache, its environment variables, its tokens.

`catalogue.py` maps names to files, `loading.py` opens them. An address with `#sha256=…` is checked on every load.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from mixlid.errors import MissingDependencyError, ModelError

_FORM = "hf://org/repo/file@revision#sha256=…, where the revision and the checksum may be left out"
_ADDRESS = re.compile(
    r"hf://(?P<repo>[\w.-]+/[\w.-]+)/(?P<file>[^#]*?[^#@])(?:@(?P<revision>[\w./+-]+))?(?:#sha256=(?P<sha256>[0-9a-f]{64}))?",
    re.IGNORECASE,
)


class Address(NamedTuple):
    """One version of one file."""

    repo: str
    file: str
    revision: str
    #: The checksum that the user gave.
    sha256: str | None

    def __str__(self) -> str:
        return f"hf://{self.repo}/{self.file}" + (f"@{self.revision}" if self.revision != "main" else "")


def parse(address: str) -> Address:
    """The parts of `hf://org/repo/file@revision#sha256=…`; the revision is `main` if none is given."""
    match = _ADDRESS.fullmatch(address)
    if match is None:
        raise ModelError(f"{address!r} is not the address of a model file; write it as {_FORM}.")
    found = Address(match["repo"], match["file"], match["revision"] or "main", (match["sha256"] or "").lower() or None)
    if {"", ".", ".."} & {*found.file.split("/"), *found.revision.split("/")}:
        raise ModelError(f"{address!r} leads out of its repository; write it as {_FORM}.")
    if found.repo.startswith(("datasets/", "spaces/")):
        raise ModelError(f"{address!r} is not in a repository of models; write it as {_FORM}.")
    return found


def download(address: str) -> Path:
    """The file at an address, from the cache or fetched into it."""
    wanted = parse(address)
    hub = _library(f"Loading {wanted}")
    try:
        path = Path(hub.hf_hub_download(wanted.repo, wanted.file, revision=wanted.revision))
    # Any exception: which package's network errors these are changes between versions of huggingface_hub.
    except Exception as error:
        raise ModelError(_explain(hub, wanted, error)) from error
    if wanted.sha256 is not None and (actual := sha256_of(path)) != wanted.sha256:
        raise ModelError(
            f"{wanted} is not the file you asked for: its sha256 is {actual}, and the address says {wanted.sha256}. "
            f"Name the revision that has that file, correct the checksum, or remove {path} to fetch it again."
        )
    return path


def in_cache(address: str) -> bool | None:
    """Whether a file can be loaded without a download; None if `huggingface_hub` is not installed."""
    wanted = parse(address)
    try:
        hub = _library(f"Looking for {wanted}")
    except MissingDependencyError:
        return None
    return isinstance(hub.try_to_load_from_cache(wanted.repo, wanted.file, revision=wanted.revision), str)


def sha256_of(path: Path) -> str:
    """The checksum of a file, in hexadecimal."""
    state = hashlib.sha256()
    with path.open("rb") as stream:
        while piece := stream.read(1 << 20):
            state.update(piece)
    return state.hexdigest()


def _library(purpose: str) -> ModuleType:
    try:
        import huggingface_hub
        import huggingface_hub.constants
        import huggingface_hub.errors
    except ImportError as error:
        raise MissingDependencyError("huggingface_hub", "hub", purpose) from error
    return huggingface_hub


def _explain(hub: ModuleType, wanted: Address, error: Exception) -> str:
    """What went wrong, and what would work."""
    endpoint, errors = hub.constants.ENDPOINT, hub.errors
    login = "log in with `hf auth login`, or set HF_TOKEN"
    if isinstance(error, errors.GatedRepoError):
        return f"{wanted} is only for people with access: ask for it at {endpoint}/{wanted.repo}, then {login}."
    if isinstance(error, errors.RepositoryNotFoundError):
        return (
            f"There is no repository {wanted.repo} at {endpoint}, or it is private: check its name, or if it is "
            f"private {login}."
        )
    if isinstance(error, errors.RevisionNotFoundError):
        return (
            f"{wanted.repo} has no revision {wanted.revision}; give a branch, a tag or a commit that "
            f"{endpoint}/{wanted.repo}/commits/main lists, or none for the newest."
        )
    if isinstance(error, errors.LocalEntryNotFoundError):
        if hub.constants.HF_HUB_OFFLINE:
            return f"{wanted} is not in the cache, and HF_HUB_OFFLINE forbids fetching it; unset it, or give a file."
        return (
            f"{wanted} is not in the cache, and {endpoint} cannot be reached ({_first_line(error.__cause__ or error)})."
            " Check the network, a proxy (HTTPS_PROXY) or a mirror (HF_ENDPOINT), or give a file."
        )
    if isinstance(error, errors.EntryNotFoundError):
        return (
            f"{wanted.repo} has no file {wanted.file} at revision {wanted.revision}; "
            f"{endpoint}/{wanted.repo}/tree/{wanted.revision} lists them."
        )
    return f"{wanted} could not be fetched from {endpoint}: {_first_line(error)}"


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
