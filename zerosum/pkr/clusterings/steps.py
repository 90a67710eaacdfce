"""K-means of step vectors: hands by how they do against each opponent, in the order of strength.

On the river a hand beats ``wins`` of the n opposing hands, ties with ``ties``, and loses to the
rest. Its step vector has 1 for each opponent beaten, 1/2 for each tie and 0 for the rest, the
weakest opponent first. With p = wins, q = wins + ties, and 1_p the vector whose first p entries
are 1, it is v = (1_p + 1_q) / 2. So for a vector c with the prefix sums C (C_p is the sum of the
first p entries)

    v . v = (3 p + q) / 4,    v . c = (C_p + C_q) / 2,
    |v - c|^2 = (3 p + q) / 4 - (C_p + C_q) + c . c.

Entry j of a mean of step vectors is the mean of ([p > j] + [q > j]) / 2. By the inequality of
Cauchy and Schwarz, |v - c|^2 >= (s_v - s_c)^2 / n for the sums s of the entries, so only centres of
similar strength are compared.

Each hand is one of few pairs (wins, ties): 20,687 in hold'em with 52 cards, where n = 990. Tyche
(https://github.com/kilmoretrout/tyche) makes its river buckets so.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from zerosum.errors import AbstractionError, check_count
from zerosum.pkr.clusterings.nearest import Floats
from zerosum.support.cores import Progress
from zerosum.workshop import workshop

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Ranked:
    """Clusters of step vectors, the weakest first.

    Parameters
    ----------
    labels
        The cluster of each pair.
    means
        The mean of each cluster, shape (clusters, opponents).
    strengths
        The mean entry of each mean: the chance to win, ties counted half. It rises.
    weights
        The weight of the pairs of each cluster, all above 0.
    inertia
        The weighted mean squared distance of pairs to the mean of their cluster.
    rounds, refilled
        The rounds made, and how often a cluster lost all its pairs and got the pair farthest from
        its own mean.

    Examples
    --------
    >>> found = rank_vectors([0, 1, 3, 4], [1, 0, 1, 0], [1, 1, 1, 1], 2, opponents=4)
    >>> found.labels, found.strengths, found.refilled
    (array([0, 0, 1, 1]), array([0.1875, 0.9375]), 0)
    """

    labels: Ints
    means: Floats
    strengths: Floats
    weights: Floats
    inertia: float
    rounds: int
    refilled: int


def rank_vectors(
    wins: ArrayLike,
    ties: ArrayLike,
    weights: ArrayLike,
    clusters: int,
    opponents: int = 990,
    *,
    rounds: int = 60,
    progress: Progress = lambda _: None,
) -> Ranked:
    """Return clusters of step vectors by weighted k-means.

    Parameters
    ----------
    wins, ties
        Of each distinct pair, whole numbers.
    weights
        Of each pair, above 0: the hands that have it.
    clusters
        Their number, at most that of pairs.
    opponents
        The number n of entries: 990 for 52 cards, C(13, 2) = 78 for 20.
    rounds
        The most; it ends when no label changes.
    progress
        Called after each round with the share of rounds done.

    Raises
    ------
    AbstractionError
        If pairs are not distinct, or out of range; if a weight is not above 0; or if there are
        more clusters than pairs.

    Notes
    -----
    The seeds are pairs that cut the sum of the roots of weights in equal parts, in the order of
    strength: by weight itself, common pairs would take most of the clusters. Nothing is random.
    For 2,048 clusters of the 20,687 pairs of hold'em it takes about 1 CPU second.

    Examples
    --------
    >>> found = rank_vectors([0, 1, 3, 4], [1, 0, 1, 0], [1, 1, 1, 1], 2, opponents=4)
    >>> found.labels, found.means[1], found.strengths
    (array([0, 0, 1, 1]), array([1.  , 1.  , 1.  , 0.75]), array([0.1875, 0.9375]))
    """
    p, q, mass = _checked(wins, ties, weights, clusters, opponents)
    check_count("rounds", rounds, 1, error=AbstractionError)
    strengths = (p + q) / 2
    labels = np.full(len(p), -1)
    centres = _Centres(clusters, opponents)
    seeds = _seeds(strengths, q, mass, clusters)
    centres.place(np.arange(clusters), p[seeds], q[seeds], np.ones(clusters), np.arange(clusters))
    guess = np.minimum(np.searchsorted(strengths[seeds], strengths), clusters - 1)
    far, search = np.empty(len(p)), workshop().trust(label_pairs)
    refilled = 0
    for turn in range(1, rounds + 1):
        before, order = labels, np.argsort(centres.sums, kind="stable")
        labels = guess if turn == 1 else labels.copy()
        ranks = np.empty(clusters, np.int64)
        ranks[order] = np.arange(clusters)
        search(p, q, centres.prefixes, centres.squares, centres.sums, order, ranks, labels, far)
        refilled += refill(labels, far, clusters)
        moved = np.flatnonzero(labels != before)
        progress(turn / rounds)
        if not moved.size:
            break
        changed = np.union1d(labels[moved], before[moved][before[moved] >= 0])
        centres.place(changed, p, q, mass, labels)
    progress(1.0)
    return _ranked(centres, p, q, mass, labels, turn, refilled)


def _checked(
    wins: ArrayLike, ties: ArrayLike, weights: ArrayLike, clusters: int, opponents: int
) -> tuple[Ints, Ints, Floats]:
    """Return wins, wins + ties, and weights."""
    p, tied = np.asarray(wins).astype(np.int64), np.asarray(ties).astype(np.int64)
    mass = np.asarray(weights, np.float64)
    check_count("opponents", opponents, 1, error=AbstractionError)
    check_count("clusters", clusters, 1, error=AbstractionError)
    if p.ndim != 1 or not p.shape == tied.shape == mass.shape:
        raise AbstractionError(
            f"wins, ties and weights must be of one length; got the shapes {p.shape}, "
            f"{tied.shape} and {mass.shape}: give a number of each for each pair.",
            (p, tied, mass),
        )
    q = p + tied
    if not (np.all(p >= 0) and np.all(q >= p) and np.all(q <= opponents)):
        raise AbstractionError(
            f"wins and ties must be at least 0 and together at most the {opponents:,} opponents; "
            f"got {p.min()} to {q.max()}: give opponents= of this deck.",
            (p, q),
        )
    if not (np.all(mass > 0) and np.all(np.isfinite(mass))):
        raise AbstractionError(
            f"weights must be finite and above 0; got {mass.min()} to {mass.max()}: leave such "
            f"pairs out.",
            mass,
        )
    distinct = len(np.unique(p * (opponents + 1) + q))
    if distinct < len(p):
        raise AbstractionError(
            f"pairs (wins, ties) must be distinct; got {len(p):,}, of them {distinct:,} distinct: "
            f"add the weights of equal ones.",
            (p, q),
        )
    if clusters > distinct:
        raise AbstractionError(
            f"clusters must be at most the {distinct:,} distinct pairs; got {clusters:,}: ask for "
            f"fewer.",
            clusters,
        )
    return p, q, mass


def _seeds(strengths: Floats, q: Ints, weights: Floats, clusters: int) -> Ints:
    """Return distinct pairs in the order of strength."""
    order = np.lexsort((q, strengths))
    total = np.cumsum(np.sqrt(weights[order]))
    goals = (np.arange(clusters) + 0.5) / clusters * total[-1]
    seeds = np.unique(np.searchsorted(total, goals))
    # Where one pair is met twice, the clusters that are left go to the others evenly.
    others = np.setdiff1d(np.arange(len(order)), seeds)
    left = clusters - len(seeds)
    seeds = np.union1d(seeds, others[(2 * np.arange(left) + 1) * len(others) // max(2 * left, 1)])
    found: Ints = order[seeds]
    return found


class _Centres:
    """Means of clusters, by prefix sums."""

    def __init__(self, clusters: int, opponents: int) -> None:
        self.prefixes = np.zeros((opponents + 1, clusters))
        self.squares = np.zeros(clusters)
        self.sums = np.zeros(clusters)
        self.mass = np.zeros(clusters)

    def place(self, changed: Ints, p: Ints, q: Ints, weights: Floats, labels: Ints) -> None:
        """Move the centres that changed to the means of their pairs."""
        count, width = len(self.mass), len(self.prefixes)
        self.mass[:] = np.bincount(labels, weights, count)
        column = np.full(count, -1)
        column[changed] = np.arange(len(changed))
        mine = np.flatnonzero(column[labels] >= 0)
        columns, half = column[labels[mine]], weights[mine] / self.mass[labels[mine]] / 2
        ends = np.concatenate([p[mine], q[mine]]) * len(changed) + np.tile(columns, 2)
        # What a mean loses from one entry to the next.
        counted = np.bincount(ends, np.tile(half, 2), width * len(changed))
        drops: Floats = np.asarray(counted, np.float64).reshape(width, len(changed))
        workshop().trust(write_centres)(drops, changed, self.prefixes, self.squares)
        self.sums[changed] = self.prefixes[-1, changed]


def write_centres(drops: Floats, changed: Ints, prefixes: Floats, squares: Floats) -> None:
    """Write the prefix sums and the squares of the means of some clusters.

    Parameters
    ----------
    drops
        What each of these means loses before each entry, shape (opponents + 1, changed). Their
        first entries are 1 less the first of these. Modified in place.
    changed
        The numbers of these clusters.
    prefixes, squares
        Of all clusters. Modified in place.
    """
    means, sums = np.ones(changed.size), np.zeros(changed.size)
    norms = np.zeros(changed.size)
    for entry in range(drops.shape[0] - 1):
        for place in range(changed.size):
            mean = means[place] - drops[entry, place]
            means[place] = mean
            sums[place] += mean
            norms[place] += mean * mean
        for place in range(changed.size):
            prefixes[entry + 1, changed[place]] = sums[place]
    for place in range(changed.size):
        squares[changed[place]] = norms[place]


def label_pairs(
    p: Ints,
    q: Ints,
    prefixes: Floats,
    squares: Floats,
    sums: Floats,
    order: Ints,
    ranks: Ints,
    labels: Ints,
    far: Floats,
) -> None:
    """Label each pair with its nearest centre.

    Parameters
    ----------
    p, q
        Wins, and wins and ties, of each pair.
    prefixes, squares, sums
        Of each centre: prefix sums, shape (opponents + 1, clusters), square, sum of entries.
    order, ranks
        Centres by rising sum, and the place of each in that order.
    labels
        A guess of each pair. Modified in place.
    far
        The squared distance of each pair to its centre. Modified in place.
    """
    opponents = prefixes.shape[0] - 1
    for pair in range(p.size):
        low, high, label = prefixes[p[pair]], prefixes[q[pair]], labels[pair]
        strength = (p[pair] + q[pair]) / 2
        best = squares[label] - low[label] - high[label]
        norm = (3 * p[pair] + q[pair]) / 4
        start = ranks[label]
        for step in (1, -1):
            place = start + step
            while 0 <= place < order.size:
                centre = order[place]
                gap = (sums[centre] - strength) * step
                if gap > 0 and gap * gap >= opponents * (best + norm):
                    break
                distance = squares[centre] - low[centre] - high[centre]
                if distance < best:
                    best = distance
                    label = centre
                place += step
        labels[pair] = label
        far[pair] = best + norm


def refill(labels: Ints, far: Floats, clusters: int) -> int:
    """Give each cluster without pairs the pair farthest from its mean; return how many there were.

    A pair that is alone in its cluster stays. Modified in place: ``labels``, ``far``.
    """
    sizes = np.bincount(labels, minlength=clusters)
    empty = np.flatnonzero(sizes == 0)
    for cluster in empty:
        pair = np.argmax(np.where(sizes[labels] > 1, far, -1.0))
        sizes[labels[pair]] -= 1
        labels[pair], far[pair], sizes[cluster] = cluster, 0.0, 1
    return len(empty)


def _ranked(
    centres: _Centres, p: Ints, q: Ints, weights: Floats, labels: Ints, rounds: int, refilled: int
) -> Ranked:
    prefixes = centres.prefixes
    distances = (3 * p + q) / 4 + centres.squares[labels]
    distances -= prefixes[p, labels] + prefixes[q, labels]
    order = np.argsort(centres.sums, kind="stable")
    numbers = np.empty(len(order), np.int64)
    numbers[order] = np.arange(len(order))
    means = np.ascontiguousarray(np.diff(prefixes, axis=0).T[order])
    inertia = float(distances @ weights / weights.sum())
    strengths = centres.sums[order] / means.shape[1]
    mass = centres.mass[order]
    return Ranked(numbers[labels], means, strengths, mass, inertia, rounds, refilled)
