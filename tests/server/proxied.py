"""nginx in front of a server, with the configuration from `docs/service.md`."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from served import Served

from doc_blocks import ROOT, read_blocks
from waiting import wait_until

#: Debian puts it where only administrators look.
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
PAGE = ROOT / "docs" / "service.md"
#: Around what the page shows; nothing outside the folder is read or written.
FRAME = """
{user}
worker_processes 1;
pid nginx.pid;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path body; proxy_temp_path answers; fastcgi_temp_path t1; uwsgi_temp_path t2; scgi_temp_path t3;
    {zones}
    server {{
        listen 127.0.0.1:{port};
        {locations}
    }}
}}
"""


def shown() -> tuple[str, str]:
    """The blocks of the page that go beside the `server` block, and into it."""
    blocks = [
        one.text for one in read_blocks(PAGE.read_text(encoding="utf-8"), PAGE.name) if one.language == "indented"
    ]
    zones = "".join(text for text in blocks if text.startswith("limit_"))
    locations = "".join(text for text in blocks if text.startswith("location "))
    assert zones, PAGE
    assert locations, PAGE
    return zones, locations


@contextmanager
def proxied(served: Served, folder: Path) -> Iterator[int]:
    """The port of a proxy for this server."""
    assert NGINX is not None
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    zones, locations = shown()
    assert "127.0.0.1:8377" in locations
    user = "user root;" if os.geteuid() == 0 else ""  # who may read the folder
    text = FRAME.format(
        user=user, zones=zones, port=port, locations=locations.replace("127.0.0.1:8377", f"127.0.0.1:{served.port}")
    )
    (folder / "nginx.conf").write_text(text)
    command = [NGINX, "-p", f"{folder}/", "-e", "errors", "-c", "nginx.conf", "-g", "daemon off;"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            wait_until(lambda: process.poll() is not None or _listens(port), "nginx to listen")
            assert process.poll() is None, process.stderr and process.stderr.read()
            yield port
        finally:
            process.terminate()


def _listens(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
