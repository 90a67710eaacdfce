"""Clusters of prospects: distances between rows of numbers, and k-means of millions of rows.

These work on plain arrays, and know no cards.

steps        clusters of hands by how they do against each opponent
line         earth mover's distances of points on a line
multisets    rows of labels as multisets, and earth mover's distances of them, nearly and fast
transport    the same distances exactly
landmarks    coordinates from distances to landmarks
quantiles    coordinates without landmarks
nearest      the nearest of many centres
medians      clusters of rows of whole numbers by the sum of absolute differences
kmeans       clusters of rows of few coordinates
"""

from typing import TYPE_CHECKING

from zerosum.support.lazy import lazily

if TYPE_CHECKING:
    from zerosum.pkr.clusterings.kmeans import Clusters, k_means
    from zerosum.pkr.clusterings.landmarks import Scaling, embed, scaling_of
    from zerosum.pkr.clusterings.line import Line
    from zerosum.pkr.clusterings.multisets import Greedy
    from zerosum.pkr.clusterings.quantiles import block_means, mean_points, sliced
    from zerosum.pkr.clusterings.steps import Ranked, rank_vectors
    from zerosum.pkr.clusterings.transport import Exact

# Buckets import a part of them.
__getattr__, __dir__ = lazily(
    __name__,
    kmeans="Clusters k_means",
    landmarks="Scaling embed scaling_of",
    line="Line",
    multisets="Greedy",
    quantiles="block_means mean_points sliced",
    steps="Ranked rank_vectors",
    transport="Exact",
)

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
