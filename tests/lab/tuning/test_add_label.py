"""An added language is found, costs the others nothing, and is known wherever labels are."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from made_up_languages import GREEK_SYLLABLES, SYLLABLES, one_label_each, sentences
from mixlid.configuration import with_preset
from mixlid.errors import InputError, LabelError, ModelError
from mixlid.models.loading import load_model
from mixlid.models.partitions import PartitionedModel
from mixlid.models.restricted import RestrictedModel
from mixlid.models.table import TableModel
from mixlid.models.unknown import SIZE
from mixlid.text.labels import name_of
from mixlid_lab.tuning.add_label import FEWEST, HELD_OUT, MOST, Addition, add_label
from tiny_partitions import LABELS, make_partitioned

TEXTS = sentences(SYLLABLES["qaa"], 300)
OTHER_TEXTS = sentences(SYLLABLES["qab"], 300)
ENGLISH = [
    "the weather was good and we went for a walk along the river",
    "that is not what they have been told about it",
    "you can have this if you want it",
]
WORDS = ["Kalu", "bruwex", "the", "weather", "καλη", "привет", "12", "", "shiva-nok", "rotén"]


@pytest.fixture(scope="module")
def first() -> Addition:
    return add_label(one_label_each(), "qaa_Latn", TEXTS, name="Kalumi")


@pytest.fixture(scope="module")
def both(first: Addition) -> Addition:
    return add_label(first.model, "qab_Latn", OTHER_TEXTS)


def labels_of(model: PartitionedModel, texts: list[str]) -> list[str]:
    return [result.label for result in with_preset(model).identify_many(texts)]


def test_held_out_text_is_found(first: Addition) -> None:
    held_out = len(TEXTS) // HELD_OUT
    assert (first.texts, first.after.total()) == (len(TEXTS) * 9 // 10, held_out)
    assert first.before == {"eng_Latn": held_out}
    assert first.recall == first.after["qaa_Latn"] / held_out >= 0.95
    assert first.like == ("eng_Latn",)
    assert not first.group
    assert first.model.labels == ("eng_Latn", "ell_Grek", "qaa_Latn")


def test_others_keep_their_text_and_their_scores(first: Addition, both: Addition) -> None:
    assert labels_of(first.model, ENGLISH) == ["eng_Latn"] * len(ENGLISH)
    assert labels_of(both.model, ENGLISH) == ["eng_Latn"] * len(ENGLISH)
    for before, after in ((one_label_each(), first.model), (first.model, both.model)):
        count = len(before.labels)
        np.testing.assert_array_equal(after.word_scores(WORDS)[:, :count], before.word_scores(WORDS))
        assert after.labels[:count] == before.labels
        assert {label: after.added[label] for label in before.added} == before.added
        for name, settings in before.presets.items():
            for key, prices in settings.items():
                assert {label: after.presets[name][key][label] for label in prices} == prices


def test_two_added_languages_do_not_disturb_each_other(both: Addition) -> None:
    fresh, other = sentences(SYLLABLES["qaa"], 100, seed=1)[:50], sentences(SYLLABLES["qab"], 100, seed=1)[:50]
    assert labels_of(both.model, fresh).count("qaa_Latn") >= 0.95 * len(fresh)
    assert labels_of(both.model, other).count("qab_Latn") >= 0.95 * len(other)


def test_what_is_known_of_a_label(first: Addition, both: Addition) -> None:
    about = first.model.added["qaa_Latn"]
    assert about.name == "Kalumi" == name_of("qaa_Latn")
    assert about.like == "eng_Latn"
    words = about.words.split()
    assert {word for text in TEXTS for word in text.split()} >= set(words)
    assert len(words) == len(set(words)) > 50
    assert first.model.presets["default"] == {
        "penalty": {"*": 0.5, "eng_Latn": 0.25, "qaa_Latn": 0.25},
        "word_price": {"*": 0.0, "eng_Latn": 0.125, "qaa_Latn": 0.125},
    }
    assert both.model.added["qab_Latn"].like == "eng_Latn"  # never a label that mixlid itself knows nothing of
    card = both.model.header.card["added"]
    assert [card[label]["texts"] for label in ("qaa_Latn", "qab_Latn")] == [270, 270]
    assert card["qaa_Latn"]["recall"] == pytest.approx(first.recall, abs=1e-4)


def test_decision_and_unknown_detector_have_the_label() -> None:
    curves = {"languages": [0, 1, 0, 0], "language": [0, 1, 0, 0], "word": [0, 1, 0, 0, 0, 0]}
    fitted: dict[str, Any] = {
        "unit": 1.0, "word_unit": 1.0, "one": curves, "several": curves,
        "decision": {"constant": 1.0, "weights": {"lead": 1.0}, "dominant": {"*": -1.0, "eng_Latn": 0.75}},
        "familiarity": {
            "known": [1.0] * (SIZE + 1), "language": [1.0] * (SIZE + 1), "typical": {"*": 3.0}, "frequent": {"*": 0.5},
        },
    }  # fmt: skip
    model = one_label_each()
    tuned = PartitionedModel(replace(model.header, confidence={"default": fitted}), {})
    made = add_label(tuned, "qaa_Latn", TEXTS).model.confidence["default"]
    assert made["decision"]["dominant"] == {"*": -1.0, "eng_Latn": 0.75, "qaa_Latn": 0.75}
    assert made["familiarity"]["typical"]["qaa_Latn"] > 1.0
    assert made["familiarity"]["frequent"]["qaa_Latn"] > 0.9  # all of its words are frequent ones
    assert made["one"] == curves
    assert fitted["decision"]["dominant"] == {"*": -1.0, "eng_Latn": 0.75}, "the model that was given has changed"


def test_the_same_seed_gives_the_same_file(first: Addition, tmp_path: Path) -> None:
    first.model.write(tmp_path / "one.mixlid")
    add_label(one_label_each(), "qaa_Latn", TEXTS, name="Kalumi").model.write(tmp_path / "two.mixlid")
    assert (tmp_path / "one.mixlid").read_bytes() == (tmp_path / "two.mixlid").read_bytes()


def test_a_file_says_all_of_it(both: Addition, tmp_path: Path) -> None:
    both.model.write(tmp_path / "both.mixlid")
    read = load_model(tmp_path / "both.mixlid")
    assert isinstance(read, PartitionedModel)
    assert read.header == both.model.header
    np.testing.assert_array_equal(read.word_scores(WORDS), both.model.word_scores(WORDS))
    texts = [*TEXTS[:5], *OTHER_TEXTS[:5], *ENGLISH]
    expected = list(with_preset(both.model).identify_many(texts))
    assert list(with_preset(read).identify_many(texts)) == expected
    assert list(pickle.loads(pickle.dumps(with_preset(read))).identify_many(texts)) == expected


def test_a_script_of_its_own_needs_no_rows() -> None:
    model = make_partitioned()
    made = add_label(model, "kat_Geor", [f"ქართული ენა კარგია {'ა' * count}" for count in range(60)])
    assert made.rows == 0
    assert made.like == ("kat_Geor",)
    assert made.recall == 1.0
    partition = made.model.partition_of["Geor"]
    assert partition.table is None
    assert partition.header.certainty == max(one.certainty for one in model.header.partitions)
    np.testing.assert_array_equal(made.model.word_scores(WORDS)[:, :-1], model.word_scores(WORDS))


def test_a_second_label_in_a_script() -> None:
    made = add_label(one_label_each(), "qad_Grek", sentences(GREEK_SYLLABLES, 200))
    assert made.recall >= 0.95
    assert labels_of(made.model, ["και το νερό είναι κρύο", "δεν είναι για να το πω"]) == ["ell_Grek"] * 2
    assert labels_of(made.model, ENGLISH) == ["eng_Latn"] * len(ENGLISH)


def test_a_list_of_words() -> None:
    words = sorted({word for text in TEXTS for word in text.split()})
    made = add_label(one_label_each(), "qaa_Latn", words)
    assert set(made.model.added["qaa_Latn"].words.split()) == set(words) - set(words[HELD_OUT - 1 :: HELD_OUT])
    fresh = sentences(SYLLABLES["qaa"], 40)
    assert labels_of(made.model, fresh).count("qaa_Latn") >= 0.9 * len(fresh)


def test_a_label_too_like_a_group_joins_it() -> None:
    """Text of Bosnian words that no method could tell from existing labels: all answers are equally good."""
    base = one_label_each()
    for label in ("bos_Latn", "hrv_Latn"):
        base = add_label(base, label, TEXTS).model
    made = add_label(base, "qaa_Latn", TEXTS)
    assert made.group == "Bosnian, Croatian, Serbian"
    assert made.model.added["qaa_Latn"].group == made.group
    near = with_preset(made.model).replace(group=1.0)
    assert near.identify(TEXTS[0]).label == "hbs_Latn"
    assert near.alternatives(near.identify(TEXTS[0])).group == made.group


def test_restricted_models_know_it(both: Addition) -> None:
    lid = with_preset(both.model).restrict(["qaa_Latn", "eng"])
    assert isinstance(lid.model, RestrictedModel)
    assert lid.identify(TEXTS[0]).labels == ("qaa_Latn",)
    named = with_preset(both.model).restrict(["Kalumi"])
    assert named.labels == ("qaa_Latn",)


def test_what_cannot_be_added() -> None:
    model = one_label_each()
    with pytest.raises(LabelError, match="already has eng_Latn"):
        add_label(model, "eng_Latn", TEXTS)
    with pytest.raises(LabelError, match="no script that mixlid can read"):
        add_label(model, "qaa_Xxxx", TEXTS)
    with pytest.raises(LabelError, match="no script that mixlid can read"):
        add_label(model, "qaa", TEXTS)
    with pytest.raises(InputError, match=f"needs at least {FEWEST}"):
        add_label(model, "qaa_Latn", ["one line"] * 1000)
    with pytest.raises(InputError, match="no words in Grek"):
        add_label(model, "qaa_Grek", TEXTS)
    table = model_of_a_table()
    with pytest.raises(ModelError, match="was not made by our own trainer"):
        add_label(table, "qaa_Latn", TEXTS)


def model_of_a_table() -> TableModel:
    table = make_partitioned().partition_of["Latn"].table
    assert table is not None
    return table


def test_no_more_text_is_used_than_helps() -> None:
    texts = [f"{text} {number}" for number in range(40) for text in TEXTS]
    made = add_label(one_label_each(), "qaa_Latn", texts)
    assert made.texts + made.after.total() == MOST
    assert len(LABELS) > len(made.model.labels)
