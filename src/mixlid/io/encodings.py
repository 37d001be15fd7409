"""Converts text in other encodings to UTF-8, which all readers expect."""

from __future__ import annotations

import codecs
import io
from typing import Any, BinaryIO

from mixlid.errors import InputError, SettingsError

#: Bytes read at a time.
_STEP = 1 << 16


def check_encoding(name: str) -> str:
    """Python's name for a text encoding, empty for UTF-8; `SettingsError` if it is unknown."""
    try:
        found = codecs.lookup(name)
    except (LookupError, ValueError):
        found = None
    if found is None or not getattr(found, "_is_text_encoding", True):
        known = "utf-8, utf-16, windows-1252, windows-1254, iso-8859-9, koi8-r, shift_jis, gb18030"
        raise SettingsError(f"there is no encoding {name!r}; some that exist: {known}")
    return "" if found.name in ("utf-8", "utf-8-sig") else found.name


def as_utf8(stream: BinaryIO, encoding: str, name: str) -> BinaryIO:
    """The stream converted to UTF-8; an empty encoding means that it is UTF-8 already."""
    return io.BufferedReader(_Utf8Stream(stream, encoding, name), _STEP) if encoding else stream


def start_in_utf8(start: bytes, encoding: str) -> bytes:
    """The first bytes of an input, converted to UTF-8 as far as they can be decoded."""
    if not encoding:
        return start
    return codecs.getincrementaldecoder(encoding)("replace").decode(start).encode("utf-8", "replace")


class _Utf8Stream(io.RawIOBase):
    def __init__(self, stream: BinaryIO, encoding: str, name: str) -> None:
        self._stream: Any = stream
        self._decoder = codecs.getincrementaldecoder(encoding)()
        self._encoding, self._name = encoding, name
        self._read = 0
        self._ready = memoryview(b"")
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready and not self._ended:
            data = self._stream.read1(_STEP)
            self._ended = not data
            try:
                text = self._decoder.decode(data, final=self._ended)
            except UnicodeDecodeError as error:
                place = f"at byte {self._read + error.start + 1:,} or soon after" if data else "at its end"
                raise InputError(
                    f"{self._name} is not {self._encoding} {place}; set its encoding with --encoding"
                ) from None
            self._read += len(data)
            self._ready = memoryview(text.encode("utf-8", "surrogatepass"))
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count
