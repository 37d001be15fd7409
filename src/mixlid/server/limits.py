"""How much one request may ask for, and how many there may be at once. `docs/service.md` explains each."""

from __future__ import annotations

from dataclasses import dataclass

from mixlid.settings import USUAL_BUDGET


@dataclass(frozen=True, slots=True)
class Limits:
    #: Bytes of a request's body, and seconds in which it must arrive.
    body_bytes: int = 2_000_000
    body_seconds: float = 20.0
    #: Bytes of all bodies together that are arriving or queued.
    arriving_bytes: int = 100_000_000
    #: Characters of one text, and texts of one request.
    text_chars: int = 20_000
    texts: int = 1_000
    #: Bytes of a file that the page is given, and texts in it.
    file_bytes: int = 10_000_000
    file_texts: int = 50_000
    #: Seconds of computing that one request may use; some settings make a long text very slow to solve.
    work_seconds: float = 10.0
    #: Million steps of the exact search that a request may use, whether it or a preset asks for them.
    search_budget: int = USUAL_BUDGET
    #: Identification requests at once; the next one gets a 503.
    requests: int = 256
    #: Streams at once; for the next one, a silent or slow one is closed.
    streams: int = 16
    #: Bytes of a stream. They wait on disk if the client does not read while it writes.
    stream_bytes: int = 1_000_000_000

    @property
    def file_body_bytes(self) -> int:
        """Bytes of a request with a file: base64 takes four for three, and there are options."""
        return self.file_bytes * 4 // 3 + self.body_bytes

    @property
    def line_bytes(self) -> int:
        """Bytes of one line of a stream: the longest text with every character escaped, and room for other fields."""
        return 12 * self.text_chars + self.body_bytes // 4
