"""Tiny models for the tests, trained by fastText on a few sentences written for the purpose; the same in every run.

    python tests/tiny_models.py FOLDER

makes them in advance, for tests without fastText: `MIXLID_TINY_MODELS` names the folder.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

SENTENCES = {
    "eng_Latn": """
        the meeting starts at nine tomorrow morning
        we bought fresh bread and cheese at the market
        my sister is reading a book about the sea
        please close the window because it is cold
        the children were playing in the garden all day
        nobody knows where the old map is
        i would like another cup of coffee
        they have been waiting for the train since noon
        she thought that the film was far too long
        there is something wrong with the new printer
        how much does this blue shirt cost
        the weather will be better on the weekend
    """,
    "tur_Latn": """
        yarın sabah saat dokuzda toplantı başlıyor
        pazardan taze ekmek ve peynir aldık
        kız kardeşim deniz üzerine bir kitap okuyor
        lütfen pencereyi kapat çünkü hava soğuk
        çocuklar bütün gün bahçede oynuyordu
        eski haritanın nerede olduğunu kimse bilmiyor
        bir fincan kahve daha istiyorum
        öğleden beri treni bekliyorlar
        filmin çok uzun olduğunu düşündü
        yeni yazıcıda bir sorun var gibi görünüyor
        bu mavi gömlek ne kadar acaba
        hafta sonu hava daha güzel olacak
    """,
    "fra_Latn": """
        la réunion commence demain matin à neuf heures
        nous avons acheté du pain frais et du fromage au marché
        ma sœur lit un livre qui parle de la mer
        ferme la fenêtre parce qu'il fait froid
        les enfants jouaient dans le jardin toute la journée
        personne ne sait où se trouve la vieille carte
        je voudrais encore une tasse de café
        ils attendent le train depuis midi
        elle a trouvé que le film était beaucoup trop long
        il y a un problème avec la nouvelle imprimante
        combien coûte cette chemise bleue
        le temps sera meilleur ce week-end
    """,
    "spa_Latn": """
        la reunión empieza mañana a las nueve
        compramos pan fresco y queso en el mercado
        mi hermana está leyendo un libro sobre el mar
        cierra la ventana porque hace frío
        los niños jugaban en el jardín todo el día
        nadie sabe dónde está el mapa viejo
        quisiera otra taza de café por favor
        están esperando el tren desde el mediodía
        ella pensó que la película era demasiado larga
        hay algún problema con la impresora nueva
        cuánto cuesta esta camisa azul
        el tiempo será mejor el fin de semana
    """,
    "deu_Latn": """
        die Besprechung beginnt morgen früh um neun
        wir haben auf dem Markt frisches Brot und Käse gekauft
        meine Schwester liest ein Buch über das Meer
        bitte schließ das Fenster weil es kalt ist
        die Kinder haben den ganzen Tag im Garten gespielt
        niemand weiß wo die alte Karte liegt
        ich möchte noch eine Tasse Kaffee
        sie warten seit dem Mittag auf den Zug
        sie fand dass der Film viel zu lang war
        mit dem neuen Drucker stimmt etwas nicht
        wie viel kostet dieses blaue Hemd
        das Wetter wird am Wochenende besser
    """,
    "rus_Cyrl": """
        совещание начинается завтра утром в девять
        мы купили на рынке свежий хлеб и сыр
        моя сестра читает книгу о море
        закрой пожалуйста окно потому что холодно
        дети весь день играли в саду
        никто не знает где лежит старая карта
        я хотел бы ещё чашку кофе
        они ждут поезд с самого полудня
        ей показалось что фильм слишком длинный
        с новым принтером что-то не так
        сколько стоит эта синяя рубашка
        в выходные погода будет лучше
    """,
}

#: The training text by label.
LINES = {label: [line.strip() for line in text.strip().splitlines()] for label, text in SENTENCES.items()}


def write_training_text(path: Path) -> Path:
    """All sentences in fastText's format, the languages in turn."""
    lines = [
        f"__label__{label} {line}\n"
        for group in zip(*LINES.values(), strict=True)
        for label, line in zip(LINES, group, strict=True)
    ]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def train(text: Path, **changes: Any) -> Any:
    """A tiny classifier made with fastText's binding."""
    import fasttext

    settings = {"dim": 16, "bucket": 2000, "minn": 2, "maxn": 5, "epoch": 60, "lr": 0.5, "minCount": 1}
    settings |= {"thread": 1, "seed": 7, "verbose": 0}
    return fasttext.train_supervised(str(text), **(settings | changes))


def make(name: str, folder: Path) -> Path:
    """One of `NAMES` in a folder, made in advance or trained; skips the test if neither is possible."""
    if ready := os.environ.get("MIXLID_TINY_MODELS"):
        return Path(ready) / name
    pytest.importorskip("fasttext")
    if name == "tiny.mixlid":
        folding = pytest.importorskip("mixlid_lab.training.folding")
        presets = {"avg": {"penalty": 0.5}}
        folding.pack_fasttext(make("tiny.bin", folder), folder / name, presets=presets, card={"name": "tiny"})
        return folder / name
    text = write_training_text(folder / f"{name}.txt")
    model = train(text)
    if name == "tiny.ftz":
        model.quantize(str(text), thread=1)
    model.save_model(str(folder / name))
    return folder / name


NAMES = ("tiny.bin", "tiny.ftz", "tiny.mixlid")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        make(name, folder)


if __name__ == "__main__":
    main()
