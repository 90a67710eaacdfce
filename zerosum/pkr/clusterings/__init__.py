"""Clusters of prospects: distances between rows of numbers, and k-means of millions of rows.

These work on plain arrays, and know no cards.

steps        clusters of hands by how they do against each opponent
line         earth mover's distances of points on a line
labels       rows of labels as multisets
transport    earth mover's distances of multisets of labels, exactly
greedy       the same, nearly and fast
landmarks    coordinates from distances to landmarks
quantiles    coordinates without landmarks
parts        work on many rows, on all cores
nearest      the nearest of many centres
cells        guesses of it
kmeans       clusters of rows of few coordinates
"""

from zerosum.pkr.clusterings.greedy import Greedy
from zerosum.pkr.clusterings.kmeans import Clusters, k_means
from zerosum.pkr.clusterings.landmarks import Scaling, embed, scaling_of
from zerosum.pkr.clusterings.line import Line
from zerosum.pkr.clusterings.quantiles import block_means, mean_points, sliced
from zerosum.pkr.clusterings.steps import Ranked, rank_vectors
from zerosum.pkr.clusterings.transport import Exact

__all__ = [
    "Clusters",
    "Exact",
    "Greedy",
    "Line",
    "Ranked",
    "Scaling",
    "block_means",
    "embed",
    "k_means",
    "mean_points",
    "rank_vectors",
    "scaling_of",
    "sliced",
]
