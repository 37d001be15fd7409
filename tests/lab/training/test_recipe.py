"""Recipes load by name, and say what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mixlid.errors import SettingsError
from mixlid_lab.training.corpus import label_of
from mixlid_lab.training.recipe_files import load_recipe, parse_recipe, recipe_names

PAPER = {
    "v0": (1, 2, 5, "s"),
    "v1": (2, 3, 6, "w"),
    "v2": (2, 2, 5, "sw"),
}
GOOD = "[ngrams]\nminn = 2\nmaxn = 5\nbuckets = 100\n"


@pytest.mark.parametrize("name", PAPER)
def test_versions_of_the_paper(name: str) -> None:
    recipe = load_recipe(name)
    millions, minn, maxn, parts = PAPER[name]
    assert (recipe.ngrams.buckets, recipe.ngrams.minn, recipe.ngrams.maxn) == (millions * 10**6, minn, maxn)
    assert "".join(sorted(part[0] for part in recipe.paper_examples.parts)) == parts
    assert (recipe.fasttext.learning_rate, recipe.fasttext.epochs, recipe.fasttext.dim) == (0.8, 1, 256)
    assert recipe.exclude == load_recipe("mixlid-5").exclude
    examples = recipe.paper_examples
    assert (examples.word_limit, examples.frequent, examples.rejection) == (1_000_000, 1_000, 0.5)


def test_every_name_loads() -> None:
    assert set(PAPER) | {"mixlid-5"} == set(recipe_names())
    for name in recipe_names():
        assert load_recipe(name).name == name


def test_the_recipe_of_a_model_of_many_scripts() -> None:
    ours = load_recipe("mixlid-5")
    assert ours.trainer == "linear"
    assert ours.ngrams.whole_word
    assert {"roman-nepali-chat", "hinglish-conv"} <= set(ours.exclude)
    labels = [*ours.leave_out, *ours.spelling_variants, *ours.drawing.exclude_lists]
    assert all(label_of(label, "mixlid-5") == label for label in labels)
    assert all(label.endswith("_Latn") for label in ours.spelling_variants)


def test_scripts_have_changes_of_their_own() -> None:
    recipe = parse_recipe(
        'trainer = "linear"\n'
        + GOOD
        + '[pruning]\nrows = 7\n[blocks.Hani]\nminn = 1\nrows = 3\nguests = ["kor_Hang"]\n',
        "mine",
    )
    han, latin = recipe.for_script("Hani"), recipe.for_script("Latn")
    assert (han.ngrams.minn, han.ngrams.maxn, han.ngrams.buckets, han.pruning.rows) == (1, 5, 100, 3)
    assert (latin.ngrams, latin.pruning) == (recipe.ngrams, recipe.pruning)
    assert recipe.blocks["Hani"].guests == ("kor_Hang",)


def test_near_languages() -> None:
    recipe = parse_recipe('trainer = "linear"\n' + GOOD + '[cleaning]\nrelated = ["rus ukr", "ukr pol"]\n', "mine")
    near = recipe.cleaning.near()
    assert (near["rus"], near["ukr"]) == ({"rus", "ukr"}, {"rus", "ukr", "pol"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('trainer = "magic"\n' + GOOD, "trainer is 'magic'"),
        ('trainer = "linear"\n', "ngrams: it is incomplete without buckets, maxn, minn"),
        ('trainer = "linear"\n' + GOOD.replace("minn = 2", "minn = 9"), "1 ≤ minn ≤ maxn"),
        ('trainer = "linear"\n' + GOOD + "[training]\nepoch = 3\n", "did you mean epochs"),
        ('trainer = "linear"\n' + GOOD + "[training]\nepochs = 'many'\n", "training: epochs: 'many' is not a number"),
        ('trainer = "linear"\n' + GOOD + "[training]\nepochs = 0\n", "epochs must be above 0"),
        ('trainer = "linear"\n' + GOOD + "[examples]\nwords = true\n", "words: True is not a whole number"),
        ('trainer = "fasttext"\n' + GOOD + "[examples]\nparts = []\n", "parts are sentences, words or both"),
        (
            'trainer = "fasttext"\n' + GOOD + '[examples]\nparts = ["verses"]\n',
            "'verses' is not one of sentences",
        ),
        ('trainer = "fasttext"\n' + GOOD + "[pruning]\nrows = 3\n", "'pruning', which the fasttext trainer"),
        ('trainer = "linear"\n' + GOOD + "[blocks]\nHani = 3\n", "blocks: Hani: 3 is not an object"),
        (
            'trainer = "linear"\n' + GOOD + "[blocks.Hani]\nrow = 3\n",
            r"blocks\.Hani has no setting 'row': did you mean rows",
        ),
        ('trainer = "linear"\n' + GOOD + "[blocks.Hani]\nguests = 'kor'\n", "guests: 'kor' is not a list"),
        ('leave_out = "wuu_Hans"\ntrainer = "linear"\n' + GOOD, "leave_out: 'wuu_Hans' is not a list"),
        ('trainer = "linear"\n' + GOOD + "[cleaning]\nshure = 0.9\n", "did you mean sure"),
        ('trainer = "linear"\n' + GOOD + "[cleaning]\nrelated = [3]\n", "related: 0: 3 is not text"),
        (
            'trainer = "linear"\n' + GOOD + "[spelling_variants]\nell_Latn = 0.5\n",
            "0.5 is not a whole number",
        ),
        ('trainer = "fasttext"\n' + GOOD + "[cleaning]\nepochs = 1\n", "'cleaning', which the fasttext trainer"),
        ('trainer = "fasttext"\n' + GOOD + "[blocks.Hani]\nrows = 1\n", "'blocks', which the fasttext trainer"),
        ("trainer = \n", "is not valid TOML"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        parse_recipe(text, "mine")


def test_unknown_name_and_file(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="did you mean v2"):
        load_recipe("v22")
    path = tmp_path / "small.toml"
    path.write_text('trainer = "fasttext"\n' + GOOD, "utf-8")
    recipe = load_recipe(str(path))
    assert recipe.name == "small"
    assert recipe.fingerprint(1) != recipe.fingerprint(2)
