"""How much one request may ask for, and how many there may be at once. `docs/service.md` explains each."""

from __future__ import annotations

from dataclasses import dataclass

from mixlid.server.refusal import RefusalError
from mixlid.settings import USUAL_BUDGET


@dataclass(frozen=True, slots=True)
class Limits:
    #: Bytes of a request's body, and seconds in which it must arrive.
    body_bytes: int = 2_000_000
    body_seconds: float = 20.0
    #: Bytes that are held of all requests and streams together.
    arriving_bytes: int = 100_000_000
    #: Characters of one text, and texts of one request.
    text_chars: int = 20_000
    texts: int = 1_000
    #: Seconds of computing that one request may use; some settings make a long text very slow to solve.
    work_seconds: float = 10.0
    #: Million steps of the exact search that a request may use, whether it or a preset asks for them.
    search_budget: int = USUAL_BUDGET
    #: Requests with texts, and streams, at once, half of them from one client at most.
    requests: int = 256

    @property
    def line_bytes(self) -> int:
        """Bytes of one line of a stream: the longest text with every character escaped, and room for other fields."""
        return 12 * self.text_chars + self.body_bytes // 4

    def check_text(self, text: str, what: str) -> None:
        if len(text) > self.text_chars:
            raise RefusalError(
                413, f"{what} has {len(text):,} characters, and {self.text_chars:,} are allowed; cut it into sentences"
            )

    def check_texts(self, texts: list[str]) -> None:
        if len(texts) > self.texts:
            raise RefusalError(
                413,
                f"a request may have {self.texts:,} texts, and this one has {len(texts):,}; send them in parts, "
                "or one per line to /identify/stream",
            )
        for place, text in enumerate(texts, 1):
            self.check_text(text, f"text {place}" if len(texts) > 1 else "the text")
