"""fastText's classifier in PyTorch: the mean of feature vectors, a linear output, softmax.

Vocabulary, n-grams, initial values, gradients and the falling rate are fastText's. Its threads each take an example and
add their gradients to shared matrices, of which the others see older values; here the examples of a small batch all
see the same values, and their gradients are added (not averaged). On a GPU sums have no fixed order, so that runs with
the same seed differ a little, as runs with several threads of fastText do.

What comes out is the product of the two matrices, the table of a linear model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.cli.progress import Progress
from mixlid.errors import ModelError
from mixlid.models.ngrams import NgramSpec
from mixlid.models.vocabulary import END
from mixlid_lab.training.bags import Bags, Int64Array, Ragged, starts_of
from mixlid_lab.training.linear import Lists, load_torch

if TYPE_CHECKING:
    from torch import Tensor

#: Examples whose features are listed at once.
_CHUNK = 1 << 16
#: Steps between two looks at whether training goes well, each of which makes a GPU wait.
_LOOK_EVERY = 1_000
#: Rows of the table made at once.
_PIECE = 1 << 17
_INT8_MAX = 127


@dataclass(frozen=True, slots=True)
class MeanSettings:
    """fastText's training options, and how many gradients are added up."""

    learning_rate: float = 0.8
    epochs: int = 1
    dim: int = 256
    #: Words that occur less often have no row of their own, only their n-grams.
    min_count: int = 1_000
    batch: int = 48


@dataclass(frozen=True, slots=True)
class FoldedTable:
    """The rows of a table that are not zero when rounded, and the vocabulary."""

    words: list[bytes]
    ids: Int64Array
    rows: NDArray[np.int8]
    scale: float


def train_mean(
    bags: Bags,
    words: Sequence[str],
    features: Ragged,
    labels: int,
    spec: NgramSpec,
    settings: MeanSettings,
    *,
    seed: int = 1,
    device: str | None = None,
    quiet: bool = True,
) -> FoldedTable:
    """Train on bags of `words`, taken in their order, and fold the two matrices into a table."""
    torch = load_torch()
    where = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    counts = np.bincount(bags.words.flat, minlength=len(words)) * settings.epochs
    known = np.flatnonzero(counts >= settings.min_count)
    vocabulary = [END, *(words[int(place)] for place in known)]
    features = _with_own(features, known)
    generator = torch.Generator(device=where).manual_seed(seed)
    bound = 1 / settings.dim
    size = (len(vocabulary) + spec.buckets, settings.dim)
    vectors = torch.empty(size, device=where).uniform_(-bound, bound, generator=generator)
    output = torch.zeros(labels, settings.dim, device=where)
    total, done, steps = len(bags) * settings.epochs, 0, 0
    with Progress("examples", quiet=quiet) as progress:
        for _ in range(settings.epochs):
            for batch in _batches(bags, features, labels, settings.batch, where):
                _step(vectors, output, batch, settings.learning_rate * (1 - done / total))
                done += len(batch.right)
                steps += 1
                if steps % _LOOK_EVERY == 0 or done == total:
                    progress.at(done, total)
                    if not bool(output.isfinite().all()):
                        raise ModelError("training diverged: use a smaller batch or learning rate")
    return _folded([word.encode() for word in vocabulary], vectors, output)


def _with_own(features: Ragged, known: Int64Array) -> Ragged:
    """The features with the words' own ids, which come before those of n-grams, and last the end of line, id 0."""
    flat = np.insert(features.flat + np.int32(len(known) + 1), features.starts[known], np.arange(1, len(known) + 1))
    more = np.zeros(len(features), dtype=np.int64)
    more[known] = 1
    sizes = [*(np.diff(features.starts) + more), 1]
    return Ragged(np.append(flat, 0).astype(np.int32), starts_of(sizes))


class _Batch(NamedTuple):
    """Some examples on the device."""

    #: The features of all, one example after the other, where each example's start, and the example of each.
    ids: Tensor
    starts: Tensor
    bag_of: Tensor
    #: 1 for the right label
    right: Tensor
    #: 1 / number of features
    shares: Tensor


def _batches(bags: Bags, features: Ragged, labels: int, size: int, where: Any) -> Iterator[_Batch]:
    """The examples, whose features are listed many at a time, in batches."""
    torch = load_torch()
    of_words = Lists(features, where)
    for begin in range(0, len(bags), chunk := _CHUNK // size * size):
        some = bags.take(np.arange(begin, min(begin + chunk, len(bags))))
        lines = np.insert(some.words.flat, some.words.starts[1:], len(features) - 1)  # with the end of line
        words = torch.as_tensor(lines, device=where).long()
        found, counts = of_words.take(words)
        ids, ends = found.long(), torch.cumsum(counts, 0)
        last_words = torch.as_tensor(some.words.starts[1:] + np.arange(len(some)), device=where)
        bag_ends = ends[last_words]
        sizes = bag_ends.diff(prepend=bag_ends.new_zeros(1))
        number = torch.arange(len(some), device=where)
        begins = bag_ends - sizes
        of_batch = begins - begins[number // size * size]
        bag_of = torch.repeat_interleave(number % size, sizes)
        targets = torch.as_tensor(some.labels.astype(np.int64), device=where)
        right = torch.nn.functional.one_hot(targets, labels).float()
        shares = (1 / sizes.float())[:, None]
        bounds = [*begins[::size].tolist(), len(ids)]
        for at, (low, high) in enumerate(pairwise(bounds)):
            here, there = slice(low, high), slice(at * size, (at + 1) * size)
            yield _Batch(ids[here], of_batch[there], bag_of[here], right[there], shares[there])


def _step(vectors: Tensor, output: Tensor, batch: _Batch, rate: float) -> None:
    torch = load_torch()
    hidden = torch.nn.functional.embedding_bag(batch.ids, vectors, batch.starts, mode="mean")
    gradient = batch.right - torch.softmax(hidden @ output.T, 1)
    of_vectors = (gradient @ output).mul_(batch.shares)
    output.addmm_(gradient.T, hidden, alpha=rate)
    vectors.index_add_(0, batch.ids, of_vectors[batch.bag_of], alpha=rate)


def _folded(words: list[bytes], vectors: Tensor, output: Tensor) -> FoldedTable:
    """The rows with a single scale, at which nothing is clipped."""
    pieces = [vectors[begin : begin + _PIECE] @ output.T for begin in range(0, len(vectors), _PIECE)]
    scale = max(float(piece.abs().max()) for piece in pieces) / _INT8_MAX or 1.0
    rounded = np.concatenate([(piece / scale).round().char().cpu().numpy() for piece in pieces])
    ids = np.flatnonzero(rounded.any(axis=1))
    return FoldedTable(words, ids, rounded[ids], scale)
