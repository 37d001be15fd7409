"""A real server for the tests: `mixlid serve` as a separate process, and a client for it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from waiting import LIMIT

MIXED = "yarınki meeting için slides hazır mı"
#: With these the exact search for a text of some length does not end in a lifetime.
ENDLESS = {"max_languages": 5, "max_switches": 3, "min_chars": 20, "preset": "cs", "search_budget": 1_000_000}
#: Without this no search is.
ANY_BUDGET = ("--limit", "search_budget=1000000")
LONG = " ".join([MIXED, "mañana tengo una entrevista and I have no idea", "kal ka plan cancel karna padega"] * 9)


class Served:
    """The server, its standard error, and a client."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        self.process = process
        self._log: list[str] = [process.stderr.readline()]
        address = re.search(r"http://\S+(?=,)", self._log[0])
        assert address, self._log[0] + process.stderr.read()
        self.address = address[0]
        self.port = int(self.address.rpartition(":")[2])
        self.client = httpx.Client(base_url=self.address, timeout=LIMIT)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        self._log.extend(self.process.stderr)

    def identify(self, text: str | list[str], **options: Any) -> dict[str, Any]:
        response = self.client.post("/identify", json={"text": text, **options})
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    def one(self, text: str, **options: Any) -> dict[str, Any]:
        (result,) = self.identify(text, **options)["results"]
        answer: dict[str, Any] = result
        return answer

    def refused(self, status: int, **request: Any) -> str:
        """The message of a refusal."""
        response = self.client.post("/identify", **request)
        assert response.status_code == status, response.text
        return sentence(response)

    def memory(self) -> int:
        """Kilobytes of the server and its workers."""
        return sum(int(status.split("VmRSS:")[1].split()[0]) for status in self._statuses())

    def _statuses(self) -> Iterator[str]:
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for one in (str(pid), *children):
            yield Path(f"/proc/{one}/status").read_text()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send the signal and wait; the exit status."""
        self.client.close()
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(LIMIT)
        self._reader.join(LIMIT)
        return code

    @property
    def log(self) -> str:
        """Everything that it has printed; complete only after `stop`."""
        return "".join(self._log)


def sentence(response: httpx.Response) -> str:
    """The message of a refusal: JSON, one field, one line."""
    body = response.json()
    assert set(body) == {"error"}, body
    said: str = body["error"]
    assert said
    assert "\n" not in said
    return said


@contextmanager
def serve(*options: str) -> Iterator[Served]:
    command = [sys.executable, "-m", "mixlid", "serve", "--port", "0", "-j", "1", *options]
    kept = {name: value for name, value in os.environ.items() if name != "MIXLID_MODEL"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=kept) as process:
        served = None
        try:
            served = Served(process)
            yield served
        finally:
            if served is not None:
                served.stop()
            else:
                process.kill()
