"""MaskLID compared with a naive version of the published code, on a small fastText model trained here."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from masklid_words import published
from numpy.typing import NDArray

from mixlid.solvers.masklid import MaskLidSolver, tokens, trace

TEXTS = {
    "tur_Latn": """dün akşam eve geç geldim ve hemen uyudum
        bugün hava çok güzel olduğu için parka yürüdük
        arkadaşım bana yeni aldığı kitabı gösterdi
        toplantı bitince herkes kendi masasına döndü
        yarın sabah erkenden yola çıkmamız gerekiyor
        annem mutfakta çorba pişirirken şarkı söylüyordu""",
    "eng_Latn": """the weather was lovely so we walked around the lake
        please send me the report before the meeting starts
        she was reading a book while the children played outside
        our project deadline is next week and nothing works yet
        they bought fresh bread and cheese for the weekend
        I think we should leave early tomorrow morning""",
    "fra_Latn": """nous avons mangé du pain frais avec du fromage
        elle lisait un livre pendant que les enfants jouaient
        je pense que nous devrions partir tôt demain matin
        la réunion commence bientôt et personne n'est prêt
        il faisait si beau que tout le monde était dehors
        mon ami habite dans une petite maison près du lac""",
    "deu_Latn": """wir haben gestern Abend lange über das Wetter gesprochen
        sie liest ein Buch während die Kinder draußen spielen
        ich glaube wir sollten morgen früh losfahren
        die Besprechung beginnt gleich und niemand ist bereit
        mein Freund wohnt in einem kleinen Haus am See
        das Brot schmeckt besonders gut mit frischem Käse""",
    "spa_Latn": """mañana por la mañana tenemos que salir muy temprano
        ella leía un libro mientras los niños jugaban fuera
        mi amigo vive en una casa pequeña cerca del lago
        la reunión empieza pronto y nadie está preparado
        compramos pan fresco y queso para el fin de semana
        hacía tan buen tiempo que todos estaban en la calle""",
    "nld_Latn": """wij hebben gisteren lang over het weer gepraat
        zij leest een boek terwijl de kinderen buiten spelen
        ik denk dat we morgenochtend vroeg moeten vertrekken
        de vergadering begint zo en niemand is er klaar voor
        mijn vriend woont in een klein huisje bij het meer
        het brood smaakt heel goed met een stukje kaas""",
    "swh_Latn": """kesho asubuhi tunapaswa kuondoka mapema sana
        yeye alikuwa akisoma kitabu watoto wakicheza nje
        rafiki yangu anaishi katika nyumba ndogo karibu na ziwa
        mkutano unaanza sasa na hakuna aliye tayari
        tulinunua mkate na jibini kwa ajili ya wikendi
        hali ya hewa ilikuwa nzuri kila mtu alikuwa nje""",
}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Any:
    fasttext = pytest.importorskip("fasttext")
    path: Path = tmp_path_factory.mktemp("masklid") / "train.txt"
    lines = [f"__label__{label} {line.strip()}" for label, text in TEXTS.items() for line in text.splitlines()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return fasttext.train_supervised(
        str(path), dim=12, epoch=400, lr=0.6, minn=2, maxn=4, bucket=3000, thread=1, seed=7, verbose=0
    )


@dataclass
class Adapter:
    """The binding as a `Scorer`."""

    model: Any

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label.removeprefix("__label__") for label in self.model.get_labels())

    def word_scores(self, words: Sequence[str]) -> NDArray[np.float64]:
        out = self.model.get_output_matrix()
        vectors = [sum(self.model.get_input_vector(i) for i in self.model.get_subwords(word)[1]) for word in words]
        return np.array([out @ vector for vector in vectors], dtype=np.float64)

    def probabilities(self, text: str) -> NDArray[np.float64]:
        logits = self.model.get_output_matrix() @ self.model.get_sentence_vector(text)
        powers = np.exp(logits - logits.max())
        return np.asarray(powers / powers.sum(), dtype=np.float64)


@pytest.fixture(scope="module")
def scorer(model: Any) -> Adapter:
    return Adapter(model)


def oracle(model: Any, text: str, settings: MaskLidSolver, max_languages: int) -> dict[str, str]:
    """The answer of the published code, written with strings and lists: label → its words."""
    names = model.get_labels()
    out = model.get_output_matrix()

    def most_probable(string: str) -> tuple[str, float]:
        logits = out @ model.get_sentence_vector(string)
        share = np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum()
        best = max(range(len(names)), key=lambda i: (share[i], i))
        return names[best], float(share[best])

    def ranking(word: str) -> list[str]:
        vector = np.sum([model.get_input_vector(i) for i in model.get_subwords(word)[1]], axis=0)
        logits = out @ vector
        return [names[i] for i in sorted(range(len(names)), key=lambda i: (-logits[i], i))]

    clean = " ".join("".join(" " if c in "\n_:•#{|}0123456789" else c for c in text).split())
    pool = [(n, word, ranking(word)) for n, word in enumerate(w for w in model.get_line(clean)[0] if w != "</s>")]
    answer: dict[str, dict[int, str]] = {}
    beta, alpha, successes, failures = settings.keep, settings.remove, 0, 0
    while successes < max_languages and failures < settings.max_retries:
        name, _ = most_probable(text)
        gang = [(n, word) for n, word, order in pool if name in order[:beta]]
        pool = [(n, word, order) for n, word, order in pool if name not in order[:alpha]]
        gang_text = " ".join(word for _, word in gang)
        convinced = successes == 0
        if not convinced and len(gang_text.encode()) > settings.min_bytes:
            second_name, share = most_probable(gang_text)
            convinced = second_name == name and share > settings.min_prob
        if convinced:
            successes += 1
            answer.setdefault(name, {}).update(gang)
            text = " ".join(word for _, word, _ in pool)
        else:
            failures += 1
            beta += settings.keep_step
            alpha += settings.remove_step
        if len(text.encode()) < settings.min_bytes:
            break
    return {
        name.removeprefix("__label__"): " ".join(word for _, word in sorted(words.items()))
        for name, words in answer.items()
    }


JUNK = [
    "2024",
    "#etiket",
    "@you",
    "a_b:c",
    "</s>",
    "__label__eng_Latn",
    "•",
    "{|}",
    "😀",
    "x\0y",
    "\u00a0",
    "-",
    "ßß",
    "日本語",
]
SPACES = [" ", " ", " ", " ", "  ", "\t", "\u3000", "\r", "\x0b", "\x1f", "\x85", "\0"]


def random_text(rng: random.Random) -> str:
    """A few runs of words in one language each, with rubbish in between."""
    pieces: list[str] = []
    for _ in range(rng.randint(0, 4)):
        words = TEXTS[rng.choice(list(TEXTS))].split()
        start = rng.randrange(len(words))
        pieces += words[start : start + rng.randint(1, 6)]
        if rng.random() < 0.3:
            pieces.append(rng.choice(JUNK))
        if rng.random() < 0.2:
            pieces.append("".join(rng.choices("abcdefghijklmnopqrstuvwxyzçğıöşüé", k=rng.randint(1, 9))))
    return "".join(piece + rng.choice(SPACES) for piece in pieces)


def random_settings(rng: random.Random) -> MaskLidSolver:
    return MaskLidSolver(
        keep=rng.randint(0, 6),
        remove=rng.randint(0, 4),
        keep_step=rng.randint(0, 2),
        remove_step=rng.randint(0, 2),
        min_prob=rng.choice([0.2, 0.5, 0.7, 0.9, 0.99]),
        min_bytes=rng.choice([0, 5, 10, 20, 30]),
        max_retries=rng.randint(0, 4),
    )


def test_equals_the_published_behaviour(model: Any, scorer: Adapter) -> None:
    rng = random.Random(1)
    several = 0
    for _ in range(400):
        text, settings, most = random_text(rng), random_settings(rng), rng.randint(1, 4)
        offsets = tokens(text)
        ours = {
            label: " ".join(text[slice(*offsets[i])] for i in words)
            for label, words in published(text, scorer, settings, most).items()
        }
        theirs = oracle(model, text, settings, most)
        assert list(ours.items()) == list(theirs.items()), (text, settings, most)
        several += len(ours) > 1
    assert several > 50


def test_tokens_are_the_words_that_fasttext_reads(model: Any) -> None:
    rng = random.Random(2)
    for _ in range(300):
        text = random_text(rng)
        clean = re.sub(r"\s+", " ", re.sub(r"[_:•#{|}0-9]", " ", text)).strip()
        words = [word for word in model.get_line(clean)[0] if word != "</s>"]
        assert [text[start:end] for start, end in tokens(text)] == words


def test_a_turkish_sentence_with_english_in_it(scorer: Adapter) -> None:
    """Turkish first; its words are removed; the rest is English."""
    text = "dün akşam meeting çok geç bitti çünkü our project deadline yarın sabah"
    words = text.split()
    first, second = trace(text, scorer, MaskLidSolver(keep=3, remove=2, min_bytes=15))
    assert first.label == "tur_Latn"
    assert [words[t] for t in first.masked] == ["dün", "akşam", "çok", "geç", "bitti", "çünkü", "yarın", "sabah"]
    assert first.rest == "meeting our project deadline"
    assert second.label == "eng_Latn"
    assert second.accepted
    assert [words[t] for t in second.masked] == ["meeting", "our", "project", "deadline"]
    assert second.rest == ""
