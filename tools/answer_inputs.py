"""The inputs of `compare_answers.py`: development data, odd text and documents in every format that mixlid reads.

They are the same in every run.
"""

from __future__ import annotations

import csv
import gzip
import json
import lzma
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

#: Lines of development data, odd lines, and documents.
DATA_LINES, ODD_LINES, DOCUMENTS = 17_000, 2_000, 1_000

_OPEN: dict[str, Callable[..., IO[Any]]] = {".jsonl": open, ".xz": lzma.open, ".gz": gzip.open}

#: One of each kind of unexpected text.
ODD = (
    "", " ", "\t", "\u00a0\u2003\u3000", "\u200b\u200d\ufeff", "\x00", "a\x00b\x07c\x1b[31md", "\x85\u2028\u2029",
    ".", "…!?", "12 345,67", "3.14e-10", "١٢٣ ४५६ 五六七", "½ ² ③ Ⅳ", "%s %d {0} $HOME", "🙂",
    "👩‍👩‍👧‍👦 🇹🇷🇩🇪 ❤️ 1️⃣", "\ud800", "a\udfffb hello world", "\ud83d \ude42 split", "\u202eabc def\u202c",
    "\u2067مرحبا\u2069 hello", "e\u0301 a\u0308o\u0323\u0302", "Z\u0351\u0343a\u0352l\u0356g\u0301o\u0335 text",
    "n\u0303in\u0303o vs niño", "ﬁne ﬂow ＦＵＬＬ ｗｉｄｔｈ", "x" * 5_000, "word " * 400, "ab" * 300 + " the end",
    "ñ" * 300, "https://example.org/a?b=c&d=%20e#f see this",
    "www.example.com user@example.com @name #hashtag #ÇokGüzel", "<p>Hello <b>dünya</b></p><!-- note --> &amp; &#39;",
    "{\"text\": \"merhaba\", \"n\": 1}", "a,b;c|d\te", "\"quoted\" “curly” «guillemets» „unten“ 'single'",
    "line one\nline two\r\nline three", "HELLO WORLD THIS IS LOUD", "YARINKİ MEETING İÇİN SLIDES HAZIR MI",
    "İstanbul IĞDIR ıi Iİ", "STRASSE straße ẞ", "ΣΊΣΥΦΟΣ σίσυφος", "yarınki meeting için slides hazır mı",
    "kal ka plan cancel karna padega yaar", "mañana tengo una entrevista and I have no idea", "где the old карта",
    "日本語とEnglishの混ざった文", "今日は良い天気ですね", "我们 just finished 会议", "오늘 meeting 취소됐어",
    "สวัสดีครับ hello", "नमस्ते दोस्तों how are you", "שלום world مرحبا мир", "Ελλάδα and Κύπρος", "ქართული ენა",
    "አማርኛ ቋንቋ", "தமிழ் மொழி", "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ", "𐍈𐍉𐌰 𐌲𐌿𐍄", "don't can't l'école qu'il o'clock rock'n'roll",
    "state-of-the-art well-known mother-in-law's", "a", "I", "ß", "и", "。", "_ __ ___", "ok ok ok ok", "the",
    "der die das", "no", "de la", "sí", "2day gr8 l8r", "C++ C# .NET node.js", "I'm @ the café w/ José & Zoë :-) <3",
)  # fmt: skip


def data_texts(folders: Sequence[Path], count: int) -> list[str]:
    """Texts from all `*.jsonl` files in the folders (also `.xz` and `.gz`): equally many from each, evenly spaced."""
    files = sorted(path for folder in folders for path in folder.glob("*.jsonl*"))
    if not files:
        raise SystemExit(f"there are no .jsonl files in {', '.join(map(str, folders))}; say with --data where they are")
    return [text for texts in fair_shares([_texts(path) for path in files], count) for text in texts]


def fair_shares(lists: Sequence[Sequence[str]], count: int) -> list[list[str]]:
    """Equally many from each list, or all that it has; evenly spaced."""
    shares = [0] * len(lists)
    for done, place in enumerate(sorted(range(len(lists)), key=lambda place: len(lists[place]))):
        shares[place] = min(len(lists[place]), (count - sum(shares)) // (len(lists) - done))
    return [
        [texts[step * len(texts) // share] for step in range(share)] for texts, share in zip(lists, shares, strict=True)
    ]


def odd_texts(ordinary: Sequence[str], count: int) -> list[str]:
    """The odd texts, then mixtures: odd with odd, odd inside ordinary text, shuffled letters, upper case."""
    draw = random.Random(11)
    texts = list(ODD)
    while len(texts) < count:
        plain = draw.choice(ordinary) if ordinary else draw.choice(ODD)
        words = plain.split()
        place = draw.randrange(len(words) + 1)
        odd = draw.choice(ODD)
        texts.append(
            draw.choice(
                [
                    " ".join([*words[:place], odd, *words[place:]]),
                    odd + plain[: draw.randrange(40)] + draw.choice(ODD),
                    plain.upper(),
                    plain.title()[::-1],
                    "".join(draw.sample(plain, len(plain))),
                    plain.replace(" ", ""),
                    "".join(chr(draw.choice((draw.randrange(0x250), draw.randrange(0x3000)))) for _ in range(20)),
                ]
            )
        )
    return texts[:count]


def documents(texts: Sequence[str], count: int) -> list[str]:
    """Paragraphs of several texts, some in one language and some in many."""
    draw = random.Random(12)
    made = []
    for _ in range(count):
        near = draw.randrange(len(texts))
        paragraphs = []
        for _ in range(draw.randint(1, 4)):
            chosen = [
                texts[(near + step) % len(texts)] if draw.random() < 0.7 else draw.choice(texts)
                for step in range(draw.randint(1, 5))
            ]
            paragraphs.append(draw.choice([" ", ". ", "! ", "\n"]).join(chosen))
        made.append(draw.choice(["\n", "\n\n", "\r\n\r\n"]).join(paragraphs))
    return made


def _texts(path: Path) -> list[str]:
    with _OPEN.get(path.suffix, open)(path, "rt", encoding="utf-8", newline="\n") as file:
        return [json.loads(line)["text"] for line in file if line.strip()]


#: Records most of which cannot be read.
_FAULTY = (
    b'{"text": "the meeting"}\nthis is text\n{"words": 3}\n{"text": 5}\n["the meeting"]\n\n{"text": "\xff\xfe"}\n'
    b'{"text": "toplant\xc4\xb1 the meeting", "language": "mine", "id": 12345678901234567890}\n{"text": "cut'
)


def write_inputs(folder: Path, data: Sequence[Path]) -> None:
    """Write all inputs; the same data give the same files."""
    ordinary = data_texts(data, DATA_LINES)
    texts = [*ordinary, *odd_texts(ordinary, ODD_LINES)]
    clean = [" ".join(encodable(text).replace("\0", "").splitlines()).replace("\t", " ") for text in texts]
    for name, step in (("lines", 1), ("some", 8), ("few", 100)):
        _write_records(folder / f"{name}.jsonl", texts[::step])
        (folder / f"{name}.txt").write_text("".join(f"{text}\n" for text in clean[::step]), encoding="utf-8")
    long_texts = documents(texts, DOCUMENTS)
    _write_records(folder / "documents.jsonl", long_texts)
    _write_table(folder / "documents.parquet", [encodable(text) for text in long_texts])
    (folder / "faulty.jsonl").write_bytes(_FAULTY)
    rows = [("id", "text", "note"), *((str(number), text, "x") for number, text in enumerate(clean))]
    (folder / "lines.tsv").write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    with (folder / "lines.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [rows[0], *((str(n), encodable(text).replace("\0", ""), "x") for n, text in enumerate(texts))]
        )
    blocks = ("\n".join(f"{word}\t_" for word in text.split()) for text in clean if text.split())
    (folder / "lines.conll").write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
    _write_table(folder / "lines.parquet", [encodable(text) for text in texts])


def _write_records(path: Path, texts: Sequence[str]) -> None:
    """Records with additional fields, some of which have names of ours."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for number, text in enumerate(texts):
            record: dict[str, Any] = {"id": number, "text": text}
            if number % 50 == 0:
                record |= {"languages": "theirs", "score": 1.50}
            file.write(json.dumps(record, ensure_ascii=text != encodable(text)) + "\n")


def _write_table(path: Path, texts: Sequence[str]) -> None:
    import pyarrow as pa
    import pyarrow.parquet

    columns = {"id": list(range(len(texts))), "text": [text if n % 97 else None for n, text in enumerate(texts, 1)]}
    pyarrow.parquet.write_table(pa.table(columns), path)


def encodable(text: str) -> str:
    """The text without lone surrogates, which only JSON can hold."""
    return text.encode("utf-8", "replace").decode()
