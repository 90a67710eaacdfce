"""Clusters of rows of whole numbers by the sum of absolute differences.

For cumulative histograms this is the earth mover's distance on a line. The row of medians minimises
the sum of distances to the members of a cluster. So each Lloyd step with medians lowers the mean
distance, whereas k-means lowers the mean squared distance.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]

_STEPS = 40
_JITTER = 1 / 64  # of a unit: breaks ties, which rounding would otherwise decide


def nearest(centroids: Ints, counts: Ints) -> int:
    """Return the index of the row of centroids that is nearest to another; ties go to the first.

    The distance is the sum of absolute differences: of cumulative histograms, the earth mover's.
    """
    best = 0
    least = -1
    for row in range(centroids.shape[0]):
        distance = apart(centroids[row], counts)
        if least < 0 or distance < least:
            best = row
            least = distance
    return best


def apart(one: Ints, other: Ints) -> int:
    """Return the sum of absolute differences; a loop of vector instructions."""
    distance = 0
    for place in range(min(one.shape[0], other.shape[0])):
        a, b = one[place], other[place]
        distance += max(a, b) - min(a, b)
    return int(distance)


def assign(centroids: Ints, counts: Ints, labels: Ints) -> int:
    """Label each row of ``counts`` with its nearest centroid; return the sum of the distances.

    Modified in place: ``labels``.
    """
    total = 0
    for row in range(counts.shape[0]):
        label = nearest(centroids, counts[row])
        labels[row] = label
        for place in range(counts.shape[1]):
            total += abs(centroids[label, place] - counts[row, place])
    return total


def place_medians(
    counts: Ints,
    labels: Ints,
    tallies: Ints,
    centroids: Ints,
) -> None:
    """Move each centroid to the medians of its rows; one without rows stays.

    Parameters
    ----------
    counts, labels
        Rows of whole numbers, and the cluster of each.
    tallies
        Room to count values, shape (clusters, places, values). Modified in place.
    centroids
        Modified in place.
    """
    clusters, places, values = tallies.shape
    for cluster in range(clusters):
        for place in range(places):
            for value in range(values):
                tallies[cluster, place, value] = 0
    for row in range(counts.shape[0]):
        for place in range(places):
            tallies[labels[row], place, counts[row, place]] += 1
    for cluster in range(clusters):
        for place in range(places):
            members = 0
            for value in range(values):
                members += tallies[cluster, place, value]
            below = 0
            for value in range(values):
                below += tallies[cluster, place, value]
                if 2 * below >= members > 0:
                    centroids[cluster, place] = value
                    break


def start(counts: Ints, clusters: int, seed: int) -> NDArray[np.float64]:
    """Return the centroids of scikit-learn's k-means, for squared distances.

    With a single thread the order of summation is fixed, and jitter breaks ties, so every machine
    with the same versions finds the same clusters.
    """
    from sklearn.cluster import KMeans
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    noise = np.random.default_rng(seed).random(counts.shape)
    means = KMeans(clusters, n_init=1, max_iter=60, algorithm="lloyd", random_state=seed)
    with threadpool_limits(1):
        means.fit(counts + _JITTER * noise)
    found: NDArray[np.float64] = means.cluster_centers_
    return found


def cluster(counts: Ints, clusters: int, most: int, seed: int, compiled: Any) -> Ints:
    """Return centroids of rows of whole numbers: k-means to start from, then medians.

    Parameters
    ----------
    counts
        Rows of whole numbers, 0 to ``most``.
    clusters
        Their number, at most that of distinct rows.
    most
        The greatest possible number.
    seed
        Of k-means.
    compiled
        Compiles a function.

    Returns
    -------
    One row for each cluster.
    """
    assigned, moved = compiled(assign), compiled(place_medians)
    centroids = np.ascontiguousarray(np.rint(start(counts, clusters, seed)).astype(np.int64))
    tallies = np.zeros((clusters, counts.shape[1], most + 1), np.int64)
    labels, before = np.zeros(len(counts), np.int64), -1
    for _ in range(_STEPS):
        total = assigned(centroids, counts, labels)
        if total == before:
            break
        before = total
        moved(counts, labels, tallies, centroids)
    return centroids
