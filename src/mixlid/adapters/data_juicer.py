"""data-juicer: `mixlid_filter`, which keeps samples by their languages, and `mixlid_mapper`, which adds our columns.

data-juicer finds an installed mixlid by its entry point; otherwise import this module first, or name its file in
`custom_operator_paths`. Arguments are few and plain, since they stand in recipes; `options` has the rest.
"""

from __future__ import annotations

from typing import Any

from mixlid.adapters import columns
from mixlid.adapters.wanted import Match, Wanted
from mixlid.configuration import Configuration
from mixlid.errors import MissingDependencyError

try:
    from data_juicer.ops.base_op import OPERATORS, Filter, Mapper
    from data_juicer.utils.constant import Fields
except ImportError as error:
    raise MissingDependencyError(error.name or "data_juicer", "datajuicer", "data-juicer's operators") from error

#: The columns that go into a sample's statistics, which hold plain values only.
STATISTICS = ("languages", "language_score", "confidence", "is_mixed")


@OPERATORS.register_module("mixlid_filter")
class MixlidFilter(Filter):  # type: ignore[misc]  # data-juicer has no types
    """Keeps samples by the languages of their texts, and adds these to their statistics (`mixlid_languages`, …)."""

    _batched_op = True

    def __init__(
        self,
        languages: list[str] | str | None = None,
        match: Match = "any",
        min_score: float = 0.0,
        mixed: bool | None = None,
        options: dict[str, Any] | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        """
        :param languages: keep samples in these (`en`, `eng`, `eng_Latn`); in any language by default.
        :param match: `any` if one of them is enough, `all` if every one must be there, `only` if no other may be.
        :param min_score: the score must be above it.
        :param mixed: true keeps only samples in several languages, false only samples in one.
        :param options: those of all adapters, such as `{"preset": "cs", "unit": "document"}`.
        """
        super().__init__(*args, **kwargs)
        self._config = Configuration.of(options or {})  # type: ignore[arg-type]
        self._wanted = Wanted.of(self._config.kept(), languages, match, min_score, mixed)

    def compute_stats_batched(self, samples: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ARG002
        records = columns.records(self._config.kept(), samples[self.text_key])
        for stats, record in zip(samples[Fields.stats], records, strict=True):
            stats.update({f"mixlid_{name}": record and record[name] for name in STATISTICS})
        return samples

    def process_batched(self, samples: Any) -> list[bool]:
        return [self._keeps(stats) for stats in samples[Fields.stats]]

    def _keeps(self, stats: Any) -> bool:
        record = {name: stats[f"mixlid_{name}"] for name in STATISTICS}
        return self._wanted.reason(None if record["languages"] is None else record) is None


@OPERATORS.register_module("mixlid_mapper")
class MixlidMapper(Mapper):  # type: ignore[misc]
    """Adds our columns to samples; `proportions` are lists of `label` and `share`, since datasets have no maps."""

    _batched_op = True

    def __init__(
        self,
        words: bool = False,
        prefix: str = "",
        replace: bool = False,
        options: dict[str, Any] | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        """
        :param words: also add the list of words with their labels.
        :param prefix: put before the names of the columns.
        :param replace: replace fields of the same names, which are refused otherwise.
        :param options: those of all adapters, such as `{"preset": "cs", "unit": "document"}`.
        """
        super().__init__(*args, **kwargs)
        self._config = Configuration.of(options or {})  # type: ignore[arg-type]
        self._words, self._prefix, self._replace = words, prefix, replace
        self._config.kept()  # wrong options are reported here

    def process_batched(self, samples: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ARG002
        columns.check_free(samples, columns.names(self._words, self._prefix), self._replace)
        records = columns.records(self._config.kept(), samples[self.text_key], self._words)
        for name in columns.names(self._words):
            samples[self._prefix + name] = [record and columns.without_map(record[name]) for record in records]
        return samples
