"""Clusters of prospects: distances between rows of numbers, and k-means of millions of rows.

These work on plain arrays, and know no cards.

steps        clusters of hands by how they do against each opponent
nearest      the nearest of many centres
kmeans       clusters of rows of few coordinates
"""

from zerosum.pkr.clusterings.kmeans import Clusters, k_means
from zerosum.pkr.clusterings.steps import Ranked, rank_vectors

__all__ = ["Clusters", "Ranked", "k_means", "rank_vectors"]
