"""Weighted k-means of millions of rows of few coordinates (Lloyd's algorithm).

The aim is to minimise the weighted sum of squared distances of rows to the centre of their cluster.
A round labels each row with its nearest centre, and then moves each centre to the mean of its rows;
neither step can raise the sum. Seeds are those of k-means++ (Arthur & Vassilvitskii 2007), drawn
on a sample. Some rounds on a part of the rows bring centres near their places, so that few rounds
on all rows are left.

Rows are labelled in blocks, on all cores, and the sums of blocks are added in their order: the
result depends on the seed, and not on the number of threads.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from zerosum.errors import AbstractionError, check_count
from zerosum.pkr.clusterings.nearest import (
    Cells,
    Floats,
    Floats32,
    Lists,
    label_rows,
    list_centres,
)
from zerosum.support.cores import Progress, share_out
from zerosum.workshop import workshop

Labels: TypeAlias = NDArray[np.uint16]
Weights: TypeAlias = NDArray[Any]  # of any type of numbers
MOST = 1 << 16
"""The most clusters, whose labels are of 16 bits."""
_SEEDED = 20_000  # rows that seeds are drawn from
_PART = 20  # the part of rows for the first rounds is one in so many
_EACH = 50  # rows of that part for each cluster, at least
_BLOCK, _BLOCKS = 10_000, 200  # rows of a block at least; about so many blocks at most
_REFILLS = 100  # rounds to fill empty clusters


@dataclass(frozen=True, eq=False)
class Clusters:
    """Clusters of rows.

    Parameters
    ----------
    labels
        The cluster of each row: the one with the nearest centre.
    centres
        Shape (clusters, coordinates), in the order of the first coordinate.
    weights
        The weight of the rows of each cluster, all above 0.
    inertia
        The weighted mean squared distance of rows to the centre of their cluster.
    refilled
        How often a cluster lost all its rows and got a new centre, the row farthest from its own.

    Examples
    --------
    >>> found = k_means(np.float32([[0], [1], [9]]), 2, seed=1)
    >>> found.labels, found.centres.ravel(), found.weights, round(found.inertia, 3)
    (array([0, 0, 1], dtype=uint16), array([0.5, 9. ], dtype=float32), array([2., 1.]),
    0.167)
    """

    labels: Labels
    centres: Floats32
    weights: Floats
    inertia: float
    refilled: int

    def label(self, rows: Floats32) -> Labels:
        """Return the cluster with the nearest centre of other rows.

        >>> found = k_means(np.float32([[0, 0], [0, 1], [9, 0], [9, 1]]), 2, seed=1)
        >>> found.label(np.float32([[8, 8], [1, 1]]))
        array([1, 0], dtype=uint16)
        """
        lists, ones = list_centres(self.centres), np.ones(len(rows), np.uint8)
        labels, far = np.zeros(len(rows), np.uint16), np.zeros(len(rows), np.float32)
        cells = Cells(self.centres, lists)
        label_all(rows, ones, self.centres, lists, labels, far, cells, lambda _: None)
        return labels


def k_means(
    rows: Floats32,
    clusters: int,
    weights: ArrayLike | None = None,
    *,
    seed: int = 0,
    first: int = 12,
    rounds: int = 3,
    progress: Progress = lambda _: None,
) -> Clusters:
    """Return clusters of rows by weighted k-means.

    Parameters
    ----------
    rows
        Shape (rows, coordinates), of float32.
    clusters
        Their number, at most that of distinct rows and 65,536.
    weights
        Of rows, above 0; 1 each if missing.
    seed
        Of the random seeds, and of the part of the rows.
    first
        Rounds on a part of the rows: one in 20, or 50 for each cluster if that is more.
    rounds
        Rounds on all rows; a few more if clusters are empty.
    progress
        Called with the share of work done.

    Raises
    ------
    AbstractionError
        If there are more clusters than distinct rows, or rows or weights are not as above.

    Notes
    -----
    A round over 14 million rows of 8 coordinates with 1,024 clusters takes about 2 CPU seconds, the
    first one 3, and all of them 8. Beside the rows this needs 6 bytes a row.

    Examples
    --------
    >>> rows = np.float32([[0, 0], [0, 1], [9, 0], [9, 1], [5, 5]])
    >>> found = k_means(rows, 3, seed=1)
    >>> found.labels, found.centres[0], round(found.inertia, 3)
    (array([0, 0, 2, 2, 1], dtype=uint16), array([0. , 0.5], dtype=float32), 0.2)

    References
    ----------
    S. Lloyd (1982), Least squares quantization in PCM. D. Arthur, S. Vassilvitskii (2007),
    k-means++: the advantages of careful seeding.
    """
    rows = np.ascontiguousarray(rows, np.float32)
    mass = np.ones(len(rows), np.uint8) if weights is None else np.asarray(weights)
    _check(rows, clusters, mass)
    check_count("first", first, 0, error=AbstractionError)
    check_count("rounds", rounds, 1, error=AbstractionError)
    random = np.random.default_rng(seed)
    size = max(len(rows) // _PART, _EACH * clusters) if first else 0
    share = 1.0
    centres, refilled = draw_seeds(rows, clusters, mass, random), 0
    if 0 < size < len(rows):
        share = len(rows) * rounds / (len(rows) * rounds + size * first)
        part = np.sort(random.choice(len(rows), size, replace=False))
        told = _between(progress, 0.0, 1.0 - share)
        begun = lloyd(rows[part], mass[part], centres, first, told)
        centres, refilled = begun.centres, begun.refilled
    elif size:
        rounds += first
    found = lloyd(rows, mass, centres, rounds, _between(progress, 1.0 - share, 1.0))
    refilled += found.refilled
    return Clusters(found.labels, found.centres, found.weights, found.inertia, refilled)


def _check(rows: Floats32, clusters: int, weights: Weights) -> None:
    if rows.ndim != 2 or rows.shape[1] == 0:
        raise AbstractionError(
            f"rows must be of two dimensions, rows and coordinates; got the shape {rows.shape}: "
            f"write rows[:, None] for one coordinate.",
            rows,
        )
    check_count("clusters", clusters, 1, error=AbstractionError)
    if clusters > MOST:
        raise AbstractionError(
            f"clusters must be at most {MOST:,}; got {clusters:,}: ask for fewer.", clusters
        )
    with np.errstate(all="ignore"):
        finite = np.isfinite(rows.sum(dtype=np.float64))
    if not finite:
        raise AbstractionError(
            "rows must be finite; got infinity or NaN: look for a division by zero.", rows
        )
    if weights.shape != (len(rows),) or not np.all(weights > 0) or not np.isfinite(weights.max()):
        raise AbstractionError(
            f"weights must be {len(rows):,} finite numbers above 0; got the shape "
            f"{weights.shape}, or others: leave out rows of weight 0.",
            weights,
        )


def _between(progress: Progress, low: float, high: float) -> Progress:
    return lambda share: progress(low + (high - low) * min(share, 1.0))


def draw_seeds(
    rows: Floats32, clusters: int, weights: Weights, random: np.random.Generator
) -> Floats32:
    """Return distinct rows to start from, by k-means++ on a sample.

    Raises
    ------
    AbstractionError
        If there are more clusters than distinct rows.
    """
    size = min(len(rows), max(_SEEDED, 4 * clusters))
    sample = random.choice(len(rows), size, replace=False)
    seed = int(random.integers(1 << 31))
    if clusters <= size:
        seeds = _plus_plus(rows[sample], clusters, weights[sample], seed)
        if len(np.unique(seeds, axis=0)) == clusters:
            return seeds
    distinct, places = np.unique(rows, axis=0, return_index=True)
    if len(distinct) < clusters:
        raise _too_few(len(distinct), clusters)
    some = np.sort(random.choice(len(distinct), min(size, len(distinct)), replace=False))
    return _plus_plus(distinct[some], clusters, weights[places[some]], seed)


def _too_few(distinct: int, clusters: int) -> AbstractionError:
    return AbstractionError(
        f"clusters must be at most the {distinct:,} distinct rows; got {clusters:,}: ask for "
        f"fewer.",
        clusters,
    )


def _plus_plus(rows: Floats32, clusters: int, weights: Weights, seed: int) -> Floats32:
    from sklearn.cluster import kmeans_plusplus
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    with threadpool_limits(1):  # sums of more threads come in another order
        seeds, _ = kmeans_plusplus(rows, clusters, sample_weight=weights, random_state=seed)
    found: Floats32 = seeds.astype(np.float32)
    return found


def lloyd(
    rows: Floats32,
    weights: Weights,
    centres: Floats32,
    rounds: int,
    progress: Progress = lambda _: None,
) -> Clusters:
    """Return clusters after some rounds from given centres.

    Labels are those of the nearest of the returned centres. It ends earlier if centres stay, and
    later if clusters are empty.

    Raises
    ------
    AbstractionError
        If there are more centres than distinct rows.
    """
    labels, far = np.zeros(len(rows), np.uint16), np.zeros(len(rows), np.float32)
    refilled = 0
    for done in range(rounds + _REFILLS):
        told = _between(progress, done / rounds, (done + 1) / rounds)
        lists = list_centres(centres)
        cells = None if done else Cells(centres, lists)
        sums, total = label_all(rows, weights, centres, lists, labels, far, cells, told)
        mass = sums[:, -1]
        empty = np.flatnonzero(mass == 0)
        with np.errstate(invalid="ignore"):
            moved = (sums[:, :-1] / mass[:, None]).astype(np.float32)
        stays = not empty.size and (done + 1 >= rounds or np.array_equal(moved, centres))
        if stays:
            progress(1.0)
            order = np.argsort(centres[:, 0], kind="stable")
            numbers = np.empty(len(order), np.uint16)
            numbers[order] = np.arange(len(order))
            inertia = total / float(mass.sum())
            return Clusters(numbers[labels], centres[order], mass[order], inertia, refilled)
        fresh = farthest(rows, far, empty.size)
        refilled += empty.size
        moved[empty[: len(fresh)]] = fresh
        moved[empty[len(fresh) :]] = centres[empty[len(fresh) :]]
        centres = moved
    raise _too_few(len(np.unique(rows, axis=0)), len(centres))


def label_all(
    rows: Floats32,
    weights: Weights,
    centres: Floats32,
    lists: Lists,
    labels: Labels,
    far: Floats32,
    cells: Cells | None,
    progress: Progress,
) -> tuple[Floats, float]:
    """Label all rows on all cores; return the weighted sums of each centre, and of distances.

    Parameters
    ----------
    centres, lists
        Shape (centres, coordinates), and :func:`list_centres` of them.
    labels, far
        A guess, which becomes the nearest centre; and the squared distance to it. Modified in
        place.
    cells
        What gives guesses where labels are none.
    """
    size = max(_BLOCK, -(-len(rows) // _BLOCKS))
    starts = range(0, len(rows), size)
    sums = np.zeros((len(starts), len(centres), rows.shape[1] + 1))
    totals = np.zeros(len(starts))
    kernel = workshop().trust(label_rows)

    def label(start: int) -> None:
        part, block = slice(start, start + size), start // size
        here, mine = rows[part], labels[part]
        if cells is not None:
            mine[:] = cells.guess(here)
        masses = weights[part].astype(np.float64)
        totals[block] = kernel(here, masses, centres, lists, mine, far[part], sums[block])

    share_out(label, starts, progress)
    return sums.sum(axis=0), float(totals.sum())


def farthest(rows: Floats32, far: Floats32, count: int) -> Floats32:
    """Return up to so many distinct rows that are farthest from their centres."""
    most = min(len(rows), 8 * count)
    if not most:
        return rows[:0]
    places = np.argpartition(far, len(rows) - most)[len(rows) - most :]
    places = places[np.argsort(-far[places], kind="stable")]
    _, firsts = np.unique(rows[places], axis=0, return_index=True)
    return rows[places[np.sort(firsts)[:count]]]
