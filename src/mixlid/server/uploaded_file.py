"""An uploaded file, in a temporary folder of its own while it is processed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

import msgspec
from starlette.responses import Response, StreamingResponse

from mixlid.server.limits import Limits
from mixlid.server.refusal import RefusalError
from mixlid.server.request import FileRequest

_PIECE = 1 << 16
#: Used if its own name is not a valid file name.
_NAMELESS = "file.txt"


class UploadedFile:
    """The file of a request, on disk."""

    def __init__(self, asked: FileRequest, limits: Limits) -> None:
        if len(asked.content) > limits.file_bytes:
            raise RefusalError(
                413,
                f"the file has {len(asked.content):,} bytes, and {limits.file_bytes:,} are allowed here; "
                "`mixlid identify` takes files of any size",
            )
        self._folder = TemporaryDirectory(prefix="mixlid-")
        self._made = Path(self._folder.name) / "made"
        self._made.mkdir()
        self._path = Path(self._folder.name) / _safe(asked.name)
        self._path.write_bytes(asked.content)
        self._most, self._key = limits.file_texts, asked.key or ""

    def job(self) -> list[str]:
        """The arguments for a worker (`file_work.work_on_file`)."""
        return [str(self._path), str(self._made), str(self._most), self._key]

    def response(self, reply: bytes) -> Response:
        """The new file, removed once it is sent; RefusalError if the reply is an error."""
        try:
            name = str(checked_reply(reply)["name"])
        except RefusalError:
            self.remove()
            raise
        shown = quote(name, safe="")
        headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{shown}"}
        return StreamingResponse(self._pieces(name), headers=headers, media_type="application/octet-stream")

    async def _pieces(self, name: str) -> AsyncIterator[bytes]:
        try:
            with (self._made / name).open("rb") as stream:
                while piece := await asyncio.to_thread(stream.read, _PIECE):
                    yield piece
        finally:
            self.remove()

    def remove(self) -> None:
        self._folder.cleanup()


def checked_reply(reply: bytes) -> dict[str, object]:
    """A worker's reply; RefusalError if it is an error."""
    found: dict[str, object] = msgspec.json.decode(reply)
    if "error" in found:
        raise RefusalError(422, str(found["error"]))
    return found


def _safe(name: str) -> str:
    """The last part of a name, without characters that file systems refuse; the suffix stays."""
    last = "".join(char if char.isprintable() and char not in '\\/:*?"<>|' else "_" for char in name.split("/")[-1])
    last = last.encode("utf-8", "replace").decode()
    while len(last.encode()) > 200:
        last = last[1:]
    return last if last.strip(". ") and last != "made" else _NAMELESS
