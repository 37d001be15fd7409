"""Pictures of the page at phone and desktop width, light and dark: `make screenshots`.

The two that the README shows go into docs/images, all of them into the folder that is named.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"
SIZES = {"desktop": (1280, 1000), "phone": (390, 844)}
SCENES: dict[str, dict[str, str]] = {
    "sentence": {"text": "sunumun son hali için feedback lazım, deadline bu akşam"},
    "compare": {"text": "mañana tengo una entrevista and I have no idea what to wear", "compare": "1"},
    "three": {
        "text": "the party was lovely, wir haben die ganze Nacht getanzt, puis nous sommes rentrés à pied",
        "max_languages": "3",
    },
    "lines": {
        "text": "toplantı saat üçte, don't forget your laptop\nnos vemos el viernes after work\n"
        "this line is all English\nce soir on mange chez moi\nkita ketemu di office jam nine ya"
    },
}
#: What the README shows: scene, width, scheme.
SHOWN = (("compare", "desktop", "light"), ("three", "phone", "dark"))


@contextmanager
def service() -> Iterator[str]:
    """A server of its own; its address."""
    command = [sys.executable, "-m", "mixlid", "serve", "--port", "0", "-j", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        address = re.search(r"http://\S+(?=,)", process.stderr.readline())
        assert address, "the server did not start"
        yield address[0]
        process.terminate()


def take(browser: Browser, address: str, scene: str, width: str, scheme: str, path: Path) -> None:
    size = {"width": SIZES[width][0], "height": SIZES[width][1]}
    dark = scheme == "dark"
    context = browser.new_context(viewport=size, color_scheme="dark" if dark else "light")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{address}/#{urlencode(SCENES[scene])}")
    page.wait_for_selector('#answer[aria-busy="false"]')
    page.screenshot(path=path, full_page=True)
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("report/screenshots"))
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    images = Path(__file__).parents[1] / "docs" / "images"
    images.mkdir(parents=True, exist_ok=True)
    with service() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for scene in SCENES:
            for width in SIZES:
                for scheme in ("light", "dark"):
                    take(browser, address, scene, width, scheme, folder / f"{scene}-{width}-{scheme}.png")
        browser.close()
    for scene, width, scheme in SHOWN:
        shutil.copy(folder / f"{scene}-{width}-{scheme}.png", images / f"page-{width}-{scheme}.png")


if __name__ == "__main__":
    main()
