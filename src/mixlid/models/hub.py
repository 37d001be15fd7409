"""Model files on a hub, through `huggingface_hub`: its cache, its environment variables, its tokens.

A file is checked once, when it is downloaded: the hub's ETag is the sha256 of a large file and the git id of a small
one, and the cache keeps it as the file's name. After that the file is trusted, because hashing gigabytes takes longer
than opening them; an address with `#sha256=…` is checked on every load. `catalogue.py` maps
names to files, `loading.py` opens them.

A model's name means the version that was current when the name was first used on this machine, because authors may
replace a file. The commit and the checksum of that first download are written beside the hub's cache, and later loads
by the name ask for the same commit and compare. An address with a revision already says which version it wants.
"""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from mixlid._files import complete_file
from mixlid.errors import MissingDependencyError, ModelError

_FORM = "hf://org/repo/file@revision#sha256=…, where the revision and the checksum may be left out"
_ADDRESS = re.compile(
    r"hf://(?P<repo>[\w.-]+/[\w.-]+)/(?P<file>[^#]*?[^#@])(?:@(?P<revision>[\w./+-]+))?(?:#sha256=(?P<sha256>[0-9a-f]{64}))?",
    re.IGNORECASE,
)
_SHA256 = re.compile("[0-9a-f]{64}")
_GIT_ID = re.compile("[0-9a-f]{40}")
#: The file of pinned versions, in the folder of the cache.
PINS = "mixlid-pins.json"


class Address(NamedTuple):
    """One version of one file."""

    repo: str
    file: str
    revision: str
    #: The checksum that the user gave.
    sha256: str | None

    def __str__(self) -> str:
        return f"hf://{self.repo}/{self.file}" + (f"@{self.revision}" if self.revision != "main" else "")


class Pin(NamedTuple):
    """One version of one file: the commit, and what the hub calls its contents (the sha256 of a large file)."""

    commit: str
    etag: str


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
    """The file at an address, from the cache or fetched into it and checked."""
    wanted = parse(address)
    hub = _library(f"Loading {wanted}")
    before = _in_cache(hub, wanted)
    try:
        path = Path(hub.hf_hub_download(wanted.repo, wanted.file, revision=wanted.revision))
    # Any exception: which package's network errors these are changes between versions of huggingface_hub.
    except Exception as error:
        raise ModelError(_explain(hub, wanted, error)) from error
    if path != before:
        _check_arrival(hub, wanted, path)
    if wanted.sha256 is not None:
        _check_pin(wanted, path, wanted.sha256)
    return path


def download_first(address: str) -> Path:
    """The file at an address without a revision, in the version that was first used here."""
    wanted = parse(address)
    hub = _library(f"Loading {wanted}")
    cache = Path(hub.constants.HF_HUB_CACHE)
    pin = _read_pin(cache, address)
    path = download(address if pin is None else f"{address}@{pin.commit}")
    etag = _name_in_cache(path) or sha256_of(path)
    if pin is None:
        _write_pin(cache, address, Pin(_commit_of(wanted, path), etag))
    elif etag != pin.etag:
        raise _changed(cache, address, pin, etag)
    return path


def in_cache(address: str) -> bool | None:
    """Whether a file can be loaded without a download; None if `huggingface_hub` is not installed."""
    wanted = parse(address)
    try:
        return _in_cache(_library(f"Looking for {wanted}"), wanted) is not None
    except MissingDependencyError:
        return None


def sha256_of(path: Path) -> str:
    """The checksum of a file, in hexadecimal."""
    return _digest(hashlib.sha256(), path)


def _read_pin(folder: Path, address: str) -> Pin | None:
    """The version pinned for an address; None if there is none."""
    found = _read_pins(folder / PINS).get(address)
    if found is None:
        return None
    if not isinstance(found, dict) or not all(isinstance(found.get(name), str) for name in Pin._fields):
        raise _damaged_pins(folder / PINS)
    return Pin(found["commit"], found["etag"])


def _write_pin(folder: Path, address: str, pin: Pin) -> None:
    """Pin a version, unless the cache is read-only."""
    with suppress(PermissionError):
        pins = {**_read_pins(folder / PINS), address: pin._asdict()}
        with complete_file(folder / PINS) as out:
            out.write(json.dumps(pins, indent=2, sort_keys=True).encode() + b"\n")


def _changed(folder: Path, address: str, pin: Pin, now: str) -> ModelError:
    return ModelError(
        f"{address} has changed since it was first used here: its checksum is {now}, but {folder / PINS} says "
        f"{pin.etag}. If you want the new file, give its revision ({address}@…), or remove the entry there."
    )


def _read_pins(path: Path) -> dict[str, Any]:
    try:
        pins = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise _damaged_pins(path) from error
    if not isinstance(pins, dict):
        raise _damaged_pins(path)
    return pins


def _damaged_pins(path: Path) -> ModelError:
    return ModelError(f"{path}, which keeps the pinned versions of models, is damaged; remove it to start again.")


def _library(purpose: str) -> ModuleType:
    try:
        import huggingface_hub
        import huggingface_hub.constants
        import huggingface_hub.errors
    except ImportError as error:
        raise MissingDependencyError("huggingface_hub", "hub", purpose) from error
    return huggingface_hub


def _in_cache(hub: ModuleType, wanted: Address) -> Path | None:
    try:
        found = hub.try_to_load_from_cache(wanted.repo, wanted.file, revision=wanted.revision)
    except ValueError as error:  # a name that no repository can have
        raise ModelError(_explain(hub, wanted, error)) from error
    return Path(found) if isinstance(found, str) else None


def _check_arrival(hub: ModuleType, wanted: Address, path: Path) -> None:
    """Compare a new file with what the hub says it is; a wrong one is removed."""
    try:
        expected = _name_in_cache(path) or _etag(hub, wanted, path)
        if _SHA256.fullmatch(expected):
            actual = sha256_of(path)
        elif _GIT_ID.fullmatch(expected):
            actual = _digest(hashlib.sha1(b"blob %d\0" % path.stat().st_size, usedforsecurity=False), path)
        elif wanted.sha256 is not None:
            expected, actual = wanted.sha256, sha256_of(path)
        else:
            raise ModelError(
                f"{wanted} cannot be checked: {hub.constants.ENDPOINT} sends no checksum with it. If you know the "
                "file's sha256, add #sha256=… to the address."
            )
    except BaseException:
        # Removed from the cache's revisions (the content stays), the file counts as new the next time, so that an
        # interrupted check is never taken for a finished one.
        path.unlink(missing_ok=True)
        raise
    if actual != expected:
        _remove(path)
        raise ModelError(
            f"{wanted} did not arrive as it is on the hub (checksum {actual}, not {expected}), and was removed from "
            "the cache. Try again; if it happens again, something between here and "
            f"{hub.constants.ENDPOINT} changes files."
        )


def _check_pin(wanted: Address, path: Path, pin: str) -> None:
    actual = sha256_of(path)
    if actual == pin:
        return
    name = _name_in_cache(path)
    if _SHA256.fullmatch(name) and actual != name:
        _remove(path)
        raise ModelError(f"{wanted} was damaged in the cache ({path}) and has been removed. Load it again to fetch it.")
    raise ModelError(
        f"{wanted} is not the file you asked for: its sha256 is {actual}, and the address says {pin}. Name the "
        "revision that has that file, or correct the checksum."
    )


def _name_in_cache(path: Path) -> str:
    """The ETag of a file when it was downloaded; empty if the cache has no links, and so not this name."""
    return path.readlink().name if path.is_symlink() else ""


def _commit_of(wanted: Address, path: Path) -> str:
    return path.parts[-1 - len(wanted.file.split("/"))]


def _etag(hub: ModuleType, wanted: Address, path: Path) -> str:
    url = hub.hf_hub_url(wanted.repo, wanted.file, revision=_commit_of(wanted, path))
    try:
        return hub.get_hf_file_metadata(url).etag or ""
    except Exception as error:
        raise ModelError(_explain(hub, wanted, error)) from error


def _digest(state: hashlib._Hash, path: Path) -> str:
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            state.update(block)
    return state.hexdigest()


def _remove(path: Path) -> None:
    """Remove a file and what it links to, which may be a link again."""
    chain = [path]
    while chain[-1].is_symlink():
        chain.append(chain[-1].parent / chain[-1].readlink())
    for item in chain:
        item.unlink(missing_ok=True)


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
    if isinstance(error, errors.LocalEntryNotFoundError) and hub.constants.HF_HUB_OFFLINE:
        return (
            f"{wanted} is not in the cache ({hub.constants.HF_HUB_CACHE}), and HF_HUB_OFFLINE forbids fetching it. "
            "Load it once without HF_HUB_OFFLINE, or give a file."
        )
    if isinstance(error, errors.LocalEntryNotFoundError):
        return (
            f"{wanted} is not in the cache, and {endpoint} cannot be reached ({_first_line(error.__cause__ or error)})."
            " Check the network, a proxy (HTTPS_PROXY) or a mirror (HF_ENDPOINT), or give a file."
        )
    if isinstance(error, errors.EntryNotFoundError):
        return f"{wanted.repo} has no file {wanted.file} at revision {wanted.revision}{_other_files(hub, wanted)}."
    if isinstance(error, errors.HFValidationError):
        return f"{wanted} is not an address: {_first_line(error)} Write it as {_FORM}."
    return f"{wanted} could not be fetched from {endpoint}: {_first_line(error)}"


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def _other_files(hub: ModuleType, wanted: Address) -> str:
    """Files that the user may have meant; empty if the hub cannot be asked."""
    names: list[str] = []
    with suppress(Exception):
        names = hub.HfApi().list_repo_files(wanted.repo, revision=wanted.revision)
    models = [name for name in names if name.endswith((".mixlid", ".bin", ".ftz"))]
    near = get_close_matches(wanted.file, names, n=3) or models[:5]
    return f"; it has {', '.join(near)}" if near else ""
