"""Tables that are not about sets of languages: corpora, words, unassigned words, significance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mixlid.adapt.labelled import Sample
from mixlid_lab.evaluation.datasets import EXTRA
from mixlid_lab.evaluation.mixing import STATISTICS, corpus_statistics
from mixlid_lab.evaluation.scoreboard import Interval, Scoreboard
from mixlid_lab.evaluation.set_metrics import macro
from mixlid_lab.paper import published
from mixlid_lab.paper.published import CORPORA, LITELID, WORDS
from mixlid_lab.paper.set_tables import is_papers, silver_note, stands_for, without_words
from mixlid_lab.paper.systems import MASKED_WORDS, OWN, PRINTED
from mixlid_lab.report.table import Cell, Column, Row, Table, mark_best, mark_best_in_rows


def corpora(dev: Mapping[str, Sequence[Sample]], test: Mapping[str, Sequence[Sample]]) -> Table:
    """Statistics of the code-switched corpora, development and test sentences together."""
    rows = []
    for name in dict.fromkeys([*CORPORA, *dev, *test]):
        samples = [*dev.get(name, ()), *test.get(name, ())]
        if not any(sample.is_mixed for sample in samples):
            continue
        paper = CORPORA.get(name)
        ours = [len(dev.get(name, ())), len(test.get(name, ())), *corpus_statistics(samples)]
        printed = [*(paper[:-1] if paper else [None] * 8), None]
        cells = tuple(map(Cell, ours, printed, [0, 0, 0] + [1] * 6))
        rows.append(Row((name, paper.kind if paper else ""), cells))
    names = ("dev", "test", *(name if kind == "mean" else f"± {name}" for name, kind in STATISTICS))
    notes = [
        "Characters without spaces. L1 and L2 are the longer and the shorter language of each sentence; switches are "
        "between neighbouring words of the two. Corpora whose words people have not labelled have no such figures."
    ]
    sentences, paper = len(dev.get("spa-eng", ())) + len(test.get("spa-eng", ())), CORPORA["spa-eng"]
    if abs(sentences - paper.dev - paper.test) <= paper.test / 100:  # it is the paper's corpus
        notes.append(
            "The paper's figure for spa-eng is that of monolingual stretches, one more than switches: its sentences "
            "and lengths are ours, and no other reading of the tags comes near it."
        )
    columns = tuple(Column(name) for name in names)
    return Table("corpora", "The code-switched corpora", ("pair", "kind"), columns, tuple(rows), tuple(notes))


def words(board: Scoreboard, systems: Mapping[str, str]) -> Table:
    """Word-level scores on code-switched sentences; `systems` maps names of systems to headings."""
    chosen = {name: heading for name, heading in systems.items() if name in board and board.digest(name).words}
    names = ("Pr", "Re", "F1", "Un")
    columns = tuple(
        Column(name, heading, "low" if name == "Un" else "high") for heading in chosen.values() for name in names
    )
    pairs = list(dict.fromkeys(pair for system in chosen for pair in board.digest(system).words))
    pairs = [pair for pair in pairs if not pair.startswith(EXTRA)]
    rows = [Row((pair,), _word_cells(board, chosen, pair, [pair])) for pair in pairs]
    counting = [pair for pair in pairs if pair not in board.silver]
    rows.append(Row(("mean",), _word_cells(board, chosen, "mean", counting), rule=True))
    notes = (
        "Un is the share of tokens that were given no language."
        + (" The paper's mean is over all of its six pairs." if is_papers(board) else ""),
        "MaskLID reports some words under two languages. Its own column gives them to the language that they score "
        "best for, which is better than the first or the last on development data; “masked words” gives a language "
        "only the words that it masks, as the paper describes MaskLID. The paper does not say which of the two it "
        "counts, so its figures stand beside both.",
        *silver_note(board),
        *without_words(board),
    )
    table = Table("words", "Words of code-switched sentences", ("pair",), columns, tuple(rows), notes)
    return mark_best_in_rows(table, "F1") if chosen else table


def _word_cells(board: Scoreboard, systems: Mapping[str, str], row: str, pairs: Sequence[str]) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for system in systems:
        model, _, method = system.partition(" ")
        scores = macro([
            one for pair in pairs if (one := board.digest(system).words.get(pair)) is not None
        ])  # fmt: skip
        paper = (
            WORDS.get(_printed_name(method), {}).get(row) if stands_for(model) == LITELID and is_papers(board) else None
        )
        for name in ("precision", "recall", "f1", "unassigned"):
            digits = 3 if name == "unassigned" else 2
            cells.append(Cell(getattr(scores, name, None), getattr(paper, name, None), digits))
    return tuple(cells)


def _printed_name(method: str) -> str:
    """The paper's name for a system; it does not say how it counts MaskLID's words."""
    return "MaskLID τ=5" if method == MASKED_WORDS else method


def unassigned(board: Scoreboard) -> Table:
    """Words of all sentences, mixed or not, that were given no language."""
    rows = []
    for model in board.models:
        for name in (MASKED_WORDS, "MaskLID τ=5", "MaskLID τ=10", *PRINTED, *OWN):
            if (system := f"{model} {name}") in board:
                comparable = stands_for(model) == LITELID and is_papers(board)
                paper = published.UNASSIGNED.get(_printed_name(name)) if comparable else None
                rows.append(Row((model, name), (Cell(board.digest(system).unassigned, paper, 3),)))
    columns = (Column("share of words", better="low"),)
    title = "Words without a language"
    return mark_best(Table("unassigned", title, ("model", "system"), columns, tuple(rows), silver_note(board)))


def significance(board: Scoreboard, pairs: Sequence[tuple[str, str]]) -> Table:
    """McNemar's exact test on all sentences, and intervals of the differences, for pairs of systems."""
    rows = []
    for first, second in pairs:
        if first not in board or second not in board:
            continue
        compared = board.compare(first, second)
        test = compared.test
        model, _, method = first.partition(" ")
        same_model = second.partition(" ")[0] == model and second.endswith("MaskLID τ=5")
        comparable = same_model and stands_for(model) == LITELID and is_papers(board)
        paper = published.MCNEMAR.get(method) if comparable else None
        p = f"{test.p_text} (paper: {paper:.2g})" if paper is not None else test.p_text
        differences = map(interval_cell, (compared.cs, compared.mono, compared.all))
        rows.append(Row((first, second), (*differences, Cell(test.only_first), Cell(test.only_second), Cell(p))))
    columns = (
        *(Column(name, "difference in exact match") for name in ("CS", "mono", "all")),
        *(Column(name, "McNemar, all sentences") for name in ("only the first right", "only the second", "p")),
    )
    notes = (
        "Intervals are 95 % percentile bootstrap intervals, sentences resampled within each corpus or language.",
        *silver_note(board),
    )
    return Table("significance", "Are the differences real?", ("system", "against"), columns, tuple(rows), notes)


def interval_cell(interval: Interval | None) -> Cell:
    return Cell(interval.value, None, 3, (interval.low, interval.high)) if interval else Cell()
