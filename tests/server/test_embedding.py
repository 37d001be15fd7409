"""The answer in a frame on another site: only if the service allows it, and as high as its content."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Page, expect
from served import Served, serve

from mixlid.errors import SettingsError
from mixlid.server.middleware import framed_by

BLOG = """<!doctype html><title>A blog</title><link rel="icon" href="data:,">
<iframe id="frame" src="{}/embed#text=nos+vemos+el+viernes+after+work"></iframe>
<script>addEventListener("message", event => {{ document.title = `${{event.data.mixlid.height > 100}}` }})</script>"""


class Blog(BaseHTTPRequestHandler):
    """A site with an answer in a frame, from the service whose address is its path."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(BLOG.format(self.path.removeprefix("/")).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Blog) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def embedded(site: str) -> Iterator[Served]:
    with serve("--embed-in", site, "--embed-in", "https://*.example.org") as server:
        yield server


def policy(served: Served, path: str) -> str:
    return served.client.get(path).headers["content-security-policy"]


def test_who_may_frame_it(served: Served, embedded: Served, site: str) -> None:
    for path in ("/", "/embed"):
        assert policy(served, path).endswith("frame-ancestors 'none'")
    assert policy(embedded, "/").endswith("frame-ancestors 'none'")
    assert policy(embedded, "/embed").endswith(f"frame-ancestors {site} https://*.example.org")


def test_a_site_that_is_none_is_refused() -> None:
    with pytest.raises(SettingsError, match="--embed-in blog: give a site"):
        framed_by(["blog"])


def test_the_answer_alone_in_a_frame(noisy: Page, embedded: Served, site: str) -> None:
    noisy.goto(f"{site}/{embedded.address}")
    frame = noisy.frame_locator("#frame")
    expect(frame.locator("#summary")).to_contain_text("Spanish", timeout=60_000)
    for part in ("#text", "#choices", "#word", "header", "footer"):
        expect(frame.locator(part)).to_be_hidden()
    whole = frame.get_by_role("link", name="Open in mixlid")
    expect(whole).to_have_attribute("href", "./#text=nos+vemos+el+viernes+after+work")
    noisy.wait_for_function("document.title === 'true'")
