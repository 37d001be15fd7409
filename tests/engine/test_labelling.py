"""What an answer says about single words."""

from __future__ import annotations

import math
from itertools import product
from types import SimpleNamespace
from typing import Any

from mixlid.engine.label_numbers import LabelNumbers
from mixlid.engine.labelling import WORD_MARGIN, Labelling
from mixlid.engine.main_language import MainLanguage
from mixlid.engine.word_labels import WordLabels
from mixlid.engine.word_set import WordSet
from mixlid.models.fitted import WordLabelNumbers
from mixlid.text.frequent_words import FrequentWords
from mixlid.text.function_words import function_words


def test_no_margin_has_no_sign() -> None:
    """A capital weight of 0 makes zeros of either sign, and which is best depends on the kernel."""
    word_labels = WordLabels(None, None, 0.0, (0.0, 0.0), WordLabelNumbers())
    main = MainLanguage(FrequentWords([]), WordSet(function_words()), 1.0, ["eng_Latn", "deu_Latn"])
    labelling = Labelling(LabelNumbers(["aaa_Latn", "bbb_Latn"], None), None, None, word_labels, main)
    labelling.reserve(1)
    for first, second, best, next_best in product((0.0, -0.0), repeat=4):
        text: Any = SimpleNamespace(
            width=2,
            word_count=1,
            token_count=1,
            scores=SimpleNamespace(
                find_two_best=lambda: None,
                score_of=lambda _word, column, scores=(first, second): scores[column],
                two_best=[best, next_best],
            ),
            word_of=[0],
            ranks=[0],
            languages=[0],
            is_sure=False,
        )
        labelling.measure_words(text)
        assert labelling.word_numbers[WORD_MARGIN] == 0
        assert math.copysign(1, labelling.word_numbers[WORD_MARGIN]) == 1
