"""Hostile clients, and polite ones: `python tools/overload.py --seconds 10`.

The real server, with one worker, is attacked in one way after the other while polite clients ask one question after
the other, each from an address of its own and on a new connection each time; when they are told to come back (503)
they do. A question that has no answer after `--patience` seconds counts as a hang; where the server has to wait for a
processor they count for less. `/health` is asked as well, and memory is looked at before and after.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

#: Seconds.
PATIENCE = 20.0
POLITE_CLIENTS = 10
#: Megabytes that the service may keep of an attack: what arrives, several times over.
MOST_MEMORY = 600


def _head(path: str, length: int) -> bytes:
    kind = "Content-Type: application/json\r\n"
    return f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{kind}Content-Length: {length}\r\n\r\n".encode()


def post_request(**content: object) -> bytes:
    body = json.dumps(content).encode()
    return _head("/identify", len(body)) + body


POLITE = post_request(text="yarınki meeting için slides hazır mı")
#: A search with as many steps as a request may ask for.
EXPENSIVE = post_request(text="a b c d e f " * 100, max_languages=5, penalty=-1000, max_switches=2, search_budget=200)
LONG = post_request(text=["see you demain mañana " * 200] * 200, words=True, explain=True)
CODES = post_request(text="x", languages=["en"] * 300_000)
#: Different each time, since answers for the same options are cached.
PRIORS = [
    post_request(text="x", prior={"languages": {"@latin": 0.5, "@cyrillic": share / 100_000}, "offset": 0.5})
    for share in range(1000)
]
CHUNKED = b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"


@dataclass
class Count:
    """The outcome of an attack."""

    #: Attacking connections.
    sent: int = 0
    served: int = 0
    sent_back: int = 0
    hangs: int = 0
    wrong: int = 0
    longest: float = 0.0
    health: float = 0.0
    memory: list[float] = field(default_factory=list)


class LocalServer:
    """A server on a local port."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port, self.log = process, port, ""

    @asynccontextmanager
    async def connection(
        self, address: str = "127.0.0.1"
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        try:
            yield reader, writer
        finally:
            writer.transport.abort()  # closing would wait for the server to read everything

    async def ask(self, request: bytes, address: str = "127.0.0.1") -> tuple[int, bytes]:
        async with self.connection(address) as (reader, writer):
            writer.write(request)
            await writer.drain()
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
            return int(head.split()[1]), await reader.readexactly(int(length[1]) if length else 0)

    async def answer(self, request: bytes, patience: float, address: str = "127.0.0.1") -> tuple[int, bytes]:
        """The same; `TimeoutError` after `patience` seconds that the server could have worked.

        On a busy machine it waits for a processor, and takes as many times longer: that is slow, and no hang.
        """
        began, before = time.monotonic(), self.processor()
        asked = asyncio.ensure_future(self.ask(request, address))
        limit = patience
        while not asked.done() and time.monotonic() - began < limit:
            await asyncio.wait({asked}, timeout=began + limit - time.monotonic())
            if not asked.done():
                ran, waited = (now - then for now, then in zip(self.processor(), before, strict=True))
                limit = patience * (1 + waited / max(ran, 0.1))
        if not asked.done():
            asked.cancel()
            raise asyncio.TimeoutError
        return asked.result()

    def processor(self) -> tuple[float, float]:
        """Seconds that the server and its workers have run, and that they have waited for a processor to be free."""
        spent = [0.0, 0.0]
        for one in self._everyone():
            with suppress(OSError):  # a worker that has ended
                for thread in Path(f"/proc/{one}/task").iterdir():
                    ran, waited, _ = (thread / "schedstat").read_text().split()
                    spent = [spent[0] + int(ran) / 1e9, spent[1] + int(waited) / 1e9]
        return spent[0], spent[1]

    def memory(self) -> float:
        """Megabytes of the server and its workers."""
        kilobytes = (Path(f"/proc/{one}/status").read_text().split("VmRSS:")[1].split()[0] for one in self._everyone())
        return sum(map(int, kilobytes)) / 1000

    def _everyone(self) -> list[str]:
        pid = self.process.pid
        return [str(pid), *Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


async def _without_end(place: LocalServer, count: Count, start: bytes, more: bytes, pause: float) -> None:
    """One request that goes on for as long as possible."""
    async with place.connection() as (_, writer):
        writer.write(start)
        count.sent += 1
        while not writer.transport.is_closing():
            writer.write(more)
            await writer.drain()
            await asyncio.sleep(pause)


async def slow_bodies(place: LocalServer, count: Count) -> None:
    """A byte now and then, of a body that never ends."""
    await _without_end(place, count, _head("/identify", 100_000), b" ", pause=0.5)


async def bodies_that_stop(place: LocalServer, count: Count) -> None:
    """Almost all of a large body, and then nothing: together more than the server holds."""
    async with place.connection() as (reader, writer):
        writer.write(_head("/identify", 1_999_999) + b" " * 1_900_000)
        count.sent += 1
        await reader.read()


async def slow_heads(place: LocalServer, count: Count) -> None:
    await _without_end(place, count, b"POST /identify HTTP/1.1\r\n", b"X: y\r\n", pause=0.5)


async def long_heads(place: LocalServer, count: Count) -> None:
    await _without_end(place, count, b"GET /health HTTP/1.1\r\nX: ", b"y" * 10_000, pause=0)


async def long_trailers(place: LocalServer, count: Count) -> None:
    body = b'c\r\n{"text":"x"}\r\n0\r\n'
    await _without_end(place, count, CHUNKED % b"/identify" + body, b"X: y\r\n" * 2000, pause=0)


async def slow_streams(place: LocalServer, count: Count) -> None:
    await _without_end(place, count, CHUNKED % b"/identify/stream", b"1\r\n \r\n", pause=0.5)


async def sent_ahead(place: LocalServer, count: Count) -> None:
    async with place.connection() as (_, writer):
        count.sent += 1
        while not writer.transport.is_closing():
            writer.write(b"GET /languages HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 1000)
            await writer.drain()


async def silent_streams(place: LocalServer, count: Count) -> None:
    async with place.connection() as (reader, writer):
        writer.write(CHUNKED % b"/identify/stream")
        count.sent += 1
        await reader.read()


async def _again(place: LocalServer, count: Count, request: bytes) -> None:
    count.sent += 1
    await place.ask(request)


async def expensive_searches(place: LocalServer, count: Count) -> None:
    await _again(place, count, EXPENSIVE)


async def long_lists(place: LocalServer, count: Count) -> None:
    await _again(place, count, LONG)


async def many_codes(place: LocalServer, count: Count) -> None:
    await _again(place, count, CODES)


async def many_priors(place: LocalServer, count: Count) -> None:
    await _again(place, count, PRIORS[count.sent % len(PRIORS)])


async def leavers(place: LocalServer, count: Count) -> None:
    """Ask for a lot, and leave at once."""
    async with place.connection() as (_, writer):
        writer.write(LONG)
        await writer.drain()
        count.sent += 1


#: Each attack, and how many clients do it at once.
ATTACKS: dict[str, tuple[Callable[[LocalServer, Count], Awaitable[None]], int]] = {
    "slow bodies": (slow_bodies, 300),
    "bodies that stop": (bodies_that_stop, 100),
    "slow heads": (slow_heads, 300),
    "heads without end": (long_heads, 20),
    "trailers without end": (long_trailers, 20),
    "requests sent ahead": (sent_ahead, 20),
    "silent streams": (silent_streams, 40),
    "slow streams": (slow_streams, 40),
    "dear searches": (expensive_searches, 100),
    "long lists": (long_lists, 60),
    "300,000 codes": (many_codes, 20),
    "ever new priors": (many_priors, 20),
    "clients that leave": (leavers, 60),
}


async def attack(place: LocalServer, name: str, seconds: float, patience: float = PATIENCE) -> Count:
    """Attack, and ask politely meanwhile."""
    one, many = ATTACKS[name]
    count, until = Count(), time.monotonic() + seconds
    count.memory.append(place.memory())

    async def again() -> None:
        while time.monotonic() < until:
            with suppress(OSError, asyncio.IncompleteReadError):
                await one(place, count)
            await asyncio.sleep(0.01)

    attackers = [asyncio.ensure_future(again()) for _ in range(many)]
    await asyncio.sleep(min(1.0, seconds / 4))

    async def ask(address: str) -> None:
        while time.monotonic() < until:
            await politely(place, count, patience, address)

    await asyncio.gather(*(ask(f"127.0.0.{2 + number}") for number in range(POLITE_CLIENTS)))
    for task in attackers:
        task.cancel()
    await asyncio.gather(*attackers, return_exceptions=True)
    await politely(place, count, patience, "127.0.0.2")
    count.memory.append(place.memory())
    return count


async def politely(place: LocalServer, count: Count, patience: float, address: str) -> None:
    began = time.monotonic()
    try:
        await place.answer(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", patience, address)
        count.health = max(count.health, time.monotonic() - began)
        began = time.monotonic()
        while True:
            status, body = await place.answer(POLITE, patience, address)
            if status != 503:
                break
            if time.monotonic() - began > 10 * patience:  # told to come back again and again
                raise asyncio.TimeoutError
            count.sent_back += 1
            await asyncio.sleep(0.2)
    except (asyncio.TimeoutError, OSError, asyncio.IncompleteReadError):
        count.hangs += 1
        return
    count.longest = max(count.longest, time.monotonic() - began)
    right = status == 200 and json.loads(body)["results"][0]["labels"] == ["tur_Latn", "eng_Latn"]
    count.served, count.wrong = count.served + right, count.wrong + (not right)
    await asyncio.sleep(0.05)


@contextmanager
def attacked_server() -> Iterator[LocalServer]:
    """A server with one worker; its log is complete when it has ended."""
    command = [sys.executable, "-m", "mixlid", "serve", "--port", "0", "-j", "1"]
    with tempfile.TemporaryFile("w+") as log, subprocess.Popen(command, stderr=log, text=True) as process:
        try:
            while not (port := re.search(r":(\d+),", _read(log))):
                assert process.poll() is None, "the server did not start"
                time.sleep(0.05)
            place = LocalServer(process, int(port[1]))
            yield place
        finally:
            process.terminate()
            process.wait()
        place.log = _read(log)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="of each attack")
    parser.add_argument("--only", choices=ATTACKS, action="append")
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds after which no answer is a hang")
    args = parser.parse_args(argv)
    bad = 0
    print(
        "| attack | at once | connections | polite: served | sent back | hangs | wrong | longest s | /health s | MB |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    with attacked_server() as place:
        for name in args.only or ATTACKS:
            count = asyncio.run(attack(place, name, args.seconds, args.patience))
            memory = " → ".join(f"{value:.0f}" for value in count.memory)
            told = f"{count.served} | {count.sent_back} | {count.hangs} | {count.wrong}"
            times = f"{count.longest:.2f} | {count.health:.2f}"
            print(f"| {name} | {ATTACKS[name][1]} | {count.sent:,} | {told} | {times} | {memory} |", flush=True)
            bad += count.hangs + count.wrong + (count.served == 0)
            bad += count.memory[-1] - count.memory[0] > MOST_MEMORY
            if place.process.poll() is not None:
                print("the server is gone", file=sys.stderr)
                return 1
    lines = place.log.count("\n") - 1  # the first one is its address
    print(f"\n{lines} lines in the log")
    print(*place.log.splitlines()[1:100], sep="\n", file=sys.stderr)
    return 1 if bad or lines > 10 else 0


def _read(log: IO[str]) -> str:
    log.seek(0)
    return log.read()


if __name__ == "__main__":
    sys.exit(main())
