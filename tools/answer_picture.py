"""The picture on the first page of the documentation: some sentences with the languages of their words.

`python tools/answer_picture.py` writes docs/images/answers.svg from the answers of the model that ships.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

import mixlid
from mixlid.results.marked import style_at

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "images" / "answers.svg"
SENTENCES = (
    "yarınki meeting için slides hazır mı",
    "nos vemos el viernes after work",
    "kal ka plan cancel karna padega",
    "привет, see you soon",
    "我的 boyfriend 很好",
)
WIDTH, LEFT, LEGEND, ROW = 760, 28, 470, 52
_STYLE = """
    text { font: 20px system-ui, sans-serif; fill: #555; white-space: pre; }
    .name { font-size: 14px; }
    .ground { fill: #fff; stroke: #ddd; }
    @media (prefers-color-scheme: dark) { .ground { fill: #1e1e24; stroke: #444; } text { fill: #bbb; } }
"""


def picture() -> str:
    """The sentences below each other, each with the names of its languages."""
    lid = mixlid.load()
    results = [lid.identify(sentence) for sentence in SENTENCES]
    labels = list(dict.fromkeys(label for result in results for label in result.labels))
    colours = {label: style_at(place).hex for place, label in enumerate(labels)}
    height = ROW * len(results) + 24
    about = "Sentences in two languages each, with every word in the colour of its language."
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{about}">',
        f"<style>{_STYLE}</style>",
        f'<rect class="ground" x="1" y="1" width="{WIDTH - 2}" height="{height - 2}" rx="10"/>',
    ]
    for row, result in enumerate(results):
        y = ROW * row + 46
        words = "".join(_coloured(result.text[s.start : s.end], s.label, colours) for s in result.spans)
        names = ["".join(_coloured(mixlid.name_of(label), label, colours)) for label in result.labels]
        parts.append(f'<text x="{LEFT}" y="{y}">{words}</text>')
        parts.append(f'<text class="name" x="{LEGEND}" y="{y}">{", ".join(names)}</text>')
    return "\n".join((*parts, "</svg>\n"))


def _coloured(text: str, label: str, colours: dict[str, str]) -> str:
    if label not in colours:
        return f"<tspan>{escape(text)}</tspan>"
    return f'<tspan style="fill: {colours[label]}">{escape(text)}</tspan>'


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8", newline="\n")
