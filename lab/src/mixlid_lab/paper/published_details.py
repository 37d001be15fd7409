"""The paper's figures by language pair, by word and by corpus, and those in its captions."""

from __future__ import annotations

from typing import NamedTuple

from mixlid_lab.paper.published import GLOTLID, LITELID, Scores

#: Exact match, F1, precision and recall on test data, by pair and by language. The paper does not give MaskLID's τ
#: here; only with 10 do the means of these rows match its test table.
DETAILS = {
    (GLOTLID, "MaskLID τ=10"): {
        "eus-spa": Scores(0.59, 0.86, 0.94, 0.79), "hin-eng": Scores(0.10, 0.56, 0.70, 0.47),
        "ind-eng": Scores(0.38, 0.74, 0.83, 0.67), "npi-eng": Scores(0.03, 0.32, 0.39, 0.27),
        "spa-eng": Scores(0.10, 0.63, 0.83, 0.51), "tur-deu": Scores(0.61, 0.87, 0.95, 0.80),
        "tur-eng": Scores(0.34, 0.76, 0.90, 0.66), "wol-fra": Scores(0.16, 0.71, 0.93, 0.58),
        "eus": Scores(0.93, 0.98, 0.96, 1.00), "eng": Scores(0.92, 0.97, 0.95, 0.99),
        "fra": Scores(0.92, 0.98, 0.96, 1.00), "deu": Scores(0.84, 0.96, 0.92, 1.00),
        "hin": Scores(0.37, 0.78, 0.66, 0.96), "ind": Scores(0.89, 0.97, 0.94, 1.00),
        "npi": Scores(0.46, 0.76, 0.67, 0.88), "spa": Scores(0.94, 0.97, 0.96, 0.99),
        "tur": Scores(0.87, 0.97, 0.94, 1.00), "wol": Scores(0.82, 0.95, 0.91, 1.00),
    },
    (LITELID, "MaskLID τ=10"): {
        "eus-spa": Scores(0.55, 0.87, 0.99, 0.77), "hin-eng": Scores(0.17, 0.68, 0.90, 0.55),
        "ind-eng": Scores(0.47, 0.83, 0.95, 0.73), "npi-eng": Scores(0.16, 0.60, 0.78, 0.49),
        "spa-eng": Scores(0.18, 0.68, 0.88, 0.55), "tur-deu": Scores(0.68, 0.91, 0.99, 0.84),
        "tur-eng": Scores(0.36, 0.81, 1.00, 0.68), "wol-fra": Scores(0.35, 0.80, 0.99, 0.67),
        "eus": Scores(0.99, 0.99, 0.99, 1.00), "eng": Scores(0.99, 0.99, 0.99, 1.00),
        "fra": Scores(0.96, 0.99, 0.98, 1.00), "deu": Scores(0.97, 0.99, 0.99, 1.00),
        "hin": Scores(0.99, 0.99, 0.99, 0.99), "ind": Scores(0.96, 0.97, 0.97, 0.98),
        "npi": Scores(0.93, 0.96, 0.95, 0.97), "spa": Scores(0.97, 0.98, 0.98, 0.99),
        "tur": Scores(0.98, 0.99, 0.99, 1.00), "wol": Scores(0.94, 0.98, 0.97, 1.00),
    },
    (LITELID, "AVG"): {
        "eus-spa": Scores(0.73, 0.90, 0.95, 0.86), "hin-eng": Scores(0.34, 0.73, 0.82, 0.65),
        "ind-eng": Scores(0.52, 0.81, 0.87, 0.76), "npi-eng": Scores(0.38, 0.68, 0.71, 0.65),
        "spa-eng": Scores(0.36, 0.74, 0.84, 0.66), "tur-deu": Scores(0.81, 0.93, 0.96, 0.90),
        "tur-eng": Scores(0.78, 0.92, 0.96, 0.89), "wol-fra": Scores(0.37, 0.80, 0.96, 0.69),
        "eus": Scores(0.93, 0.98, 0.96, 1.00), "eng": Scores(0.95, 0.99, 0.98, 1.00),
        "fra": Scores(0.95, 0.98, 0.97, 1.00), "deu": Scores(0.91, 0.97, 0.95, 1.00),
        "hin": Scores(0.92, 0.97, 0.96, 0.99), "ind": Scores(0.88, 0.96, 0.93, 0.99),
        "npi": Scores(0.80, 0.93, 0.89, 0.98), "spa": Scores(0.87, 0.96, 0.93, 0.99),
        "tur": Scores(0.87, 0.97, 0.94, 1.00), "wol": Scores(0.77, 0.94, 0.88, 1.00),
    },
}  # fmt: skip


class PrintedWordScores(NamedTuple):
    precision: float
    recall: float
    f1: float
    #: a share; the paper prints per cent
    unassigned: float


#: Words of the code-switched test sentences, LiteLID-v2.
WORDS = {
    "CS": {
        "hin-eng": PrintedWordScores(0.87, 0.77, 0.80, 0.013), "ind-eng": PrintedWordScores(0.94, 0.90, 0.92, 0.004),
        "npi-eng": PrintedWordScores(0.88, 0.70, 0.77, 0.033), "spa-eng": PrintedWordScores(0.93, 0.83, 0.88, 0.009),
        "tur-deu": PrintedWordScores(0.98, 0.95, 0.96, 0.005), "tur-eng": PrintedWordScores(0.92, 0.91, 0.91, 0.003),
        "mean": PrintedWordScores(0.92, 0.84, 0.88, 0.011),
    },
    "MaskLID τ=5": {
        "hin-eng": PrintedWordScores(0.90, 0.68, 0.77, 0.215), "ind-eng": PrintedWordScores(0.92, 0.82, 0.87, 0.083),
        "npi-eng": PrintedWordScores(0.94, 0.57, 0.71, 0.325), "spa-eng": PrintedWordScores(0.95, 0.75, 0.84, 0.157),
        "tur-deu": PrintedWordScores(0.99, 0.84, 0.91, 0.135), "tur-eng": PrintedWordScores(0.94, 0.71, 0.80, 0.186),
        "mean": PrintedWordScores(0.94, 0.73, 0.82, 0.183),
    },
}  # fmt: skip


class Corpus(NamedTuple):
    """Sentences for development and test, then means: characters, in total and by language, and switches."""

    dev: int
    test: int
    characters: int
    longer: float | None
    longer_deviation: float | None
    shorter: float | None
    shorter_deviation: float | None
    switches: float | None
    kind: str


CORPORA = {
    "tur-eng": Corpus(100, 256, 84, 57.7, 29.4, 19.0, 11.9, 2.8, "social media"),
    "eus-spa": Corpus(100, 965, 79, None, None, None, None, None, "conversation, social media"),
    "hin-eng": Corpus(100, 1928, 72, 47.0, 32.0, 13.1, 11.4, 2.9, "social media"),
    "npi-eng": Corpus(100, 6959, 56, 36.4, 18.4, 12.4, 8.6, 2.8, "social media"),
    "tur-deu": Corpus(100, 1143, 75, 50.6, 27.9, 21.4, 14.3, 1.9, "conversation"),
    "spa-eng": Corpus(0, 8269, 57, 41.1, 20.7, 11.2, 8.3, 2.9, "social media"),
    "ind-eng": Corpus(0, 627, 103, 64.7, 36.4, 24.0, 17.0, 2.8, "social media"),
    "wol-fra": Corpus(0, 4386, 73, None, None, None, None, None, "conversation"),
}

#: Mean probability of the right label on FLORES: sentences, words.
PROBABILITIES = {GLOTLID: (0.98, 0.31), LITELID: (0.96, 0.50)}
#: Share of words whose right label is among their ten best.
TOP_TEN = {GLOTLID: {"eng": 0.78, "hin": 0.65}, LITELID: {"eng": 0.94, "hin": 0.96}}
