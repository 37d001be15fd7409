"""Additional memory for two megabytes of text of several shapes, each in its own process: for a table and a test."""

from __future__ import annotations

import json
import subprocess
import sys

SHAPES = {
    "letters": "a b ",
    "three letters": "{}",
    "prose": "the weather was lovely yesterday and everybody walked along the river until late in the evening ",
    "two scripts": "a я ",
    "two scripts without spaces": "漢a",
    "no spaces": "今天天气很好我们一起去公园散步然后回家吃饭",
    "Thai": "วันนี้อากาศดีมากเราไปเดินเล่นที่สวนสาธารณะ",
    "digits": "1234567890",
    "emoji": "😀🎉",
    "one word": "a",
}
MEASURE = """
import json, random, resource, sys, time
import mixlid
size, shape, preset = 2_000_000, sys.argv[1], sys.argv[2]
text = shape * (size // len(shape.encode()) + 1)
if shape == "{}":
    draw = random.Random(1)
    text = " ".join("".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=3)) for _ in range(size // 4))
text = text.encode()[:size].decode(errors="ignore")
lid = mixlid.load(preset=preset)
lid.identify("the bread"), lid.identify("the хлеб")
def most(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
before, taken, began = most(), {}, time.process_time()
result = lid.identify(text)
taken["identify"] = most() - before
seconds = time.process_time() - began
lid.identify_columns([text])
taken["columns"] = most() - before
if "alternatives" in sys.argv:
    lid.alternatives(result)
    taken["alternatives"] = most() - before
print(json.dumps({"taken": taken, "seconds": seconds}))
"""


def measured(shape: str, preset: str, *more: str) -> dict[str, dict[str, int]]:
    """Additional megabytes by what is asked for (each including all before it), and seconds of `identify`."""
    command = [sys.executable, "-c", MEASURE, SHAPES[shape], preset, *more]
    found: dict[str, dict[str, int]] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return found
