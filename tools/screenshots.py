"""Pictures of the page in every state, at phone and desktop width, light and dark: `make screenshots`.

All go to the given folder; the one in the README also goes to docs/images.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"
SIZES = {"desktop": (1280, 1000), "phone": (390, 844)}
LINES = (
    "toplantı saat üçte, don't forget your laptop\nnos vemos el viernes after work\n"
    "this line is all English\nce soir on mange chez moi\nkita ketemu jam sembilan ya, don't be late again"
)
#: More languages than colours.
MANY_LANGUAGES = (
    f"{LINES}\nwir haben getanzt\nwczoraj padało\nзавтра мы идём в школу\nη συνάντηση αρχίζει στις τρεις\n"
    "אני הולך מחר לפגישה עם the new team\ndevo ancora fare la valigia\nnitakuja kesho asubuhi\n"
    "mae'r tywydd yn ofnadwy heddiw\nநாளைக்கு கூட்டம் இல்லை\ntối nay em phải ở lại văn phòng"
)
#: Several languages, and words of none.
LONG = (
    "the party was lovely and Microsoft compra Activision Blizzard per sessanta miliardi, wir haben die ganze Nacht "
    "getanzt mit Zxqwv Brrtk, puis nous sommes rentrés à pied avec Qwrtp et nos amis, mañana tengo una entrevista con "
    "Xkcdz and I have no idea what to wear; toplantı saat üçte, don't forget your laptop ᚠᚢᚦ"
)


class Scene(NamedTuple):
    """The values in the address, what is then done on the page, and whether JavaScript is on."""

    items: dict[str, str]
    act: Callable[[Page], None] | None = None
    scripted: bool = True


def _too_long(page: Page) -> None:
    page.locator("#text").fill("x" * 20_001)
    page.wait_for_selector("#problem:not(:empty)")
    page.locator("#text").evaluate("area => area.scrollTop = 0")


def _unreachable(page: Page) -> None:
    page.route("**/identify", lambda route: route.abort())
    page.locator("#text").fill("bonjour à tous")
    page.wait_for_selector("#problem:not(:empty)")


def _advanced(page: Page) -> None:
    page.locator("#settings > summary").click()
    page.get_by_text("What counts", exact=True).click()


def _unknown_language(page: Page) -> None:
    page.locator("#settings").evaluate("settings => settings.open = true")
    page.locator("#language").fill("Klingon")
    page.locator("#language").press("Enter")
    page.wait_for_selector("#language-problem:not(:empty)")


def _correcting(page: Page) -> None:
    page.locator("#correct").click()
    page.wait_for_selector("#correcting-words .current")
    for key in ("Enter", "2", "n"):
        page.keyboard.press(key)


def _file(page: Page) -> None:
    rows = "".join(f'{number},"{line}"\n' for number, line in enumerate(LINES.split("\n"), 1))
    data = {
        "name": "chat.csv",
        "mimeType": "text/csv",
        "buffer": f"id,comment\n{rows}".encode(),
    }
    page.locator("#file").set_input_files(data)  # type: ignore[arg-type]
    page.wait_for_selector("#lines:not([hidden]) tbody tr")


def _cleared(page: Page) -> None:
    page.locator("#text").fill("")
    page.wait_for_selector("#panel[hidden]", state="attached")


SCENES = {
    "sentence": Scene({"text": "yarınki meeting için slides hazır mı"}),
    "three": Scene(
        {
            "text": "the party was lovely last night, wir haben die ganze Nacht getanzt, "
            "puis nous sommes rentrés à pied",
            "max_languages": "3",
        }
    ),
    "lines": Scene({"text": LINES}),
    "file": Scene({"text": ""}, _file),
    "correcting": Scene({"text": LINES}, _correcting),
    "right-to-left": Scene({"text": "אני צריך לעשות update למחשב"}),
    "left-to-right": Scene({"text": "we are moving to the new office מחר בבוקר ואני עוד לא ארזתי"}),
    "unknown-words": Scene(
        {"text": "Microsoft compra Activision Blizzard per sessanta miliardi", "mixed_threshold": "0.9"}
    ),
    "long": Scene({"text": LONG, "max_languages": "5"}),
    "many-languages": Scene({"text": MANY_LANGUAGES}),
    "fifty-lines": Scene({"text": "\n".join([LINES] * 10)}),
    "advanced": Scene({"text": "besok ada meeting", "main_only": "1"}, _advanced),
    "help": Scene({}, lambda page: page.get_by_role("link", name="Help").click()),
    "too-long": Scene({"text": LINES}, _too_long),
    "unreachable": Scene({"text": LINES}, _unreachable),
    "cleared": Scene({"text": LINES}, _cleared),
    "numbers": Scene({"text": "42"}),
    "unknown-language": Scene({"text": "besok ada meeting", "penalty": "2"}, _unknown_language),
    "without-javascript": Scene({}, None, scripted=False),
}
#: The picture in the README: scene, width, colour scheme.
SHOWN = (("sentence", "desktop", "light"),)


@contextmanager
def service() -> Iterator[str]:
    """Start a server; its address."""
    command = [sys.executable, "-m", "mixlid", "serve", "--port", "0", "-j", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        address = re.search(r"http://\S+(?=,)", process.stderr.readline())
        assert address, "the server did not start"
        try:
            yield address[0]
        finally:
            process.terminate()


def take(browser: Browser, address: str, scene: str, width: str, scheme: str, path: Path) -> None:
    size = {"width": SIZES[width][0], "height": SIZES[width][1]}
    dark = scheme == "dark"
    items, act, scripted = SCENES[scene]
    context = browser.new_context(
        viewport=size,  # type: ignore[arg-type]
        color_scheme="dark" if dark else "light",
        java_script_enabled=scripted,
    )
    page = context.new_page()
    page.goto(f"{address}/#{urlencode(items)}")
    if scripted:
        page.wait_for_selector('#answer[aria-busy="false"]')
    if act is not None:
        act(page)
        page.wait_for_load_state("networkidle")
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
