"""Tiny models for the tests, trained once a run on a few sentences written for the purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from served import Served

    from mixlid import Identifier

Train = Callable[..., Any]

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

#: Texts that go through every branch of fastText's reader of sentences.
TEXTS = [
    "",
    " ",
    "the bread",
    "yarınki meeting için slides hazır mı",
    "где the old карта",
    "</s>",
    "the </s> хлеб",
    "__label__eng_Latn la mer",
    "__label__nothing la mer",
    "tab\there\vand\fthere\rand\0nul",
    "a",
    "ß",
    "日本語 𐍈𐍉 👩‍👩‍👧",
    "x" * 300,
    "<the> > <",
]


#: Into how many parts long rows of random cases are cut: the first is always run, the others by `make test-slow`.
PARTS = 6


@pytest.fixture(params=[pytest.param(part, marks=pytest.mark.slow if part else ()) for part in range(PARTS)])
def part_of(request: pytest.FixtureRequest) -> Callable[[int], range]:
    """`part_of(count)`: the seeds from 0 to `count` that belong to this part."""
    part: int = request.param
    return lambda count: range(part * count // PARTS, (part + 1) * count // PARTS)


@pytest.fixture(scope="session")
def training_text(sentences: dict[str, list[str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All sentences in fastText's format, the languages in turn."""
    path = tmp_path_factory.mktemp("text") / "train.txt"
    lines = [
        f"__label__{label} {line}\n"
        for group in zip(*sentences.values(), strict=True)
        for label, line in zip(sentences, group, strict=True)
    ]
    path.write_text("".join(lines), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def sentences() -> dict[str, list[str]]:
    """The training text by label."""
    return {label: [line.strip() for line in text.strip().splitlines()] for label, text in SENTENCES.items()}


@pytest.fixture(scope="session")
def texts() -> list[str]:
    return TEXTS


@pytest.fixture(scope="session")
def train() -> Train:
    """`train(text, **settings)`: a tiny classifier by the fastText binding, the same in every run."""
    fasttext = pytest.importorskip("fasttext")

    def run(text: Path, **changes: Any) -> Any:
        settings = {"dim": 16, "bucket": 2000, "minn": 2, "maxn": 5, "epoch": 60, "lr": 0.5, "minCount": 1}
        settings |= {"thread": 1, "seed": 7, "verbose": 0}
        return fasttext.train_supervised(str(text), **(settings | changes))

    return run


@pytest.fixture(scope="session")
def tiny_bin(train: Train, training_text: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bin") / "tiny.bin"
    train(training_text).save_model(str(path))
    return path


@pytest.fixture(scope="session")
def tiny_ftz(train: Train, training_text: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Quantised, with its norms apart and a last part that is shorter than the others."""
    path = tmp_path_factory.mktemp("ftz") / "tiny.ftz"
    model = train(training_text, dim=17)
    model.quantize(str(training_text), dsub=2, qnorm=True, thread=1)
    model.save_model(str(path))
    return path


@pytest.fixture(scope="session")
def tiny_pruned_ftz(train: Train, training_text: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Quantised, and cut to its 400 strongest rows."""
    path = tmp_path_factory.mktemp("ftz") / "pruned.ftz"
    model = train(training_text)
    model.quantize(str(training_text), cutoff=400, retrain=True, epoch=20, lr=0.5, thread=1)
    model.save_model(str(path))
    return path


@pytest.fixture(scope="session")
def tiny_table(tiny_bin: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from mixlid.models.folding import pack_fasttext

    path = tmp_path_factory.mktemp("table") / "tiny.mixlid"
    pack_fasttext(tiny_bin, path, presets={"avg": {"penalty": 0.5}}, card={"name": "tiny"})
    return path


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """One server for all tests of the service that do not change its limits."""
    from served import serve  # of tests/web

    with serve() as server:
        yield server


@pytest.fixture(scope="session")
def lid() -> Identifier:
    """The model that ships, as it comes."""
    import mixlid

    return mixlid.load()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium, without a window. For one module: while it runs, no other event loop can."""
    from playwright.sync_api import sync_playwright
    from visits import CHROMIUM  # of tests/web

    if CHROMIUM is None:
        pytest.skip("there is no Chromium here (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    from visits import quiet_page

    with quiet_page(browser, served) as page:
        yield page
