"""The service under load: `make bench-service`. The real server, with clients on the same machine.

It measures processor time per line, by the way lines are sent; requests per second and their latency with 1, 8 and 64
connections; memory over the whole run; and what happens with more requests than the server accepts. Every answer is
read to its end, and its status is counted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle, islice
from pathlib import Path
from urllib.request import Request, urlopen

import numpy as np

CONNECTIONS = (1, 8, 64)
TEXTS = [line for line in Path("demo/sentences.txt").read_text(encoding="utf-8").splitlines() if line]


class Server:
    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "mixlid", "serve", "--port", "0", *options]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        port = re.search(r":(\d+),", self.process.stderr.readline())
        assert port, "the server did not start"
        self.port = int(port[1])

    def memory(self) -> float:
        """Megabytes that the server and its workers have for themselves; the model's file is shared."""
        return sum(_own(one) for one in self._everyone()) / 1000

    def processor_seconds(self) -> float:
        """Processor time used by the server and its workers."""
        ticks = 0
        for one in self._everyone():
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def _everyone(self) -> list[str]:
        pid = self.process.pid
        return [str(pid), *Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _own(pid: str) -> int:
    """Kilobytes of a process without file-backed pages."""
    return int(Path(f"/proc/{pid}/status").read_text().split("RssAnon:")[1].split()[0])


@contextmanager
def serving(*options: str) -> Iterator[Server]:
    server = Server(*options)
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.communicate()


def request(text: str) -> bytes:
    body = json.dumps({"text": text}).encode()
    head = (
        f"POST /identify HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


class Load:
    """Connections that keep asking until they have made `requests` requests in total."""

    def __init__(self, port: int, connections: int, requests: int) -> None:
        self._port, self._connections, self._left = port, connections, requests
        self._requests = cycle([request(text) for text in TEXTS])
        self.seconds: list[float] = []
        self.statuses: Counter[str] = Counter()

    def run(self) -> float:
        """Run the load; return the seconds that it took."""
        began = time.perf_counter()
        asyncio.run(self._run())
        return time.perf_counter() - began

    async def _run(self) -> None:
        await asyncio.gather(*(self._connection() for _ in range(self._connections)))

    async def _connection(self) -> None:
        while self._left > 0:
            reading, writing = await asyncio.open_connection("127.0.0.1", self._port)
            with suppress(ConnectionError):  # after a 503 the server may have closed it first
                await self._talk(reading, writing)
                writing.close()
                await writing.wait_closed()

    async def _talk(self, reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        while self._left > 0:
            self._left -= 1
            began = time.perf_counter()
            writing.write(next(self._requests))
            try:
                head = (await reading.readuntil(b"\r\n\r\n")).decode().lower()
            except (ConnectionError, asyncio.IncompleteReadError):
                self.statuses["broken"] += 1
                return
            await reading.readexactly(int(head.split("content-length: ")[1].split("\r")[0]))
            self.seconds.append(time.perf_counter() - began)
            self.statuses[head.split()[1]] += 1
            if "connection: close" in head:
                return


def line(name: str, load: Load, taken: float) -> None:
    middle, high = (1000 * float(np.percentile(load.seconds, share)) for share in (50, 99))
    counts = ", ".join(f"{count:,} × {status}" for status, count in sorted(load.statuses.items()))
    print(f"| {name} | {len(load.seconds) / taken:,.0f} | {middle:.1f} | {high:.1f} | {counts} |", flush=True)


def microseconds_by_line(server: Server, lines: int) -> Iterator[tuple[str, float]]:
    """The processor time of the service for a line, by the way lines are sent."""
    texts = list(islice(cycle(TEXTS), lines))

    def post(path: str, body: bytes, kind: str) -> None:
        asked = Request(f"http://127.0.0.1:{server.port}{path}", body, {"Content-Type": kind})
        with urlopen(asked) as answer:
            answer.read()

    def one_by_one() -> None:
        Load(server.port, 8, lines).run()

    def lists() -> None:
        for first in range(0, lines, 500):
            body = json.dumps({"text": texts[first : first + 500]}).encode()
            post("/identify", body, "application/json")

    def stream() -> None:
        body = "".join(json.dumps({"text": text}) + "\n" for text in texts).encode()
        post("/identify/stream", body, "application/x-ndjson")

    for name, send in {"one a request": one_by_one, "500 a request": lists, "a stream": stream}.items():
        send()  # to warm up
        before = server.processor_seconds()
        send()
        yield name, 1e6 * (server.processor_seconds() - before) / lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", "--requests", type=int, default=100_000, help="in all, over the three loads")
    parser.add_argument("--lines", type=int, default=20_000, help="for the processor time of a line")
    parser.add_argument("--only-lines", action="store_true", help="measure nothing else")
    parser.add_argument("-j", "--jobs", default="1", help="processes of the server that identify")
    args = parser.parse_args()
    with serving("-j", args.jobs) as server:
        print("| lines | processor µs a line | lines a second and core |\n|---|---|---|")
        for name, taken in microseconds_by_line(server, args.lines):
            print(f"| {name} | {taken:.0f} | {1e6 / taken:,.0f} |", flush=True)
    if args.only_lines:
        return
    print("| connections | requests/s | p50 ms | p99 ms | answers |\n|---|---|---|---|---|")
    with serving("-j", args.jobs) as server:
        Load(server.port, 8, 2_000).run()
        memory = [server.memory()]
        for connections in CONNECTIONS:
            load = Load(server.port, connections, args.requests // len(CONNECTIONS))
            line(str(connections), load, load.run())
            memory.append(server.memory())
    with serving("-j", args.jobs, "--limit", "requests=32") as server:
        load = Load(server.port, 512, 10_000)
        line("512, and 32 are taken", load, load.run())
        load = Load(server.port, 1, 1_000)
        line("1, right after", load, load.run())
    print("\nmemory, MB, after 2,000 requests and after each load: " + ", ".join(f"{size:.1f}" for size in memory))
    texts = statistics.mean(map(len, TEXTS))
    print(f"{len(TEXTS)} sentences of demo/sentences.txt in turn, {texts:.0f} characters on average; -j {args.jobs}")


if __name__ == "__main__":
    main()
