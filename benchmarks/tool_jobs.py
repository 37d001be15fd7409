"""What `engines.py` has tools for corpora and language do with the same texts: in memory, and without mixlid too.

`engine_jobs.py` says what a job is. A tool that has no missing texts is not given any.
"""

from __future__ import annotations

import logging
from typing import Any

import pyarrow as pa

from engine_jobs import SAME, Prepared, read
from mixlid import Result
from mixlid.adapters import columns

ENGLISH = "eng_Latn"


class Texts:
    """The texts of a folder, read once."""

    def __init__(self, missing: bool = False) -> None:
        self._missing, self._kept = missing, dict[str, list[Any]]()

    def __call__(self, source: str) -> list[Any]:
        if source not in self._kept:
            texts = read(source)["text"].to_pylist()
            self._kept[source] = [text for text in texts if self._missing or text is not None]
        return self._kept[source]


def share_of_english(result: Result) -> float:
    return result.proportions.get(ENGLISH, 0.0) if result.proportions else 1.0


def with_spacy() -> Prepared:
    import spacy

    texts, alone, both = Texts(), spacy.blank("xx"), spacy.blank("xx")
    both.add_pipe("mixlid")

    def job(source: str, target: str, with_mixlid: bool) -> Any:  # noqa: ARG001
        found = [with_mixlid and doc._.languages for doc in (both if with_mixlid else alone).pipe(texts(source))]
        return lambda: found

    return Prepared(job)


def with_sklearn() -> Prepared:
    from mixlid.adapters.sklearn import LanguageProportions

    texts, made = Texts(missing=True), LanguageProportions().fit()
    names = made.get_feature_names_out()

    def job(source: str, target: str, with_mixlid: bool) -> Any:  # noqa: ARG001
        if not with_mixlid:
            return None
        matrix = made.transform(texts(source))
        return lambda: [sorted(names[row.indices]) for row in matrix]

    # Unknown text is one column, whatever its script.
    return Prepared(
        job, plain=lambda result: sorted({label if label in names else "und" for label in result.proportions})
    )


def with_opusfilter() -> Prepared:
    from mixlid.adapters.opusfilter import MixlidFilter

    texts, made = Texts(), MixlidFilter(["en"])

    def job(source: str, target: str, with_mixlid: bool) -> Any:  # noqa: ARG001
        if not with_mixlid:
            return None
        scores = list(made.score((text,) for text in texts(source)))
        return lambda: [score for (score,) in scores]

    return Prepared(job, plain=share_of_english)


def with_dolma(spans: bool) -> Prepared:
    from dolma.core.data_types import DocResult, Document

    from mixlid.adapters.dolma import MixlidSpanTagger, MixlidTagger

    texts, made = Texts(), MixlidSpanTagger() if spans else MixlidTagger()

    def job(source: str, target: str, with_mixlid: bool) -> Any:  # noqa: ARG001
        docs = (Document("here", str(number), text) for number, text in enumerate(texts(source)))
        found = [made.predict(doc) if with_mixlid else DocResult(doc, []) for doc in docs]
        return lambda: [[*dict.fromkeys(span.type for span in one.spans)] for one in found]

    if spans:
        return Prepared(
            job, plain=lambda result: [*dict.fromkeys(word.label for word in result.words if word.label != "zxx")]
        )
    return Prepared(job)


def with_data_juicer() -> Prepared:
    import datasets
    from data_juicer.core.data import NestedDataset
    from data_juicer.ops.base_op import Mapper
    from loguru import logger

    from mixlid.adapters.data_juicer import MixlidMapper

    class Same(Mapper):  # type: ignore[misc]
        _batched_op = True

        def process_batched(self, samples: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ARG002
            for name, value in SAME.items():
                samples[name] = [columns.without_map(value)] * len(samples["text"])
            return samples

    logger.remove()
    logging.disable(logging.WARNING)
    datasets.disable_caching()
    datasets.disable_progress_bars()
    how: dict[str, Any] = {"auto_op_parallelism": False}
    kept, ours, alone = dict[str, Any](), MixlidMapper(**how), Same(**how)

    def job(source: str, target: str, with_mixlid: bool) -> Any:  # noqa: ARG001
        if source not in kept:
            kept[source] = NestedDataset(datasets.Dataset(read(source).select(["text"])))
        made = (ours if with_mixlid else alone).run(kept[source])
        return lambda: list(made["languages"])

    return Prepared(job)


def with_nemo_stage() -> Prepared:
    from nemo_curator.tasks import DocumentBatch

    from mixlid.adapters.nemo_curator import MixlidStage

    stage, kept = MixlidStage(), dict[str, pa.Table]()

    def job(source: str, target: str, with_mixlid: bool) -> Any:  # noqa: ARG001
        if source not in kept:
            kept[source] = read(source)
        if not with_mixlid:
            return None
        made = stage.process(DocumentBatch(dataset_name="lines", data=kept[source]))
        return lambda: made.to_pyarrow()["languages"].to_pylist()

    return Prepared(job)


def with_nemo_filter() -> Prepared:
    from nemo_curator.stages.text.filters import ScoreFilter
    from nemo_curator.stages.text.filters.doc_filter import DocumentFilter
    from nemo_curator.tasks import DocumentBatch

    from mixlid.adapters.nemo_curator import MixlidFilter

    class Same(DocumentFilter):  # type: ignore[misc]
        def score_document(self, text: Any) -> float:  # noqa: ARG002
            return 1.0

        def keep_document(self, scores: float) -> bool:
            return scores >= 0.0

    ours, alone = (ScoreFilter(one, score_field="share") for one in (MixlidFilter(["en"], threshold=0.0), Same()))
    kept = dict[str, Any]()

    def job(source: str, target: str, with_mixlid: bool) -> Any:  # noqa: ARG001
        if source not in kept:
            kept[source] = read(source).to_pandas()
        batch = DocumentBatch(dataset_name="lines", data=kept[source].copy())
        made = (ours if with_mixlid else alone).process(batch)
        return lambda: list(made.to_pandas()["share"])

    return Prepared(job, plain=share_of_english)


def with_commonlid() -> Prepared:
    from mixlid.adapters.commonlid import MixlidModel

    texts, model = Texts(), MixlidModel()

    def job(source: str, target: str, with_mixlid: bool) -> Any:  # noqa: ARG001
        if not with_mixlid:
            return None
        found = model.predict(texts(source))
        return lambda: found

    return Prepared(job, plain=lambda result: None if result.language in ("und", "zxx") else result.language)
