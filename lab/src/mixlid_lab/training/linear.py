"""Our own trainer: one linear table [buckets × labels], trained on exactly the score that is used later.

    word = Σ rows / √n over its n features        sentence = Σ words / √T

The loss is cross-entropy on the softmax of that score, for sentences and single words alike. Row-wise Adagrad has one
step size for each row, so that rare n-grams still learn when frequent ones have settled. The values of a row always sum
to zero.

The gradient is computed by hand as two sums instead of by autograd: a batch touches a small part of the table, each
distinct word is pooled once, and sorted sums (no atomics) make runs with the same seed repeatable on the same machine.
It runs on a GPU if there is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from mixlid.cli.progress import Progress
from mixlid.errors import MissingDependencyError
from mixlid_lab.training.bags import Bags, Int64Array, Ragged

if TYPE_CHECKING:
    from torch import Tensor

_EPSILON = 1e-12
#: Steps between two readings of the loss, each of which makes a GPU wait.
_LOOK_EVERY = 200
_SCORED_AT_ONCE = 16_384
#: The smallest share, relative to the largest label, that `balance` makes up for.
_LEAST_SHARE = 0.01


@dataclass(frozen=True, slots=True)
class LinearSettings:
    """How the table is trained."""

    buckets: int
    epochs: float = 8.0
    learning_rate: float = 0.1
    batch: int = 8192
    label_smoothing: float = 0.05
    #: How far labels are equalised: with 1, scores assume that all labels are equally frequent (the logarithm of a
    #: label's share is added during training, and left out later); with 0, large labels keep their lead.
    balance: float = 0.0
    seed: int = 1


def train_linear(
    bags: Bags,
    features: Ragged,
    labels: int,
    settings: LinearSettings,
    *,
    counts: Int64Array | None = None,
    start: NDArray[np.float32] | None = None,
    device: str | None = None,
    quiet: bool = True,
) -> NDArray[np.float32]:
    """Train a table and return it. Unless `quiet`, standard error shows the steps and the recent mean loss.

    To continue training a pruned table, give its rows as `start`, `features` as indices into those rows, and in
    `counts` how many features each word had before pruning, because a feature without a row still counts in √n.
    """
    torch = load_torch()
    where = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    generator = torch.Generator(device=where).manual_seed(settings.seed)
    table = torch.zeros(settings.buckets, labels, device=where)
    # Adagrad's sum of squared gradients for each row.
    squares = torch.zeros(settings.buckets, device=where)
    data = Lists(bags.words, where)
    word_features = Lists(features, where, counts)
    if start is not None:
        table.copy_(torch.as_tensor(start))
    targets = torch.as_tensor(bags.labels.astype(np.int64), device=where)
    shares = torch.bincount(targets, minlength=labels).float()
    # Otherwise a label with hardly any text would be given everything.
    lead = settings.balance * (shares / shares.max()).clamp_(min=_LEAST_SHARE).log()
    steps_each = -(-len(bags) // settings.batch)
    steps = max(round(settings.epochs * steps_each), 1)
    order = torch.empty(0, dtype=torch.long, device=where)
    loss_sum, looked = torch.zeros((), device=where), 0
    with Progress("training steps", quiet=quiet) as progress:
        for step in range(steps):
            if step % steps_each == 0:
                order = torch.randperm(len(bags), generator=generator, device=where)
            place = step % steps_each * settings.batch
            chosen = order[place : place + settings.batch]
            words, sizes = data.take(chosen)
            rate = settings.learning_rate * (1 - step / steps)
            loss_sum += _step(
                table, squares, word_features, words, sizes, targets[chosen], lead, rate, settings.label_smoothing
            )
            if not quiet and (step + 1 - looked >= _LOOK_EVERY or step + 1 == steps):
                progress.at(step + 1, steps, note=f"loss {float(loss_sum) / (step + 1 - looked):.4f}")
                loss_sum, looked = torch.zeros((), device=where), step + 1
    made: NDArray[np.float32] = table.cpu().numpy()
    return made


def score_bags(
    bags: Bags,
    features: Ragged,
    table: NDArray[np.float32],
    counts: Int64Array | None = None,
    device: str | None = None,
) -> NDArray[np.float32]:
    """The scores of bags by a table."""
    parts = [scores.cpu().numpy() for scores, _ in _scored(bags, features, table, counts, device)]
    return np.concatenate(parts) if parts else np.zeros((0, table.shape[1]), dtype=np.float32)


def best_labels(
    bags: Bags, features: Ragged, table: NDArray[np.float32], device: str | None = None
) -> tuple[Int64Array, NDArray[np.float32], NDArray[np.float32]]:
    """The best label of each bag, its probability, and that of the right label."""
    parts = []
    for scores, targets in _scored(bags, features, table, None, device):
        chances = scores.softmax(1)
        top, best = chances.max(1)
        own = chances.gather(1, targets[:, None])[:, 0]
        parts.append([values.cpu().numpy() for values in (best, top, own)])
    best, top, own = (np.concatenate(column) for column in zip(*parts, strict=True))
    return best, top, own


def _scored(
    bags: Bags, features: Ragged, table: NDArray[np.float32], counts: Int64Array | None, device: str | None
) -> Iterator[tuple[Tensor, Tensor]]:
    """The scores of bags and their labels, some bags at a time."""
    torch = load_torch()
    where = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    data, word_features = Lists(bags.words, where), Lists(features, where, counts)
    rows = torch.as_tensor(table, device=where)
    targets = torch.as_tensor(bags.labels.astype(np.int64), device=where)
    for begin in range(0, len(bags), _SCORED_AT_ONCE):
        chosen = torch.arange(begin, min(begin + _SCORED_AT_ONCE, len(bags)), device=where)
        words, sizes = data.take(chosen)
        distinct, place, _ = _distinct(words)
        ids, each = word_features.take(distinct)
        owner = torch.repeat_interleave(torch.arange(len(distinct), device=where), each)
        of_words = _pool(rows, ids.long(), each, word_features.weights[distinct][owner])
        bag = torch.repeat_interleave(torch.arange(len(sizes), device=where), sizes)
        yield _pool(of_words, place, sizes, sizes.float().rsqrt()[bag]), targets[chosen]


class Lists:
    """`Ragged` on the device."""

    def __init__(self, ragged: Ragged, where: Any, counts: Int64Array | None = None) -> None:
        torch = load_torch()
        full = np.diff(ragged.starts) if counts is None else counts
        #: 1/√n, where n may exceed the list's length
        self.weights = torch.as_tensor(np.maximum(full, 1), device=where).float().rsqrt()
        self.flat = torch.as_tensor(ragged.flat, device=where)
        self.starts = torch.as_tensor(ragged.starts, device=where)

    def take(self, items: Tensor) -> tuple[Tensor, Tensor]:
        """The items concatenated, and their sizes."""
        torch = load_torch()
        begins = self.starts[items]
        sizes = self.starts[items + 1] - begins
        ends = torch.cumsum(sizes, 0)
        places = torch.arange(int(ends[-1]), device=items.device)
        return self.flat[places + torch.repeat_interleave(begins - (ends - sizes), sizes)], sizes


def _step(
    table: Tensor,
    squares: Tensor,
    features: Lists,
    words: Tensor,
    sizes: Tensor,
    targets: Tensor,
    lead: Tensor,
    rate: float,
    smoothing: float,
) -> Tensor:
    """One batch: scores, gradient, update. Returns the mean loss."""
    torch = load_torch()
    bag_of_word = torch.repeat_interleave(torch.arange(len(sizes), device=words.device), sizes)
    bag_weights = sizes.float().rsqrt()[bag_of_word]
    distinct, word_place, words_by_place = _distinct(words)
    ids, counts = features.take(distinct)
    word_of_id = torch.repeat_interleave(torch.arange(len(distinct), device=words.device), counts)
    id_weights = features.weights[distinct][word_of_id]
    rows, row_place, ids_by_row = _distinct(ids)

    word_scores = _pool(table[rows], row_place, counts, id_weights)
    scores = _pool(word_scores, word_place, sizes, bag_weights) + lead
    log_probabilities = torch.log_softmax(scores, 1)
    right = log_probabilities.gather(1, targets[:, None])[:, 0]
    loss = -((1 - smoothing) * right + smoothing * log_probabilities.mean(1)).mean()

    gradient = log_probabilities.exp_()
    gradient -= smoothing / scores.shape[1]
    gradient.scatter_add_(1, targets[:, None], torch.full_like(right, smoothing - 1)[:, None])
    gradient /= len(sizes)
    gradient = _pool(
        gradient, bag_of_word[words_by_place.order], words_by_place.counts, bag_weights[words_by_place.order]
    )
    gradient = _pool(gradient, word_of_id[ids_by_row.order], ids_by_row.counts, id_weights[ids_by_row.order])

    sums = squares[rows] + gradient.square().mean(1)
    squares[rows] = sums
    gradient *= (-rate / (sums + _EPSILON).sqrt())[:, None]
    table.index_add_(0, rows, gradient)
    return cast("Tensor", loss)


class _Grouping(NamedTuple):
    """The indices of a list sorted by value, and how many each distinct value has."""

    order: Tensor
    counts: Tensor


def _distinct(values: Tensor) -> tuple[Tensor, Tensor, _Grouping]:
    """Distinct values, the index of each value among them, and the grouping of positions by distinct value."""
    torch = load_torch()
    ordered, order = torch.sort(values, stable=True)
    distinct, place, counts = torch.unique_consecutive(ordered, return_inverse=True, return_counts=True)
    places = torch.empty_like(order)
    places[order] = place
    return distinct.long(), places, _Grouping(order, counts)


def _pool(rows: Tensor, places: Tensor, counts: Tensor, weights: Tensor) -> Tensor:
    """Weighted sums of rows: the first `counts[0]` indices make the first sum, and so on."""
    torch = load_torch()
    starts = torch.cumsum(counts, 0) - counts
    sums = torch.nn.functional.embedding_bag(places, rows, starts, mode="sum", per_sample_weights=weights)
    return cast("Tensor", sums)


def load_torch() -> Any:
    try:
        import torch
    except ImportError as error:
        raise MissingDependencyError("torch", "train", "Training a linear table") from error
    return torch
