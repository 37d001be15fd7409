"""A local stand-in for a hub of models, which can be told to misbehave."""

from __future__ import annotations

import hashlib
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

#: Commits.
OLD, NEW = "a" * 40, "b" * 40


class Hub(ThreadingHTTPServer):
    """Both the hub and, under another name, the store for large files that it redirects clients to."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        #: Content by `org/repo`, commit and file name.
        self.files: dict[tuple[str, str, str], bytes] = {}
        self.branches = {"main": NEW, "v1": OLD}
        self.headers: dict[str, str | None] = {}
        self.status: int | None = None
        self.requests: list[str] = []
        self.store: Hub | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Hub
    timeout = 120

    def do_HEAD(self) -> None:
        self.answer()

    def do_GET(self) -> None:
        self.answer()

    def log_message(self, *_: Any) -> None:
        pass

    def answer(self) -> None:
        hub, path = self.server, self.path.partition("?")[0].strip("/")
        hub.requests.append(f"{self.command} {path}")
        if hub.status is not None:
            return self.send(hub.status)
        if path.startswith("store/"):
            content = next(item for item in hub.files.values() if hashlib.sha256(item).hexdigest() == path[6:])
            return self.send(200, {}, content)
        if path.startswith("api/models/"):
            repo, _, revision = path.removeprefix("api/models/").partition("/tree/")
            commit = hub.branches.get(revision, revision)
            names = [file for where, at, file in hub.files if (where, at) == (repo, commit)]
            tree = [{"type": "file", "path": name, "size": 1, "oid": "0" * 40} for name in names]
            return self.send(200, {"Content-Type": "application/json"}, json.dumps(tree).encode())
        repo, _, rest = path.partition("/resolve/")
        revision, _, file = rest.partition("/")
        return self.resolve(repo, hub.branches.get(revision, revision), file)

    def resolve(self, repo: str, commit: str, file: str) -> None:
        hub = self.server
        if repo.endswith("gated"):
            return self.send(403, {"X-Error-Code": "GatedRepo"})
        if repo not in {where for where, _, _ in hub.files}:
            return self.send(401, {"X-Error-Code": "RepoNotFound"})
        if commit not in (OLD, NEW):
            return self.send(404, {"X-Error-Code": "RevisionNotFound"})
        content = hub.files.get((repo, commit, file))
        if content is None:
            return self.send(404, {"X-Error-Code": "EntryNotFound", "X-Repo-Commit": commit})
        headers = {"X-Repo-Commit": commit}
        if file.endswith(".mixlid"):  # small enough to be in git itself
            git_id = hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
            return self.send(200, headers | {"ETag": f'"{git_id}"'}, content)
        sha256 = hashlib.sha256(content).hexdigest()
        assert hub.store is not None
        headers |= {"X-Linked-Etag": f'"{sha256}"', "X-Linked-Size": str(len(content)), "ETag": '"0"'}
        return self.send(302, headers | {"Location": f"http://localhost:{hub.store.server_port}/store/{sha256}"})

    def send(self, status: int, headers: dict[str, str] | None = None, body: bytes = b"") -> None:
        self.send_response(status)
        for name, value in ((headers or {}) | self.server.headers).items():
            if value is not None:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)
