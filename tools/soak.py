"""Run the service for an hour: requests of all kinds, some of them broken or hostile, while a polite client asks.

`python tools/soak.py --minutes 60 --requests 100000` ends when both are reached. Every answer to a valid request is
compared with the first answer to the same one. Memory is measured throughout: in the last quarter it must not exceed
that in the second by more than `GROWTH`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from statistics import median

from overload import ATTACKS, CHUNKED, Count, LocalServer, attacked_server, politely, post_request

#: The share by which memory may grow after everything was asked once.
GROWTH = 0.1
#: The number of clients besides the polite one, and how long an attack may take before it is cut off.
CLIENTS, ATTACK_SECONDS = 12, 2.0
#: What they ask, and how often of fifty times. An attack takes two seconds of a client, and some take as long of the
#: only worker, so one or two of them are always going on, and it has time left for the others.
KINDS = {"text": 30, "many": 1, "stream": 7, "page": 7, "broken": 4, "attack": 1}
#: Seconds between two lines that say how far it is.
REPORTS = 300.0
TEXTS = (
    "yarınki meeting için slides hazır mı", "see you demain mañana", "где the old карта", "", "12 - 7! 😀",
    "a b c " * 300, "我今天有個 meeting 要開", "\ufdfa" * 200, "kal ka plan cancel karna padega " * 20,
)  # fmt: skip
OPTIONS: tuple[dict[str, object], ...] = (
    {}, {"words": True}, {"explain": True}, {"alternatives": True}, {"preset": "cs"}, {"preset": "mono"},
    {"languages": ["en", "tr", "es"]}, {"solver": "masklid"}, {"solver": "topk"}, {"max_languages": 3, "min_chars": 5},
    {"max_languages": 5, "penalty": -1000, "max_switches": 2}, {"prior": {"languages": {"eng_Latn": 0.9}}},
)  # fmt: skip
BROKEN = (
    post_request(text=5), post_request(text="x", languages=["nowhere"]), post_request(text="x", max_languages=0),
    b"GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"POST /identify HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
)  # fmt: skip
PAGES = ("/", "/health", "/languages", "/openapi.json")


class Soak:
    def __init__(self, place: LocalServer, patience: float) -> None:
        self._place, self._patience = place, patience
        self._known: dict[bytes, bytes] = {}
        self.kinds: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.polite = Count()
        self.memory: list[float] = []

    @property
    def requests(self) -> int:
        return self.kinds.total() + self.polite.served

    async def one(self, random: Random) -> None:
        """One request of a random kind."""
        kind = random.choices(list(KINDS), list(KINDS.values()))[0]
        if kind == "attack":
            await self._attack(random.choice(sorted(ATTACKS)))
        else:
            await self._ask(kind, self._request(kind, random))

    async def warm_up(self) -> None:
        """Ask everything once, which does not count as growth."""
        for page in PAGES:
            await self._ask("page", _page(page))
        for options in OPTIONS:
            await self._ask("many", post_request(text=list(TEXTS), **options))
        for name in ATTACKS:
            await self._attack(name)

    async def _attack(self, name: str) -> None:
        self.kinds["attack"] += 1
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
            await asyncio.wait_for(ATTACKS[name][0](self._place, Count()), ATTACK_SECONDS)

    async def _ask(self, kind: str, request: bytes) -> None:
        self.kinds[kind] += 1
        try:
            status, body = await self._place.answer(request, self._patience)
        except (asyncio.TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            self.wrong.append(f"{kind}: {type(error).__name__}")
            return
        if status == 503:
            self.kinds["told to come back"] += 1
        elif status == 422 and b"s of computing" in body:  # on a machine that is busy with other things
            self.kinds["took too long"] += 1
        elif status >= 500 or (kind == "broken") != (status >= 400):
            self.wrong.append(f"{kind}: {status} {body[:200]!r}")
        elif kind in ("text", "many") and self._known.setdefault(request, body) != body:
            self.wrong.append(f"{kind}: another answer, {body[:200]!r}")

    def _request(self, kind: str, random: Random) -> bytes:
        if kind == "text":
            return post_request(text=random.choice(TEXTS), **random.choice(OPTIONS))
        if kind == "many":
            return post_request(text=list(TEXTS), **random.choice(OPTIONS))
        if kind == "broken":
            return random.choice(BROKEN)
        if kind == "page":
            return _page(random.choice(PAGES))
        lines = b"".join(json.dumps({"text": text}).encode() + b"\n" for text in random.sample(TEXTS, 4))
        return CHUNKED % b"/identify/stream" + b"%x\r\n%s\r\n0\r\n\r\n" % (len(lines), lines)

    async def run(self, minutes: float, requests: int) -> None:
        await self.warm_up()
        began = time.monotonic()
        until = began + 60 * minutes

        def goes_on() -> bool:
            return time.monotonic() < until or self.requests < requests

        async def ask(number: int) -> None:
            random = Random(number)
            while goes_on():
                await self.one(random)

        async def watch() -> None:
            reported = began
            while goes_on():
                await politely(self._place, self.polite, self._patience, "127.0.0.1")
                self.memory.append(self._place.memory())
                if (now := time.monotonic()) - reported >= REPORTS:
                    reported = now
                    done = f"{self.requests:,} requests, {len(self.wrong)} wrong, {self.memory[-1]:.0f} MB"
                    print(f"{(now - began) / 60:.0f} minutes: {done}", file=sys.stderr, flush=True)

        await asyncio.gather(watch(), *(ask(number) for number in range(CLIENTS)))

    @property
    def grown(self) -> float:
        """The share by which memory in the last quarter exceeds that in the second."""
        quarter = max(len(self.memory) // 4, 1)
        return median(self.memory[-quarter:]) / median(self.memory[quarter : 2 * quarter] or self.memory) - 1


def _page(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--requests", type=int, default=100_000, help="at least this many")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds after which no answer is a hang")
    args = parser.parse_args(argv)
    began, clients = time.monotonic(), time.process_time()
    with attacked_server() as place:
        soak = Soak(place, args.patience)
        asyncio.run(soak.run(args.minutes, args.requests))
        is_gone = place.process.poll() is not None
        ran, waited = (0.0, 0.0) if is_gone else place.processor()
    clients = time.process_time() - clients
    polite = soak.polite
    busy = f"the server {ran:.0f} s, and {waited:.0f} s more of waiting for it; the clients {clients:.0f} s"
    print(f"processor time: {busy}")
    print(f"{soak.requests:,} requests in {(time.monotonic() - began) / 60:.1f} minutes: {dict(soak.kinds)}")
    served = f"{polite.served:,} served, {polite.hangs} hangs, {polite.wrong} wrong"
    print(f"polite: {served}, longest {polite.longest:.2f} s")
    least, most = min(soak.memory), max(soak.memory)
    print(f"memory: {least:.0f} to {most:.0f} MB, {soak.grown:+.1%} from the second quarter to the last")
    for what, times in Counter(soak.wrong).most_common(20):
        print(f"wrong, {times} times: {what}", file=sys.stderr)
    bad = soak.wrong or polite.hangs or polite.wrong or not polite.served or soak.grown > GROWTH or is_gone
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
