"""scikit-learn: a transformer from texts to the shares of their languages, for pipelines and column transformers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from mixlid.configuration import Configuration
from mixlid.engine.document_answer import MIN_SHARE
from mixlid.engine.document_pipeline import Unit
from mixlid.errors import InputError, MissingDependencyError
from mixlid.identifier import Identifier
from mixlid.results.result import UNKNOWN
from mixlid.text.groups import GROUPS

try:
    from scipy.sparse import csr_matrix
    from sklearn.base import BaseEstimator, TransformerMixin
except ImportError as error:
    raise MissingDependencyError("scikit-learn", "sklearn", "the transformer of scikit-learn") from error

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from typing_extensions import Self


class LanguageProportions(TransformerMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """A row for each text and a column for each label: the share of the text that is in that language.

    The last column, `und`, is what is in no language that the model knows. A missing text (None, NaN) and a text
    without words are rows of zeros. Nothing is learnt, so the columns do not depend on what it was fitted on;
    `languages` leaves only a few of them. The options are those of the other adapters; `jobs` is the number of threads.
    """

    def __init__(
        self,
        *,
        languages: Iterable[str] | str | None = None,
        model: str | None = None,
        preset: str = "default",
        solver: str = "exact",
        settings: Mapping[str, Any] | None = None,
        prior: Any = None,
        unit: Unit = "auto",
        min_share: float = MIN_SHARE,
        jobs: int = 1,
        sparse_output: bool = True,
    ) -> None:
        # Kept as they are given: scikit-learn copies an estimator by its arguments.
        self.languages, self.model, self.preset, self.solver = languages, model, preset, solver
        self.settings, self.prior, self.unit, self.min_share = settings, prior, unit, min_share
        self.jobs, self.sparse_output = jobs, sparse_output

    def fit(self, texts: Any = None, y: Any = None) -> Self:  # noqa: ARG002
        """Checks the options, and does nothing else."""
        self._identifier()
        return self

    def transform(self, texts: Iterable[Any]) -> Any:
        """A sparse matrix, or an array with `sparse_output=False`."""
        if isinstance(texts, str):
            raise InputError("this is one text and not a list of texts; for a single text, pass [text]")
        lid, given = self._identifier(), list(texts)
        present = np.array([not _is_missing(text) for text in given], bool)
        batch = lid.identify_columns([text for text in given if not _is_missing(text)], jobs=self.jobs)
        columns = {name: place for place, name in enumerate(self._names(lid))}
        place_of = np.array([columns.get(name, columns[UNKNOWN]) for name in batch.names])
        counts = np.zeros(len(given), np.int64)
        counts[present] = np.diff(batch.starts("shares"))
        starts = np.concatenate([[0], np.cumsum(counts)])
        made = csr_matrix((batch.shares.copy(), place_of[batch.share_labels], starts), (len(given), len(columns)))
        made.sum_duplicates()  # unknown text is one column, whatever its script
        return made if self.sparse_output else made.toarray()

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:  # noqa: ARG002
        """The labels."""
        return np.array(self._names(self._identifier()), object)

    def __sklearn_is_fitted__(self) -> bool:
        return True  # there is nothing to fit

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.requires_fit = False
        tags.input_tags.string, tags.input_tags.two_d_array = True, False
        return tags

    def _identifier(self) -> Identifier:
        options: Any = self.get_params(deep=False)
        del options["jobs"], options["sparse_output"]
        options["settings"] = self.settings or {}
        return Configuration.of(options).cached_identifier()

    @staticmethod
    def _names(lid: Identifier) -> list[str]:
        groups = [group.label for group in GROUPS.values()] if lid.settings.group else []
        return list(dict.fromkeys([*lid.labels, *groups, UNKNOWN]))


def _is_missing(text: Any) -> bool:
    return text is None or type(text).__name__ == "NAType" or text != text  # pandas.NA does not compare; NaN is unequal
