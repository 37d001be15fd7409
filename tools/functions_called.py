"""How many named Python functions of mixlid are called for a line, a text and a request (docs/development.md).

    python tools/functions_called.py            counts
    python tools/functions_called.py --names    and their names

Compiled code is not seen. For a chunk and a text, the second call is counted: the first also loads things.
"""

from __future__ import annotations

import asyncio
import sys
from inspect import CO_OPTIMIZED
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import mixlid

TEXT = "yarınki meeting için slides hazır mı"
PACKAGE = str(Path(mixlid.__file__).parent)


Called = set[tuple[str, str, int]]


class Counting:
    """Records the functions of the package that are called; without lambdas and comprehensions."""

    def __enter__(self) -> Called:
        self.found: Called = set()
        sys.setprofile(self._note)
        return self.found

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        is_function = code.co_flags & CO_OPTIMIZED and not code.co_name.startswith("<")  # not the body of a class
        if event == "call" and is_function and code.co_filename.startswith(PACKAGE):
            self.found.add((code.co_filename.removeprefix(PACKAGE + "/"), code.co_name, code.co_firstlineno))


def command() -> Called:
    """`mixlid identify FILE -o OUT.jsonl` for a file of one line, with all imports."""
    from mixlid.cli.main import main

    with TemporaryDirectory() as folder:
        file, out = Path(folder, "in.txt"), Path(folder, "out.jsonl")
        file.write_text(TEXT + "\n", encoding="utf-8")
        with Counting() as found:
            main(["identify", "-q", str(file), "-o", str(out)])
    return found


def chunk() -> Called:
    """A chunk of JSON Lines."""
    from mixlid.io import formats
    from mixlid.io.bulk.chunk_worker import ChunkTask, ChunkWorker
    from mixlid.io.formats.file_types import FileType
    from mixlid.io.formats.records import Chunk, Layout, Position, WriteOptions

    layout = Layout("in.jsonl", "jsonl", columns=None)
    data = f'{{"text": "{TEXT}"}}\n'.encode()
    worker = ChunkWorker(mixlid.load(), {"jsonl": formats.writer("jsonl", WriteOptions())})
    by_columns = worker.may_take_columns(layout, "jsonl")
    task = ChunkTask(Chunk(layout, data, 0, Position(len(data), 1)), FileType("jsonl"), by_columns)
    worker(task)
    with Counting() as found:
        worker(task)
    return found


def text() -> Called:
    """`lid.identify(text)`."""
    lid = mixlid.load()
    lid.identify(TEXT)
    with Counting() as found:
        lid.identify(TEXT)
    return found


def request() -> Called:
    """`POST /identify`, the server and what its worker does."""
    import httpx
    import msgspec

    from mixlid.models.catalogue import EMBEDDED
    from mixlid.models.loading import open_model
    from mixlid.server.app import make_app
    from mixlid.server.request import RequestOptions
    from mixlid.server.worker_process import IdentifierCache, answer

    app = make_app({"litelid": EMBEDDED})

    async def ask() -> Called:
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1")
        async with app.app.lifespan(), client:
            await client.post("/identify", json={"text": TEXT})
            with Counting() as found:
                await client.post("/identify", json={"text": TEXT})
        return found

    cache, job = IdentifierCache({"litelid": open_model(EMBEDDED)}, {}, 200), msgspec.json.encode(RequestOptions())
    answer(cache, (job, [TEXT], 1.0))
    with Counting() as found:
        answer(cache, (job, [TEXT], 1.0))
    return found | asyncio.run(ask())


def main() -> None:
    for count in (command, chunk, text, request):
        found = count()
        print(f"{len(found):4} functions in {len({file for file, *_ in found}):2} files: {count.__doc__}")
        if "--names" in sys.argv:
            print(*(f"       {file}: {name}" for file, name, _ in sorted(found)), sep="\n")


if __name__ == "__main__":
    main()
